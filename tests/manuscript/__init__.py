"""Tests of manuscripts."""
