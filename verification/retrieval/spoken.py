"""The rows of tables as they are spoken: each cell with its heads.

A row by itself, "BERT | 86.7 | 72.1", says of nothing what it says. It is searched and read as
"Scores by task. Model: BERT; MNLI: 86.7; QQP: 72.1"; where it stands in the document stays known,
place by place. Rows of heads say nothing by themselves. A table whose heads are not known is not
spoken: it says no more than its rows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.cutting import best_cut
from vera.core.document import Span
from vera.core.text import is_blank
from vera.verification.language.units import unit_at
from vera.verification.retrieval.heads import Heads, knows_heads, rows_of_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Document
    from vera.core.table import Cell, Table

_NUMERIC = re.compile(r"[\s(\[<>≤≥~≈±+−–-]*\d[\d\s.,±+−–()/\[\]<>≤≥~≈%‰^×x*†‡§-]*")
"""A cell that is a number, with what may stand around it."""
_UNIT = re.compile(r"[\s,]*[(\[](?P<unit>[^()\[\]]{1,20})[)\]]$")
_SIGNS = frozenset("%‰")
_NUMBERED = re.compile(
    r"(?:supplementary\s|extended data\s)?tab(?:le|\.)\s?[A-Z]{0,2}[.\d]*\d?[a-z]?\s?[.:|–—-]?\s*",
    re.IGNORECASE,
)
"""How a caption begins: "Table 2:"."""
_LONGEST_CAPTION = 200
"""Characters of a caption that are said with each row, up to the end of a sentence: by hand."""
BETWEEN = "; "
"""What parts the cells of a row that is spoken."""


@frozen
class Spoken:
    """A row, or a piece of one: `text` is what is said, `span` what the document has for it.

    `places` are stretches of `text`, in order, each with the place of its words in the document.
    """

    span: Span
    text: str
    places: tuple[tuple[Span, Span], ...] = field(repr=False)

    def place(self, said: Span) -> Span:
        """Where the document has a stretch of `text`: exactly, inside one cell, else its cells."""
        met = [(ours, theirs) for ours, theirs in self.places if ours.overlaps(said)]
        if not met:
            return self.span
        (ours, theirs), last = met[0], met[-1][1]
        if len(met) == 1 and ours.start <= said.start and said.end <= ours.end:
            start = theirs.start + said.start - ours.start
            return Span(start, start + len(said))
        return Span(min(theirs.start, last.start), max(theirs.end, last.end))


@frozen(eq=False, slots=False)
class Rows:
    """The rows of a document's tables in order, each with its pieces; of heads there are none."""

    spans: tuple[Span, ...]
    pieces: tuple[tuple[Spoken, ...], ...]

    @cached_property
    def _ends(self) -> list[int]:
        return [span.end for span in self.spans]

    def at(self, sentence: Span) -> int | None:
        """The number of the first row that shares a character with a sentence."""
        index = bisect_right(self._ends, sentence.start)
        met = index < len(self.spans) and self.spans[index].overlaps(sentence)
        return index if met else None


def rows_of(document: Document, longest: int) -> Rows:
    """The rows of all tables whose heads are known, in pieces of at most `longest` characters.

    A piece is longer where a single cell with its heads is.
    """
    spans, pieces = [], []
    for table in document.tables:
        heads = Heads.of(table)
        for cells in rows_of_table(table) if knows_heads(table, heads) else ():
            span = Span(cells[0].span.start, cells[-1].span.end)
            if len(span):
                spans.append(span)
                pieces.append(tuple(_spoken(document.text, table, heads, cells, longest)))
    return Rows(tuple(spans), tuple(pieces))


def pieces_of(document: Document, longest: int) -> dict[Span, Spoken]:
    """The same by their places in the document."""
    return {piece.span: piece for row in rows_of(document, longest).pieces for piece in row}


