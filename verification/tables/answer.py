"""What a table answers to a claim."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from vera.core.document import Span
from vera.core.table import Cell
from vera.verification.retrieval.frame import Frame


class Says(Enum):
    """What the cells say that a claim names: the same, something else, or nothing that is sure."""

    SAME = "same"
    OTHER = "other"
    OPEN = "open"


class Asks(Enum):
    """What a claim asks of a table: one cell, two in order, the most of a line, a cell of words."""

    CELL = "cell"
    COMPARISON = "comparison"
    BEST = "best"
    TEXT = "text"


@frozen(eq=False)
class Answer:
    """The answer of the cells that a claim names.

    Where they say something else, `claim` and `paper` are what differs, and `place` is where.
    """

    frame: Frame
    asks: Asks
    says: Says
    cells: tuple[Cell, ...]
    claim: str = ""
    paper: str = ""
    place: Span | None = None
