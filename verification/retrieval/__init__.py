"""A claim finds passages."""
