"""How long a stretch of a text is: in characters, or in the tokens of a tokenizer.

A ruler lays positions along the text, so that packing can look up where a size is reached instead
of measuring every stretch; `size` is exact for the stretch as a text by itself.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from attrs import define, field, frozen

from vera.core.ports import Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEAR = 64
_WORD = 16


class Ruler(Protocol):
    """Measures stretches of one text; offsets are in characters."""

    def floor(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The positions of the offsets, rounded down; ascending like the offsets (n,)."""
        ...

    def ceil(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The positions of the offsets, rounded up."""
        ...

    def size(self, start: int, end: int) -> int:
        """The exact size of the text from `start` to `end`, taken by itself.

        It is the distance of the positions, give or take what a cut changes at its two ends.
        """
        ...

    def reach(self, start: int, size: int) -> int:
        """About the last offset up to which the text from `start` is no larger than `size`.

        Never larger than that, unless the first character alone is.
        """
        ...


@frozen
class Characters:
    """Counts characters (code points)."""

    length: int

    def floor(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The offsets themselves."""
        return offsets

    def ceil(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The offsets themselves."""
        return offsets

    def size(self, start: int, end: int) -> int:
        """Their difference."""
        return end - start

    def reach(self, start: int, size: int) -> int:
        """So many characters on."""
        return min(start + size, self.length)


@define(eq=False, slots=False)
class Tokens:
    """Counts tokens. The text is tokenized once, when a position is first asked for.

    A stretch taken by itself can have other tokens at its ends than within the text: a word that
    has lost the space before it, a half of a run of letters without spaces. `size` counts these
    ends again, up to the nearest place where the tokenizer always parts.
    """

    text: str = field(repr=False)
    tokenizer: Tokenizer
    _at_start: tuple[int, int, int] = field(init=False, default=(-1, 0, 0), repr=False)
    _at_end: tuple[int, int, int] = field(init=False, default=(-1, 0, 0), repr=False)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The offset at which each token of the text begins, ascending (t,)."""
        return self.tokenizer.starts(self.text)

    @cached_property
    def _before(self) -> NDArray[np.int32]:
        """How many tokens begin before each offset, and before the one behind the last (n + 2,)."""
        begun = np.zeros(len(self.text) + 2, dtype=np.int32)
        begun[1:][self.starts] = 1
        if not self._apart:
            begun[1:] = np.bincount(self.starts, minlength=len(self.text) + 1)
        return np.cumsum(begun, dtype=np.int32, out=begun)

    @cached_property
    def _apart(self) -> bool:
        """Whether no two tokens begin in one character."""
        return bool((self.starts[1:] > self.starts[:-1]).all())

    def floor(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The number of the token that holds the character at each offset."""
        through = self._before[offsets + 1]
        if self._apart:
            return through.astype(np.int64) - 1
        before = self._before[offsets]
        return np.where(through > before, before, np.maximum(before - 1, 0)).astype(np.int64)

    def ceil(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many tokens begin before each offset."""
        return self._before[offsets].astype(np.int64)

    def size(self, start: int, end: int) -> int:
        """The number of tokens of the text from `start` to `end`, taken by itself."""
        first, before = self._first(start, end)
        if first >= end:
            return self.tokenizer.count(self.text[start:end])
        last, behind = self._last(first, end)
        return before + int(self._before[last]) - int(self._before[first]) + behind

    def _first(self, start: int, end: int) -> tuple[int, int]:
        """The first parting from the start on, or the end, and the tokens before it.

        The last answer is kept: what a chunk shares begins where the next chunk does.
        """
        known, first, count = self._at_start
        if known != start or first >= end:
            found = self.tokenizer.partings.search(self.text, start, end)
            if not found:
                return end, 0
            first = found.start()
            count = self.tokenizer.count(self.text[start:first]) if first > start else 0
            self._at_start = start, first, count
        return first, count

    def _last(self, low: int, end: int) -> tuple[int, int]:
        """The last parting up to the end, at `low` if not later, and the tokens behind it.

        The last answer is kept: what a chunk shares ends where the chunk does.
        """
        known, last, count = self._at_end
        if known != end or last < low:
            last = self._parting_before(low, end)
            count = self.tokenizer.count(self.text[last:end]) if last < end else 0
            self._at_end = end, last, count
        return last, count

    def _parting_before(self, start: int, end: int) -> int:
        if self.tokenizer.partings.match(self.text, end):
            return end
        low, reach = end, _WORD
        while low > start:
            low, reach = max(start, end - reach), 4 * reach
            places = [
                found.start() for found in self.tokenizer.partings.finditer(self.text, low, end)
            ]
            if places:
                return places[-1]
        return start

    def reach(self, start: int, size: int) -> int:
        """The last offset up to which the text from `start` has no more than `size` tokens."""
        first = int(self.floor(np.array([start]))[0])
        at = min(first + size, len(self.starts))
        end = len(self.text) if at == len(self.starts) else int(self.starts[at])
        while end > start + 1 and self.size(start, end) > size:
            end = int(self.starts[int(self._before[end]) - 1])
        return max(end, start + 1)


def exceeds(ruler: Ruler, start: int, end: int, size: int) -> bool:
    """Whether a stretch is larger than `size`; the exact size is asked only where it is near.

    The rest of a long text without spaces would be counted to its end for each piece otherwise.
    """
    low, high = ruler.floor(np.array([start])), ruler.ceil(np.array([end]))
    return int(high[0] - low[0]) > 2 * size + _NEAR or ruler.size(start, end) > size
