"""The report for programs: one JSON object, described by `schema/report-1.json`."""

from __future__ import annotations

import json
from sys import maxsize
from typing import TYPE_CHECKING

from attrs import asdict

from vera.core.verdict import SCORE_DIGITS, Status
from vera.verification.report.of_manuscript import manuscript_json
from vera.verification.report.printable import escaped_json

if TYPE_CHECKING:
    from vera.core.document import Box
    from vera.core.ports import EmbedderInfo
    from vera.core.settings import Settings
    from vera.core.verdict import Conflict, Evidence, Explanation, Part, TableCell, Verdict
    from vera.verification.report.model import Opening, Shelf, Source, Summary

SCHEMA = "vera.report/1"


class JsonForm:
    """Writes the object piece by piece, so that no report need fit into memory.

    With `explain` each verdict has its explanation, else null.
    """

    def __init__(self, *, explain: bool = False) -> None:
        self._first, self._explain = True, explain

    def opening(self, opening: Opening) -> str:
        """The object up to its first claim."""
        head = {
            "schema": SCHEMA,
            "documents": [_source(source) for source in opening.sources],
            "library": _library(opening.library),
            "embedder": _embedder(opening.embedder),
            **({"manuscript": manuscript_json(opening.manuscript)} if opening.manuscript else {}),
            **({"judge": asdict(opening.judge)} if opening.judge else {}),
            **({"reader": asdict(opening.reader)} if opening.reader else {}),
            "settings": _settings(opening.settings),
            "sandbox": None if opening.sandbox is None else list(opening.sandbox),
        }
        return json_text(head).removesuffix("\n}") + ',\n  "claims": ['

    def verdict(self, verdict: Verdict) -> str:
        """One element of `claims`."""
        comma, self._first = "" if self._first else ",", False
        return f"{comma}\n    " + json_text(self._claim(verdict)).replace("\n", "\n    ")

    def closing(self, opening: Opening, summary: Summary) -> str:
        """The object from its last claim on."""
        counts = {status.value: summary.counts[status] for status in Status}
        left_out = {} if summary.left_out is None else {"left_out": summary.left_out}
        if opening.settings.only_claims:
            left_out["states_nothing"] = summary.states_nothing
        tail = json_text({"summary": {"total": summary.total, **counts, **left_out}})
        return "\n  ],\n" + tail.removeprefix("{\n") + "\n"

    def _claim(self, verdict: Verdict) -> dict[str, object]:
        explanation = verdict.explanation if self._explain else None
        return {**_verdict(verdict), "explanation": explanation and _explanation(explanation)}


