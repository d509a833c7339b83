"""The engine is asked: examples become rows, with the baselines beside it in the same run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from vera.bench.figures.rows import Row
from vera.bench.sets.documents import by_document
from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim, Verdict
from vera.verification.entailment.names import PACKAGED
from vera.verification.retrieval.query import Query
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.bench.sets.known import Example
    from vera.core.ports import CrossEncoder, Embedder, Judge
    from vera.core.settings import Settings
    from vera.verification.grounding.score import Rule
    from vera.verification.verifier import Paper

DEEPEST = 5
"""Pieces of evidence of which a recall is reported."""
_TIMED = 60
"""Claims of a set whose time is taken."""
_SHOWN = 600


@frozen(eq=False)
class Evaluated:
    """The rows, and the milliseconds that single claims took with an open paper and no cache."""

    rows: list[Row]
    milliseconds: list[float]


class Evaluator:
    """Asks the engine with the user's settings, and the bare rule of the same settings.

    `rule` judges instead of the rule that the settings name; `judge` is asked where that leaves a
    claim uncertain, but not while time is taken.
    """

    def __init__(
        self,
        settings: Settings,
        embedder: str | Embedder,
        *,
        cache: bool,
        rule: Rule | None = None,
        judge: str | Judge | None = None,
        reader: str | CrossEncoder = PACKAGED,
    ) -> None:
        self.engine = Verifier(
            settings, embedder=embedder, cache=cache, rule=rule, judge=judge, reader=reader
        )
        bare = evolve(settings, rule="cosine")
        self._bare = Verifier(bare, embedder=embedder, cache=cache)
        self._fresh = Verifier(settings, embedder=embedder, cache=False, rule=rule, reader=reader)

    def ask(
        self, name: str, examples: Sequence[Example], progress: Callable[[int, int], None]
    ) -> Result[Evaluated]:
        """Every example of a set, in order; each document is open only while it is asked."""
        rows: dict[int, Row] = {}
        milliseconds: list[float] = []
        groups = by_document(examples)
        every = max(1, len(groups) // _TIMED)
        for turn, group in enumerate(groups):
            made = self._document(name, group)
            if failed(made):
                return made
            paper, found = made.unwrap()
            rows.update(found)
            if paper is not None and turn % every == 0 and len(milliseconds) < _TIMED:
                milliseconds.append(self._timed(paper, group[0][1].claim))
            progress(len(rows), len(examples))
        return Success(Evaluated([rows[at] for at in range(len(examples))], milliseconds[1:]))

    def _document(
        self, name: str, group: list[tuple[int, Example]]
    ) -> Result[tuple[Paper, Mapping[int, Row]]]:
        opened = self.engine.open_document(group[0][1].document)
        if failed(opened):
            return opened
        paper = opened.unwrap()
        claims = [Claim(example.claim) for _, example in group]
        answers = _all(self.engine, paper, claims)
        if failed(answers):
            return answers
        bare = _all(self._bare, paper, claims)
        if failed(bare):
            return bare
        rows = {
            at: _row(name, example, paper, verdict, plain)
            for (at, example), verdict, plain in zip(
                group, answers.unwrap(), bare.unwrap(), strict=True
            )
        }
        return Success((paper, rows))

    def _timed(self, paper: Paper, claim: str) -> float:
        """Milliseconds of one claim, embedded anew; the first call also opens the model."""
        start = time.perf_counter()
        for _ in self._fresh.verify([paper], [Claim(claim)]):
            pass
        return (time.perf_counter() - start) * 1000


def _all(verifier: Verifier, paper: Paper, claims: Sequence[Claim]) -> Result[list[Verdict]]:
    found = []
    for verdict in verifier.verify([paper], claims):
        if failed(verdict):
            return verdict
        found.append(verdict.unwrap())
    return Success(found)


def _row(name: str, example: Example, paper: Paper, verdict: Verdict, plain: Verdict) -> Row:
    explained = verdict.explanation
    found = verdict.evidence
    if explained is not None:  # as far as evidence is known beyond what is shown
        found = (*verdict.evidence[:1], *explained.runners_up)
    conflicts = [*verdict.conflicts, *(each for part in verdict.parts for each in part.conflicts)]
    codes = dict.fromkeys(each.code for each in conflicts)
    bm25, order = _bm25(example.claim, paper)
    units = paper.passages.units
    return Row(
        set=name,
        id=example.id,
        group=example.group,
        kind=example.kind,
        label=example.label.value,
        claim=example.claim,
        document=example.document.source,
        status=verdict.status.value,
        score=verdict.score,
        evidence=None if explained is None else round(explained.evidence, 6),
        conflicts=tuple(codes),
        gold=tuple((span.start, span.end) for span in example.gold),
        found=tuple((each.span.start, each.span.end) for each in found[:DEEPEST]),
        cosine=plain.score,
        cosine_found=tuple((each.span.start, each.span.end) for each in plain.evidence),
        bm25=round(bm25, 4),
        bm25_found=tuple((units[at].start, units[at].end) for at in order),
        passage=verdict.evidence[0].text[:_SHOWN] if verdict.evidence else "",
        reason=verdict.reason[:_SHOWN],
        decided=verdict.decided,
    )


def _bm25(claim: str, paper: Paper) -> tuple[float, list[int]]:
    """The best sentence's score for the words of a claim, and the order of the best sentences."""
    scores = paper.passages.lexicon.bm25.scores(Query(claim).terms)
    order = np.argsort(-scores, kind="stable")[:DEEPEST]
    return float(scores.max(initial=0.0)), [int(at) for at in order]