def parted(head: str) -> tuple[str, str]:
    """A head without the unit that it names in brackets, and the unit.

    >>> parted("Accuracy (%)"), parted("Group (n = 12)"), parted("Time [ms]")
    (('Accuracy', '%'), ('Group (n = 12)', ''), ('Time', 'ms'))
    """
    found = _UNIT.search(head)
    if found is None or found.start() == 0:
        return head, ""
    unit = found["unit"].strip()
    known = unit_at(unit, 0)
    whole = unit in _SIGNS or (known is not None and known.end == len(unit))
    return (head[: found.start()], unit) if whole else (head, "")


def with_unit(cell: str, unit: str) -> str:
    """A number with the unit that its head names.

    >>> with_unit("86.7", "%"), with_unit("12", "ms"), with_unit("yes", "ms")
    ('86.7%', '12 ms', 'yes')
    """
    if not unit or not _NUMERIC.fullmatch(cell) or cell.rstrip().endswith(unit):
        return cell
    return f"{cell}{unit}" if unit in _SIGNS else f"{cell} {unit}"


def caption_of(text: str, table: Table) -> Span | None:
    """What a table is of: its caption without its number, and where long only its beginning."""
    caption = table.caption
    if caption is None:
        return None
    numbered = _NUMBERED.match(caption.of(text))
    start = caption.start + (numbered.end() if numbered else 0)
    end = caption.end
    if end - start > _LONGEST_CAPTION:
        end = best_cut(text, start + 1, start + _LONGEST_CAPTION)
    words = text[start:end].rstrip()
    return Span(start, start + len(words)) if words else None


def label_of(text: str, table: Table) -> str:
    """What a table is called, by the begin of its caption: "Table 2".

    Nothing where the caption has no number.
    """
    numbered = _NUMBERED.match(table.caption.of(text)) if table.caption else None
    return numbered[0].rstrip(" .:|–—-\n") if numbered else ""


def _spoken(
    text: str, table: Table, heads: Heads, cells: Sequence[Cell], longest: int
) -> Iterator[Spoken]:
    """The pieces of a row, each with what names the row; none where it has only heads."""
    full = [cell for cell in cells if not is_blank(cell.span.of(text))]
    names = [cell for cell in full if cell.is_head]
    body = [cell for cell in full if not cell.is_head]
    if not body:
        return
    above = [head for head in table.row_heads(body[0]) if head.row < body[0].row]
    group = heads.group(body[0])
    lead = [*([group] if group else []), *above, *names]
    start = min(cell.span.start for cell in full)
    piece: list[Cell] = []
    for cell in body:
        if piece and _length(heads, [*lead, *piece, cell]) > longest:
            yield _said(text, table, heads, lead, piece, start)
            start, piece = cell.span.start, []
        piece.append(cell)
    yield _said(text, table, heads, lead, piece, start)


def _length(heads: Heads, cells: Iterable[Cell]) -> int:
    """The most characters that cells have with their heads, their units and what parts them."""
    return sum(2 * len(head.span) + 2 for cell in cells for head in (cell, *heads.over(cell)))


def _said(
    text: str,
    table: Table,
    heads: Heads,
    lead: Sequence[Cell],
    body: Sequence[Cell],
    start: int,
) -> Spoken:
    said, places = "", list[tuple[Span, Span]]()

    def say(words: str, place: Span) -> None:
        nonlocal said
        places.append((Span(len(said), len(said) + len(words)), place))
        said += words

    caption = caption_of(text, table)
    if caption is not None:
        say(caption.of(text), caption)
        said += "" if said.endswith((".", "!", "?")) else "."
        said += " "
    for at, cell in enumerate((*lead, *body)):
        said += BETWEEN if at else ""
        unit = ""
        above = heads.over(cell) if cell.columns < table.width or not cell.is_head else ()
        for depth, head in enumerate(above, 1):
            name, unit = parted(head.span.of(text))
            say(name, head.span)
            said += " " if depth < len(above) else ": "
        words = cell.span.of(text)
        say(words, cell.span)
        said += with_unit(words, unit)[len(words) :]
    return Spoken(Span(start, body[-1].span.end), said, tuple(places))
