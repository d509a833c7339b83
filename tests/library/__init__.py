"""Tests of libraries of papers."""
