"""Attacks on the engine, bounded in time: `python -m tests.attack`, or `make attack` (ADR 0029).

What they found is in testdata/attacks/, minimised, and `test_replay.py` tries it again each time.
"""
