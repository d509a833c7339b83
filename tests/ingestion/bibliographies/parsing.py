"""Bibliographies as the tests parse them, and what two of them say of the same paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.errors import UnreadableDocument
from vera.verification.ingestion.bibliographies.reading import parse

if TYPE_CHECKING:
    from vera.verification.ingestion.bibliographies.reading import Bibliography

FOLDER = Path(__file__).parents[3] / "testdata" / "bibliographies"
VERA = {
    "title": ("What a Cosine Threshold Can and Cannot Verify",),
    "author": ("The VERA authors",),
    "year": ("2026",),
    "doi": ("10.5555/vera.2026.1",),
    "journal": ("Reports on Reading (online)",),
    "tag": ("review", "grounding"),
}
"""The fields of the project's own paper, but for its file."""


def parsed(text: str, name: str) -> Bibliography:
    """A bibliography of that text, in a file of that name."""
    return parse(text.encode(), name).unwrap()


def error_of(data: bytes, name: str) -> UnreadableDocument:
    """Why such a file is no bibliography."""
    error = parse(data, name).failure()
    assert isinstance(error, UnreadableDocument)
    return error
