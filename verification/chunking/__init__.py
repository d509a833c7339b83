"""A Document becomes sentences and Chunks."""
