r"""What is opened in a source of LaTeX and not closed, as TeX sees it.

No formula runs over the end of its paragraph or group. The parser would take all up to the
next sign of dollar for one, and so lose the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGN = re.compile(
    r"\\(?:verb|lstinline)\*?(?P<by>[^A-Za-z\s*{])[^\n]*?(?P=by)|\\Sexpr\{(?P<code>[^{}]*)\}"
    r"|(?P<opens>\\[(\[])|(?P<closes>\\[)\]])|\\(?s:.)|%[^\n]*"
    r"|(?P<dollar>\$)|(?P<brace>[{}])|(?P<blank>\n[ \t\r]*\n)"
)
_CODE = re.compile(
    r"^<<[^\n]*>>=[ \t\r]*\n(?s:.)*?(?:^@[^\n]*$|\Z)"
    r"|\\begin\{(?P<of>[Vv]erbatim\*?|lstlisting|minted|alltt|Code(?:Input|Output)|S(?:in|out)put"
    r"|comment|filecontents\*?)\}(?s:.)*?\\end\{(?P=of)\}",
    re.MULTILINE,
)
"""Code as Sweave, knitr and the packages for it have it."""


_MOST_TOLD = 5
"""Formulas that are named; one that is not closed can lead to others."""


@frozen
class Unclosed:
    """The places of signs that open no formula, and of the first brace that nothing closes."""

    literal: frozenset[int]
    formulas: tuple[int, ...]
    brace: int | None = None


def without_code(source: str) -> str:
    """The source with blanks for its code, which shows no prose and obeys no rule of TeX."""
    return _CODE.sub(lambda it: re.sub(r"[^\n]", " ", it[0]), source)


def unclosed(source: str, start: int = 0) -> Unclosed:
    """What is not closed from a place on, up to the end of the document."""
    end = source.find(r"\end{document}", start)
    formulas: list[tuple[str, int, int]] = []
    braces: list[int] = []
    lost: list[int] = []
    literal: set[int] = set()
    at = start
    for found in _SIGN.finditer(source, start, end if end >= 0 else len(source)):
        at, kind = found.start(), found.lastgroup
        if found["code"] is not None:
            literal.update(_dollars(source, *found.span("code")))
        elif kind == "brace" and found[0] == "{":
            braces.append(at)
        elif kind == "brace":
            braces[-1:] = []
            while formulas and formulas[-1][2] > len(braces):
                lost.append(formulas.pop()[1])
        elif kind == "blank":
            lost += (place for _, place, _ in formulas)
            formulas = []
        elif kind == "opens":
            formulas.append((found[0], at, len(braces)))
        elif kind == "closes" and formulas and formulas[-1][0][0] == "\\":
            formulas.pop()
        elif kind == "dollar":
            if formulas and formulas[-1][0] == "$" and formulas[-1][2] == len(braces):
                formulas.pop()
            else:
                formulas.append(("$", at, len(braces)))
    lost += (place for _, place, _ in formulas)
    brace = braces[0] if braces else None
    return Unclosed(frozenset(literal.union(lost)), tuple(sorted(lost)), brace)


def faults(found: Unclosed, source: str) -> Iterator[str]:
    """What is to be said of it, by lines."""
    for at in found.formulas[:_MOST_TOLD]:
        yield f"line {source.count(chr(10), 0, at) + 1}: a formula begins and does not end"
    if found.brace is not None:
        line = source.count("\n", 0, found.brace) + 1
        yield f"line {line}: a brace is not closed, so that text may be missing"


def _dollars(source: str, start: int, end: int) -> Iterator[int]:
    return (at for at in range(start, end) if source[at] == "$")
