"""Tests of a part of ingestion."""
