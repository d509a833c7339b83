"""A library on a PostgreSQL server beside one in a file: the same papers, in one run.

    python -m benchmarks.stores DATA/scifact FOLDER [PAPERS]

Adds so many (1,000) abstracts of SciFact to both and asks both for 100 claims. The server is that
of the tests, on this machine. Prints seconds and their ratio; "written" is what the store took of
adding.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.library import cited, write_papers
from tests.library.server import PostgresServer
from vera.verification.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.core.result import Result
    from vera.verification.library.store import Connection

_CLAIMS = 100


class _Watched:
    """Counts the seconds that a library's store takes to write."""

    def __init__(self, library: Library) -> None:
        self.seconds = 0.0
        self._write = library._database.write
        library._database.write = self._timed  # type: ignore[method-assign,assignment]

    def _timed(self, op: str, work: Callable[[Connection], Result[object]]) -> Result[object]:
        began = time.perf_counter()
        done = self._write(op, work)
        self.seconds += time.perf_counter() - began
        return done


def measure(name: str, papers: list[Path], claims: list[str]) -> dict[str, float]:
    """Seconds of each step with the library of a name, which is made."""
    library = Library.open(name, embedder="minilm", create=True).unwrap()
    watched, began = _Watched(library), time.perf_counter()
    library.add(papers).unwrap()
    told = {"add": time.perf_counter() - began, "written": watched.seconds}
    library.close()
    library = Library.open(name, embedder="minilm").unwrap()
    library.verifier.embed_claims([]).unwrap()
    began = time.perf_counter()
    library.search(claims[0]).unwrap()
    told["first search"] = time.perf_counter() - began
    began = time.perf_counter()
    for claim in claims:
        library.search(claim).unwrap()
    told["next search"] = (time.perf_counter() - began) / len(claims)
    began = time.perf_counter()
    library.add(papers).unwrap()
    told["unchanged"] = time.perf_counter() - began
    told["MB"] = library.condition().unwrap().size / 1e6
    library.close()
    return told


def main(data: Path, folder: Path, count: int) -> str:
    """The whole run; gives a table."""
    write_papers(data, folder / "papers")
    papers = sorted((folder / "papers").iterdir())[:count]
    claims = list(cited(data))[:_CLAIMS]
    os.environ["VERA_LIBRARY_DIR"] = str(folder / f"libraries-{os.getpid()}")
    for paper in papers:  # both find the vectors in the cache
        paper.touch()
    server = PostgresServer()
    measure("warm", papers, claims[:1])
    one, two = measure("file", papers, claims), measure(f"{server.url()}#stores", papers, claims)
    server.close()
    lines = [f"{count} papers", "| | file | server | ratio |", "|---|---|---|---|"]
    lines += [f"| {it} | {one[it]:.3f} | {two[it]:.3f} | {two[it] / one[it]:.2f} |" for it in one]
    return "\n".join(lines)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.stdout.write(
        main(Path(given[0]), Path(given[1]), int(given[2] if given[2:] else 1000)) + "\n"
    )
