"""Where code can be parted: between functions and classes, then between their members."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

FENCE = re.compile(
    r"[ \t>]*+(?:[-*+]|\d{1,9}[.)])?[ \t]*+(?:`{3,}|~{3,})[ \t]*+\{?\.?(?P<language>[\w+#-]*)"
)
"""What begins and ends code in Markdown, behind the marks of a quote or an item."""
_CLOSER = re.compile(
    r"\s*+(?:[})\]{>]|</|(?:end|else|elif|elsif|except|finally|catch|then|fi|done|esac)\b)"
)
"""A line that goes on with what is above it."""
_PYTHON = {"python", "python3", "py"}
_LOOKS_LIKE_PYTHON = re.compile(
    r"^[ \t]*(?:async[ \t]+)?(?:def|class)\b.*:[ \t]*(?:#.*)?$", re.MULTILINE
)
_LONGEST_PARSED = 100_000
"""Characters: longer code is left to the rule for any language."""


@frozen
class _Line:
    start: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def goes_on(self) -> bool:
        return self.is_blank or FENCE.match(self.text) is not None or bool(_CLOSER.match(self.text))


def _lines(text: str, low: int, high: int) -> list[_Line]:
    lines, at = [], low
    for line in re.split(r"(?<=\n)", text[low:high]):
        lines.append(_Line(at, line))
        at += len(line)
    return lines


def lines(text: str, low: int, high: int) -> list[int]:
    """Where each line of text[low:high] begins but the first; a fence stays with its code."""
    found = [line for line in _lines(text, low, high) if not line.is_blank]
    opened = next((at for at, line in enumerate(found) if not FENCE.match(line.text)), 0)
    return [line.start for line in found[opened + 1 :] if not FENCE.match(line.text)]


def parts(text: str, low: int, high: int, language: str = "") -> list[int]:
    r"""Where the definitions in text[low:high] begin, but the first; or those inside the only one.

    Python that parses is parted at its statements. Other code is parted where a line stands as far
    left as any, and follows a blank line or one that only closes: a brace, or "end".

    >>> code = "int a() {\n  return 1;\n}\nint b() {\n\n  return 2;\n}\n"
    >>> [code[at:at + 7] for at in parts(code, 0, len(code))]
    ['int b()']
    """
    found = _lines(text, low, high)
    inner = [line for line in found if not FENCE.match(line.text)]
    code = "".join(line.text for line in inner)
    if language.lower() in _PYTHON or (not language and _LOOKS_LIKE_PYTHON.search(code)):
        statements = _statements(code)
        if statements:
            return [inner[at].start for at in statements]
    return _unindented(inner)


def _unindented(found: Sequence[_Line]) -> list[int]:
    """By the rule for any language: at the least indentation, else at the next deeper one."""
    for depth in sorted({line.indent for line in found if not line.is_blank})[:2]:
        starts = [
            line.start
            for before, line in pairwise(found)
            if line.indent == depth and not line.goes_on and before.goes_on
        ]
        first = next((line.start for line in found if not line.is_blank), 0)
        starts = [start for start in starts if start > first]
        if starts:
            return starts
    return []


def _statements(code: str) -> list[int]:
    """The numbers of the lines at which Python's statements begin, but the first; [] if none."""
    if "\r" in code.replace("\r\n", ""):  # lines that Python counts in another way
        return []
    tree = _parsed(textwrap.dedent(code))
    body: Sequence[ast.stmt] = tree.body if tree else ()
    while len(body) == 1:
        body = getattr(body[0], "body", ())
    above = code.split("\n")
    return sorted({number for one in body[1:] if (number := _first_line(one, above)) > 0})


def _first_line(statement: ast.stmt, above: Sequence[str]) -> int:
    """From 0, with its decorators and the comment on the lines directly before it."""
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", ())
    first = min([statement.lineno, *(one.lineno for one in decorators)]) - 1
    while first and above[first - 1].lstrip().startswith("#"):
        first -= 1
    return first


def _parsed(code: str) -> ast.Module | None:
    """The tree, or None for what is no Python, or too much of it."""
    if len(code) > _LONGEST_PARSED:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the code's own escapes
        try:
            return ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def language(text: str, low: int, high: int) -> str:
    r"""What the fence above the code names, if there is one.

    >>> language("~~~ {.rust}\nfn a() {}\n~~~", 0, 24)
    'rust'
    """
    found = FENCE.match(text, low, high)
    return found["language"] if found else ""


def is_fence(line: str) -> bool:
    """Whether the line opens or closes a block of code."""
    return FENCE.match(line) is not None
