"""Printed lines become paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from vera.core.document import Form, Kind
from vera.verification.ingestion.headings import (
    MOST_LINES,
    is_numbered,
    is_references,
    is_well_known,
)
from vera.verification.ingestion.pdf import notices
from vera.verification.ingestion.pdf.cells import Laid
from vera.verification.ingestion.pdf.hyphens import is_broken
from vera.verification.ingestion.pdf.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SENTENCE_END = re.compile(r"[.!?:。！？][\"'”’»)\]\d*†‡]{0,4}$")
_NOTE_MARKS = 6
"""Characters at the end of a text among which the end of its sentence is looked for."""
_BULLET = re.compile(r"[•‣◦▪●■□∙] ?(?=\S)")
_SIGN = re.compile(r"(?:[○·*–—-] |[\ufffd\ue000-\uf8ff] ?)(?=\S)")
"""May be a bullet, or a dash or a symbol inside a sentence."""
_ITEM = re.compile(r"(?:\[\d{1,3}\]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s")
_CAPTION = re.compile(
    r"(?:Supplementary |Additional |Extended Data )?"
    r"(?:Figure|Fig\.?|FIGURE|FIG\.|Table|TABLE|Listing|Algorithm|Scheme|Box)\s*"
    r"(?:\w?\d+(?:\.\d+)*|[IVX]+)[a-z]?(?![\w-])"
)
_GOES_ON = re.compile(r"\s*(?:,|[a-z(])")
"""After a label that is cited in a sentence: "Table 1 presents", "Fig. 3, we show"."""
_SIZE_STEP = 0.06
"""Sizes this much apart, as a ratio, are two sizes of type."""
_SIGNS = 0.25
"""Sizes less apart may be of one type, one of them taken from raised signs in the line."""
_PITCH_STEP = 1.3
"""A gap this many times the usual one parts paragraphs."""
_INDENT = 0.7
_SAME_EDGE = 2.0
"""Points within which lines begin at one edge."""
_MOST_INDENT = 5.0
"""Least and greatest indent of a first line, in type sizes."""
_PROSE = 40
"""Characters of a block from which on it is more than a label in a figure or a cell."""
_SURE_LINES = 3
"""Lines of two parts above which the second may begin with a capital or a digit."""
_PAGES_OF_FIGURES = 2
"""Pages without prose that may stand between two parts of a paragraph."""
_LOOK_AHEAD = 100
"""Blocks that may stand between two parts of a paragraph: figures, captions, footnotes."""


@frozen(eq=False)
class Setting:
    """How a document is set: its body type's size, the usual distance of lines by type size.

    `right` is the right edge of the column that a line stands in, by the line's identity.
    """

    body: float
    pitch: dict[float, float] = field(repr=False)
    right: dict[int, float] = field(repr=False)

    @classmethod
    def of(cls, pages: Iterable[Sequence[Line]]) -> Setting:
        """Measured over all lines."""
        sizes: Counter[float] = Counter()
        before_references = True
        pitches: dict[float, Counter[float]] = {}
        right: dict[int, float] = {}
        for lines in pages:
            columns = [round(line.x0 / 36) for line in lines]
            edges: dict[int, float] = {}
            for line, column in zip(lines, columns, strict=True):
                before_references = before_references and not is_references(line.text)
                sizes[_rounded(line.size)] += len(line.text) * before_references
                edges[column] = max(edges.get(column, 0.0), line.x1)
            near = {
                column: max(edges.get(column + step, 0.0) for step in (-1, 0, 1))
                for column in edges
            }
            right |= {id(line): near[column] for line, column in zip(lines, columns, strict=True)}
            for a, b in pairwise(lines):
                down = b.baseline - a.baseline
                if _same_size(a, b) and 0.8 * a.size < down < 3 * a.size:
                    counts = pitches.setdefault(_rounded(a.size), Counter())
                    counts[round(down * 2) / 2] += 1
        body = sizes.most_common(1)[0][0] if sizes else 0.0
        usual = {size: counts.most_common(1)[0][0] for size, counts in pitches.items()}
        return cls(body, usual, right)


@frozen(eq=False)
class Paragraph:
    """Lines that belong together, in reading order: a paragraph, a heading, a caption.

    `table` is the number of the table that it belongs to, and `cells` are those of its row.
    """

    lines: tuple[Line, ...]
    is_heading: bool = False
    kind: Kind = Kind.BODY
    form: Form = Form.PROSE
    table: int = -1
    cells: tuple[Laid, ...] = field(default=(), repr=False)

    @property
    def size(self) -> float:
        """The type size of its first line, in points."""
        return self.lines[0].size

    @property
    def text(self) -> str:
        """Its lines as they stand, parted by spaces."""
        return " ".join(line.text for line in self.lines)

    @property
    def is_caption(self) -> bool:
        """Whether it tells what a figure or a table shows."""
        return is_caption(self.lines[0].text)

    @property
    def explains_table(self) -> bool:
        """Whether it is the notes of a table."""
        return self.table >= 0 and self.kind is Kind.FOOTNOTE

    @property
    def is_table_caption(self) -> bool:
        """Whether it tells what a table shows."""
        return is_table_caption(self.lines[0].text)


def is_table_caption(text: str) -> bool:
    """Whether the caption of a table begins so."""
    found = _CAPTION.match(text)
    return is_caption(text) and found is not None and "tab" in found[0].lower()


def is_caption(text: str) -> bool:
    """Whether a caption begins so, and no sentence that speaks of the figure."""
    found = _CAPTION.match(text)
    return found is not None and _GOES_ON.match(text, found.end()) is None


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _same_size(a: Line, b: Line) -> bool:
    return abs(a.size - b.size) <= _SIZE_STEP * max(a.size, b.size)


def _is_near(a: Line, b: Line) -> bool:
    """Whether b is set in type like a's, or right under it in type that is not much different."""
    size = max(a.size, b.size)
    down = b.baseline - a.baseline
    return _same_size(a, b) or (abs(a.size - b.size) < _SIGNS * size and 0 < down < 1.5 * size)


