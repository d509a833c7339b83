"""Reads CLI tests, which are text files: commands, what they must print, and the files they need.

# What the script shows, in a sentence.
$ verify claims.txt paper.txt
| a line of standard output; [..] stands for anything
! a line of standard error
= the exit code
-- claims.txt --
the content of a file, up to the next such line
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from pathlib import Path

_FILE = re.compile(r"-- (\S+) --")


@frozen
class Step:
    """A command and what is expected of it."""

    arguments: list[str]
    output: list[str] = field(factory=list)
    errors: list[str] = field(factory=list)
    codes: list[int] = field(factory=list)


@frozen
class Script:
    """A whole test: `files` maps names to contents."""

    steps: list[Step]
    files: dict[str, str]


def read_script(path: Path) -> Script:
    """Read a script; a line that means nothing is a ValueError."""
    steps: list[Step] = []
    files: dict[str, str] = {}
    name = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if found := _FILE.fullmatch(line):
            name = found[1]
            files[name] = ""
        elif name:
            files[name] += line + "\n"
        elif line.startswith("$ verify"):
            steps.append(Step(shlex.split(line.removeprefix("$ verify"))))
        elif steps and line.startswith("|"):
            steps[-1].output.append(line[2:])
        elif steps and line.startswith("!"):
            steps[-1].errors.append(line[2:])
        elif steps and line.startswith("= "):
            steps[-1].codes.append(int(line[2:]))
        elif line and not line.startswith("#"):
            raise ValueError(f"{path.name}:{number}: not understood: {line}")
    if any(len(step.codes) != 1 for step in steps) or not steps:
        raise ValueError(f"{path.name}: every command needs one exit code")
    return Script(steps, files)


def matches(expected: list[str], printed: str) -> bool:
    """Whether what was printed is what is expected, line by line."""
    lines = printed.splitlines()
    patterns = (".*".join(map(re.escape, line.split("[..]"))) for line in expected)
    return len(lines) == len(expected) and all(
        re.fullmatch(pattern, line) for pattern, line in zip(patterns, lines, strict=True)
    )
