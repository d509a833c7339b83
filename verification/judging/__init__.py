"""Asks a judge about the claims that a score leaves uncertain."""
