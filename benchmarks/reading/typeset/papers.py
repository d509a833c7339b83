"""The ten papers, as blocks in the order of the page.

In a file of `content/papers`, a blank line ends a block. `title:`, `note 3:`, `figure:` and so on
name what a block is, `#` is a heading, `table` the place of the layout's next table, and all else a
paragraph of the body.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

_FOLDER = Path(__file__).parent / "content" / "papers"
_NAMED = re.compile(r"([a-z]+(?:-[a-z]+)?)(?: (\S+))?: ")


@frozen
class Block:
    """A block: `role` is what it is, `key` the mark of a note or the level of a heading."""

    role: str
    source: str
    key: str = ""

    @property
    def parts(self) -> list[str]:
        """What bars between blanks part in it."""
        return [part.strip() for part in self.source.split(" | ")]


@frozen
class Figure:
    """The words of a drawing with two panels."""

    x: str
    y: str
    xticks: tuple[str, ...]
    yticks: tuple[str, ...]
    legend: tuple[str, ...]
    panels: tuple[str, ...]

    @classmethod
    def of(cls, block: Block) -> Figure:
        """The figure that a block describes."""
        said = dict(part.split("=") for part in block.parts)
        xticks, yticks, panels = (
            tuple(said[key].split(", ")) for key in ("xticks", "yticks", "panels")
        )
        legend = tuple(said["legend"].split("; "))
        return cls(said["x"], said["y"], xticks, yticks, legend, panels)

    @property
    def words(self) -> tuple[str, ...]:
        """All that is written in it."""
        return (self.x, self.y, *self.xticks, *self.yticks, *self.legend, *self.panels)


def blocks_of(source: str) -> tuple[Block, ...]:
    r"""The blocks of a paper's file.

    >>> blocks_of("# Aim\n\nWe ask.")[1]
    Block(role='body', source='We ask.', key='')
    """
    found = []
    for line in filter(None, source.split("\n")):
        if line.startswith("#"):
            hashes, _, title = line.partition(" ")
            found.append(Block("heading", title, str(len(hashes))))
        elif line == "table":
            found.append(Block("table", ""))
        elif named := _NAMED.match(line):
            found.append(Block(named[1], line[named.end() :], named[2] or ""))
        else:
            found.append(Block("body", line))
    return tuple(found)


def paper(name: str) -> tuple[Block, ...]:
    """The paper of a layout."""
    return blocks_of((_FOLDER / f"{name}.txt").read_text("utf-8"))
