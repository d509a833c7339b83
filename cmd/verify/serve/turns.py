"""Who may do a thing next that several ask for: one at a time, and of those who wait the last."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import Factory, define

if TYPE_CHECKING:
    from collections.abc import Iterator


@define(eq=False)
class Turns:
    """Turns at things that are numbered; any thread may ask for one."""

    _asked: Counter[int] = Factory(Counter)
    _taken: set[int] = Factory(set)
    _changed: threading.Condition = Factory(threading.Condition)

    @contextmanager
    def turn(self, at: int) -> Iterator[bool]:
        """Wait for a turn at a thing; false at once where somebody asked for one since."""
        with self._changed:
            self._asked[at] += 1
            number = self._asked[at]
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._asked[at] != number or at not in self._taken)
            mine = self._asked[at] == number
            if mine:
                self._taken.add(at)
        try:
            yield mine
        finally:
            if mine:
                with self._changed:
                    self._taken.discard(at)
                    self._changed.notify_all()
