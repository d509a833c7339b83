"""Speed only: each benchmark is read as a ratio to a named reference of the same run."""
