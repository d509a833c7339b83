"""Sizes, overlaps, chunkers, top-k and embedders are tried."""
