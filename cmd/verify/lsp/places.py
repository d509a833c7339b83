"""Where a sentence of a manuscript stands in its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Range: TypeAlias = "tuple[tuple[int, int], tuple[int, int]]"
"""From and to, each a line and a column, which count from 0 in characters; the end is behind."""
_CLOSING = re.compile(r"[^\w\s]*")
_FIRST, _LAST = re.compile(r"[^\W_]+"), re.compile(r"[^\W_]+(?=[\W_]*\Z)")


def range_of(sentence: str, line: int, column: int, lines: Sequence[str]) -> Range:
    r"""Where a sentence stands that begins in a line, from 1, and at about that column of it.

    The text of LaTeX and Typst has the lines of the source, and fewer signs in them: what it has
    for the first and the last line of the sentence is looked for there, else its first and last
    words; where they are not found, whole lines are meant.

    >>> range_of("Bees sleep.\nAnts", 1, 3, ["It is. \\emph{Bees} sleep.", "Ants run."])
    ((0, 13), (1, 4))
    """
    first = min(max(line - 1, 0), len(lines) - 1)
    parts = sentence.strip().split("\n")
    last = min(first + len(parts) - 1, len(lines) - 1)
    begun = _found(parts[0], _FIRST, lines[first], column, 0)
    start = begun[0] if begun else len(lines[first]) - len(lines[first].lstrip())
    at = (column if len(parts) == 1 else 0) + len(parts[-1])
    ended = _found(parts[-1], _LAST, lines[last], at, 1)
    if ended is None or (first == last and ended[1] <= start):
        return (first, start), (last, len(lines[last].rstrip()))
    signs = _CLOSING.match(lines[last], ended[1])
    return (first, start), (last, signs.end() if signs else ended[1])


def _found(
    part: str, word: re.Pattern[str], line: str, near: int, end: int
) -> tuple[int, int] | None:
    """Where a line has the part, or else the word of it: that whose start (or end) is nearest."""
    named = word.search(part)
    for sought in (part, named[0] if named else ""):
        places = [it.span() for it in re.finditer(re.escape(sought), line)] if sought else []
        if places:
            return min(places, key=lambda it: abs(it[end] - near))
    return None