def json_text(value: object) -> str:
    """The value as JSON for people and terminals: indented, nothing unprintable raw."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def _source(source: Source) -> dict[str, object]:
    document, error = source.document, source.error
    return {
        "source": source.name,
        "digest": document.digest if document else None,
        "media_type": document.media_type if document else None,
        "title": document.title if document else None,
        "pages": len(document.pages) if document else 0,
        "unread_pages": [
            {"page": page.number, "reason": page.unread}
            for page in (document.unread if document else ())
        ],
        "damaged": document.damaged if document else False,
        "damaged_pages": [
            {"page": page.number, "reason": page.damaged}
            for page in (document.pages if document else ())
            if page.damaged
        ],
        "notes": list(document.notes) if document else [],
        "chunks": source.chunks,
        "error": {"kind": type(error).__name__, "message": str(error)} if error else None,
    }


def _library(shelf: Shelf | None) -> dict[str, object] | None:
    if shelf is None:
        return None
    return {
        "name": shelf.name,
        "papers": shelf.papers,
        "chunks": shelf.chunks,
        "where": shelf.where or None,
        "fitting": shelf.fitting if shelf.where else shelf.papers,
    }


def _embedder(info: EmbedderInfo) -> dict[str, object]:
    return {
        "name": info.name,
        "model": info.model,
        "fingerprint": info.fingerprint,
        "dimension": info.dimension,
        "max_tokens": info.max_tokens,
    }


def _settings(settings: Settings) -> dict[str, object]:
    chunk = settings.chunk
    return {
        "rule": settings.rule,
        "threshold": settings.threshold,
        "top_k": settings.top_k,
        "aggregate": settings.aggregate.value,
        "chunker": settings.chunker,
        "chunk_measure": chunk.measure.name.lower(),
        "chunk_size": json_limit(chunk.target),
        "chunk_overlap": chunk.overlap,
        "chunk_minimum": chunk.minimum,
        "chunk_maximum": json_limit(chunk.maximum),
        "references": settings.references,
        **({"only_claims": True} if settings.only_claims else {}),
    }


def _verdict(verdict: Verdict) -> dict[str, object]:
    return {
        "text": verdict.claim.text,
        "file": verdict.claim.file or None,
        "line": verdict.claim.line,
        "cites": list(verdict.claim.cites),
        "status": verdict.status.value,
        "score": verdict.score,
        "calibrated": verdict.calibrated,
        "decided": verdict.decided or None,
        "threshold": verdict.settings.threshold,
        "reason": verdict.reason,
        **({"worth": asdict(verdict.worth)} if verdict.worth else {}),
        "evidence": [_evidence(evidence) for evidence in verdict.evidence],
        "conflicts": [_conflict(conflict) for conflict in verdict.conflicts],
        "parts": [_part(part) for part in verdict.parts],
        "papers": [
            {
                "document": paper.document,
                "status": paper.status.value,
                "score": paper.score,
                "complete": paper.complete,
            }
            for paper in verdict.papers
        ],
    }


def _part(part: Part) -> dict[str, object]:
    return {
        "text": part.text,
        "span": [part.span.start, part.span.end],
        "status": part.status.value,
        "score": part.score,
        "reason": part.reason,
        "evidence": [_evidence(evidence) for evidence in part.evidence],
        "conflicts": [_conflict(conflict) for conflict in part.conflicts],
    }


def _conflict(conflict: Conflict) -> dict[str, object]:
    return {
        "code": conflict.code,
        "claim": conflict.claim,
        "paper": conflict.paper,
        "span": [conflict.span.start, conflict.span.end],
        "pages": list(conflict.pages),
        **({"where": conflict.where} if conflict.where else {}),
    }


def _explanation(made: Explanation) -> dict[str, object]:
    return {
        "evidence": round(made.evidence, SCORE_DIGITS),
        "support": round(made.support, SCORE_DIGITS),
        "denial": round(made.denial, SCORE_DIGITS),
        "features": [
            {
                "name": feature.name,
                "value": round(feature.value, SCORE_DIGITS),
                "added": round(feature.added, SCORE_DIGITS),
            }
            for feature in made.features
        ],
        "runners_up": [_evidence(evidence) for evidence in made.runners_up],
    }


def _evidence(evidence: Evidence) -> dict[str, object]:
    return {
        "document": evidence.document,
        "text": evidence.text,
        "score": evidence.score,
        "span": [evidence.span.start, evidence.span.end],
        "pages": list(evidence.pages),
        "boxes": [json_box(box) for box in evidence.boxes],
        "section": evidence.section,
        **({"cells": [json_cell(cell) for cell in evidence.cells]} if evidence.cells else {}),
    }


def json_cell(cell: TableCell) -> dict[str, object]:
    """A cell of a table as the schema has it."""
    return {
        "table": cell.table,
        "row": list(cell.row),
        "column": list(cell.column),
        "text": cell.text,
        "span": [cell.span.start, cell.span.end],
        "pages": list(cell.pages),
        "boxes": [json_box(box) for box in cell.boxes],
    }


def json_limit(size: int) -> int | None:
    """A size as the schemas have it: None where there is no limit."""
    return None if size == maxsize else size


def json_box(box: Box) -> dict[str, float]:
    """A box as the schemas have it: page, and corners in points to two decimals."""
    corners = {name: round(getattr(box, name), 2) for name in ("x0", "y0", "x1", "y1")}
    return {"page": box.page, **corners}
