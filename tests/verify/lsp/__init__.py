"""Tests of `verify lsp`, by a real client."""
