"""The text of some pages of a paper, for programs (`schema/pages-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.chunking.window import artifact_id
from vera.verification.report.as_json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document, Page

SCHEMA = "vera.pages/1"


def pages_json(document: Document, pages: Sequence[Page]) -> str:
    """One object with the text of each page; of a paper without pages, all of it as one."""
    shown = [
        {
            "number": page.number,
            "label": page.label or None,
            "text": page.span.of(document.text).strip(),
            "unread": page.unread or None,
            "damaged": page.damaged or None,
        }
        for page in pages
    ]
    whole = {"number": None, "label": None, "text": document.text.strip()}
    value = {
        "schema": SCHEMA,
        "document": document.source,
        "artifact_id": artifact_id(document),
        "title": document.title or None,
        "media_type": document.media_type,
        "count": len(document.pages),
        "damaged": document.damaged,
        "notes": list(document.notes),
        "pages": shown if document.pages else [{**whole, "unread": None, "damaged": None}],
    }
    return json_text(value) + "\n"
