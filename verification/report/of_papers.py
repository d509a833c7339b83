"""The papers of a library with all that is known of them, for programs (`schema/papers-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.report.as_json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.listing import Listed

SCHEMA = "vera.papers/1"


def papers_json(library: str, papers: Sequence[Listed]) -> str:
    """One object; each value of a field with who says it."""
    found = [
        {
            "document": paper.name,
            "artifact_id": paper.artifact,
            "pages": paper.pages,
            "chunks": paper.chunks,
            "vanished": paper.vanished,
            "metadata": {field: list(values) for field, values in paper.metadata.fields.items()},
            "sources": [
                {
                    "field": fact.field,
                    "value": fact.value,
                    "source": fact.source.value,
                    "origin": fact.origin,
                    "used": fact.used,
                }
                for fact in paper.metadata.facts
            ],
        }
        for paper in papers
    ]
    return json_text({"schema": SCHEMA, "library": library, "papers": found}) + "\n"
