"""Lines of text become claims: one a line, or one over several lines where a line was wrapped."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.verdict import Claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MARKER = re.compile(r"(?:[-*•‣]|\(?\d{1,3}[.)])\s+(?=\S)")
_ENDED = re.compile(r"[.!?…。！？][\"'”’»)\]]*$")
_OPEN = re.compile(
    r"(?:[,;:(\[–—-]|\b(?:a|an|and|are|as|at|by|for|from|has|have|in|is|not|of|on|or|than|that|the"
    r"|their|to|was|were|which|with))$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"[,;:)\]%]")
_SMALL = re.compile(r"[a-zà-öø-ÿ]+(?![\w-]*[A-Z\d])")
"""A word in small letters, which "mTOR" and "p53" are not."""
_NARROWEST = 40
"""Nobody wraps text to fewer columns; a shorter line ended because its claim did."""


@frozen
class Line:
    """A line of text, with its number from 1 and the blanks that it begins with."""

    number: int
    text: str

    @property
    def body(self) -> str:
        """Its text without the blanks around it."""
        return self.text.strip()

    @property
    def indent(self) -> int:
        """How many blanks it begins with."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def marker(self) -> int:
        """How many characters of the body are a bullet or a number of a list."""
        found = _MARKER.match(self.body)
        return found.end() if found else 0


def parse_claims(text: str) -> list[Claim]:
    r"""The claims of a text, each with the line it begins on; no claim is cut into sentences.

    Blank lines and lines that start with `#` are skipped and end a claim; a list's bullets and
    numbers are not part of it.

    >>> [claim.text for claim in parse_claims("# mine\nA is\nlarger than B.\nC is small.\n")]
    ['A is larger than B.', 'C is small.']
    """
    claims = claims_of(blocks_of(text))
    return [Claim(joined(lines)[0], lines[0].number) for lines in claims]


def blocks_of(text: str) -> Iterator[list[Line]]:
    """Runs of lines between blank ones and those that start with a #."""
    block: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            block.append(Line(number, line.expandtabs().rstrip()))
        elif block:
            yield block
            block = []
    if block:
        yield block


def claims_of(blocks: Iterable[list[Line]]) -> Iterator[list[Line]]:
    """The lines of each claim.

    A new line is a new claim, unless one of these says that it goes on with the one before, which
    did not end a sentence:

    * it is indented deeper (then whatever the one before ended with);
    * the line before is open: it ends in "of", in a comma, ...;
    * it begins as no sentence does: with a comma, or with a word in small letters where the author
      begins claims with capitals, ends them with stops, or fills lines;
    * the file is wrapped to a width that it shows elsewhere, and the line before was filled to it.

    A bullet or a number always begins a claim.
    """
    every = list(blocks)
    width = _width(every)
    for block in every:
        begins_small = _begins_small(block)
        lines = [block[0]]
        for before, line in pairwise(block):
            deeper = line.indent > lines[0].indent
            if not line.marker and (
                deeper or _goes_on(before, line, begins_small) or _is_filled(before, line, width)
            ):
                lines.append(line)
                continue
            yield lines
            lines = [line]
        yield lines


def joined(lines: Sequence[Line]) -> tuple[str, list[int]]:
    """The claim that lines are, with single blanks, and where in it each of them begins."""
    text, starts = "", []
    for at, line in enumerate(lines):
        body = " ".join((line.body if at else line.body[line.marker :]).split())
        text += " " if text else ""
        starts.append(len(text))
        text += body
    return text, starts


def _begins_small(block: Sequence[Line]) -> bool:
    """Whether claims may begin with small letters here, so that no such line tells a wrapped one.

    That is where the first does, none ends with a stop, and lines are not filled to a width.
    """
    if not _SMALL.match(block[0].body[block[0].marker :]):
        return False
    if any(_ENDED.search(line.body) for line in block):
        return False
    longest = max(len(line.text) for line in block)
    filled = all(_room(before, line) > longest for before, line in pairwise(block))
    return longest < _NARROWEST or not filled


def _goes_on(before: Line, line: Line, begins_small: bool) -> bool:
    """Whether the words of two lines say that the second goes on with the first."""
    if _ENDED.search(before.body):
        return False
    small = _SMALL.match(line.body) is not None and not begins_small
    return bool(small or _OPEN.search(before.body) or _GOES_ON.match(line.body))


def _is_filled(before: Line, line: Line, width: int) -> bool:
    """Whether a line had no room for the first word of the next one, and ends no sentence."""
    return 0 < width < _room(before, line) and not _ENDED.search(before.body)


def _room(before: Line, line: Line) -> int:
    """The columns of a line with the first word of the next one behind it."""
    return len(before.text) + 1 + len(line.body.split()[0])


def _width(blocks: Sequence[Sequence[Line]]) -> int:
    """The columns that a file is wrapped to, 0 for one that is not.

    What shows it are lines that go on for sure: all of them are filled to it, and no line of the
    file is longer than they allow.
    """
    wrapped, tight = 0, 0
    for block in blocks:
        begins_small = _begins_small(block)
        for before, line in pairwise(block):
            if not line.marker and _goes_on(before, line, begins_small):
                wrapped = max(wrapped, len(before.text))
                tight = min(tight or _room(before, line), _room(before, line))
    longest = max((len(line.text) for block in blocks for line in block), default=0)
    return wrapped if wrapped >= _NARROWEST and longest < tight else 0
