"""How adding and searching grow with a library, from 10,000 chunks to a million.

    python -m benchmarks.library_growth PAPERS FOLDER [CHUNKS...]

Reads and embeds the papers in PAPERS, and makes chunks of theirs: each is a mixture of two real
ones with noise, in vector and words, written as a paper's chunks are. At each of the sizes,
processes of their own search, and add one paper more; FOLDER/growth.json and FOLDER/growth.png tell
what it took. The library lies in FOLDER, and a run that was ended goes on from its size.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from vera import Verifier
from vera.core.chunk import Chunk
from vera.core.document import Document, Span
from vera.core.result import Result, Success, failed
from vera.verification.language.words import content, words
from vera.verification.library import Library, chunks, documents, generations, link_rows, places
from vera.verification.library.citing import links_of
from vera.verification.library.manifest import Manifest
from vera.verification.library.places import AddedFile
from vera.verification.retrieval.passages import Passages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vera.verification.library.store import Connection

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
NAME = "growth"
EACH = 50
"""Chunks of a made-up paper."""
CLAIMS = 40
_NOISE = 0.3
"""The length of the noise in a vector of length 1."""


@frozen
class Real:
    """Papers that were read: one for their manifest and form, chunks as stems, all vectors."""

    example: Passages
    manifest: Manifest
    stems: list[list[str]]
    chunks: NDArray[np.float32]
    units: NDArray[np.float32]
    claims: list[str]


def read(folder: Path) -> Real:
    """What chunks are made of; a paper that cannot be read is left out."""
    verifier = Verifier(embedder="minilm")
    found = [it.unwrap().passages for it in verifier.open_all(sorted(folder.rglob("*.pdf")))
             if not failed(it)]  # fmt: skip
    units = [text for it in found for text in it.texts if 60 <= len(text) <= 300]
    every = slice(None, None, max(len(units) // CLAIMS, 1))
    return Real(
        found[0],
        Manifest.of(verifier.embedder().unwrap(), verifier.settings),
        [content(words(chunk.text)) for it in found for chunk in it.chunks],
        np.concatenate([it.chunk_rows for it in found]),
        np.concatenate([it.rows for it in found]),
        units[every][:CLAIMS],
    )


def made(real: Real, number: int) -> Passages:
    """A made-up paper, the same for the same number."""
    chance = np.random.default_rng(number)
    of = chance.integers(len(real.chunks), size=(EACH, 2))
    share = chance.uniform(0.2, 0.8, (EACH, 1)).astype(np.float32)
    rows = real.chunks[of[:, 0]] * share
    rows += real.units[chance.integers(len(real.units), size=EACH)] * (1 - share)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    noise = chance.standard_normal(rows.shape, dtype=np.float32)
    rows += noise * np.float32(_NOISE / rows.shape[1] ** 0.5)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    texts = []
    for one, two in of.tolist():
        first, second = real.stems[one], real.stems[two]
        text = first[: len(first) // 2] + second[len(second) // 2 :]
        strange = real.stems[int(chance.integers(len(real.stems)))]
        texts.append(" ".join(text[: -len(text) // 10] + strange[: len(text) // 10]))
    title = f"Made-up paper {number}"
    document = Document(title, f"{number}.pdf", f"{number:064x}", "application/pdf", title=title)
    span = Span(0, len(title))
    source = document.source
    parts = (Chunk(f"{number}-{at}", it, source, span, at) for at, it in enumerate(texts))
    return evolve(
        real.example,
        document=document,
        chunks=tuple(parts),
        chunk_rows=rows,
        rows=real.units[:1],
        sentences=(span,),
    )


def fill(library: Library, real: Real, size: int) -> None:
    """Add made-up papers until the library has that many chunks."""
    chunks._stems = str  # type: ignore[assignment] # the texts are stems already

    def some(connection: Connection) -> Result[bool]:
        known = generations.known(connection)
        generation = known[0] if known else generations.begin(connection, real.manifest)
        held = documents.count(connection, generation.id)
        until = min(held + 200, size // EACH)
        for number in range(held, until):
            paper = made(real, number)
            of = paper.document
            made_of = documents.put(connection, generation.id, paper, generation.manifest.reader)
            link_rows.put(connection, made_of, links_of(of))
            places.put(
                connection, AddedFile(f"/made/{of.source}", (of.digest, of.media_type), 1, 1)
            )
        return Success(until == size // EACH)

    while not library._database.write("fill", some).unwrap():
        pass


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds that it took, and of the processor's time."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def resident() -> int:
    """Bytes of memory that this process holds, of mapped files too."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize()


