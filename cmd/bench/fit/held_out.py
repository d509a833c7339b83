"""Each claim is judged by a calibration that was fitted without its source.

A source is a set with all sets that share a document with it; of one source alone, a fold of its
documents. Two names are of one document where it begins the same. A sentence of CL-SciSumm that is
asked of a wrong paper is of the group of the one it cites. (What is left out by documents only
flatters: sets differ more than documents do, docs/verdicts.md.)
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from vera.bench.figures.metrics import Floats
from vera.bench.fit.cases import measured_sets
from vera.bench.fit.models import MADE, Case, calibration, surely
from vera.bench.sets.aside import share_of
from vera.bench.sets.documents import Documents, beginning
from vera.bench.sets.known import Label
from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Success, failed
from vera.core.settings import Settings
from vera.verification import wiring
from vera.verification.entailment.names import PACKAGED
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.language.spelling import spelling
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.bench.sets.known import Example
    from vera.core.ports import CrossEncoder, Embedder
    from vera.core.result import Result
    from vera.verification.calibration.models import Calibration
    from vera.verification.grounding.score import Judgement
    from vera.verification.retrieval.question import Question

FOLDS = 5


def fold_of(group: str) -> int:
    """The fold of a group, the same in every run."""
    return share_of(group, FOLDS)


class HeldOut:
    """Calibrations fitted on all cases but those of some sources; each is fitted once."""

    def __init__(self, cases: Sequence[Case], embedder: str) -> None:
        alone = len({case.name for case in cases}) == 1
        parts = [f"fold {fold_of(case.group)}" if alone else case.name for case in cases]
        sharing: dict[str, set[str]] = {}
        for part, case in zip(parts, cases, strict=True):
            sharing.setdefault(case.group, set()).add(part)
        akin: dict[str, set[str]] = {}
        for some in sharing.values():
            for part in some:
                akin.setdefault(part, set()).update(some)
        self._sources = {
            group: frozenset().union(*(akin[part] for part in some))
            for group, some in sharing.items()
        }

        @cache
        def without(left: frozenset[str]) -> Calibration:
            kept = [case for part, case in zip(parts, cases, strict=True) if part not in left]
            return calibration(kept, embedder)

        @cache
        def denies(left: frozenset[str]) -> float:
            kept = [at for at, part in enumerate(parts) if part not in left | MADE]
            truth = np.array([cases[at].label is Label.CONTRADICTED for at in kept])
            return surely(truth, self._denials[kept], [cases[at].name for at in kept])

        self._without, self._denies, self._cases, self._parts = without, denies, cases, set(parts)

    @property
    def is_short(self) -> bool:
        """Whether there is a claim without whose source nothing is left to fit on."""
        return any(self._left(frozenset((group,))) >= self._parts for group in self._sources)

    @cached_property
    def _denials(self) -> Floats:
        """The probability (n,) that each case is denied, without its source."""
        lefts = [self._left(frozenset((case.group,))) for case in self._cases]
        return np.array(
            [
                self._without(left).denial.probability(case.features)
                for left, case in zip(lefts, self._cases, strict=True)
            ]
        )

    def _left(self, groups: frozenset[str]) -> frozenset[str]:
        known = (self._sources[group] for group in groups if group in self._sources)
        return frozenset().union(*known)

    def calibration(self, groups: frozenset[str]) -> Calibration:
        """The calibration for a claim of these groups: of all cases if none has one of them."""
        left = self._left(groups)
        return evolve(self._without(left), denies=self._denies(left))


@frozen(eq=False)
class Predicted:
    """Probabilities (n,) of cases, each from a calibration that has not seen its source."""

    support: Floats
    evidence: Floats
    agreement: Floats
    denial: Floats
    denies: float
    """From which probability of denial on one is nine times of ten right."""


def held_out(cases: Sequence[Case], embedder: str) -> Result[HeldOut]:
    """The calibrations without each source, or the error that there is one source alone."""
    held = HeldOut(cases, embedder)
    if held.is_short:
        detail = "are of one fold of documents: nothing is left to fit on without it"
        return Failure(InvalidInput("fit a calibration", (Problem("sets", "", detail),)))
    return Success(held)


def cross_validated(cases: Sequence[Case], held: HeldOut) -> Predicted:
    """Predict each source from the others."""
    found = np.zeros((4, len(cases)))
    for at, case in enumerate(cases):
        made = held.calibration(frozenset((case.group,)))(case.features)
        found[:, at] = made.probability, made.evidence, made.support, made.denial
    support, evidence, agreement, denial = found
    denies = held.calibration(frozenset()).denies
    return Predicted(support, evidence, agreement, denial, denies)


class HeldOutRule:
    """The calibrated rule, for the claims of labelled sets: each by its own held-out calibration.

    It knows them in any spelling, as the engine asks a copy in its paper's; for others it raises
    KeyError.
    """

    def __init__(
        self,
        held: HeldOut,
        documents: Documents,
        cross_encoder: CrossEncoder,
        sets: Mapping[str, Sequence[Example]],
    ) -> None:
        self._held, self._cross_encoder = held, cross_encoder
        found: dict[tuple[str, str], frozenset[str]] = {}
        for examples in sets.values():
            for example, group in zip(examples, documents.groups_of(examples), strict=True):
                key = beginning(example.document), spelling(example.claim)
                found[key] = found.get(key, frozenset()) | {group}
        self._groups = found

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:
        """The judgement of a claim by one document; errors are the cross-encoder's."""
        document = question.passages.document
        key = beginning(document), spelling(question.text)
        calibration = self._held.calibration(self._groups[key])
        return CalibratedRule(calibration, self._cross_encoder)(question, settings)


def held_out_rule(
    fitted: Mapping[str, Sequence[Example]],
    asked: Mapping[str, Sequence[Example]],
    embedder: str | Embedder,
    progress: Callable[[str], Callable[[int, int], None]],
    *,
    cache: bool,
    reader: str | CrossEncoder = PACKAGED,
) -> Result[HeldOutRule]:
    """The rule for the sets `asked`, with fits on the sets `fitted`.

    Errors are those of the embedder and of the reader.
    """
    verifier = Verifier(Settings(rule="cosine"), embedder=embedder, cache=cache)
    started = wiring.cross_encoder(reader, cache=cache)
    if failed(started):
        return started
    documents, reads = Documents(), started.unwrap()
    cases = measured_sets(fitted, verifier, reads, documents, progress)
    info = verifier.embedder()
    return info.bind(
        lambda told: cases.bind(lambda made: held_out(made, told.name)).map(
            lambda held: HeldOutRule(held, documents, reads, asked)
        )
    )
