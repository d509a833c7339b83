"""A text that is longer than a model reads, in pieces that it does read."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from vera.core.cutting import best_cut

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def pieces_of(
    text: str, starts: Sequence[int], room: int, fits: Callable[[str], bool]
) -> tuple[str, ...]:
    """The pieces of `text` in order; joined they are the text again, none is empty.

    `starts` says where each token of the text starts, in characters, ascending; `room` is the
    number of tokens a piece may have, at least 1. A piece is cut at the best place in the second
    half of what fits. A token may be another one when its piece is read alone, so each piece is
    asked whether it `fits`, and made shorter until it does or is a single token.

    >>> pieces_of("one two, three four", [0, 4, 7, 9, 15], 4, lambda piece: True)
    ('one two, ', 'three four')
    """
    pieces: list[str] = []
    start = 0
    while start < len(text):
        first = bisect_left(starts, start)
        if first == len(starts) or starts[first] > start:
            first = max(first - 1, 0)  # the piece begins inside this token
        size = min(room, len(starts) - first)
        while True:
            cut = _cut(text, start, starts, first + size)
            if size <= 1 or fits(text[start:cut]):
                break
            size = size * 3 // 4
        pieces.append(text[start:cut])
        start = cut
    return tuple(pieces)


def _cut(text: str, start: int, starts: Sequence[int], last: int) -> int:
    """Where a piece from `start` ends that holds no token from number `last` on."""
    if last >= len(starts):
        return len(text)
    high = max(start + 1, starts[last])  # one character may be several tokens
    return best_cut(text, (start + high) // 2, high)
