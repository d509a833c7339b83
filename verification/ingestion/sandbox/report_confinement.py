"""The program that reads nothing: its start alone tells what is in force here."""

from __future__ import annotations

from vera.verification.ingestion.sandbox.harness import serve


def main() -> None:
    """Serve one request."""
    serve(lambda *_: None, lambda *_: ())
