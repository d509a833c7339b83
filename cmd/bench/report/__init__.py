"""Runs become a page, or are compared."""
