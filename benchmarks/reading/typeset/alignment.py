"""Where the letters of a true text stand in a text that was read, whatever was misread between."""

from __future__ import annotations

from itertools import accumulate, islice
from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.reading.text import Comparable, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEEDS, _STEP = (18, 10, 6), 4
"""Letters by which a text is found, fewer where more are not, and how far apart they are tried."""
_NEAR, _FEW = 12, 5
"""A place that was misread is passed where so many letters agree, at most so far behind it."""
_FAR, _MANY = 3000, 14
"""So too where a float, a note or a page's end stands between; more letters must agree there."""


def comparable(text: str) -> Comparable:
    """A text whose letters can be aligned, with all its marks."""
    return Comparable.of_clean(plain(text))


def letters_before(text: str) -> list[int]:
    """How many letters stand before each character of a text, and in all of it.

    >>> letters_before("a-bé")
    [0, 1, 1, 2, 3]
    """
    return list(accumulate((len(comparable(sign).letters) for sign in text), initial=0))


@frozen
class Aligned:
    """`at[i]` is where letter i of what is `said` stands in what was `read`, or -1."""

    said: Comparable
    read: Comparable
    at: tuple[int, ...]

    @property
    def found(self) -> bool:
        """Whether any of it was found."""
        return any(place >= 0 for place in self.at)

    def follows(self, letter: int) -> bool:
        """Whether the letter stands right behind the letter before it, as far as letters go."""
        return letter > 0 <= self.at[letter - 1] and self.at[letter] == self.at[letter - 1] + 1

    def gap(self, letter: int) -> str:
        """What was read between the letter and the one before it."""
        return self.read.gap(self.at[letter] - 1)


def align(said: Comparable, read: Comparable) -> Aligned:
    """Find a text in another one.

    >>> align(comparable("the slow drift of sensors"), comparable("a slow drifd of sensors")).at[:4]
    (-1, -1, -1, 1)
    """
    letters = said.letters
    at = [-1] * len(letters)
    for start, place in islice(_seeds(letters, read.letters), 1):
        for one, other in _forwards(letters[start:], read.letters[place : place + 2 * _FAR]):
            at[start + one] = place + other
        before = read.letters[max(place - 2 * _FAR, 0) : place]
        for one, other in _forwards(letters[:start][::-1], before[::-1]):
            at[start - 1 - one] = place - 1 - other
    return Aligned(said, read, tuple(at))


def _seeds(said: str, read: str) -> Iterator[tuple[int, int]]:
    """Places that surely belong together; those that stand once come first."""
    for size in _SEEDS:
        starts = range(0, max(len(said) - size, 0) + 1, _STEP)
        every = [(start, read.find(said[start : start + size])) for start in starts]
        there = [(start, place) for start, place in every if said and place >= 0]
        once = [it for it in there if read.find(said[it[0] : it[0] + size], it[1] + 1) < 0]
        yield from once or there


def _forwards(said: str, read: str) -> Iterator[tuple[int, int]]:
    one = other = 0
    while one < len(said) and other < len(read):
        if said[one] == read[other]:
            yield one, other
            one, other = one + 1, other + 1
            continue
        skips = _skips(said, read, one, other, _NEAR, _FEW) or _skips(
            said, read, one, other, _FAR, _MANY
        )
        if skips is None:
            return
        one, other = one + skips[0], other + skips[1]


def _skips(
    said: str, read: str, one: int, other: int, far: int, letters: int
) -> tuple[int, int] | None:
    """How many letters of each are passed by, the fewest that will do."""
    best: tuple[int, int] | None = None
    for skipped in range(min(4 * _NEAR, len(said) - one)):
        wanted = said[one + skipped : one + skipped + letters]
        if len(wanted) < min(letters, 3):
            break
        most = far if best is None else sum(best) - skipped
        place = read.find(wanted, other, other + most + len(wanted))
        if place >= 0 and (best is None or skipped + place - other < sum(best)):
            best = (skipped, place - other)
    return best
