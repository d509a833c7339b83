"""The marks that a library tells of, to be compared with those that are printed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.reading.text import plain
from benchmarks.reading.typeset.alignment import comparable

if TYPE_CHECKING:
    from benchmarks.reading.typeset.alignment import Aligned
    from benchmarks.reading.typeset.finding import Seen

_SAME_MARKS = str.maketrans({"∗": "*", " ": ""})


def shown_mark(text: str) -> str:
    """A mark as it is compared: an asterisk is one however it is drawn, a dash too."""
    return plain(text).translate(_SAME_MARKS)


@frozen
class Marks:
    """The marks that a library tells: how many letters stand before each, and what is shown."""

    every: Counter[tuple[int, str]]

    @classmethod
    def of(cls, seen: Seen) -> Marks:
        """Those of a paper."""
        text, told = seen.text or "", sorted(seen.marks or ())
        ends = [0, *(at for at, _ in told)]
        letters = 0
        found: Counter[tuple[int, str]] = Counter()
        for (start, end), (_, shown) in zip(pairwise(ends), told, strict=True):
            letters += len(comparable(text[start:end]).letters)
            found[letters, shown_mark(shown)] += 1
        return cls(found)

    def take(self, aligned: Aligned, letter: int, printed: str) -> bool:
        """Whether there is one at a letter of a true text; it is then used up."""
        at = aligned.at
        before = at[letter - 1] + 1 if letter and at[letter - 1] >= 0 else None
        behind = at[letter] if letter < len(at) and at[letter] >= 0 else None
        for place in {before, behind} - {None}:
            key = (place, shown_mark(printed))
            if place is not None and self.every[place, key[1]]:
                self.every[place, key[1]] -= 1
                return True
        return False

    def take_shown(self, printed: str) -> bool:
        """Whether there is one anywhere; it is then used up."""
        for key in self.every:
            if key[1] == shown_mark(printed) and self.every[key]:
                self.every[key] -= 1
                return True
        return False
