"""The sweep: documents are embedded once, and every cell is asked of the same vectors."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import asdict, frozen
from numpy.typing import NDArray

from vera.bench.figures.metrics import recall_at
from vera.bench.sets.documents import by_document
from vera.bench.sets.known import Example
from vera.core.document import Span
from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim
from vera.verification import wiring
from vera.verification.grounding.score import cosine_judgement
from vera.verification.language.citations import uncited
from vera.verification.retrieval.claims import embed_claims
from vera.verification.retrieval.passages import Passages, index, rechunk, units_of
from vera.verification.retrieval.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.bench.tune.grid import Cell
    from vera.core.settings import Settings


@frozen(eq=False)
class Opened:
    """A document with its vectors, and the claims that are asked of it.

    `claims` are (position in the set, example, vector), the vector None where it has none.
    """

    passages: Passages
    sentences: tuple[Span, ...]
    owners: NDArray[np.intp]
    claims: list[tuple[int, Example, NDArray[np.float32] | None]]


@frozen
class Outcome:
    """What one cell made of the n examples of one set, in their order.

    `score` is None where a claim was not checked. `chunk_hit` says whether one of the top-k chunks
    shares text with gold, `shown_hit` whether the best piece of evidence does, which does not
    depend on k (1 or 0; None without gold).
    `chunks` is how many chunks the documents have, `read` the characters of the top-k chunks of a
    claim (mean); `index_seconds` is what chunking and pooling took, `ask_seconds` all claims.
    """

    score: list[float | None]
    chunk_hit: list[int | None]
    shown_hit: list[int | None]
    chunks: int
    read: float
    index_seconds: float
    ask_seconds: float


def open_all(
    examples: Sequence[Example],
    engine: wiring.Engine,
    references: bool,
    progress: Callable[[int, int], None],
) -> Result[list[Opened]]:
    """Embed every document of a set, and every claim, once."""
    opened: list[Opened] = []
    groups = by_document(examples)
    for group in groups:
        document = group[0][1].document
        sentences = tuple(engine.splitter.split(document))
        made = index(document, sentences, engine.chunker, engine.embedder, None, references)
        if failed(made):
            return made
        queries = embed_claims([Claim(example.claim) for _, example in group], engine.embedder)
        if failed(queries):
            return queries
        found = queries.unwrap()
        rows = dict(zip(found.checked, found.rows, strict=True))
        owners = units_of(document, sentences, references)[1]
        claims = [(at, example, rows.get(turn)) for turn, (at, example) in enumerate(group)]
        opened.append(Opened(made.unwrap(), sentences, owners, claims))
        progress(len(opened), len(groups))
    return Success(opened)


def rechunked(
    opened: Sequence[Opened], settings: Settings, engine: wiring.Engine
) -> Result[tuple[list[Passages], float]]:
    """The documents in the chunks of these settings, and the seconds that it took."""
    start = time.perf_counter()
    chunker = wiring.chunker(settings.chunker, settings.chunk, engine.embedder)
    if failed(chunker):
        return chunker
    found = []
    for each in opened:
        made = rechunk(
            each.passages, each.sentences, each.owners, chunker.unwrap(), engine.embedder.info.name
        )
        if failed(made):
            return made
        found.append(made.unwrap())
    return Success((found, time.perf_counter() - start))


def outcome(
    opened: Sequence[Opened], chunked: Sequence[Passages], settings: Settings, seconds: float
) -> Outcome:
    """Ask every claim by the bare rule."""
    count = sum(len(each.claims) for each in opened)
    score: list[float | None] = [None] * count
    chunk_hit: list[int | None] = [None] * count
    shown_hit: list[int | None] = [None] * count
    read: list[int] = []
    start = time.perf_counter()
    for each, passages in zip(opened, chunked, strict=True):
        for at, example, row in each.claims:
            if row is None:
                chunk_hit[at] = shown_hit[at] = 0 if example.gold else None
                continue
            question = Question(uncited(example.claim).text, row, passages, settings.top_k)
            score[at] = cosine_judgement(question, settings).score
            chunks = [hit.span for hit in question.found.chunks]
            read.append(sum(map(len, chunks)))
            if example.gold:
                shown = [hit.span for hit in question.found.windows]
                chunk_hit[at] = int(recall_at(settings.top_k, example.gold, chunks))
                shown_hit[at] = int(recall_at(1, example.gold, shown))
    spent = time.perf_counter() - start
    total = sum(len(passages.chunks) for passages in chunked)
    mean = float(np.mean(read)) if read else 0.0
    return Outcome(
        score, chunk_hit, shown_hit, total, round(mean, 1), round(seconds, 4), round(spent, 4)
    )


def as_line(cell: Cell, outcomes: Mapping[str, Outcome]) -> dict[str, Any]:
    """A finished cell for the file from which a run is resumed."""
    return {
        "cell": asdict(cell),
        "sets": {name: asdict(each) for name, each in outcomes.items()},
    }
