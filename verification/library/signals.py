"""Which signals a search of a library listens to, and how much each counts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Iterable

MEANING, WORDS, GRAPH, RECENCY = "meaning", "words", "graph", "recency"
NAMES = (MEANING, WORDS, GRAPH, RECENCY)
_FINDING = (MEANING, WORDS)
"""The others only look at what these two find."""
WEIGHTS = {MEANING: 0.5, WORDS: 0.5, GRAPH: 0.05, RECENCY: 0.25}
"""Of a score as a share of the signal's best one. ADR 0035 has the figures."""
HALF_LIFE = 365.0
"""Days, where recency is asked for without a number."""


@frozen
class Signals:
    """What a search listens to: all but those in `without`, and recency only where it is asked for.

    `recent` is the number of days in which a document's recency halves; None leaves age out. `now`
    is the time that ages are counted to, in seconds since 1970, and None the clock's.
    """

    without: frozenset[str] = frozenset()
    recent: float | None = None
    now: float | None = None

    @classmethod
    def create(cls, without: Iterable[str] = (), recent: float | None = None) -> Result[Signals]:
        """Signals that were checked; an `InvalidInput` names what is wrong.

        "meaning" or "words" must stay, for the others find nothing by themselves.

        >>> print(Signals.create(["meaning", "words"]).failure())
        choose signals: without must leave meaning or words (got 'meaning, words')
        """
        left_out = tuple(dict.fromkeys(without))
        problems = [
            Problem("without", name, f"must be of {', '.join(NAMES)}")
            for name in left_out
            if name not in NAMES
        ]
        if set(_FINDING) <= set(left_out):
            said = ", ".join(left_out)
            problems.append(Problem("without", said, f"must leave {' or '.join(_FINDING)}"))
        if recent is not None and not (0 < recent < math.inf):
            problems.append(Problem("recent", recent, "must be a number of days above 0"))
        if problems:
            return Failure(InvalidInput("choose signals", tuple(problems)))
        return Success(cls(frozenset(left_out), recent))

    def __contains__(self, name: str) -> bool:
        """Whether the signal of that name is listened to.

        >>> "recency" in Signals(), "recency" in Signals(recent=30), "graph" in Signals()
        (False, True, True)
        """
        return name not in self.without and (name != RECENCY or self.recent is not None)
