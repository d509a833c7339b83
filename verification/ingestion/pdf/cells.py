"""The cells of a table on a page: as printed, in their places, and with their lines."""

from __future__ import annotations

import re

from attrs import define, field, frozen

from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.rows_of_words import Word

_NUMBER = re.compile(r"\d")
_NAMED = re.compile(r"[^\W\d_](?!\s*[=<>≤≥≈])")
"""What begins with a letter is a name ("P1"), but for what says a value of one ("p < 0.05")."""
_DASH = re.compile(r"[\W_]+|n/?a|n\.?s\.?|yes|no|nan", re.IGNORECASE)


@frozen(eq=False)
class Laid:
    """A cell as `vera.core.table.Cell`, with its lines instead of a span."""

    row: int
    column: int
    rows: int
    columns: int
    is_head: bool
    lines: tuple[Line, ...]


@define(eq=False)
class Placed:
    """Words in columns `first` to `last` of a row."""

    first: int
    last: int
    words: list[Word]

    @property
    def text(self) -> str:
        """Its words, parted by blanks."""
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        """Its left end."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """Its right end."""
        return max(word.x1 for word in self.words)


@define(eq=False)
class Row:
    """A row of cells: the lines of each, from the left. `band` counts the level rules above."""

    cells: list[Placed]
    baseline: float
    last: float
    size: float
    band: int = 0
    lines: int = 1
    is_head: bool = field(default=False)

    def at(self, column: int) -> Placed | None:
        """What stands in that column."""
        return next((it for it in self.cells if it.first <= column <= it.last), None)

    @property
    def filled(self) -> int:
        """How many columns something stands in."""
        return sum(it.last - it.first + 1 for it in self.cells)

    @property
    def spans(self) -> bool:
        """Whether a cell of it runs over several columns."""
        return any(it.last > it.first for it in self.cells)

    def take(self, other: Row) -> None:
        """Let the lines of another row, which stands below, be lines of its cells."""
        for it in other.cells:
            mine = [own for own in self.cells if own.first <= it.last and it.first <= own.last]
            if mine:
                mine[0].words.extend(it.words)
                mine[0].first = min(mine[0].first, it.first)
                mine[0].last = max(mine[0].last, it.last)
                for further in mine[1:]:
                    mine[0].words.extend(further.words)
                    mine[0].last = max(mine[0].last, further.last)
                    self.cells.remove(further)
            else:
                self.cells.append(it)
        self.cells.sort(key=lambda it: it.first)
        self.last, self.lines = other.last, self.lines + other.lines


def is_number(text: str) -> bool:
    """Whether a cell gives a value: more digits than letters, a dash, yes or no.

    >>> [is_number(it) for it in ("0.91 ± 0.02", "–", "12 ms", "P1", "p < 0.05", "Yes")]
    [True, True, True, False, True, True]
    """
    if _DASH.fullmatch(text):
        return True
    if _NAMED.match(text):
        return False
    digits = len(_NUMBER.findall(text))
    return digits > 0 and sum(map(str.isalpha, text)) <= digits


@frozen(eq=False)
class Settled:
    """A cell of a table that is not written yet: as `vera.core.table.Cell`, with its words."""

    row: int
    column: int
    rows: int
    columns: int
    is_head: bool
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """Its words, parted by blanks."""
        return " ".join(word.text for word in self.words)
