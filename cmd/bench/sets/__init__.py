"""Labelled sets, from disk."""
