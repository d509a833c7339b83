"""Ligatures of which the file does not say the letters ("speci�c") are read from their words.

Some programs write fonts in which "fi" and its kin have no Unicode. All glyphs of one font with
one shape stand for the same letters, and many words tell which: such glyphs are counted together
and take the letters that most of the words they occur in need. A shape without enough such words
stays unknown.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import evolve

from verification.ingestion.glyphs import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.document import Floats
    from verification.ingestion.lines import Line

    Shape: TypeAlias = tuple[float, float]

_CANDIDATES = ("fi", "fl", "ff", "ffi", "ffl")
_BEGINNINGS = tuple(
    """
    affect affiliat affin affirm afflict artifici baffle benefici benefit buffer certifica
    clarifi classifi coeffici coffee confid config confine confirm conflict defici defin
    deflect differ difficul diffus diversifi effect effici effort fiber fibers fibro field
    fifth fifty fig fight figur file filing fill film filter final financ find fine finger
    finish finite fire firm first fish fit five fix flag flank flat flexib flight flood
    floor flow flower fluctu fluid fluor fluoresc flux fly identifi infinit inflam inflat
    influen justifi magnifi microfilm misfit modifi notifi offer office officer offici
    offline offset overfit overflow profici profil profit qualifi quantifi ratifi rectifi
    refin reflect reflex satisfi scaffold scientifi shuffle shuffling signifi simplifi
    specifi staffing stiffness stratifi suffer suffici suffix superfici superflu traffic
    trafficking underfit unifi verifi workflow
    """.split()  # noqa: SIM905 - a list of eighty quoted words is harder to read
)
_WORD = re.compile(rf"(?<![^\W\d_])[^\W\d_]*(?:{UNKNOWN}[^\W\d_]*)+")
_VOTES = 2
_MAJORITY = 0.8


def _shape(line: Line, at: int, boxes: Floats) -> Shape:
    """Width and height of a glyph in type sizes: the same wherever the font shows it."""
    x0, y0, x1, y1 = boxes[line.glyphs[at]].tolist()
    size = max(line.size, 1.0)
    return round((x1 - x0) / size, 2), round((y1 - y0) / size, 2)


def letters_of(word: str) -> str:
    r"""The only ligature that makes the word, with one glyph unknown, a known one; or nothing.

    >>> letters_of("speci\ufffdc"), letters_of("\ufffdx"), letters_of("Ho\ufffdman")
    ('fi', 'fi', '')
    """
    fitting = [
        letters
        for letters in _CANDIDATES
        if word.replace(UNKNOWN, letters).lower().startswith(_BEGINNINGS)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _votes(lines: Sequence[Line], boxes: Floats) -> Iterator[tuple[Shape, str]]:
    for line in lines:
        if UNKNOWN not in line.text:
            continue
        for word in _WORD.finditer(line.text):
            if word[0].count(UNKNOWN) == 1 and (letters := letters_of(word[0])):
                yield _shape(line, word.start() + word[0].index(UNKNOWN), boxes), letters


def _known_shapes(lines: Sequence[Line], boxes: Floats) -> dict[Shape, str]:
    counts: defaultdict[Shape, Counter[str]] = defaultdict(Counter)
    for shape, letters in _votes(lines, boxes):
        counts[shape][letters] += 1
    known = {}
    for shape, votes in counts.items():
        letters, count = votes.most_common(1)[0]
        if count >= _VOTES and count >= _MAJORITY * votes.total():
            known[shape] = letters
    return known


def _restored(line: Line, known: Mapping[Shape, str], boxes: Floats) -> Line:
    parts = [
        known.get(_shape(line, at, boxes), UNKNOWN) if letter == UNKNOWN else letter
        for at, letter in enumerate(line.text)
    ]
    glyphs = np.repeat(line.glyphs, [len(part) for part in parts])
    return evolve(line, text="".join(parts), glyphs=glyphs)


def with_ligatures(pages: Sequence[Sequence[Line]], boxes: Floats) -> list[list[Line]]:
    """The lines of the pages with such ligatures as letters, each with its glyph's place.

    `boxes` float32 (n, 4) are those of the document's glyphs.
    """
    known = _known_shapes([line for lines in pages for line in lines], boxes)
    return [
        [_restored(line, known, boxes) if UNKNOWN in line.text else line for line in lines]
        for lines in pages
    ]
