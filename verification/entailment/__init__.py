"""A small model that reads a claim and a passage together (ADR 0043)."""
