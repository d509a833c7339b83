"""Each claim is judged by what was fitted without its document: a calibration, a cross-encoder.

Folds are of groups, and groups agree across sets: two names are of one document where it begins the
same. A sentence of CL-SciSumm that is asked of a wrong paper is of the group of the one it cites.
(Leaving out the folds of both papers leaves fewer wrong pairs than true ones to fit on, and judges
them by other fits than the true ones: the area under the curve over all of them, AUC evidence, was
0.90 then, and is 0.94.)
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from attrs import frozen

from bench.fit import Case, calibration
from bench.metrics import Floats
from core.settings import Settings
from verification import wiring
from verification.grounding.calibrated import CalibratedRule
from verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bench.sets import Example
    from core.document import Document
    from core.ports import CrossEncoder, Embedder
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


def half_of(document: Document) -> int:
    """Which half of all documents one is in, 0 or 1, in every set and every run."""
    return crc32(beginning(document).encode("utf-8")) % 2


def adapter_of(half: int) -> Path:
    """The file of the adapter that was trained on the documents of one half."""
    return Path(__file__).with_name("adapters") / f"half-{half}.npz"


class Documents:
    """Knows a document again that another set has by another name."""

    def __init__(self, *, cache: bool = True) -> None:
        self._names: dict[str, str] = {}
        self._cross_encoders = [
            wiring.cross_encoder(adapter_of(half), cache=cache) for half in (0, 1)
        ]

    def cross_encoder(self, document: Document) -> CrossEncoder:
        """The cross-encoder that was trained on the half that the document is not in."""
        return self._cross_encoders[1 - half_of(document)]

    def groups_of(self, examples: Sequence[Example]) -> list[str]:
        """Of each example of a set the group, the same for the same document in every set."""
        own = {
            example.document.source: self._names.setdefault(
                beginning(example.document), example.document.source
            )
            for example in examples
        }
        return [own.get(example.group, example.group) for example in examples]


def fold_of(group: str) -> int:
    """The fold of a group, the same in every run."""
    return crc32(group.encode("utf-8")) % FOLDS


class HeldOut:
    """Calibrations fitted on all cases but those of some folds; each is fitted once."""

    def __init__(self, cases: Sequence[Case], embedder: str) -> None:
        self._known = frozenset(case.group for case in cases)

        @cache
        def without(folds: frozenset[int]) -> Calibration:
            kept = [case for case in cases if fold_of(case.group) not in folds]
            return calibration(kept, embedder)

        self._without = without

    def calibration(self, groups: frozenset[str]) -> Calibration:
        """The calibration for a claim of these groups: of all cases if none has one of them."""
        return self._without(frozenset(map(fold_of, groups & self._known)))


@frozen(eq=False)
class Predicted:
    """Probabilities (n,) of cases, each from a calibration that has not seen its group."""

    support: Floats
    evidence: Floats
    agreement: Floats


def cross_validated(cases: Sequence[Case], embedder: str) -> Predicted:
    """Predict each fold from the others."""
    held = HeldOut(cases, embedder)
    found = np.zeros((3, len(cases)))
    for at, case in enumerate(cases):
        made = held.calibration(frozenset((case.group,)))(case.features)
        found[:, at] = made.probability, made.evidence, made.support
    return Predicted(*found)


class HeldOutRule:
    """The calibrated rule, for the claims of labelled sets: each by its own held-out calibration.

    It knows no other claims: it raises KeyError for one.
    """

    def __init__(
        self, held: HeldOut, documents: Documents, sets: Mapping[str, Sequence[Example]]
    ) -> None:
        self._held, self._documents = held, documents
        found: dict[tuple[str, str], frozenset[str]] = {}
        for examples in sets.values():
            for example, group in zip(examples, documents.groups_of(examples), strict=True):
                key = beginning(example.document), example.claim
                found[key] = found.get(key, frozenset()) | {group}
        self._groups = found

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:
        """The judgement of a claim by one document; errors are the cross-encoder's."""
        document = question.passages.document
        calibration = self._held.calibration(self._groups[beginning(document), question.text])
        return CalibratedRule(calibration, self._documents.cross_encoder(document))(
            question, settings
        )


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
    documents = Documents(cache=cache)
    cases = measured_sets(fitted, verifier, documents, progress)
    info = verifier.embedder()
    return info.bind(
        lambda told: cases.map(lambda made: HeldOutRule(HeldOut(made, told.name), documents, asked))
    )
