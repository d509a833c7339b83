"""Comments of a manuscript that say what of it is not to be checked.

`vera: off` and `vera: on` around a part, `vera: ignore-next` before the next sentence that cites:
as a comment of LaTeX (%), Markdown (<!-- -->), Typst (//), Org (#) or
reStructuredText (..), and behind # in plain text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.verification.manuscript.reading import Manuscript

_WORD = r"vera:\s*(off|on|ignore-next)"
_MARKDOWN = re.compile(rf"<!--\s*{_WORD}\s*-->")
_TEXT = re.compile(rf"^\s*#\s*{_WORD}\s*$")
_FORMS = {
    ".tex": re.compile(rf"(?<!\\)%\s*{_WORD}\s*$"),
    ".typ": re.compile(rf"(?<!:)//\s*{_WORD}\s*$"),
    ".org": _TEXT,
    ".rst": re.compile(rf"^\s*\.\.\s+{_WORD}\s*$"),
    ".txt": _TEXT,
    ".text": _TEXT,
}
_PLAIN = frozenset((".txt", ".text"))
SUFFIXES = frozenset((*_FORMS, ".md", ".markdown", ".qmd", ".rmd"))
"""Of files whose text has the lines of the file, in which such comments can be found."""
_ENDS = re.compile(r"\r\n|\n|\r")


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


def lines_of(source: str) -> list[str]:
    """The lines of a text without their ends, as an editor counts them."""
    return _ENDS.split(source)


def to_read(text: str, suffix: str) -> str:
    """What is read of a file with that suffix, line for line.

    Plain text goes without these comments: it has none of its own.
    """
    if suffix not in _PLAIN:
        return text
    return "\n".join("" if _TEXT.match(line) else line for line in text.split("\n"))


def heard(manuscript: Manuscript, lines: Mapping[Path, Sequence[str]]) -> Manuscript:
    """The manuscript without what its comments silence, which is counted.

    `lines` are those of its files, by resolved path; a file that is not among them has no comments.
    """
    begun: dict[Path, list[int]] = {path: [] for path in lines}
    files = [Path(it.file).resolve() for it in manuscript.claims]
    for it, path in zip(manuscript.claims, files, strict=True):
        begun.setdefault(path, []).append(it.line)
    silent = {
        path: silenced(lines.get(path, ()), path.suffix.lower(), at) for path, at in begun.items()
    }
    both = list(zip(manuscript.claims, files, strict=True))
    left = tuple(it for it, path in both if it.line not in silent[path])
    gone = {(path, it.said.span) for it, path in both if it.line in silent[path]}
    return evolve(manuscript, claims=left, silenced=len(gone))
