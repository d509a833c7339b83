"""Claims as people write them down: reads a file of claims, whatever kind it is."""

from vera.verification.claims.reading import read_claims

__all__ = ["read_claims"]
