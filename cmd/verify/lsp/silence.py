"""Comments of a manuscript that say what of it is not to be checked.

`vera: off` and `vera: on` around a part, `vera: ignore-next` before the next sentence that cites:
as a comment of LaTeX (%), Markdown (<!-- -->) or Typst (//), and behind # in plain text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = r"vera:\s*(off|on|ignore-next)"
_MARKDOWN = re.compile(rf"<!--\s*{_WORD}\s*-->")
_TEXT = re.compile(rf"^\s*#\s*{_WORD}\s*$")
_FORMS = {
    ".tex": re.compile(rf"(?<!\\)%\s*{_WORD}\s*$"),
    ".typ": re.compile(rf"(?<!:)//\s*{_WORD}\s*$"),
    ".txt": _TEXT,
    ".text": _TEXT,
}


def form_of(suffix: str) -> re.Pattern[str]:
    """How such a comment is written in a file with that suffix."""
    return _FORMS.get(suffix, _MARKDOWN)


def silenced(lines: Sequence[str], suffix: str, at: Sequence[int]) -> frozenset[int]:
    """Which of the lines `at`, from 1 and in order, on which sentences begin, are silenced.

    >>> source = ["A [1].", "<!-- vera: ignore-next -->", "B [1].", "C [1].", "<!-- vera: off -->"]
    >>> sorted(silenced([*source, "D [1]."], ".md", [1, 3, 4, 6]))
    [3, 6]
    """
    form, off, next_is, told = form_of(suffix), False, False, set()
    waiting = sorted(set(at))
    for number, line in enumerate(lines, 1):
        for found in form.finditer(line):
            off = {"off": True, "on": False}.get(found[1], off)
            next_is = next_is or found[1] == "ignore-next"
        while waiting and waiting[0] <= number:
            begun = waiting.pop(0)
            if off or next_is:
                told.add(begun)
            next_is = False
    return frozenset(told)


def without_comments(text: str) -> str:
    """Plain text without them, line for line: it has no comments of its own."""
    return "\n".join("" if _TEXT.match(line) else line for line in text.split("\n"))
