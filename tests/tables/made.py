"""Documents with a table, for tests."""

from __future__ import annotations

from vera.core.document import Block, Document, Form, Kind, Span
from vera.core.table import Cell, Table


def document(
    caption: str, *rows: str, prose: str = "", heads: int = 1, stub: bool = False
) -> Document:
    """A document of some prose, a caption and a table; cells are parted by bars.

    The first `heads` rows are heads, and with `stub` the first cell of each other row. A cell that
    repeats the one to its left in capitals, "<", is a part of it.
    """
    text, blocks = prose, [Block(Span(0, len(prose)))] if prose else []

    def add(words: str, kind: Kind, form: Form = Form.PROSE) -> Span:
        nonlocal text
        text += "\n\n" if text else ""
        span = Span(len(text), len(text) + len(words))
        text += words
        blocks.append(Block(span, kind, form))
        return span

    captioned = add(caption, Kind.CAPTION) if caption else None
    cells = []
    for row, words in enumerate(rows):
        parts = [part.strip() for part in words.split("|")]
        kept = [part for part in parts if part != "<"]
        at = add(" | ".join(kept), Kind.TABLE, Form.ROW).start
        column = 0
        while column < len(parts):
            wide = 1
            while column + wide < len(parts) and parts[column + wide] == "<":
                wide += 1
            span = Span(at, at + len(parts[column]))
            head = row < heads or (stub and column == 0) or wide == len(parts) > 1
            cells.append(Cell(span, row, column, 1, wide, head))
            at, column = span.end + len(" | "), column + wide
    return Document(
        text, "paper.txt", "0" * 64, blocks=tuple(blocks), tables=(Table(tuple(cells), captioned),)
    )


SCORES = (
    "Table 1: Labelled attachment score (%) of the parsers, and training time.",
    "Parser | News | Forum | Speech | Training time (h)",
    "ArcLite | 88.1 | 74.6 | 69.3 | 2.5",
    "ArcLite-char | 88.4 | 79.2 | 71.8 | 4.0",
    "GraphDep | 91.3 | 77.9 | 72.6 | 9.5",
    "GraphDep-char | 91.0 | 82.7 | 76.4 | 14.0",
)
