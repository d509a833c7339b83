"""Tests of `verify mcp`."""
