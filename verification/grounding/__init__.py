"""Passages become a Verdict."""