def searching(claims: Sequence[str]) -> dict[str, Any]:
    """First and next searches of a process that has the model loaded."""
    library = Library.open(NAME, embedder="minilm", cache=False).unwrap()
    library.verifier.embedder().unwrap()
    embed = timed(lambda: library.verifier.embed_claims([_claim(claims[1])]).unwrap())
    before = resident()
    first = timed(lambda: library.search(claims[0], 5).unwrap())
    after = [timed(lambda: library.search(text, 5).unwrap()) for text in claims[1:]]  # noqa: B023
    held = resident() - before
    assert library.path is not None
    files = sum(it.stat().st_size for it in library.path.with_suffix(".made").iterdir())
    walls, cpus = (sorted(each) for each in zip(*after, strict=True))
    return {
        "embed": embed,
        "first": first,
        "next": (walls[len(walls) // 2], cpus[len(cpus) // 2]),
        "memory": held,
        "files": files,
        "library": library.path.stat().st_size,
    }


def adding(paper: str) -> dict[str, Any]:
    """One paper more, in a process that has the model loaded."""
    library = Library.open(NAME, embedder="minilm", cache=False).unwrap()
    library.verifier.embedder().unwrap()
    library.verifier.embed_claims([_claim("Nothing.")]).unwrap()
    return {"add": timed(lambda: library.add([paper]).unwrap())}


def _claim(text: str) -> Any:
    from vera.core.verdict import Claim

    return Claim(text)


def _apart(*arguments: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.library_growth", *arguments],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    said: dict[str, Any] = json.loads(run.stdout)
    return said


def grown(folder: Path, real: Real, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """What it takes at each size."""
    claims = folder / "claims.json"
    claims.write_text(json.dumps(real.claims), "utf-8")
    example = real.example.document.text[:4000]
    for size in sizes:
        library = Library.open(NAME, embedder="minilm", create=True).unwrap()
        fill(library, real, size)
        indexing = library._indexing
        follow = timed(partial(indexing.follow, "fill"))
        library.close()
        paper = folder / f"more-{size}-{time.time_ns()}.txt"
        paper.write_text(f"A paper for {size} chunks.\n\n{example}", "utf-8")
        told = {"chunks": size, "follow": follow, **_apart("search", str(claims))}
        yield {**told, **_apart("add", str(paper))}


def plot(found: Sequence[dict[str, Any]], path: Path) -> None:
    """Processor time against the number of chunks, and memory beside the files."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    times, memory = figure.subplots(1, 2)
    sizes = [each["chunks"] for each in found]
    shown = {"first": "first search", "next": "next search", "add": "add one paper"}
    for name, label in shown.items():
        times.plot(sizes, [each[name][1] for each in found], "o-", label=label)
    times.set(xscale="log", yscale="log", xlabel="chunks", ylabel="processor time, ms")
    for name, label in {"memory": "resident after searching", "files": "files beside it"}.items():
        memory.plot(sizes, [each[name] / 1e6 for each in found], "o-", label=label)
    memory.set(xscale="log", yscale="log", xlabel="chunks", ylabel="MB")
    for axes in (times, memory):
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8)
    figure.savefig(path, dpi=110)


def main(papers: Path, folder: Path, sizes: Sequence[int]) -> None:
    """The whole run."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.environ["VERA_LIBRARY_DIR"] = str(folder)
    real, found = read(papers), []
    for each in grown(folder, real, sizes):
        found.append(each)
        sys.stdout.write(json.dumps(each) + "\n")
        sys.stdout.flush()
    (folder / "growth.json").write_text(json.dumps(found, indent=1), "utf-8")
    plot(found, folder / "growth.png")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["search", claims]:
            said = searching(json.loads(Path(claims).read_text("utf-8")))
            sys.stdout.write(json.dumps(said))
        case ["add", paper]:
            sys.stdout.write(json.dumps(adding(paper)))
        case [papers, folder, *sizes]:
            main(Path(papers), Path(folder), [int(size) for size in sizes] or SIZES)
