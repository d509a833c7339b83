"""What a paragraph of markup is by what it says, or by the table above it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Form, Kind
from vera.verification.ingestion.names import is_keywords, is_named
from vera.verification.ingestion.raised import labels

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

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
    """Tell the paragraphs that are notes: each begins with a label that is printed raised.

    One right below a table is its note if a cell shows the label; another one, below the first
    heading, if a mark in the text shows it.
    """
    shown = sorted((it.span.start, it.shown) for it in marks if it.shown)
    places = [at for at, _ in shown]
    begun = {it.span.start: at for at, it in enumerate(blocks)}
    first = next((at for at, it in enumerate(blocks) if it.kind is Kind.HEADING), len(blocks))

    def of(start: int, end: int) -> Sequence[tuple[int, str]]:
        return shown[bisect_left(places, start) : bisect_right(places, end)]

    def is_note(block: Block, called: Container[str]) -> bool:
        label = next((it for at, it in of(block.span.start, block.span.start)), "")
        found = labels(label)
        return block.kind is Kind.BODY and bool(found) and all(it in called for it in found)

    for grid in grids:
        rows = blocks[grid.first : grid.last]
        said = of(rows[0].span.start, rows[-1].span.end) if rows else ()
        called = {label for _, it in said for label in labels(it)}
        at = grid.last
        while at < len(blocks) and blocks[at].kind is Kind.CAPTION:
            at += 1
        while called and at < len(blocks) and is_note(blocks[at], called):
            blocks[at] = evolve(blocks[at], kind=Kind.FOOTNOTE)
            at += 1
    in_text = {label for at, it in shown if at not in begun for label in labels(it)}
    for at in sorted(number for place, _ in shown if (number := begun.get(place, -1)) > first):
        if is_note(blocks[at], in_text):
            blocks[at] = evolve(blocks[at], kind=Kind.FOOTNOTE)
