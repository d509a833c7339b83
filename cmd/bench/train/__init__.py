"""Trains the cross-encoder: pairs to learn from, the network, the command (ADR 0043)."""
