"""Claims as people write them down: reads a file of claims, whatever kind it is."""

from vera.verification.claims.reading import claims_in, read_claims

__all__ = ["claims_in", "read_claims"]
