"""A document: its text, and where on which page every character of it stands."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from sys import maxsize
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.core.text import between_blank_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.table import Table  # noqa: TC004 - it builds on this module

Ints: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float32]


@frozen
class File:
    """A file that was read whole: `name` is what the user called it.

    `digest` is the SHA-256 of `data` in hexadecimal; `password` opens it if it is encrypted.
    """

    name: str
    data: bytes = field(repr=False)
    digest: str
    password: str | None = field(default=None, repr=False)


@frozen(order=True)
class Span:
    """The half-open range of characters [start, end) of a document's text.

    >>> Span(2, 5).of("abcdefg")
    'cde'
    """

    start: int
    end: int

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of `text` in this span."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether the two spans share a character."""
        return self.start < other.end and other.start < self.end


@frozen(order=True)
class Box:
    """A rectangle on a page: points (1/72 inch) from the upper left corner of the page as shown.

    `page` counts from 1. x grows to the right, y downwards; x0 <= x1 and y0 <= y1.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@frozen
class Page:
    """A page as shown: `number` counts from 1, width and height are in points.

    `span` is the part of the document's text that was read from it. `unread` says why a page gave
    no text although it shows something; it is empty for a page that was read (or is blank).
    `damaged` says why some of its text may be missing or wrong, and is empty for a sound page.
    """

    number: int
    width: float
    height: float
    span: Span
    label: str = ""
    unread: str = ""
    damaged: str = ""


@frozen
class LeftOut:
    """Something printed on a page that is no part of its text, and why it was left out.

    `reason` is "running head", "page number", "line number", "stamp" for what stands on most
    pages at one place, or "not shown" for text that is in the file and cannot be seen.
    """

    text: str
    reason: str
    box: Box


class Kind(Enum):
    """What a block of a document is to its reader."""

    TITLE = "title"
    FRONT = "front matter"  # authors, addresses, dates
    HEADING = "heading"
    ABSTRACT = "abstract"
    BODY = "body"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    TABLE = "table"
    REFERENCES = "references"
    APPENDIX = "appendix"
    LABEL = "label"
    """What names a thing and states nothing: words in a figure, the head of a theorem, keywords."""


class Form(Enum):
    """How a block is set, whatever it is to its reader."""

    PROSE = "prose"
    ITEM = "item"
    """A paragraph of a list; not every one begins an item."""
    ROW = "row"
    CODE = "code"
    """The lines of code without what fences them."""
    FORMULA = "formula"
    """A displayed one, with its marks."""
    QUOTE = "quote"
    """What a message repeats of another one, without the marks before its lines."""


@frozen
class Block:
    """A paragraph, a heading, a list item, the row of a table: what no sentence crosses."""

    span: Span
    kind: Kind = Kind.BODY
    form: Form = Form.PROSE


class Calls(Enum):
    """What a mark in a text leads to."""

    WORKS = "citation"
    NOTE = "note"
    UNKNOWN = "mark"
    """One of the two, or an address of an author: nothing on the page tells."""


@frozen
class Mark:
    """A place of a text to which something belongs that stands elsewhere: works, or a note.

    `span` is what the text has for it, which may be nothing. `works` are keys of the document's
    `references`; a citation whose works cannot be told has none. `note` is the text of a footnote
    or endnote that is called there, where it is known. `shown` is what is printed there, raised,
    and is no part of the text ("3", "4–6", "†"), and `box` where; both are empty for a mark that is
    text.
    """

    span: Span
    works: tuple[str, ...] = ()
    note: Span | None = None
    calls: Calls = Calls.WORKS
    shown: str = ""
    box: Box | None = None


@frozen
class Section:
    """A section: the titles from the outermost heading to its own, and the text it covers.

    `span` runs from the heading itself to the next heading of the same or a higher level.
    """

    path: tuple[str, ...]
    span: Span

    def __str__(self) -> str:
        return " > ".join(self.path)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


@frozen(eq=False)
class Places:
    """Where each of the n characters of a text stands.

    `page` is int32 (n,), counting from 1; `line` is int32 (n,), a number that the characters of
    one printed line share and no other line has; `box` is float32 (n, 4): x0, y0, x1, y1 as in
    `Box`. A character that was added in reading (a space for a line end) has the page and line of
    the character before it and a box without area.
    """

    page: Ints = field(converter=_read_only)
    line: Ints = field(converter=_read_only)
    box: Floats = field(converter=_read_only)

    def __attrs_post_init__(self) -> None:
        n = len(self.page)
        if self.line.shape != (n,) or self.box.shape != (n, 4):
            raise ValueError("page, line and box describe different numbers of characters")

    def boxes(self, span: Span) -> Iterator[Box]:
        """One box for each printed line that the span touches, in reading order."""
        if not len(span):
            return
        inside = slice(span.start, span.end)
        line, page, box = self.line[inside], self.page[inside], self.box[inside]
        starts = np.flatnonzero(np.diff(line, prepend=line[0] - 1))
        for first, last in zip(starts, [*starts[1:], len(line)], strict=True):
            part = box[first:last]
            part = part[(part[:, 2] > part[:, 0]) & (part[:, 3] > part[:, 1])]
            if len(part):
                low, high = part.min(axis=0), part.max(axis=0)
                yield Box(
                    int(page[first]), float(low[0]), float(low[1]), float(high[2]), float(high[3])
                )


@frozen(eq=False, slots=False)
class Document:
    """A paper as text, with the way back to its pages.

    `source` is what the user called it (a path), `digest` the SHA-256 of the file's bytes in
    hexadecimal. `pages` and `places` are empty and None for a format without pages. `sections` are
    in order of their start; a subsection lies inside its parent. `blocks` are the paragraphs where
    the reader knows them, in order, without overlap; with an empty `blocks`, paragraphs are what
    blank lines part. `title` and `authors` are what the file says, empty where it does not.
    `left_out` is what is printed on the pages and is no part of the text. `notes` say what a reader
    of the text should know of how it was read (repaired, by OCR), a sentence each. A paragraph that
    runs over the end of a page is kept whole, so the spans of neighbouring pages can overlap where
    a figure or a note stands between its parts. `front` is the front matter of a Markdown file:
    text, numbers, booleans, None, and lists and mappings of them. `about` is what else the file
    says of itself, text by field: year, doi, arxiv, pmid, journal, tag, type, time (ISO 8601, UTC),
    sensitivity. `modified` is when the file was last changed, in seconds since 1970 (UTC), and None
    where it was not read from a path. `damaged` says that the file is, or may be, so that text may
    be missing or wrong; a note says more. `marks` are where it cites by data that the file has
    beside its text, and where it calls its notes, in order; `references` are what such citations
    say of a work, by its key, in the form of CSL JSON. `tables` are those whose cells are known, in
    order.
    """

    text: str = field(repr=lambda text: f"<{len(text)} characters>")
    source: str
    digest: str
    media_type: str = "text/plain"
    pages: tuple[Page, ...] = field(default=(), repr=False)
    sections: tuple[Section, ...] = field(default=(), repr=False)
    places: Places | None = field(default=None, repr=False)
    blocks: tuple[Block, ...] = field(default=(), repr=False)
    title: str = ""
    authors: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    front: Mapping[str, object] = field(factory=dict, repr=False)
    modified: float | None = None
    damaged: bool = False
    about: Mapping[str, tuple[str, ...]] = field(factory=dict, repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    references: Mapping[str, Mapping[str, object]] = field(factory=dict, repr=False)
    tables: tuple[Table, ...] = field(default=(), repr=False)

    @property
    def complete(self) -> bool:
        """Whether all that the file shows was read, as far as can be told."""
        return not self.damaged and not self.unread

    @property
    def unread(self) -> tuple[Page, ...]:
        """The pages that show something but gave no text."""
        return tuple(page for page in self.pages if page.unread)

    def paragraphs(self) -> Iterator[Block]:
        """The blocks, or without them what blank lines part, found as they are asked for."""
        if self.blocks:
            yield from self.blocks
            return
        for start, end in between_blank_lines(self.text, 0, len(self.text)):
            part = self.text[start:end]
            if part.strip():
                left = len(part) - len(part.lstrip())
                yield Block(Span(start + left, start + len(part.rstrip())))

    def pages_of(self, span: Span) -> tuple[int, ...]:
        """The numbers of the pages that the span stands on, in order; () without pages."""
        if self.places is None:
            return ()
        numbers = np.unique(self.places.page[span.start : span.end])
        return tuple(int(number) for number in numbers)

    def boxes_of(self, span: Span) -> tuple[Box, ...]:
        """The boxes to highlight, one for each printed line; () without pages."""
        return () if self.places is None else tuple(self.places.boxes(span))

    def sections_around(self, offset: int) -> Iterator[Section]:
        """The sections that hold `offset`, the innermost first."""
        at = int(np.searchsorted(self._section_starts, offset, side="right"))
        depth = maxsize
        while at and depth > 1:
            at -= 1
            section = self.sections[at]
            if len(section.path) < depth and offset < section.span.end:
                depth = len(section.path)
                yield section

    def section_of(self, offset: int) -> str:
        """The path of the innermost section at `offset`, such as "3 Method > 3.2 Training"."""
        return str(next(self.sections_around(offset), ""))

    @cached_property
    def _section_starts(self) -> NDArray[np.int64]:
        return np.array([section.span.start for section in self.sections], dtype=np.int64)
