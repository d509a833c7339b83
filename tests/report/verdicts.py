"""Verdicts made by hand on papers that were really read, and reports of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vera.core.document import Document, Span
from vera.core.ports import EmbedderInfo
from vera.core.settings import Settings
from vera.core.verdict import Claim, Evidence, Status, Verdict
from vera.verification import wiring
from vera.verification.report.model import Form, Opening, Source, Summary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def read(path: Path, content: bytes | str, password: str | None = None) -> Document:
    """The document that the engine reads of such a file, which is written first."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return wiring.read_document(path, password).unwrap()


def evidence(document: Document, text: str) -> Evidence:
    """Evidence as the engine gives it for that text of the document."""
    start = document.text.index(text)
    span = Span(start, start + len(text))
    boxes, pages = document.boxes_of(span), document.pages_of(span)
    return Evidence(document.source, text, 0.8, span, pages, boxes, document.section_of(start))


def verdict(
    claim: str | Claim, status: Status, *found: Evidence, score: float | None = 0.81, **more: Any
) -> Verdict:
    """A verdict with that evidence."""
    claim = Claim(claim, 1) if isinstance(claim, str) else claim
    made: dict[str, Any] = {"calibrated": True, "decided": "calibration", **more}
    return Verdict(claim, status, score, "it reads so", "minilm", Settings(), found, **made)


def report(form: Form, documents: Sequence[Document], verdicts: Sequence[Verdict]) -> str:
    """The whole report."""
    sources = tuple(Source(document.source, document, 1) for document in documents)
    opening = Opening(sources, EmbedderInfo("minilm", "m", "f", 384, 256), Settings())
    summary, text = Summary(), form.opening(opening)
    for each in verdicts:
        summary.count(each)
        text += form.verdict(each)
    return text + form.closing(opening, summary)
