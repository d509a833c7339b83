"""A document that is written block by block, for formats whose markup tells what a block is."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.core.document import Block, Document, Form, Kind, Mark, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success
from vera.verification.ingestion.headings import Heading, sections_of
from vera.verification.ingestion.markup.grid import Grid
from vera.verification.ingestion.markup.regions import Region
from vera.verification.ingestion.markup.tied import enclosed, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.core.document import File
    from vera.verification.ingestion.markup.grid import Box
    from vera.verification.ingestion.markup.running import Called


@define
class Written:
    """The text so far with its blocks and headings; blank lines part the blocks."""

    parts: list[str] = Factory(list)
    blocks: list[Block] = Factory(list)
    headings: list[Heading] = Factory(list)
    region: Region = Factory(Region)
    length: int = 0
    marks: list[Mark] = Factory(list)
    places: dict[str, tuple[int, int]] = Factory(dict)
    """The first block of what has an id, and the one behind its last."""
    grids: list[Grid] = Factory(list)
    _links: dict[int, tuple[str, ...]] = Factory(dict)

    def add(self, text: str, kind: Kind = Kind.BODY, form: Form = Form.PROSE) -> Span | None:
        """Add a block, unless it is blank; one of the body is what its region is."""
        text = text.strip()
        if not text:
            return None
        kind = self.region.kind if kind is Kind.BODY else kind
        if self.blocks:
            rows = kind is Kind.TABLE and self.blocks[-1].kind is Kind.TABLE
            between = "\n" if rows else "\n\n"
            self.parts.append(between)
            self.length += len(between)
        span = Span(self.length, self.length + len(text))
        self.parts.append(text)
        self.blocks.append(Block(span, kind, form))
        self.length = span.end
        return span

    def mark(self, span: Span, called: Sequence[Called]) -> None:
        """Take note of the marks of a block that stands at a span."""
        for it in called:
            at = min(span.start + it.at, span.end)
            if it.links:
                self._links[len(self.marks)] = it.links
            self.marks.append(Mark(Span(at, at), calls=it.calls, shown=it.shown))

    def row(self, grid: Grid, text: str, boxes: Sequence[Box], group: object = None) -> Span | None:
        """Add a row of a table; one without text is a row of it all the same."""
        if grid.first < 0:
            grid.first = len(self.blocks)
            self.grids.append(grid)
        span = self.add(text, Kind.TABLE, Form.ROW)
        grid.row(text, span.start if span else self.length, boxes, group)
        grid.last = len(self.blocks)
        return span

    def enclose(self, start: int) -> None:
        """What holds a table ends here, and began with block `start`: so are caption and notes."""
        within = list(takewhile(lambda it: it.first >= start, reversed(self.grids)))
        if len(within) == 1:
            enclosed(within[0], self.blocks, start)

    def head(self, title: str, level: int) -> Span | None:
        """Add a heading that opens a section; `level` counts from 1."""
        title = " ".join(title.split())
        if span := self.add(title, Kind.HEADING):
            self.headings.append(Heading(title, level, span))
            self.region.enter(title, level)
        return span

    def document(
        self,
        file: File,
        media_type: str,
        title: str,
        authors: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        *,
        damaged: bool = False,
        about: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Result[Document]:
        """What was written; EMPTY where that is nothing."""
        if not self.blocks:
            detail, hint = "it holds no text", "check how it was made or fetched"
            return Failure(UnreadableDocument("read", file.name, ReadFault.EMPTY, detail, hint))
        text = "".join(self.parts)
        beside = told(self.grids, self.blocks, text, self.marks, self._links, self.places)
        return Success(
            Document(
                text=text,
                source=file.name,
                digest=file.digest,
                media_type=media_type,
                sections=sections_of(self.headings, self.length),
                blocks=beside.blocks,
                title=title,
                authors=authors,
                notes=(*notes, *beside.notes),
                damaged=damaged,
                about={name: values for name, values in (about or {}).items() if any(values)},
                marks=beside.marks,
                tables=beside.tables,
            )
        )
