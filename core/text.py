"""What a text is to a reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLANK_LINE = re.compile(r"(?:\r\n?+|\n)[^\S\r\n]*+(?:\r\n?+|\n)|[\f\u2029]")


def is_blank(text: str) -> bool:
    r"""Whether nothing of the text can be seen: white space, controls, joiners, none of it ink.

    >>> is_blank(" \n\u200b"), is_blank(".")
    (True, False)
    """
    return not any(character.isprintable() and not character.isspace() for character in text)


def between_blank_lines(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    r"""The stretches (start, end) of text[low:high] that blank lines part, as they are asked for.

    >>> list(between_blank_lines("one\ntwo\n\nthree", 0, 14))
    [(0, 7), (9, 14)]
    """
    for blank in _BLANK_LINE.finditer(text, low, high):
        yield low, blank.start()
        low = blank.end()
    yield low, high
