"""Tests of `vera.verification.tables`."""
