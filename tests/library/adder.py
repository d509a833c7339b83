"""Adds papers to a library of a fake embedder, as a process that can be killed.

Its arguments are the library's name, the milliseconds that each paper takes to embed, and paths.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from tests.fakes import FakeEmbedder
from tests.library.shelves import shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.core.ports import Matrix, Role
    from vera.core.result import Result


class _Slow(FakeEmbedder):
    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        time.sleep(self._seconds)
        return super().embed(texts, role, progress)


if __name__ == "__main__":
    name, pause, *paths = sys.argv[1:]
    library = shelf(name, embedder=_Slow(int(pause) / 1000))
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    library.add(paths).unwrap()