def _is_same_type(lines: Sequence[Line], line: Line, following: Line | None) -> bool:
    """Whether the line is set in the type of the `lines` before it.

    The size that a line with formulas was given may be that of its signs: then the lines around it
    tell, if they are one sentence and begin at one edge.
    """
    previous = lines[-1]
    if _same_size(previous, line) or (len(lines) > 1 and _same_size(lines[-2], line)):
        return True
    return (
        following is not None
        and _same_size(previous, following)
        and _is_below(line, following)
        and not ends_sentence(previous.text)
        and max(abs(line.x0 - other.x0) for other in (previous, following)) < _SAME_EDGE
    )


def ends_sentence(text: str) -> bool:
    """Whether a sentence ends with the text; closing quotes, brackets and note marks may follow."""
    return _SENTENCE_END.search(text[-_NOTE_MARKS:]) is not None


def _has_bullet(line: Line, before: str) -> bool:
    """Whether an item of a list begins at the line, given the text before it."""
    if line.text[:1].isalnum():
        return False
    if _SIGN.match(line.text):
        return ends_sentence(before) or before.endswith((";", ","))
    return _BULLET.match(line.text) is not None


def has_bullet(line: Line) -> bool:
    """Whether an item of a list begins at the line, whatever stands before it."""
    return _BULLET.match(line.text) is not None


def _is_below(a: Line, b: Line) -> bool:
    """Whether b stands under a in the same column."""
    return (
        a.page == b.page
        and b.baseline > a.baseline
        and max(a.x0, b.x0) < min(a.x1, b.x1)
    )  # fmt: skip


def _is_first_of_indented(previous: Line, line: Line, following: Line | None, alone: bool) -> bool:
    """Whether an indent says that a paragraph begins at `line`.

    `alone` says that `previous` is the first line of its paragraph. In a list or a bibliography,
    it is the lines after the first that are indented.
    """
    shift = (line.x0 - previous.x0) / max(line.size, 1.0)
    if _INDENT <= shift <= _MOST_INDENT:
        hangs = following is not None and abs(following.x0 - line.x0) < _INDENT * line.size / 2
        marks = (_BULLET, _SIGN, _ITEM)
        starts_item = any(mark.match(previous.text) for mark in marks)
        return not (hangs or starts_item) and ends_sentence(previous.text)
    return shift <= -_INDENT and not alone and ends_sentence(previous.text)


def _would_have_fitted(previous: Line, line: Line, setting: Setting) -> bool:
    """Whether the first word of `line` had room after `previous`: then a paragraph ended."""
    word = len(line.text.partition(" ")[0]) + 1
    width = (line.x1 - line.x0) / max(len(line.text), 1) * word
    return setting.right.get(id(previous), previous.x1) - previous.x1 > 1.5 * width


def _changes_face(
    lines: Sequence[Line], line: Line, following: Line | None, setting: Setting
) -> bool:
    """Whether a title in another font than the text ends before `line`, or begins with it.

    A title does not fill its line; a sentence goes on in italics in the middle of one.
    """
    previous = lines[-1]
    if not previous.face or not line.face or previous.face == line.face:
        return False
    if line.text[:1].islower():
        return False
    is_title = len(lines) <= MOST_LINES and all(it.face == previous.face for it in lines)
    if is_title and _would_have_fitted(previous, line, setting):
        return True
    return (
        ends_sentence(previous.text)
        and following is not None
        and following.face != line.face
        and _would_have_fitted(line, following, setting)
    )


