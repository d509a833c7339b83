"""Attacks that run longer than a test may: programs, each with a seed that repeats what it did."""
