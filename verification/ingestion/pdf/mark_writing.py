"""A line is written anew: its marks taken out of it, its exponents with a caret."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import evolve, field, frozen

from vera.core.document import Box, Calls, Kind
from vera.verification.ingestion.pdf.lines import ADDED, extent
from vera.verification.ingestion.pdf.raised_runs import SYMBOLS, TO_PLAIN
from vera.verification.ingestion.pdf.scripts import SUBSCRIPTS
from vera.verification.ingestion.raised import exponent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.raised_runs import Run

    Decided: TypeAlias = tuple[Run, Calls | None, int | None]
    """A run, what it calls (None: nothing, it stays in the text) and the block of its note."""

_ELEMENT = re.compile(r"[A-Z][a-z]?(?![^\W\d_])")
_INDEX = re.compile("l+")
_ORDINAL = re.compile(r"[^\W\d_]{2,4}")
_CHARGE = re.compile(r"\d?[+−–-]")
_ATTACHED = 0.35
"""Widest gap before a raised sign that belongs to what stands before it, in type sizes."""
_WORD_SPACE = 0.17
"""As in `lines`: the least gap between words, in type sizes."""
_INDICES = str.maketrans({sign: unicodedata.normalize("NFKC", sign) for sign in SUBSCRIPTS})
_MINUS = str.maketrans("−‐‑–", "----")


@frozen(eq=False)
class Raised:
    """A mark that was taken out at character `at` of a line; `note` is the block that it calls."""

    at: int
    calls: Calls
    shown: str
    box: Box
    note: int | None = None


@frozen(eq=False)
class _Rewriting:
    """One line as it is written: pieces of text with the glyph of each character, and its marks."""

    text: list[str] = field(factory=list)
    glyphs: list[int] = field(factory=list)
    marks: list[Raised] = field(factory=list)

    def keep(self, text: str, glyphs: Sequence[int]) -> None:
        self.text.append(text)
        self.glyphs.extend(glyphs)

    def add(self, text: str) -> None:
        self.keep(text, [ADDED] * len(text))

    def drop_blank(self) -> bool:
        """Take back a blank that was written last."""
        if self.text and self.text[-1].endswith(" "):
            self.text[-1] = self.text[-1][:-1]
            self.glyphs.pop()
            return True
        return False


def _gap(line: Line, start: int, boxes: Floats) -> float:
    """How far the character at `start` stands from the one before its blank, in type sizes."""
    first = line.glyphs[start]
    before = next((g for g in line.glyphs[:start][::-1] if g >= 0 and boxes[g][2] > 0), None)
    if first < 0 or before is None:
        return 0.0
    return float(boxes[first][0] - boxes[before][2]) / max(line.size, 1.0)


def _write_exponent(out: _Rewriting, line: Line, run: Run, boxes: Floats) -> int:
    """Write what stays in the text, so that it can be read and compared.

    An index printed under it comes first; how many characters behind the run that takes is told.
    """
    own = zip(line.text[run.start : run.end], line.glyphs[run.start : run.end], strict=True)
    kept = [(sign, int(glyph)) for sign, glyph in own if sign != " "]
    text = "".join(sign for sign, _ in kept).translate(TO_PLAIN)
    glyphs = [glyph for _, glyph in kept]
    blank = run.start > 0 and line.text[run.start - 1] == " "
    is_isotope = text.isdigit() and _ELEMENT.match(run.after) is not None
    is_attached = not blank or (
        _gap(line, run.start, boxes) < (_WORD_SPACE if is_isotope else _ATTACHED)
    )
    if blank and is_attached:
        out.drop_blank()
    base = run.before[-1:] if is_attached and run.start else ""
    index = _INDEX.match(run.mask, run.end)
    end = index.end() if index and is_attached and base else run.end
    out.keep(line.text[run.end : end], line.glyphs[run.end : end].tolist())
    goes_on = line.text[end : end + 1].isalnum()
    if run.shown.startswith("\u2032"):
        out.keep(run.shown, glyphs)
    elif run.kind is Kind.REFERENCES:
        out.keep(text, glyphs)
        out.add(" " * (goes_on and not base))
    elif _stays_plain(text, base):
        out.keep(text, glyphs)
    else:
        text = text[0].translate(_MINUS) + text[1:]
        is_parted = exponent(text).startswith("^(") and text[0] != "("
        out.add("^(" if is_parted else "^")
        out.keep(text, glyphs)
        out.add(")" * is_parted + " " * goes_on)
    return end - run.end


def _stays_plain(text: str, base: str) -> bool:
    """Whether it is no exponent: an ordinal's ending, a charge, what stands before its sign."""
    if not base or all(sign in SYMBOLS for sign in text):
        return True
    is_ordinal = base.isdigit() and _ORDINAL.fullmatch(text) is not None
    return is_ordinal or _CHARGE.fullmatch(text) is not None


def rewritten(line: Line, decided: Sequence[Decided], boxes: Floats) -> tuple[Line, list[Raised]]:
    """The line with its exponents written and its marks taken out, and the marks."""
    out = _Rewriting()
    at = 0
    for run, calls, note in decided:
        out.keep(line.text[at : run.start], line.glyphs[at : run.start].tolist())
        at = run.end
        if calls is None:
            at += _write_exponent(out, line, run, boxes)
            continue
        had_blank = out.drop_blank()
        glyphs = line.glyphs[run.start : run.end]
        box = Box(line.page, *extent(boxes[glyphs[glyphs >= 0]]))
        out.marks.append(Raised(len(out.glyphs), calls, run.shown, box, note))
        if had_blank and line.text[at : at + 1].isalnum():
            out.add(" ")
        if run.start == 0:
            at += len(line.text[at:]) - len(line.text[at:].lstrip())
    out.keep(line.text[at:], line.glyphs[at:].tolist())
    text = "".join(out.text).translate(_INDICES)
    if not text.strip():
        return line, []
    return evolve(line, text=text, glyphs=np.array(out.glyphs, dtype=np.int32)), out.marks
