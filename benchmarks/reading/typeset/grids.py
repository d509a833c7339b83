"""The sixty tables: twelve kinds of five each, and the truth of each of them.

In a file of `content/tables`, a blank line ends a table. `| a | b |` is a row; `<` says that the
cell to the left reaches here, `^` the cell above. The first `heads` rows (1) and `stubs` columns
(1) are heads, and so is a cell that runs across the whole table.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from attrs import frozen

from benchmarks.reading.typeset.notation import said

_FOLDER = Path(__file__).parent / "content" / "tables"


@frozen
class GridCell:
    """A cell as its source has it; row and column count from 0."""

    source: str
    row: int
    column: int
    rows: int
    columns: int
    is_head: bool

    @property
    def text(self) -> str:
        """Without its marks."""
        return said(self.source).text


@frozen(slots=False)
class Grid:
    """A table of a kind: `cells` in order of row and column, empty ones with them."""

    kind: str
    number: int
    caption: str
    notes: tuple[str, ...]
    heads: int
    widths: tuple[float, ...]
    cells: tuple[GridCell, ...]

    @property
    def name(self) -> str:
        """Such as "grid-2"."""
        return f"{self.kind}-{self.number}"

    @cached_property
    def width(self) -> int:
        """How many columns it has."""
        return max(cell.column + cell.columns for cell in self.cells)

    @cached_property
    def height(self) -> int:
        """How many rows it has."""
        return max(cell.row + cell.rows for cell in self.cells)


def parse(kind: str, number: int, source: str) -> Grid:
    """One table of a file.

    >>> [cell.columns for cell in parse("made", 1, "| A | B | < |").cells]
    [1, 2]
    """
    lines = source.strip().split("\n")
    rows = [[part.strip() for part in line.split("|")[1:-1]] for line in lines if line[0] == "|"]
    parted = (line.partition(": ") for line in lines if line[0] != "|")
    said_of = [(key, text) for key, _, text in parted]
    about = dict(said_of)
    heads, stubs = int(about.get("heads", 1)), int(about.get("stubs", 1))
    cells = []
    for row, parts in enumerate(rows):
        for column, part in enumerate(parts):
            if part in {"<", "^"}:
                continue
            wide = _run([*parts[column + 1 :]], "<")
            high = _run([below[column] for below in rows[row + 1 :]], "^")
            head = row < heads or column < stubs or wide == len(parts)
            cells.append(GridCell(part, row, column, high, wide, head))
    notes = tuple(text for key, text in said_of if key == "note")
    widths = tuple(map(float, about.get("widths", "").split()))
    return Grid(kind, number, about.get("caption", ""), notes, heads, widths, tuple(cells))


def _run(parts: list[str], sign: str) -> int:
    return next((at for at, part in enumerate(parts) if part != sign), len(parts)) + 1


def grids() -> dict[str, tuple[Grid, ...]]:
    """The tables by kind, the kinds in alphabetical order."""
    return {
        path.stem: tuple(
            parse(path.stem, number, source)
            for number, source in enumerate(path.read_text("utf-8").split("\n\n"), 1)
        )
        for path in sorted(_FOLDER.glob("*.txt"))
    }
