"""Chroma's measure of chunkers: what share of the marked characters is retrieved, and at what cost.

Source: B. Smith and A. Troynikov, "Evaluating Chunking Strategies for Retrieval" (Chroma, 2024),
and the code published with it, which counts in characters. Questions and marked excerpts are
theirs; vectors here are those of all-MiniLM-L6-v2.
"""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vera.core.ports import Matrix

    Range = tuple[int, int]

RETRIEVED = 5
MEASURES = ("recall", "precision", "precision omega", "IoU")


@frozen
class Question:
    """A question, the corpus it is asked of, and the stretches of it that answer it."""

    text: str
    corpus: str
    excerpts: tuple[Range, ...]


@frozen
class Set:
    """Corpora by name, and the questions of those that are there."""

    corpora: dict[str, str]
    questions: list[Question]


def read(folder: Path) -> Set:
    """The corpora that lie in the folder, with their questions."""
    corpora = {
        path.stem: path.read_text("utf-8") for path in sorted((folder / "corpora").glob("*.md"))
    }
    with (folder / "questions.csv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["corpus_id"] in corpora]
    questions = [
        Question(
            row["question"],
            row["corpus_id"],
            tuple((one["start_index"], one["end_index"]) for one in json.loads(row["references"])),
        )
        for row in rows
    ]
    return Set(corpora, questions)


def union(ranges: Iterable[Range]) -> list[Range]:
    """The ranges in order, those that touch as one.

    >>> union([(5, 9), (0, 2), (1, 3)])
    [(0, 3), (5, 9)]
    """
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def length(ranges: Iterable[Range]) -> int:
    """The characters in the ranges, counted as often as they stand in them."""
    return sum(end - start for start, end in ranges)


def common(ranges: Iterable[Range], others: Iterable[Range]) -> list[Range]:
    """What is in both, as a union."""
    others = list(others)
    return union(
        (max(start, low), min(end, high))
        for start, end in ranges
        for low, high in others
        if max(start, low) < min(end, high)
    )


def scores(
    excerpts: Sequence[Range], retrieved: Sequence[tuple[bool, Range]], every: Sequence[Range]
) -> tuple[float, float, float, float]:
    """`MEASURES` of one question.

    `retrieved` are the chunks found, with whether they are of the question's corpus, of which
    `every` are all chunks. What chunks repeat counts against precision and IoU each time.
    """
    here = [chunk for inside, chunk in retrieved if inside]
    asked = length(union(excerpts))
    found = length(common(excerpts, here))
    given = length(chunk for _, chunk in retrieved)
    holding = [chunk for chunk in every if common([chunk], excerpts)]
    best = length(common(excerpts, holding))
    return (
        found / asked,
        found / given,
        best / (length(union(holding)) + asked - best),
        found / (given + asked - found),
    )


def evaluate(
    questions: Sequence[Question],
    vectors: Matrix,
    chunks: Sequence[tuple[str, Range]],
    rows: Matrix,
) -> NDArray[np.float64]:
    """`MEASURES` of each question (questions, 4), the nearest `RETRIEVED` chunks of all corpora."""
    nearest = np.argsort(-(vectors @ rows.T), axis=1, kind="stable")[:, :RETRIEVED]
    of = {name: [span for corpus, span in chunks if corpus == name] for name, _ in chunks}
    return np.array(
        [
            scores(
                question.excerpts,
                [(chunks[at][0] == question.corpus, chunks[at][1]) for at in found.tolist()],
                of[question.corpus],
            )
            for question, found in zip(questions, nearest, strict=True)
        ]
    )


def interval(values: NDArray[np.float64], rounds: int = 2000) -> tuple[float, float]:
    """The middle 95 % of the mean over questions drawn again (bootstrap, seed 0)."""
    drawn = np.random.default_rng(0).integers(0, len(values), (rounds, len(values)))
    low, high = np.quantile(values[drawn].mean(axis=1), (0.025, 0.975))
    return float(low), float(high)
