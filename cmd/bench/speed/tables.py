"""What was measured of speed, as tables of plain text and as JSON."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

from attrs import asdict

from vera.bench.figures.tables import table
from vera.bench.speed.watch import STAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.bench.speed.pairs import Spent
    from vera.bench.speed.passes import Embedding
    from vera.bench.speed.runs import Runs, Size


def shown_stages(sizes: Sequence[Size]) -> str:
    """Seconds of each stage, their sum, and the program as it is; each size cold and warm."""
    columns = [
        (f"{size.papers}, {how}", size.papers, runs)
        for size in sizes
        for how, runs in (("cold", size.cold), ("warm", size.warm))
    ]
    rows = [["papers", *(name for name, _, _ in columns)]]
    rows += [
        [stage, *(f"{runs.typical.stages[stage]:.3f}" for _, _, runs in columns)]
        for stage in STAGES
    ]
    rows += [
        ["sum of the stages", *(f"{runs.typical.seconds:.3f}" for _, _, runs in columns)],
        ["without the watch", *(f"{runs.seconds:.3f}" for _, _, runs in columns)],
        ["processors", *(f"{runs.processor:.3f}" for _, _, runs in columns)],
        ["a paper", *(f"{runs.seconds / papers:.3f}" for _, papers, runs in columns)],
        ["sentences", *(str(runs.typical.sentences) for _, _, runs in columns)],
        ["processor ms a sentence", *(f"{_milliseconds(runs):.2f}" for _, _, runs in columns)],
        ["peak memory, MB", *(str(runs.peak) for _, _, runs in columns)],
        ["peak MB a paper", *(f"{runs.peak / papers:.1f}" for _, papers, runs in columns)],
        ["runs", *(str(len(runs.plain)) for _, _, runs in columns)],
    ]
    return table(rows)


def _milliseconds(runs: Runs) -> float:
    return 1000 * runs.processor / max(runs.typical.sentences, 1)


def shown_embedding(found: Embedding, embedder: str) -> str:
    """Tokens a second, ours and the bare passes, and the ratio of their times."""
    ours, bare = (_speed(found, spent) for spent in (found.pairs.ours, found.pairs.reference))
    return (
        f"{embedder}: {found.texts} sentences of {found.tokens} tokens, in turn with onnxruntime's "
        f"bare passes over the same batches, {len(found.pairs.ours)} runs\n{ours:.0f} tokens a "
        f"second; bare passes {bare:.0f}; {found.pairs.median:.2f} times their time"
    )


def _speed(found: Embedding, spent: Sequence[Spent]) -> float:
    return found.tokens / median(each.wall for each in spent)


def as_json(sizes: Sequence[Size], embedding: Embedding | None) -> dict[str, Any]:
    """Every run: seconds, MiB, and seconds by stage."""
    spent = None
    if embedding is not None:
        spent = {
            "texts": embedding.texts,
            "tokens": embedding.tokens,
            "ours": {
                "seconds": [each.wall for each in embedding.pairs.ours],
                "tokens a second": _speed(embedding, embedding.pairs.ours),
            },
            "bare passes": {
                "seconds": [each.wall for each in embedding.pairs.reference],
                "tokens a second": _speed(embedding, embedding.pairs.reference),
            },
            "ratio": embedding.pairs.median,
        }
    every = [
        {"papers": size.papers, "cold": _runs(size.cold), "warm": _runs(size.warm)}
        for size in sizes
    ]
    return {"sizes": every, "embedding": spent}


def _runs(runs: Runs) -> dict[str, Any]:
    return {
        "seconds": runs.seconds,
        "processor seconds": runs.processor,
        "peak MB": runs.peak,
        "stages": dict(runs.typical.stages),
        "sum of the stages": runs.typical.seconds,
        "sentences": runs.typical.sentences,
        "runs": [asdict(run) for run in runs.plain],
        "traced runs": [asdict(run) for run in runs.traced],
    }
