"""Programs that run in the child in the place of a reader, and attack."""
