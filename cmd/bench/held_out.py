"""Each claim is judged by a calibration that was fitted without its documents.

A document belongs to a fold, by its name; two names are of one document where it begins the same.
A claim may belong to two documents: the one it is asked of, and that of its group (a sentence of
CL-SciSumm that is asked of a wrong paper). A fit leaves out every case that shares a fold with it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from attrs import frozen

from bench.fit import Case, calibration
from bench.metrics import Floats
from core.settings import Settings
from verification.grounding.calibrated import CalibratedRule
from verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bench.sets import Example
    from core.document import Document
    from core.ports import Embedder
    from core.result import Result
    from verification.grounding.calibration import Calibration
    from verification.grounding.score import Judgement
    from verification.retrieval.question import Question

FOLDS = 5
_BEGINNING = 150
"""Letters and digits by which a document is known again."""
_READ = 4 * _BEGINNING
_NEITHER = re.compile(r"[\W_]+")


def beginning(document: Document) -> str:
    r"""How a document begins, whatever its case, spaces and marks.

    >>> from core.document import Document
    >>> beginning(Document("The bees: a\nstudy.", "a.txt", ""))
    'thebeesastudy'
    """
    return _NEITHER.sub("", document.text[:_READ].lower())[:_BEGINNING]


class Documents:
    """Knows a document again that another set has by another name."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def names_of(self, examples: Sequence[Example]) -> list[frozenset[str]]:
        """Of each example of a set, what must not be on both sides: its document and its group.

        A group that is the name of a document of the set is that document.
        """
        own = {
            example.document.source: self._names.setdefault(
                beginning(example.document), example.document.source
            )
            for example in examples
        }
        return [
            frozenset((own[example.document.source], own.get(example.group, example.group)))
            for example in examples
        ]


def fold_of(name: str) -> int:
    """The fold of a document, the same in every run."""
    return crc32(name.encode("utf-8")) % FOLDS


class HeldOut:
    """Calibrations fitted on all cases but those of some folds; each is fitted once."""

    def __init__(self, cases: Sequence[Case], embedder: str) -> None:
        self._known = frozenset(name for case in cases for name in case.names)

        @cache
        def without(folds: frozenset[int]) -> Calibration:
            kept = [case for case in cases if folds.isdisjoint(map(fold_of, case.names))]
            return calibration(kept, embedder)

        self._without = without

    def calibration(self, names: frozenset[str]) -> Calibration:
        """The calibration for a claim of these documents: of all cases if none has one of them."""
        return self._without(frozenset(map(fold_of, names & self._known)))


@frozen(eq=False)
class Predicted:
    """Probabilities (n,) of cases, each from a calibration that has not seen its documents."""

    support: Floats
    evidence: Floats
    agreement: Floats


def cross_validated(cases: Sequence[Case], embedder: str) -> Predicted:
    """Predict each case from those that share no fold with it."""
    held = HeldOut(cases, embedder)
    found = np.zeros((3, len(cases)))
    for at, case in enumerate(cases):
        made = held.calibration(case.names)(case.features)
        found[:, at] = made.probability, made.evidence, made.support
    return Predicted(*found)


class HeldOutRule:
    """The calibrated rule, for the claims of labelled sets: each by its own held-out calibration.

    It knows no other claims: it raises KeyError for one.
    """

    def __init__(
        self, held: HeldOut, documents: Documents, sets: Mapping[str, Sequence[Example]]
    ) -> None:
        self._held = held
        found: dict[tuple[str, str], frozenset[str]] = {}
        for examples in sets.values():
            for example, names in zip(examples, documents.names_of(examples), strict=True):
                key = beginning(example.document), example.claim
                found[key] = found.get(key, frozenset()) | names
        self._names = found

    def __call__(self, question: Question, settings: Settings) -> Judgement:
        """The judgement of a claim by one document."""
        names = self._names[beginning(question.passages.document), question.text]
        return CalibratedRule(self._held.calibration(names))(question, settings)


def held_out_rule(
    fitted: Mapping[str, Sequence[Example]],
    asked: Mapping[str, Sequence[Example]],
    embedder: str | Embedder,
    progress: Callable[[str], Callable[[int, int], None]],
    *,
    cache: bool,
) -> Result[HeldOutRule]:
    """The rule for the sets `asked`, with fits on the sets `fitted`. Errors are the embedder's."""
    from bench.cases import measured_sets

    verifier = Verifier(Settings(rule="cosine"), embedder=embedder, cache=cache)
    documents = Documents()
    cases = measured_sets(fitted, verifier, documents, progress)
    info = verifier.embedder()
    return info.bind(
        lambda told: cases.map(lambda made: HeldOutRule(HeldOut(made, told.name), documents, asked))
    )
