"""How far the work is, for a person who waits for it."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import Progress


class Waiting:
    """Progress with the time that is left, on standard error, on a terminal only."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._shown = sys.stderr.isatty() and not quiet
        self._bars: Progress | None = None

    def __enter__(self) -> Self:
        if self._shown:
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(elapsed_when_finished=True),
            )
            self._bars = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bars.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bars is not None:
            self._bars.stop()

    def on(self, what: str) -> Callable[[int, int], None]:
        """A bar for `what`, and the function that moves it to `done` of `total`."""
        if self._bars is None:
            return lambda _done, _total: None
        bars = self._bars
        bar = bars.add_task(printable(what), total=None)
        return lambda done, total: bars.update(bar, completed=done, total=total)

    def on_papers(self, what: str) -> tuple[Callable[[int, int], None], Callable[[int], None]]:
        """A bar for papers that are read, and the functions that move it and count their pages.

        It shows how many are done and of how many, pages a second, and the time left.
        """
        move, read, start = self.on(what), [0], time.monotonic()

        def progress(done: int, total: int) -> None:
            move(done, total)
            if self._bars is not None and done:
                speed = read[0] / max(time.monotonic() - start, 0.001)
                said = f"{printable(what)}: {done:,} of {total:,}, {speed:.3g} pages/s"
                self._bars.update(self._bars.task_ids[-1], description=said)

        def pages(count: int) -> None:
            read[0] += count

        return progress, pages
