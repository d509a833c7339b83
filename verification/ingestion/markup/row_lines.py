"""The text of a row of a table whose cells stand on lines of their own in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.verification.ingestion.markup.grid import BETWEEN, Box
from vera.verification.ingestion.markup.unshown import CALLED, without_references

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@frozen
class Row:
    """A row: line ends before it, its text, those behind it, and where each cell stands.

    In the text stands where notes are called; the places of cells, and `plain`, are without.
    """

    before: str
    said: str
    behind: str
    cells: tuple[Box, ...]
    plain: str


def row_of(written: Iterable[tuple[str, Box]], covers: Callable[[int], bool]) -> Row:
    r"""The row that cells make, as each was written.

    Line ends around the text of a cell stand before that of the next one. A cell without text that
    one above it `covers` is none.

    >>> row = row_of([("\na\n", Box()), ("b", Box())], lambda _: False)
    >>> row.before, row.said, [(it.start, it.end) for it in row.cells]
    ('\n', 'a | \nb', [(0, 1), (5, 6)])
    """
    parts: list[str] = []
    at, ends, cells = 0, "", list[Box]()
    for raw, box in written:
        text = without_references(raw)
        shown = text.strip()
        left = text[: len(text) - len(text.lstrip())].count("\n")
        if not shown and covers(box.column):
            ends += "\n" * text.count("\n")
            continue
        between = BETWEEN * bool(cells) + ends + "\n" * left
        at += len(between)
        said = shown.replace(CALLED, "")
        cells.append(evolve(box, start=at, end=at + len(said.rstrip())))
        at += len(said)
        parts += (between, shown)
        ends = "\n" * (text.count("\n") - left - shown.count("\n"))
    said = "".join(parts)
    if not any(it.start < it.end for it in cells):  # a row of the table, and no text
        nowhere = (evolve(it, start=0, end=0) for it in cells)
        return Row("", "", "\n" * said.count("\n") + ends, tuple(nowhere), "")
    lead = len(said) - len(said.lstrip())
    before, said = "\n" * said[:lead].count("\n"), said[lead:]
    plain = said.replace(CALLED, "").rstrip()

    def within(place: int) -> int:
        return min(max(0, place - lead), len(plain))

    boxes = (evolve(it, start=within(it.start), end=within(it.end)) for it in cells)
    return Row(before, said, ends, tuple(boxes), plain)
