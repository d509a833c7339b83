"""Where brackets of Typst close, and what the arguments of a call are; nothing is run.

In brackets [...] stands text, in which quotes and round brackets are signs as any; in (...) and
{...} code, with strings. A formula, raw text and a comment are passed over in both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*")
_COMMENTS = r"(?<!:)//[^\n]*|/\*(?s:.)*?(?:\*/|\Z)"
_PASSED = rf"{_COMMENTS}|```(?s:.)*?(?:```|\Z)|`[^`]*`|\$(?:\\(?s:.)|[^$\\])*\$|\\(?s:.)"
_IN_TEXT = re.compile(rf"(?:{_PASSED})|(?P<code>#(?:[A-Za-z_][\w.-]*)?[({{])|(?P<sign>[\[\]])")
_IN_CODE = re.compile(rf'(?:{_PASSED})|"(?:\\(?s:.)|[^"\\])*"|(?P<sign>[\[\](){{}},;])')
_NAMED = re.compile(r"\s*([A-Za-z_][\w-]*)\s*:(?!:)\s*")
_BLANK = re.compile(rf"(?:\s|{_COMMENTS})*")
_DEEPEST = 1_000
"""Brackets in brackets beyond which a file is none that anybody wrote."""


@frozen
class Argument:
    """Where the value of an argument stands; the name is empty for one that has its place."""

    name: str
    start: int
    end: int


def closed(source: str, at: int, end: int) -> int:
    """The place behind the bracket that closes the one at `at`, or the end."""
    for place, _, depth in _signs(source, at, end, in_text=False):
        if depth == 0:
            return place + 1
    return end


def contents(source: str, at: int, end: int) -> list[tuple[int, int]]:
    """The stretches inside the brackets [...] that follow each other at once."""
    found = []
    while at < end and source[at] == "[":
        close = closed(source, at, end)
        found.append((at + 1, close - 1))
        at = close
    return found


def arguments(source: str, start: int, end: int) -> Iterator[Argument]:
    """The arguments between two round brackets, in order.

    >>> source = 'columns: 2, [a, b], "c,", (1, 2) * 3'
    >>> [(it.name, source[it.start : it.end]) for it in arguments(source, 0, len(source))]
    [('columns', '2'), ('', '[a, b]'), ('', '"c,"'), ('', '(1, 2) * 3')]
    """
    begun = start
    for place, sign, depth in (*_signs(source, start, end, in_text=False), (end, ",", 0)):
        if sign == "," and depth == 0:
            named = _NAMED.match(source, begun, place)
            first = named.end() if named else begun
            blank = _BLANK.match(source, first, place)
            first = blank.end() if blank else first
            last = first + len(source[first:place].rstrip())
            if first < last:
                yield Argument(named[1] if named else "", first, last)
            begun = place + 1


def _signs(source: str, at: int, end: int, in_text: bool) -> Iterator[tuple[int, str, int]]:
    """Brackets and commas with how many brackets are open behind each."""
    opened: list[str] = []
    while at < end:
        text = opened[-1] == "[" if opened else in_text
        found = (_IN_TEXT if text else _IN_CODE).search(source, at, end)
        if found is None:
            return
        at = found.end()
        sign = found["sign"] or (found[0][-1] if text and found["code"] else "")
        if not sign:
            continue
        if len(opened) > _DEEPEST:
            raise RecursionError
        if sign in "[({":
            opened.append(sign)
        elif sign in "])}" and opened:
            opened.pop()
        yield at - 1, sign, len(opened)
