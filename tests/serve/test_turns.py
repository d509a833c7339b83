"""Turns at one thing that several ask for."""

from __future__ import annotations

import threading
from collections import Counter

from vera.verify.serve.turns import Turns

_PATIENCE = 60.0


def test_of_those_who_wait_the_last_has_the_next_turn() -> None:
    """One is at it, the second gives way as soon as a third asks, and others are not touched."""
    asked = Counter[int]()
    turns, told = Turns(asked), list[tuple[str, bool]]()

    def ask(name: str) -> threading.Thread:
        def run() -> None:
            with turns.turn(0) as mine:
                told.append((name, mine))

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    with turns.turn(0) as mine, turns.turn(1) as other:
        assert mine
        assert other
        second = ask("second")
        while asked[0] < 2:
            second.join(0.01)
        third = ask("third")
        second.join(_PATIENCE)
        assert told == [("second", False)]
    third.join(_PATIENCE)
    assert told == [("second", False), ("third", True)]
    with turns.turn(0) as mine:
        assert mine
