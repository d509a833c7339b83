"""What adding papers to a library costs beside reading and embedding them alone.

    python -m benchmarks.library_adding FOLDER [ROUNDS]

In turns, in one run and without any cache, the papers of FOLDER are opened by a `Verifier`, which
reads, chunks and embeds them, and added to a new library; then added again, unchanged. The ratio of
each round is printed, by the clock and by processor time, of children too.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from vera import Verifier
from vera.core.result import failed
from vera.verification.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.verification.library.adding_report import Added


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds that it took, and of processors' time, by children that ended too."""
    wall, cpu = time.perf_counter(), _cpu()
    work()
    return time.perf_counter() - wall, _cpu() - cpu


def _cpu() -> float:
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(folder: Path, rounds: int) -> str:
    """The whole run; gives what is printed."""
    paths, told = sorted(folder.rglob("*.pdf")), []
    for number in range(rounds):
        verifier = Verifier(embedder="minilm", cache=False)
        library = Library.open(f"add{number}", embedder="minilm", cache=False, create=True).unwrap()
        for each in (verifier, library.verifier):
            each.embedder().unwrap()

        def opened(verifier: Verifier = verifier) -> int:
            return sum(not failed(paper) for paper in verifier.open_all(paths))

        def add(library: Library = library) -> Added:
            return library.add(paths).unwrap()

        alone, added, again = spent(opened), spent(add), spent(add)
        told.append(
            f"{len(paths)} papers: alone {alone[0]:.1f} s ({alone[1]:.1f} s of processors), added"
            f" {added[0]:.1f} s ({added[1]:.1f} s), ratio {added[0] / alone[0]:.2f}"
            f" ({added[1] / alone[1]:.2f}); unchanged {1000 * again[0] / len(paths):.2f} ms a paper"
        )
    return "\n".join(told)


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        os.environ["VERA_LIBRARY_DIR"] = made
        count = int(sys.argv[2]) if len(sys.argv) > 2 else 3
        sys.stdout.write(main(Path(sys.argv[1]), count) + "\n")
