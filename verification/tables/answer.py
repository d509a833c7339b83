"""What a table answers to a claim."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from vera.core.document import Span
from vera.core.table import Cell
from vera.verification.retrieval.frame import Frame


class Says(Enum):
    """What the cells say that a claim surely speaks of: the claim, the contrary, or neither."""

    SAME = "same"
    OTHER = "other"
    OPEN = "open"


class Asks(Enum):
    """What a claim asks of a table."""

    CELL = "cell"
    COMPARISON = "comparison"
    BEST = "best"
    TEXT = "text"


@frozen(eq=False)
class Answer:
    """The answer of the cells that a claim speaks of; `cells` are those, best first.

    `claim` and `paper` are what differs where they say other than it, `place` is where; `why` says
    what was compared.
    """

    frame: Frame
    asks: Asks
    says: Says
    cells: tuple[Cell, ...]
    why: str = ""
    claim: str = ""
    paper: str = ""
    place: Span | None = None
