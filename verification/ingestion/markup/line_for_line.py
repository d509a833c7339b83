"""A document whose line n is made from line n of its file: a place in one is a place in the other.

For markup of which much goes: what is left out leaves its line ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.core.document import Block, Calls, Document, Form, Kind, Mark, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success
from vera.verification.ingestion.headings import Heading, sections_of
from vera.verification.ingestion.markup.grid import Box, Grid
from vera.verification.ingestion.markup.regions import Region
from vera.verification.ingestion.markup.row_lines import row_of
from vera.verification.ingestion.markup.tied import enclosed, told
from vera.verification.ingestion.markup.unshown import (
    CALLED,
    without_references,
    without_signs,
)
from vera.verification.ingestion.raised import index, sense

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

    from vera.core.document import File


_LOOKED_AT = 60
"""Characters, and pieces of them, before raised text that tell what it is."""


@define
class Page:
    """What was written so far; `ends` are the offsets of the source's line ends."""

    ends: Sequence[int]
    blocks: list[Block] = Factory(list)
    headings: list[Heading] = Factory(list)
    region: Region = Factory(Region)
    marks: list[Mark] = Factory(list)
    grids: list[Grid] = Factory(list)
    _calls: dict[int, int] = Factory(dict)
    _shown: dict[int, tuple[str, Calls]] = Factory(dict)
    _called: int = 0
    _parts: list[str] = Factory(list)
    _block: list[str] | None = None
    _begun: int = 0
    _length: int = 0
    _lines: int = 0
    _in_one_line: bool = False
    _cell: int = 0

    @classmethod
    def of(cls, source: str) -> Self:
        """An empty page for a source."""
        return cls([at for at, sign in enumerate(source) if sign == "\n"])

    def line(self, place: int) -> int:
        """The line of a place of the source, from 1."""
        return bisect_left(self.ends, place) + 1

    def at(self, place: int) -> None:
        """Come to the line of that place of the source; a line that is passed is not gone back."""
        behind = self.line(place) - 1 - self._lines
        if behind > 0:
            self._put("\n" * behind)

    def put(self, text: str) -> None:
        """Go on with the block, or begin one; blanks begin none."""
        self._go_on(text.replace(CALLED, ""))

    def _go_on(self, text: str) -> None:
        if self._block is None:
            shown = text.lstrip()
            self._put(text[: len(text) - len(shown)])
            if not shown:
                return
            self._block, self._begun, text = [], self._length, shown
        self._put(text)

    def call(self) -> int:
        """A note is called here; gives the number by which `note` knows it."""
        self._go_on(CALLED)
        self._called += 1
        return self._called

    def mark(self, shown: str, calls: Calls = Calls.UNKNOWN) -> None:
        """A mark stands here that is printed and no part of the text."""
        self._shown[self.call()] = (" ".join(shown.split()), calls)

    def lift(self, raised: str, after: str = "") -> None:
        """Go on with raised text: an exponent, a part of the word, or a mark."""
        told = sense(raised, self._tail(), after)
        if isinstance(told, Calls):
            self.mark(raised, told)
        else:
            self.put(told)

    def lower(self, text: str) -> None:
        """Go on with an index."""
        self.put(index(text, self._tail()))

    def _tail(self) -> str:
        """The end of what was written of the block, or of the cell."""
        block = self._block or []
        tail = "".join(block[max(self._cell, len(block) - _LOOKED_AT) :])
        return without_signs(tail)[-_LOOKED_AT:]

    def note(self, write: Callable[[], None], number: int) -> None:
        """The note of a call: a block that stands further up in the source.

        Its line ends were passed already. One with the number 0 was called nowhere.
        """
        self._in_one_line = True
        before = len(self.blocks)
        write()
        self.end(Kind.FOOTNOTE)
        self._in_one_line = False
        new = self.blocks[before:]
        if new and number in self._calls:
            called = self._calls[number]
            note = Span(new[0].span.start, new[-1].span.end)
            self.marks.append(Mark(Span(called, called), note=note, calls=Calls.NOTE))

    def _put(self, text: str) -> None:
        if self._in_one_line:
            text = text.replace("\n", " ")
        (self._parts if self._block is None else self._block).append(text)
        self._length += len(text)
        self._lines += text.count("\n")

    def end(self, kind: Kind = Kind.BODY, form: Form = Form.PROSE) -> Span | None:
        """End the block, if one was begun; one of the body is what its region is."""
        if self._block is None:
            return None
        written, self._block = "".join(self._block), None
        first, *parts = without_references(written).split(CALLED)
        said = "".join((first, *parts))
        lead = len(said) - len(said.lstrip())
        before = first
        for part in parts:
            self._calls[len(self._calls) + 1] = self._begun + max(lead, len(before.rstrip()))
            before += part
        self._length += len(said) - len(written)
        self._parts.append(said)
        shown = said.rstrip()
        if not shown:
            return None
        span = Span(self._begun + lead, self._begun + len(shown))
        self.blocks.append(Block(span, self.region.kind if kind is Kind.BODY else kind, form))
        if not said[-1:].isspace():
            self._put(" ")
        return span

    def row(self, grid: Grid, cells: Sequence[tuple[Callable[[], None], Box]]) -> None:
        """A row of a table as a block: what writes each of its cells, and how large that is.

        A row that is a single cell without text is none.
        """
        self._block, written = [], list[tuple[str, Box]]()
        for write, box in cells:
            self._cell = len(self._block)
            write()
            written.append(("".join(self._block[self._cell :]), box))
        self._cell = 0
        self._length -= len("".join(self._block))
        row = row_of(written, grid.covers)
        self._parts.append(row.before)
        self._length += len(row.before)
        self._begun = self._length
        if row.plain or len(row.cells) > 1:
            if grid.first < 0:
                grid.first = len(self.blocks)
                self.grids.append(grid)
            grid.row(row.plain, self._begun, row.cells)
        self._block = [row.said, row.behind]
        self._length += len("".join(self._block))
        if self._block[0]:
            self.end(Kind.TABLE, Form.ROW)
        else:  # a row of the table, and no block
            self._parts += self._block
            self._block = None
        grid.last = len(self.blocks)

    def enclose(self, start: int) -> None:
        """What holds a table ends here, and began with block `start`: so are caption and notes."""
        within = list(takewhile(lambda it: it.first >= start, reversed(self.grids)))
        if len(within) == 1:
            enclosed(within[0], self.blocks, start)

    def end_heading(self, level: int) -> None:
        """End the block as a heading, which opens a section; `level` counts from 1."""
        said = " ".join(without_signs(without_references("".join(self._block or ()))).split())
        span = self.end(Kind.HEADING)
        if span is not None:
            self.headings.append(Heading(said, level, span))
            self.region.enter(said, level)

    def document(
        self,
        file: File,
        media_type: str,
        title: str,
        front: Mapping[str, object],
        faults: Sequence[str] = (),
    ) -> Result[Document]:
        """What was written; EMPTY where that is nothing. `faults` say how it is damaged."""
        taken_in = front.get("input")
        names = [str(it[0]) for it in taken_in] if isinstance(taken_in, list) else []
        if names and not self.blocks:  # the main file of a thesis: the rest is in its chapters
            self.put(f"[{', '.join(names)}]")
            self.end(Kind.FRONT)
        if not self.blocks:
            detail, hint = "it holds no text", "check that it is the file"
            return Failure(UnreadableDocument("read", file.name, ReadFault.EMPTY, detail, hint))
        lacking = f"what it takes in is not part of this text: {', '.join(names)}" if names else ""
        text = "".join(self._parts)
        shown = [
            Mark(Span(self._calls[number], self._calls[number]), calls=calls, shown=said)
            for number, (said, calls) in self._shown.items()
            if number in self._calls
        ]
        beside = told(self.grids, self.blocks, text, [*self.marks, *shown])
        return Success(
            Document(
                text=text,
                source=file.name,
                digest=file.digest,
                media_type=media_type,
                sections=sections_of(self.headings, self._length),
                blocks=beside.blocks,
                title=title,
                front=front,
                notes=(*faults, *((lacking,) * bool(lacking)), *beside.notes),
                damaged=bool(faults),
                marks=beside.marks,
                tables=beside.tables,
            )
        )
