r"""Ligatures of which the file does not say the letters ("speci�c") are read from their words.

Some programs write fonts in which "fi" and its kin have no Unicode. All glyphs of one font with
one shape stand for the same letters, and many words tell which: such glyphs are counted together
and take the letters that most of the words they occur in need.

A wrong letter is worse than an unknown one. The glyph may as well be the "v" of "di\ufffderse" or
a sign, so a shape is read only if it stands inside words, several of them, and most of all its
words become known ones; and it stays unknown where it stands for a word of its own ("\ufffd-gram").
A shape of fewer words is read where each of them has one reading alone that the document or a list
of English words has, and all have the same: "o\ufffdice" can be "office" and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import evolve

from vera.verification.ingestion.pdf.glyphs import UNKNOWN
from vera.verification.ingestion.pdf.listing import listed
from vera.verification.words import is_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line

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
_WHOLE = frozenset({*_BEGINNINGS, "off"})
"""Words so well known that the glyph may be most of them."""
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(rf"(?<![^\W\d_])[^\W\d_]*(?:{UNKNOWN}[^\W\d_]*)+")
_WORDS = 3
"""Different known words from which on they prove what a shape stands for."""
_LETTERS_OF_PROOF, _LETTERS_AROUND = 3, 2
"""Known letters of a word that proves something, and of one that is read by the shape alone."""
_MOST = 0.8
"""Part of the known words that agree, and of the shape's glyphs that stand inside words."""
_KNOWN = 0.5
"""Part of the words that become known ones; a letter that the font lacks gives under a tenth."""
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


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


def _occurrences(lines: Iterable[Line], boxes: Floats) -> Iterator[tuple[Shape, str]]:
    """The shape of each unknown glyph, and the word that it stands in."""
    for line in lines:
        for word in _WORD.finditer(line.text):
            for at, letter in enumerate(word[0], word.start()):
                if letter == UNKNOWN:
                    yield _shape(line, at, boxes), word[0].lower()


def _lacks_a_letter(word: str, spelled: AbstractSet[str]) -> bool:
    """Whether one letter for the glyph makes a word that the document has."""
    return any(word.replace(UNKNOWN, letter) in spelled for letter in _ALPHABET)


def _reading(found: Counter[str], spelled: AbstractSet[str]) -> str:
    """What a shape stands for that occurs in the words `found`; nothing without proof."""
    inside = sum(n for word, n in found.items() if len(word) > _LETTERS_AROUND)
    proofs = [
        word
        for word in found
        if word.count(UNKNOWN) == 1 and len(word) > _LETTERS_OF_PROOF
    ]  # fmt: skip
    readings = Counter(
        letters_of(word) for word in proofs if not _lacks_a_letter(word, spelled)
    )  # fmt: skip
    del readings[""]
    if not readings or inside < _MOST * found.total():
        return ""
    letters, count = readings.most_common(1)[0]
    is_proved = count >= max(_WORDS, _MOST * readings.total(), _KNOWN * len(proofs))
    return letters if is_proved else ""


def _is_known(word: str, spelled: AbstractSet[str]) -> bool:
    return word in spelled or is_word(word)


def _alone(found: Iterable[str], spelled: AbstractSet[str]) -> str:
    """The ligature that is the one reading of each of the words; nothing where one has another."""
    agreed: set[str] = set()
    for word in found:
        if word.count(UNKNOWN) != 1 or len(word) <= _LETTERS_OF_PROOF:
            return ""
        readings = [
            letters
            for letters in (*_CANDIDATES, *_ALPHABET)
            if _is_known(word.replace(UNKNOWN, letters), spelled)
        ]
        if len(readings) != 1:
            return ""
        agreed.add(readings[0])
    return agreed.pop() if len(agreed) == 1 and agreed <= set(_CANDIDATES) else ""


def _spelled(lines: Iterable[Line]) -> frozenset[str]:
    """The words of the document without an unknown glyph, in lower case."""
    found = (_LETTERS.findall(line.text.lower()) for line in lines)
    return frozenset(chain.from_iterable(found))


def _fitting(word: str, spelled: AbstractSet[str]) -> str:
    """The one ligature that makes a known word, in a document of which some are proved."""
    if word.count(UNKNOWN) != 1 or len(word) <= _LETTERS_AROUND:
        return UNKNOWN
    whole = ((letters, word.replace(UNKNOWN, letters).lower()) for letters in _CANDIDATES)
    fitting = [letters for letters, read in whole if _is_known(read, spelled)]
    return fitting[0] if len(fitting) == 1 else UNKNOWN


def _restored(
    line: Line, known: Mapping[Shape, str], spelled: AbstractSet[str], boxes: Floats
) -> Line:
    parts = list(line.text)
    for word in _WORD.finditer(line.text):
        for at in range(*word.span()):
            if line.text[at] != UNKNOWN:
                continue
            letters = known.get(_shape(line, at, boxes)) or _fitting(word[0], spelled)
            whole = word[0].replace(UNKNOWN, letters).lower()
            letters_around = len(word[0]) - word[0].count(UNKNOWN)
            if letters_around >= _LETTERS_AROUND or whole in spelled or whole in _WHOLE:
                parts[at] = letters
    text = "".join(parts)
    if text == line.text:
        return line
    glyphs = np.repeat(line.glyphs, [len(part) for part in parts])
    return evolve(line, text=text, glyphs=glyphs)


def with_ligatures(pages: Sequence[Sequence[Line]], boxes: Floats) -> list[list[Line]]:
    """The lines of the pages with such ligatures as letters, each with its glyph's place.

    `boxes` float32 (n, 4) are those of the document's glyphs.
    """
    unknown = [line for lines in pages for line in lines if UNKNOWN in line.text]
    if not unknown:
        return [list(lines) for lines in pages]
    shapes: defaultdict[Shape, Counter[str]] = defaultdict(Counter)
    for shape, word in _occurrences(unknown, boxes):
        shapes[shape][word] += 1
    if all(len(word) <= _LETTERS_OF_PROOF for found in shapes.values() for word in found):
        return [list(lines) for lines in pages]
    spelled = _spelled(chain.from_iterable(pages))
    readings = {
        shape: _reading(found, spelled) or (_alone(found, spelled) if len(found) < _WORDS else "")
        for shape, found in shapes.items()
    }
    known = {shape: letters for shape, letters in readings.items() if letters}
    if not known:
        return [list(lines) for lines in pages]
    return [
        [_restored(line, known, spelled, boxes) if UNKNOWN in line.text else line for line in lines]
        for lines in pages
    ]


def note_of(pages: Sequence[Sequence[Line]]) -> str:
    """What to say of the words that still lack letters, with their pages; nothing without any."""
    lacking: Counter[int] = Counter()
    for line in (line for lines in pages for line in lines if UNKNOWN in line.text):
        for word in _WORD.finditer(line.text):
            lacking[line.page] += len(word[0]) - word[0].count(UNKNOWN) >= _LETTERS_OF_PROOF
    found = sorted(+lacking)
    if not found:
        return ""
    count = lacking.total()
    words_ = "a word" if count == 1 else f"{count:,} words"
    return f"the file does not say every letter of {words_} on {listed(found)}"
