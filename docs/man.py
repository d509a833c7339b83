"""Writes the pages of `man verify` from the commands: python docs/man.py FOLDER. ADR 55.

click-man writes all but what stands behind the options in a command's help (examples, exit codes,
the environment); that is put behind it here.
"""

from __future__ import annotations

import re
import sys
from copy import copy
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click_man.core import generate_man_page

from vera.verify import cli

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DATE = "2026-11-23"
"""Of this version; with the day on which they are made, pages would differ that say the same."""
_HEADING = re.compile(r"^(\S.*):$", re.MULTILINE)


def write(folder: Path) -> None:
    """Write a page for each command into a folder, and remove those of commands that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.1"):
        old.unlink()
    commands = {name: import_module(module).command for name, module in cli.COMMANDS.items()}
    for name, page in _pages("verify", cli.command, commands):
        (folder / f"{name}.1").write_text(page, "utf-8")


def _pages(
    name: str, command: click.Command, below: Mapping[str, click.Command]
) -> Iterator[tuple[str, str]]:
    """The page of a command and those of the commands below it: names, and troff."""
    shown = _whole(command)
    shown.commands = {each: _whole(it) for each, it in below.items()}  # type: ignore[attr-defined]
    context = click.Context(shown, info_name=name, max_content_width=100)
    page: str = generate_man_page(context, version("vera-verify"), _DATE)
    # `\b` keeps click from wrapping what follows, and is no text.
    yield name.replace(" ", "-"), page.replace("\b", "") + _epilog(command)
    for each, it in below.items():
        yield from _pages(f"{name} {each}", it, getattr(it, "commands", {}))


def _whole(command: click.Command) -> click.Command:
    """A command whose short help is its first sentence, not what fits on a line."""
    made = copy(command)
    made.short_help = " ".join((command.help or "").split("\n\n")[0].split())
    return made


def _epilog(command: click.Command) -> str:
    """What stands behind the options: each of its headings a section, its lines as they are."""
    parts = _HEADING.split((command.epilog or "").replace("\b", ""))
    heads, texts = parts[1::2], parts[2::2]
    return "".join(
        f'.SH "{head.upper()}"\n.nf\n{_verbatim(text)}\n.fi\n'
        for head, text in zip(heads, texts, strict=True)
    )


def _verbatim(text: str) -> str:
    escaped = text.strip("\n").replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped, flags=re.MULTILINE)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
