"""What became of papers that were added to a library, for programs (`schema/added-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.report.as_json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.adding_report import Added
    from vera.verification.library.listing import Listed

SCHEMA = "vera.added/1"


def added_json(library: str, added: Added, papers: Sequence[Listed]) -> str:
    """One object; `papers` are those that were named and are in the library now."""
    groups = (("added", added.added), ("replaced", added.replaced), ("elsewhere", added.again))
    outcomes = {name: outcome for outcome, names in groups for name in names}
    value = {
        "schema": SCHEMA,
        "library": library,
        "artifacts": [
            {
                "document": paper.name,
                "artifact_id": paper.artifact,
                "outcome": outcomes.get(paper.name, "unchanged"),
                "title": paper.title or None,
                "pages": paper.pages,
                "chunks": paper.chunks,
            }
            for paper in papers
            if not paper.vanished
        ],
        "unread": [
            {
                "document": error.source,
                "kind": error.fault.value,
                "message": str(error),
                "hint": error.hint or None,
            }
            for error in added.unread
        ],
        "vanished": list(added.vanished),
        "remade": added.remade,
        "unmatched": {name: list(keys) for name, keys in added.unmatched.items()},
        "notes": list(added.notes),
    }
    return json_text(value) + "\n"
