"""How claims about tables are answered: `python -m benchmarks.tables kept`.

The claims of testdata/tables were written before any of them was scored; those of the half "kept"
are looked at last. A claim whose label is "none" is of the subject of a table, and of no cell.
`--plain` asks the papers as if nobody knew the cells of their tables, `--each` names the claims of
which the verdict is another than the label.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Document, Form, Span
from vera.core.table import Cell, Table
from vera.core.verdict import Status, Verdict
from vera.verification import wiring
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.verifier import Paper

FOLDER = Path(__file__).parents[1] / "testdata" / "tables"
RIGHT = {
    "supported": Status.GROUNDED,
    "contradicted": Status.CONTRADICTED,
    "none": Status.UNSUPPORTED,
}
"""What a claim of each label is called where the verdict is right."""


@frozen
class Labelled:
    """A claim about a table; `fault` says in what respect one is false."""

    kind: str
    paper: str
    label: str
    claim: str
    half: str
    fault: str = ""


def labelled(half: str) -> list[Labelled]:
    """The claims of a half."""
    lines = (FOLDER / "claims.jsonl").read_text("utf-8").splitlines()
    return [one for one in (Labelled(**json.loads(line)) for line in lines) if one.half == half]


def judged(half: str, *, plain: bool = False) -> Iterator[tuple[Labelled, Verdict]]:
    """The claims of a half with their verdicts; `plain` without the cells of the tables."""
    verifier = Verifier(embedder="minilm", cache=False)

    @cache
    def paper(name: str) -> Paper:
        document = wiring.read_document(FOLDER / name).unwrap()
        known = evolve(document, tables=()) if plain else tabled(document)
        return verifier.open_document(known).unwrap()

    for one in labelled(half):
        yield one, paper(one.paper).verify(one.claim).unwrap()


def tabled(document: Document) -> Document:
    """A document with the tables that its rows are, where its reader did not tell them.

    The first row has the heads.
    """
    return document if document.tables else evolve(document, tables=tuple(_tables(document)))


def _tables(document: Document) -> Iterator[Table]:
    rows: list[Span] = []
    caption = last = None
    for block in document.blocks:
        if block.form is Form.ROW:
            caption = caption if rows else last
            rows.append(block.span)
            continue
        if rows:
            yield _table(document.text, rows, caption)
            rows = []
        last = block.span
    if rows:
        yield _table(document.text, rows, caption)


def _table(text: str, rows: Sequence[Span], caption: Span | None) -> Table:
    captioned = caption is not None and caption.of(text).startswith("Table")
    cells = (
        Cell(span, row, column, is_head=not row)
        for row, line in enumerate(rows)
        for column, span in enumerate(_cells(text, line))
    )
    return Table(tuple(cells), caption if captioned else None)


def _cells(text: str, row: Span) -> Iterator[Span]:
    at = row.start
    for part in row.of(text).split("|"):
        left = at + len(part) - len(part.lstrip())
        if part or row.start < at < row.end:
            yield Span(left, left + len(part.strip()))
        at += len(part) + 1


def main() -> None:
    """Print a table of the verdicts, by kind and label."""
    half = next((each for each in sys.argv[1:] if not each.startswith("-")), "seen")
    counts: Counter[tuple[str, str, Status]] = Counter()
    for one, verdict in judged(half, plain="--plain" in sys.argv):
        for kind in ("all", one.kind):
            counts[kind, one.label, verdict.status] += 1
        if "--each" in sys.argv and verdict.status is not RIGHT[one.label]:
            sys.stdout.write(f"{one.label}, but {verdict.status.value}: {one.claim}\n")
            sys.stdout.write(f"    {verdict.score} {verdict.decided}: {verdict.reason}\n")
    for kind, label in sorted({(kind, label) for kind, label, _ in counts}):
        shown = ", ".join(f"{it.value} {counts[kind, label, it]}" for it in RIGHT.values())
        sys.stdout.write(f"{kind:12}{label:14}{shown}\n")


if __name__ == "__main__":
    main()
