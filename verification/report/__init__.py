"""Verdicts become something to read."""
