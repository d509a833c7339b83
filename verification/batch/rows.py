"""The verdict on a claim by one paper as a row, which is an object of JSON on one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vera.verification.batch.job import claim_id
from vera.verification.report.printable import escaped_json

if TYPE_CHECKING:
    from vera.core.document import Document, Span
    from vera.core.verdict import Conflict, Evidence, Part, TableCell, Verdict


def row(verdict: Verdict, document: Document) -> dict[str, Any]:
    """The row. `claim`, `document` and `media_type` are its key; docs/batch.md has the rest."""
    return {
        "claim": claim_id(verdict.claim.text),
        "line": verdict.claim.line,
        "text": verdict.claim.text,
        "document": document.digest,
        "media_type": document.media_type,
        "path": document.source,
        "title": document.title,
        "complete": document.complete,
        "status": verdict.status.value,
        "score": verdict.score,
        "calibrated": verdict.calibrated,
        "decided": verdict.decided or None,
        "reason": verdict.reason,
        "worth": verdict.worth and verdict.worth.probability,
        "evidence": list(map(_evidence, verdict.evidence)),
        "conflicts": list(map(_conflict, verdict.conflicts)),
        "parts": list(map(_part, verdict.parts)),
    }


def line(value: object) -> bytes:
    r"""The value as JSON on one line, which ends where it ends for every reader of lines.

    >>> line({"text": "a\u2028b\né"}).decode()
    '{"text":"a\\u2028b\\né"}\n'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return (escaped_json(text) + "\n").encode()


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "text": evidence.text,
        "score": evidence.score,
        "span": _span(evidence.span),
        "pages": list(evidence.pages),
        "section": evidence.section,
        "cells": list(map(_cell, evidence.cells)),
    }


def _cell(cell: TableCell) -> dict[str, Any]:
    return {
        "table": cell.table,
        "row": list(cell.row),
        "column": list(cell.column),
        "text": cell.text,
        "span": _span(cell.span),
        "pages": list(cell.pages),
    }


def _conflict(conflict: Conflict) -> dict[str, Any]:
    return {
        "code": conflict.code,
        "claim": conflict.claim,
        "paper": conflict.paper,
        "span": _span(conflict.span),
        "pages": list(conflict.pages),
        "where": conflict.where or None,
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "text": part.text,
        "span": _span(part.span),
        "status": part.status.value,
        "score": part.score,
        "reason": part.reason,
    }


def _span(span: Span) -> list[int]:
    return [span.start, span.end]
