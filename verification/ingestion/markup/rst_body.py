"""What is indented below a directive of reStructuredText: its argument, options and content."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPTION = re.compile(r"\s*:(?P<name>[\w-]+):\s*(?P<said>.*?)\s*$")


@frozen
class Body:
    """The lines of it by their numbers: the directive's own, that of the content, that behind it.

    `lines` are those of the content, which begin at `starts`.
    """

    first: int
    content: int
    end: int
    argument: tuple[str, ...]
    options: Mapping[str, str]
    lines: Sequence[str]
    starts: Sequence[int]

    @classmethod
    def below(cls, lines: Sequence[str], first: int, depth: int, starts: Sequence[int]) -> Body:
        """That of a directive which stands on a line and is so deep."""
        end = at = first + 1
        for number in range(end, len(lines)):
            line = lines[number]
            if line.strip() and len(line) - len(line.lstrip()) <= depth:
                break
            end = number + 1 if line.strip() else end
        argument = []
        while at < end and lines[at].strip() and not _OPTION.match(lines[at]):
            argument.append(lines[at])
            at += 1
        options: dict[str, str] = {}
        while at < end and (found := _OPTION.match(lines[at])):
            options[found["name"]] = found["said"]
            at += 1
        while at < end and not lines[at].strip():
            at += 1
        return cls(first, at, end, tuple(argument), options, lines[at:end], starts[at:end])

    def paragraphs(self) -> Iterator[tuple[int, str]]:
        """Where each paragraph of the content begins, and its text on one line."""
        said: list[str] = []
        begun = 0
        for start, line in zip((*self.starts, 0), (*self.lines, ""), strict=True):
            if line.strip():
                begun = begun if said else start
                said.append(line.strip())
            elif said:
                yield begun, " ".join(said)
                said = []
