"""Whether an item is read right where its paragraph was found in the text."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from benchmarks.reading.text import plain
from benchmarks.reading.typeset.alignment import comparable
from benchmarks.reading.typeset.marks import shown_mark

if TYPE_CHECKING:
    from benchmarks.reading.typeset.alignment import Aligned
    from benchmarks.reading.typeset.notation import Item

_SAME_DEGREE = str.maketrans("◦∘", "°°")
"""TeX prints the sign of an operator, raised."""


def _bare(gap: str) -> str:
    return "".join(gap.split()).translate(_SAME_DEGREE)


def _is_same(gap: str, true: str) -> bool:
    """Whether the same stands between two letters; how wide a blank is does not matter."""
    return _bare(gap) == _bare(true) and (gap == true or true != _bare(true))


def _is_intact(aligned: Aligned, start: int, end: int) -> bool:
    """Whether these letters and the one before are read in one piece, with what is between them."""
    return all(
        aligned.follows(letter) and _is_same(aligned.gap(letter), aligned.said.gap(letter - 1))
        for letter in range(max(start, 1), end)
    )


def is_mark_apart(aligned: Aligned, item: Item, letter: int) -> bool:
    """Whether nothing of a mark is in the text where it is printed."""
    at, read = aligned.at, aligned.read
    mark = shown_mark(item.printed)
    if 0 < letter < len(at):
        return _is_intact(aligned, letter, letter + 1)
    if letter == 0:
        place = at[0]
        return place >= 0 and not _bare(read.text[: read.at[place]][-9:]).endswith(mark)
    if at[-1] < 0:
        return False
    # Only what stands right behind the last word, or its full stop, is melted into it.
    behind = read.text[read.at[at[-1]] + 1 :][:20].lstrip(".,;:)\"'")
    return not behind.startswith(mark)


def is_right(aligned: Aligned, item: Item, letter: int) -> bool:
    """Whether an item, of which this is the first letter, is read right; a mark is none of them."""
    long = len(comparable(item.printed).letters)
    if item.kind == "accent":
        return _is_accent_right(aligned, item.printed, letter)
    if item.kind == "ligature":
        inside = bool(letter) and not aligned.said.gap(letter - 1)
        return aligned.at[letter] >= 0 and _is_intact(aligned, letter + (not inside), letter + long)
    if not aligned.follows(letter):
        return False
    # With the letter behind it, where that belongs to the same word.
    end = letter + long + (not aligned.said.gap(letter + long - 1))
    within = _is_intact(aligned, letter + 1, min(end, len(aligned.at)))
    return within and aligned.gap(letter) in item.accepted


def _is_accent_right(aligned: Aligned, printed: str, letter: int) -> bool:
    wanted = unicodedata.normalize("NFKD", plain(printed))[1:]
    place = aligned.at[letter]
    if place < 0 or not aligned.read.gap(place).startswith(wanted):
        return False
    if letter and " " not in aligned.said.gap(letter - 1):
        return _is_intact(aligned, letter, letter + 1)
    # At the beginning of a word, whatever is before it: but no accent by itself.
    before = aligned.read.text[: aligned.read.at[place]][-1:]
    return not before or not unicodedata.combining(before)


def breaks(aligned: Aligned) -> tuple[int, int]:
    """How many words are wrongly joined, and how many wrongly split, where letters were found."""
    said, read = aligned.said, aligned.read
    joined = split = 0
    for letter in filter(aligned.follows, range(1, len(aligned.at))):
        at = aligned.at[letter] - 1
        joined += said.parts_words(letter - 1) and not read.gap(at)
        split += not said.gap(letter - 1) and read.parts_words(at)
    return joined, split