def _starts_block(
    lines: Sequence[Line], line: Line, following: Line | None, setting: Setting
) -> bool:
    """Whether `line`, which comes after the `lines` of a block, begins another."""
    previous = lines[-1]
    if is_broken(previous.text) and line.text[:1].islower() and _is_near(previous, line):
        return not _is_below(previous, line)
    if not _is_below(previous, line) or not _is_same_type(lines, line, following):
        return True
    usual = setting.pitch.get(_rounded(line.size), 1.2 * line.size)
    if len(lines) > 1:
        usual = max(usual, lines[-1].baseline - lines[-2].baseline)
    if line.baseline - previous.baseline > min(_PITCH_STEP * usual, usual + line.size):
        return True
    ended, is_small = ends_sentence(previous.text), line.text[:1].islower()
    if previous.bold != line.bold and (not is_small or is_numbered(previous.text)):
        return True
    if _changes_face(lines, line, following, setting):
        return True
    if _has_bullet(line, previous.text) and line.x0 <= lines[0].x0 + _INDENT * line.size:
        return True
    if ended and is_caption(line.text):
        return True
    if notices.begins(line.text):
        return True
    if is_well_known(line.text) or (len(lines) == 1 and is_well_known(previous.text)):
        return True
    if ended and _ITEM.match(line.text):
        return True
    if _is_first_of_indented(previous, line, following, len(lines) == 1):
        return True
    return ended and not is_small and _would_have_fitted(previous, line, setting)


def _blocks(lines: Sequence[Line], setting: Setting) -> list[tuple[Line, ...]]:
    blocks: list[list[Line]] = []
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else None
        if not blocks or _starts_block(blocks[-1], line, following, setting):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return [tuple(block) for block in blocks]


def blocks_of(pages: Sequence[Sequence[Line]], setting: Setting) -> list[tuple[Line, ...]]:
    """The lines of all pages as blocks; none runs over the end of a column or page yet."""
    return [block for lines in pages for block in _blocks(lines, setting)]


def _is_prose(block: Paragraph) -> bool:
    is_text = block.kind not in {Kind.TABLE, Kind.LABEL} and block.form is Form.PROSE
    return is_text and not block.is_heading and len(block.text) >= _PROSE


def _goes_on(block: Paragraph, later: Paragraph) -> bool:
    """Whether `later` begins in the middle of the sentence that `block` ends in."""
    last, first = block.lines[-1], later.lines[0]
    if _is_below(last, first) or not _same_size(last, first):
        return False
    if later.is_heading or later.kind is not block.kind:
        return False
    if _has_bullet(first, last.text):
        return False
    if block.kind is Kind.REFERENCES and _ITEM.match(first.text):
        return False
    if is_broken(last.text):
        return first.text[:1].islower()
    if ends_sentence(last.text):
        return False
    return first.text[:1].islower() or (
        block.kind is not Kind.CAPTION and len(block.lines) + len(later.lines) > _SURE_LINES
    )


def continued(blocks: Sequence[Paragraph]) -> list[Paragraph]:
    """Join the paragraphs that run over the end of a column or a page.

    Figures, captions and footnotes between the parts come after the whole paragraph.
    """
    done: list[Paragraph] = []
    taken: set[int] = set()
    for at, block in enumerate(blocks):
        if at in taken:
            continue
        whole, last = block, at
        while (later := _continuation(whole, blocks, last, taken)) is not None:
            whole, last = evolve(whole, lines=whole.lines + blocks[later].lines), later
            taken.add(later)
        done.append(whole)
    return done


def _continuation(
    block: Paragraph, blocks: Sequence[Paragraph], last: int, taken: set[int]
) -> int | None:
    """Where the rest of the block, of which the part at `last` is the latest, stands."""
    if not _is_prose(block) or ends_sentence(block.lines[-1].text):
        return None
    for at in range(last + 1, min(last + 1 + _LOOK_AHEAD, len(blocks))):
        candidate = blocks[at]
        if at in taken:
            continue
        pages = candidate.lines[0].page - block.lines[-1].page
        if candidate.kind is Kind.HEADING or pages > 1 + _PAGES_OF_FIGURES:
            return None
        if candidate.form is Form.FORMULA:
            return None  # what comes behind it is read behind it
        if _same_size(block.lines[-1], candidate.lines[0]) and candidate.kind is block.kind:
            if _goes_on(block, candidate) and (pages <= 1 or candidate.text[:1].islower()):
                return at
            if _is_prose(candidate):
                return None
    return None
