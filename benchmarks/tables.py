"""How claims about tables are answered: `python -m benchmarks.tables [seen|kept]`.

The claims of testdata/tables were written before any was scored; those of the half "kept" are looked
at last. A claim that is "none" is of the subject of a table and in none of its cells.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve

from vera.core.document import Document, Form, Span
from vera.core.table import Cell, Table
from vera.core.verdict import Status
from vera.verification import wiring
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "testdata" / "tables"


def tabled(document: Document) -> Document:
    if document.tables:
        return document
    return evolve(document, tables=tuple(_tables(document)))


def _tables(document: Document) -> Iterator[Table]:
    rows: list[list[Span]] = []
    blocks = list(document.blocks)
    caption = None
    for at, block in enumerate([*blocks, None]):
        if block is not None and block.form is Form.ROW:
            if not rows and at:
                before = blocks[at - 1]
                caption = before.span if before.span.of(document.text).startswith("Table") else None
            rows.append(list(_cells(document.text, block.span)))
        elif rows:
            cells = [
                Cell(span, y, x, is_head=y == 0)
                for y, row in enumerate(rows)
                for x, span in enumerate(row)
            ]
            yield Table(tuple(cells), caption)
            rows = []


def _cells(text: str, row: Span) -> Iterator[Span]:
    start = row.start + (text[row.start] == "|")
    while start < row.end:
        bar = text.find("|", start, row.end)
        end = row.end if bar < 0 else bar
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        yield Span(left, max(left, start + len(part.rstrip())))
        start = end + 1


def main() -> None:
    half = sys.argv[1] if len(sys.argv) > 1 else "seen"
    plain = "--plain" in sys.argv
    rows = [json.loads(line) for line in (FOLDER / "claims.jsonl").read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["half"] == half]
    verifier = Verifier(embedder="minilm", cache=False)
    counts: Counter[tuple[str, str, str]] = Counter()
    papers = {}
    for row in rows:
        name = row["paper"]
        if name not in papers:
            document = wiring.read_document(FOLDER / name).unwrap()
            document = document if plain else tabled(document)
            papers[name] = verifier.open_document(document).unwrap()
        verdict = papers[name].verify(row["claim"]).unwrap()
        status = verdict.status.value
        counts[row["kind"], row["label"], status] += 1
        counts["all", row["label"], status] += 1
        wrong = {"supported": "grounded", "contradicted": "contradicted", "none": "unsupported"}
        if "-v" in sys.argv and status != wrong[row["label"]]:
            print(row["label"][:5], row["kind"], "->", status, verdict.score, "|", row["claim"])
            print("      ", verdict.decided, verdict.reason, "|", verdict.evidence[0].text[:90] if verdict.evidence else "")
    kinds = sorted({kind for kind, _, _ in counts})
    for kind in kinds:
        for label in ("supported", "contradicted", "none"):
            n = {s.value: counts[kind, label, s.value] for s in Status}
            if sum(n.values()):
                print(f"{kind:11} {label:13}", n)


if __name__ == "__main__":
    main()
