"""Where a line has raised signs, and what the text around them says of each.

A run is raised signs side by side, or a symbol of notes, wherever it stands.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.document import Form, Kind
from vera.verification.ingestion.pdf.scripts import SUBSCRIPTS, SUPERSCRIPTS
from vera.verification.ingestion.raised import sense

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph
    from vera.verification.ingestion.pdf.scripts import Levels

SYMBOLS = "*∗†‡§¶‖✉⋆"
_RUN = re.compile(r"[rs]+(?: +[rs]+)*")
_GOES_ON = re.compile(r"[,;]$")
"""What ends a raised list of numbers that goes on behind a blank."""
_WORD = re.compile(r"[^\W\d_]+$")
_NAMED_NUMBER = re.compile(
    r"[^\W\d_]{2,}-?\d+$|(?:^|\s)[A-Z][a-z]+\.?\s\d{1,2}$|(?<!\d)(?:19|20)\d\d$"
)
"""A number that belongs to a word, as "Table 1" and "IL-6" have, or a year."""
_OPENS = " “‘\"'("
_CLOSES = ".,;:)]}”\"'’!?%"
_SHORT = 2
"""Letters up to which what stands before a raised number may be a unit or a sign of a formula."""
_POWERS = ("2", "3")
_NOTE_ENDS = ".;:"
_BEFORE = 24
"""Characters that are looked at before a raised one."""
_PRIME = 0.22
"""Widest raised "0" that is a prime, in type sizes: that of TeX's fonts has its code (0.16 to 0.19
wide), and a raised zero is 0.3 wide."""

TO_PLAIN = str.maketrans({sign: unicodedata.normalize("NFKC", sign) for sign in SUPERSCRIPTS})


@frozen(eq=False)
class Run:
    """Raised characters [start, end) of a line of a block, and the text before and behind them.

    `mask` is that of the line: see `_mask`.
    """

    block: int
    line: int
    start: int
    end: int
    shown: str
    before: str
    after: str
    kind: Kind
    page: int
    mask: str
    table: int = -1

    @property
    def begins_note(self) -> bool:
        """Whether it stands where one of several notes in a paragraph can begin."""
        return not self.before or self.before[-1] in _NOTE_ENDS

    @property
    def is_raised(self) -> bool:
        """Whether it is so by its place, and not a symbol that may stand anywhere."""
        return "r" in self.mask[self.start : self.end]

    @property
    def is_behind_word(self) -> bool:
        """Whether no blank parts it from a word, from what closes one, or from a last digit."""
        is_last = self.before[-1:].isdigit() and not self.after[:1].isalnum()
        return self.before[-1:].isalpha() or self.before[-1:] in _CLOSES or is_last

    @property
    def is_apart(self) -> bool:
        """Whether nothing stands right before it."""
        return self.mask[self.start - 1 : self.start] != "."

    @property
    def is_among_raised(self) -> bool:
        """Whether what it belongs to has more that is raised before it, as a formula has."""
        return "r" in self.mask[: self.start].rpartition(" ")[2]

    @property
    def is_power(self) -> bool:
        """Whether what stands before and behind it is enough to tell that it belongs to that.

        Behind a number it is not: "Table 1" and 10 can both have a 3 behind them.
        """
        before = self.before + " " * self.is_apart
        said = sense(self.shown, before, self.after)
        return isinstance(said, str) and not before[-1:].isdigit()

    @property
    def is_label(self) -> bool:
        """Whether it begins a block that goes on with words."""
        return self.line == 0 and self.start == 0 and self.after.lstrip(_OPENS)[:1].isalnum()

    @property
    def follows_text(self) -> bool:
        """Whether it stands behind a word or what ends one, where no exponent can be."""
        if self.before[-1:] and self.before[-1] in _CLOSES:
            return True
        word = _WORD.search(self.before)
        if word is None:
            return bool(_NAMED_NUMBER.search(self.before))
        if len(word[0]) > _SHORT:
            return True
        return len(word[0]) == _SHORT and (word[0].isupper() or self.shown not in _POWERS)


def _shown(text: str) -> str:
    return " ".join(text.translate(TO_PLAIN).split())


def moved_lines(blocks: Sequence[Paragraph], levels: Levels) -> Iterator[tuple[int, int, Line]]:
    """The lines with a raised or lowered sign, each with its block and its place in it."""
    places = [
        (at, n, line)
        for at, block in enumerate(blocks)
        if block.form is not Form.CODE
        for n, line in enumerate(block.lines)
    ]
    if not places:
        return
    glyphs = np.concatenate([line.glyphs for _, _, line in places])
    of = np.repeat(
        np.arange(len(places), dtype=np.int32), [len(line.glyphs) for _, _, line in places]
    )
    moved = (glyphs >= 0) & (levels[glyphs] != 0)
    signs = frozenset(SYMBOLS + SUPERSCRIPTS + SUBSCRIPTS)
    found = set(np.unique(of[moved]).tolist())
    found |= {k for k, (_, _, line) in enumerate(places) if not signs.isdisjoint(line.text)}
    for at in sorted(found):
        yield places[at]


def _mask(line: Line, levels: Levels) -> str:
    """A letter for each character: r for raised, s for a symbol of notes, l for lowered."""
    level = np.where(line.glyphs >= 0, levels[line.glyphs], 0).tolist()
    return "".join(
        "r"
        if up == 1 or sign in SUPERSCRIPTS
        else "l"
        if up == -1 or sign in SUBSCRIPTS
        else "s"
        if sign in SYMBOLS
        else " "
        if sign == " "
        else "."
        for up, sign in zip(level, line.text, strict=True)
    )


def _pieces(text: str, mask: str) -> Iterator[tuple[int, int]]:
    """Where raised text stands: a blank parts it, unless a list goes on behind it."""
    for found in _RUN.finditer(mask):
        start = found.start()
        for blank in re.finditer(" +", found[0]):
            end, after = found.start() + blank.start(), found.start() + blank.end()
            if not _GOES_ON.search(text[:end]):
                yield start, end
                start = after
        yield start, found.end()


def runs_of(
    at: int, number: int, line: Line, levels: Levels, block: Paragraph, boxes: Floats
) -> Iterator[Run]:
    """Those of line `number` of block `at`; `boxes` are those of the document's glyphs."""
    text, mask = line.text, _mask(line, levels)
    for start, end in _pieces(text, mask):
        said = text[start:end]
        if not any(sign.isalnum() or sign in SYMBOLS for sign in said):
            continue
        before_it, behind_it = text[start - 1 : start], text[end : end + 1]
        before = text[max(0, start - _BEFORE) : start].rstrip()
        if not before and number and not block.cells:
            before = block.lines[number - 1].text[-_BEFORE:]
        is_label = start == 0 and block.kind is Kind.FRONT
        is_label = is_label or (block.explains_table and before[-1:] in _NOTE_ENDS)
        is_apart = not (before_it.strip() or behind_it.strip())
        if "r" not in mask[start:end] and is_apart and not is_label:
            continue  # a symbol between blanks
        shown = "\u2032" * len(said) if _is_prime(line, start, end, boxes) else _shown(said)
        after = text[end : end + _BEFORE]
        kind, page = block.kind, line.page
        yield Run(at, number, start, end, shown, before, after, kind, page, mask, block.table)


def _is_prime(line: Line, start: int, end: int, boxes: Floats) -> bool:
    if line.text[start:end].strip("0"):
        return False
    box = boxes[line.glyphs[start]]
    return bool(box[2] - box[0] < _PRIME * line.size)
