"""Where to cut a text that must be cut although no sentence ends."""

from __future__ import annotations

import re
import unicodedata

_PLACES = (
    re.compile(r"\n\s*"),
    re.compile(r"[.!?]['\")\]’”]*\s+|[。！？]['\")\]’”]*\s*"),
    re.compile(r"[;:,；：，、]\s+|[；：，、]"),
    re.compile(r"\s+"),
)
_JOINER = "\u200d"


def inside_cluster(text: str, offset: int) -> bool:
    """Whether a cut before `offset` parts what is read as one character."""
    if not 0 < offset < len(text):
        return False
    after, before = text[offset], text[offset - 1]
    return (
        _JOINER in (before, after)
        or unicodedata.category(after).startswith("M")  # accents, vowel signs, variation selectors
        or "\U0001f3fb" <= after <= "\U0001f3ff"  # skin tones
        or ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")
        or (before == "\r" and after == "\n")
    )


def best_cut(text: str, low: int, high: int) -> int:
    """The best offset in (low, high] to end a piece that began before `low`.

    In order of preference: the last line end, sentence end, clause end or space; then the last
    place that does not part a character from its accents; then `high`.

    >>> best_cut("one two three", 4, 10)
    8
    """
    for place in _PLACES:
        ends = [found.end() for found in place.finditer(text, low, high)]
        if ends:
            return ends[-1]
    for offset in range(high, low, -1):
        if not inside_cluster(text, offset):
            return offset
    return high
