"""The cells of a row that is written between bars, as in Markdown and Org: where each stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.verification.ingestion.markup.grid import Box

if TYPE_CHECKING:
    from collections.abc import Iterator

_BAR = re.compile(r"\\.|\|", re.DOTALL)
_MARGIN = re.compile(r"[\s>]*")
"""Before a row in a list or in a quotation."""


def cells_between(line: str) -> Iterator[tuple[int, int]]:
    r"""Where the text of each cell of a row stands in its line; one that is empty has a place.

    >>> line = r"| a \| b | | c"
    >>> [line[start:end] for start, end in cells_between(line)]
    ['a \\| b', '', 'c']
    """
    margin = _MARGIN.match(line)
    start = margin.end() if margin else 0
    end = len(line.rstrip())
    if line.startswith("|", start):
        start += 1
    for found in _BAR.finditer(line, start, end):
        if found[0] == "|":
            yield _trimmed(line, start, found.start())
            start = found.end()
    if line[start:end].strip():
        yield _trimmed(line, start, end)


def boxes(line: str, count: int, is_head: bool) -> list[Box]:
    """The cells of a row of so many columns."""
    found = [Box(start, end, is_head=is_head) for start, end in cells_between(line)][:count]
    end = max((it.end for it in found), default=len(line))
    return found + [Box(end, end, is_head=is_head)] * (count - len(found))


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    part = line[start:end]
    left = start + len(part) - len(part.lstrip())
    return (start, start) if not part.strip() else (left, start + len(part.rstrip()))
