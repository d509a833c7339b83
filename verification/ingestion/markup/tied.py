"""What belongs together in a written text: tables and their captions and notes, marks and notes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Block, Calls, Kind, Mark, Span
from vera.core.table import Table
from vera.verification.ingestion.markup.grid import CROWDED
from vera.verification.ingestion.markup.kinds import named, with_notes
from vera.verification.ingestion.raised import labels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vera.verification.ingestion.markup.grid import Grid

_OF_A_TABLE = re.compile(r"\W*(?:[^\W\d_]{1,20} ){0,2}tab", re.IGNORECASE)
"""How the caption of a table begins: "Table", "Tab.", "Supplementary Table", "Tabelle"."""
_LABEL = re.compile(r"[\[(]?(\d{1,3}|[a-z]|[*∗†‡§¶‖#]{1,4})[\])]?[.:]?\s")
"""How a note begins that has its label in its text: "a Adjusted for age"."""
_BEGINS_NOTE = re.compile(r"(?:^|[.;:,)])\s*\Z")
"""What stands before the label of a further note in one paragraph."""
_BEFORE = 3
"""Characters before a label in which that is looked for: a stop and blanks."""


def _captions(blocks: Sequence[Block], first: int) -> Span:
    """From that block on, as far as captions follow each other."""
    last = first
    while last + 1 < len(blocks) and blocks[last + 1].kind is Kind.CAPTION:
        last += 1
    return Span(blocks[first].span.start, blocks[last].span.end)


def enclosed(grid: Grid, blocks: Sequence[Block], start: int) -> None:
    """Give the table its caption and notes, all that stand with it in what began with a block."""
    within = range(start, len(blocks))
    caption = next((at for at in within if blocks[at].kind is Kind.CAPTION), None)
    if caption is not None and grid.caption is None:
        grid.caption = _captions(blocks, caption)
    grid.notes = [blocks[at].span for at in within if blocks[at].kind is Kind.FOOTNOTE]


def surround(grids: Sequence[Grid], blocks: Sequence[Block], text: str) -> None:
    """Give tables that nothing holds the caption that stands right beside them, and their notes.

    A caption is one table's alone: that of the first table which it can belong to.
    """
    taken = {grid.caption.start for grid in grids if grid.caption}
    for grid in grids:
        above, below = grid.first, grid.last
        while above and blocks[above - 1].kind is Kind.CAPTION:
            above -= 1
        under = below < len(blocks) and blocks[below].kind is Kind.CAPTION
        if grid.caption is None:
            for at in [above] * (above < grid.first) + [below] * under:
                caption = _captions(blocks, at)
                if caption.start not in taken and _OF_A_TABLE.match(text, caption.start):
                    grid.caption = caption
                    taken.add(caption.start)
                    break
        while below < len(blocks) and grid.caption and blocks[below].span.end <= grid.caption.end:
            below += 1
        while not grid.notes and below < len(blocks) and blocks[below].kind is Kind.FOOTNOTE:
            grid.notes.append(blocks[below].span)
            below += 1


@frozen
class Told:
    """What a text has beside it, and what a reader should know of that."""

    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    marks: tuple[Mark, ...]
    notes: tuple[str, ...]


def told(
    grids: Sequence[Grid],
    blocks: Sequence[Block],
    text: str,
    marks: Sequence[Mark],
    links: Mapping[int, tuple[str, ...]] | None = None,
    places: Mapping[str, tuple[int, int]] | None = None,
) -> Told:
    """The tables with their captions and notes, and the marks in order, with what they call.

    Where a note stands in the line, and a mark elsewhere calls it, its own place calls nothing.
    """
    blocks = list(named(blocks, text))
    with_notes(blocks, grids, marks)
    surround(grids, blocks, text)
    tables = tuple(filter(None, (grid.table() for grid in grids)))
    found = list(tied(marks, links or {}, places or {}, blocks, tables, text))
    called = {it.note for it in found if it.shown}
    found = [it for it in found if it.shown or it.note is None or it.note not in called]
    found.sort(key=lambda it: it.span)
    crowded = (CROWDED,) if any(grid.crowded for grid in grids) else ()
    return Told(tuple(blocks), tables, tuple(found), crowded)


def tied(
    marks: Sequence[Mark],
    links: Mapping[int, tuple[str, ...]],
    places: Mapping[str, tuple[int, int]],
    blocks: Sequence[Block],
    tables: Sequence[Table],
    text: str,
) -> Iterator[Mark]:
    """The marks with what they call: by their links, else by the labels of notes.

    `links` has the ids to which a mark leads, by its number, and `places` the blocks of an id. A
    label that stands before its note is no mark. In a table the notes of that table count alone.
    """
    shown = {it.span.start: it.shown for it in marks if it.shown and not it.works}
    order = sorted(shown)
    taken = {note.start for table in tables for note in table.notes}
    rest = [it.span for it in blocks if it.kind is Kind.FOOTNOTE and it.span.start not in taken]
    own: set[int] = set()

    def labelled(spans: Sequence[Span]) -> dict[str, Span]:
        begun = [it for span in spans for it in _begun(span, order, shown, text)]
        own.update(at for at, _, _ in begun)
        return _named(begun)

    of_text = labelled(rest)
    of_tables = [(it, labelled(it.notes)) for it in tables]
    known = [(span, notes) for it, notes in of_tables for span in _around(it)]
    known.sort(key=lambda it: it[0])
    starts = [span.start for span, _ in known]
    for number, mark in enumerate(marks):
        place = mark.span.start
        if place in own and mark.shown and not mark.works:
            continue
        if number in links:
            yield _led(mark, links[number], places, blocks)
        elif mark.calls is not Calls.UNKNOWN or not mark.shown:
            yield mark
        else:
            at = bisect_right(starts, place) - 1
            within = at >= 0 and place <= known[at][0].end
            notes = known[at][1] if within else of_text
            called = labels(mark.shown)
            sure = bool(called) and all(it in notes for it in called)
            yield evolve(mark, calls=Calls.NOTE, note=notes[called[0]]) if sure else mark


def _around(table: Table) -> tuple[Span, ...]:
    return (table.span, *([table.caption] if table.caption else []), *table.notes)


def _led(
    mark: Mark,
    links: Sequence[str],
    places: Mapping[str, tuple[int, int]],
    blocks: Sequence[Block],
) -> Mark:
    """The mark with what its links lead to."""
    found = [blocks[slice(*places[it])] for it in links if it in places]
    kinds = {it[0].kind for it in found if it}
    if kinds == {Kind.REFERENCES}:
        return evolve(mark, calls=Calls.WORKS)
    first = next((it for it in found if it), None)
    if first is None or not (kinds == {Kind.FOOTNOTE} or mark.calls is Calls.NOTE):
        return mark
    return evolve(mark, calls=Calls.NOTE, note=Span(first[0].span.start, first[-1].span.end))


def _begun(
    span: Span, order: Sequence[int], shown: Mapping[int, str], text: str
) -> list[tuple[int, list[str], Span]]:
    """The notes in a block, each with its labels: one where none is labelled within."""
    inside = order[bisect_left(order, span.start) : bisect_left(order, span.end)]
    starts = [at for at in inside if _BEGINS_NOTE.search(text[max(span.start, at - _BEFORE) : at])]
    if not starts:
        written = _LABEL.match(text, span.start)
        return [(span.start, [written[1]], span)] if written else []
    ends = [*starts[1:], span.end]
    return [
        (at, labels(shown[at]), Span(_shown_from(text, at, end), end))
        for at, end in zip(starts, ends, strict=True)
    ]


def _shown_from(text: str, start: int, end: int) -> int:
    """Where a text begins behind blanks."""
    while start < end and text[start].isspace():
        start += 1
    return start


def _named(begun: Sequence[tuple[int, list[str], Span]]) -> dict[str, Span]:
    """Notes by their labels, but for those that two notes have."""
    found: dict[str, list[Span]] = {}
    for _, labelled, note in begun:
        for label in labelled:
            found.setdefault(label, []).append(note)
    return {label: notes[0] for label, notes in found.items() if len(notes) == 1}
