"""The engine, and what stands beside it, are asked labelled claims."""
