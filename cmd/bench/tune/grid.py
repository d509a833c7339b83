"""What is tried: every way to combine embedder, chunker, size, overlap and top-k."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from vera.core.chunk import ChunkConfig
from vera.core.result import Result, traverse
from vera.verification import wiring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.settings import Settings


@frozen
class Cell:
    """One combination; `size` is as on the command line of verify, a number and maybe a letter.

    `size` and `overlap` are None for a chunker that takes none.
    """

    embedder: str
    chunker: str
    size: str | None
    overlap: float | None
    top_k: int

    @property
    def chunking(self) -> tuple[str, str | None, float | None]:
        """What the chunks depend on."""
        return self.chunker, self.size, self.overlap

    def __str__(self) -> str:
        how = self.chunker if self.size is None else f"{self.chunker} {self.size}"
        shared = "" if self.overlap is None else f", overlap {self.overlap:g}"
        return f"{self.embedder}: {how}{shared}, top-k {self.top_k}"


def default_cell(embedder: str) -> Cell:
    """The engine's own settings.

    >>> print(default_cell("minilm"))
    minilm: sentence 3000, overlap 0.2, top-k 3
    """
    config = ChunkConfig()
    return Cell(embedder, "sentence", str(config.target), config.overlap, 3)


def cells_of(
    embedders: Sequence[str],
    chunkers: Sequence[str],
    sizes: Sequence[str],
    overlaps: Sequence[float],
    depths: Sequence[int],
) -> list[Cell]:
    """Every combination, each once, and the default of the first embedder, which comes first.

    >>> [str(cell) for cell in cells_of(["minilm"], ["none"], ["9"], [0], [1])]
    ['minilm: sentence 3000, overlap 0.2, top-k 3', 'minilm: none, top-k 1']
    """
    first = default_cell(embedders[0])
    made = (Cell(*each) for each in product(embedders, chunkers, sizes, overlaps, depths))
    bare = (
        evolve(each, size=None, overlap=None) if each.chunker == "none" else each for each in made
    )
    return list(dict.fromkeys([first, *bare]))


def settings_of(cell: Cell) -> Result[Settings]:
    """The engine's settings of a cell, for the bare rule: the only one that looks at chunks."""
    made = wiring.settings(cell.chunker, cell.size, cell.overlap, top_k=cell.top_k)
    return made.map(lambda settings: evolve(settings, rule="cosine"))


def checked(cells: Sequence[Cell]) -> Result[tuple[Settings, ...]]:
    """The settings of all cells, or the first that is unsound."""
    return traverse(settings_of, cells)


def cell_of(said: dict[str, Any]) -> Cell:
    """A cell from its JSON."""
    return Cell(**said)


def config_text(cell: Cell, why: str) -> str:
    r"""The settings of a cell as a file that `verify --config` reads (TOML).

    >>> print(config_text(default_cell("minilm"), "Chosen."), end="")
    # Chosen.
    embedder = "minilm"
    chunker = "sentence"
    chunk-size = "3000"
    overlap = 0.2
    top-k = 3
    """
    lines = [*(f"# {line}" for line in why.splitlines())]
    lines += [f'embedder = "{cell.embedder}"', f'chunker = "{cell.chunker}"']
    if cell.size is not None:
        lines.append(f'chunk-size = "{cell.size}"')
    if cell.overlap is not None:
        lines.append(f"overlap = {cell.overlap!r}")
    return "\n".join([*lines, f"top-k = {cell.top_k}"]) + "\n"
