"""Servers that answer well at first and then badly, each in a way of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tests.fakes import FakeOllama

if TYPE_CHECKING:
    from collections.abc import Callable

    Rows: TypeAlias = list[list[float]]
    Turn: TypeAlias = Callable[[Rows, Rows], Rows]

_chance = np.random.default_rng(15)


def _swapped(rows: Rows, one: int, other: int) -> Rows:
    rows = list(rows)
    rows[one % len(rows)], rows[other % len(rows)] = rows[other % len(rows)], rows[one % len(rows)]
    return rows


def _at_random(rows: Rows) -> Rows:
    one, other = _chance.choice(len(rows), 2, replace=False) if len(rows) > 1 else (0, 0)
    return _swapped(rows, one, other)


def _noisy(rows: Rows) -> Rows:
    clear = np.array(rows)
    rough = clear + 0.3 * _chance.standard_normal(clear.shape) / np.sqrt(clear.shape[1])
    noisy: Rows = (rough / np.linalg.norm(rough, axis=1, keepdims=True)).tolist()
    return noisy


def _fixed(rows: Rows, kinds: int) -> Rows:
    """So many vectors by turns, the same in every answer."""
    unit: Rows = np.eye(kinds, len(rows[0])).tolist()
    return [unit[at % kinds] for at in range(len(rows))]


TURNS: dict[str, Turn] = {
    "one vector": lambda rows, _: _fixed(rows, 1),
    "one of its own": lambda rows, _: [rows[0]] * len(rows),
    "two by turns": lambda rows, _: _fixed(rows, 2),
    "an old vector": lambda rows, before: [(before or rows)[0]] * len(rows),
    "by place, 2": lambda rows, _: [rows[at % 2] for at in range(len(rows))],
    "by place, 7": lambda rows, _: [rows[at % 7 % len(rows)] for at in range(len(rows))],
    "reversed": lambda rows, _: rows[::-1],
    "rotated": lambda rows, _: rows[1:] + rows[:1],
    "rotated by half": lambda rows, _: rows[len(rows) // 2 :] + rows[: len(rows) // 2],
    "the batch before": lambda rows, before: [
        (before or rows)[at % len(before or rows)] for at in range(len(rows))
    ],
    "noise": lambda rows, _: _noisy(rows),
}
"""What becomes of the rows of an answer, given those of the answer before."""

SWAPS: dict[str, Turn] = {
    "the first two swapped": lambda rows, _: _swapped(rows, 0, 1),
    "the ends swapped": lambda rows, _: _swapped(rows, 0, -1),
    "two swapped at random": lambda rows, _: _at_random(rows),
}
"""Those of which a batch shows only some."""


class TurningOllama(FakeOllama):
    """Answers well until its `after`-th answer with vectors, and from it on as `turn` has it."""

    def __init__(self, turn: Turn, after: int, max_tokens: int = 64) -> None:
        super().__init__(max_tokens=max_tokens)
        self.turn, self.after = turn, after
        self.answered = 0
        self._before: Rows = []

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:
        """As a sound server does, but for the vectors."""
        status, answer = super().answer(path, body)
        if path != "/api/embed" or status != 200 or not isinstance(answer, dict):
            return status, answer
        self.answered += 1
        rows, before = answer["embeddings"], self._before
        self._before = rows
        if self.answered >= self.after:
            answer["embeddings"] = self.turn(rows, before)
        return status, answer
