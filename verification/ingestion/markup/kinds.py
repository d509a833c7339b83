"""What a paragraph of markup is by what it says, or by the table above it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Form, Kind
from vera.verification.ingestion.names import is_keywords, is_named
from vera.verification.ingestion.raised import labels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Block, Mark
    from vera.verification.ingestion.markup.grid import Grid

_LONGEST_NAME = 200
"""Characters of the head of a theorem."""


def named(blocks: Sequence[Block], text: str) -> Iterator[Block]:
    """The blocks, with those that name a thing and state nothing told."""
    for it in blocks:
        prose = it.form is Form.PROSE and it.kind in {Kind.BODY, Kind.FRONT, Kind.ABSTRACT}
        said = text[it.span.start : min(it.span.end, it.span.start + _LONGEST_NAME)] * prose
        whole = len(said) == len(it.span)
        is_label = bool(said) and (is_keywords(said) or (whole and is_named(said)))
        yield evolve(it, kind=Kind.LABEL) if is_label else it


def with_notes(blocks: list[Block], grids: Sequence[Grid], marks: Sequence[Mark]) -> None:
    """Tell the paragraphs right below a table that are its notes.

    Such a one begins with a label that is printed raised, and that a cell of the table shows.
    """
    shown = sorted((it.span.start, it.shown) for it in marks if it.shown)
    places = [at for at, _ in shown]

    def of(start: int, end: int) -> Sequence[tuple[int, str]]:
        return shown[bisect_left(places, start) : bisect_right(places, end)]

    for grid in grids:
        rows = blocks[grid.first : grid.last]
        if not rows:
            continue
        said = of(rows[0].span.start, rows[-1].span.end)
        called = {label for _, it in said for label in labels(it)}
        at = grid.last
        while at < len(blocks) and blocks[at].kind is Kind.CAPTION:
            at += 1
        while called and at < len(blocks) and blocks[at].kind is Kind.BODY:
            start = blocks[at].span.start
            label = next((it for place, it in of(start, start) if place == start), "")
            if not label or not called.issuperset(labels(label)):
                break
            blocks[at] = evolve(blocks[at], kind=Kind.FOOTNOTE)
            at += 1
