"""What a calibration is fitted on: each example of a set, measured by the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.bench import terminal
from vera.bench.fit.models import Case
from vera.bench.sets.documents import by_document
from vera.bench.sets.known import Label, evident
from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim
from vera.verification.grounding.examine import examine
from vera.verification.retrieval.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.bench.sets.documents import Documents
    from vera.bench.sets.known import Example
    from vera.core.ports import CrossEncoder
    from vera.verification.verifier import Verifier

    Progress = Callable[[int, int], None]


def measured_sets(
    sets: Mapping[str, Sequence[Example]],
    verifier: Verifier,
    cross_encoder: CrossEncoder,
    documents: Documents,
    progress: Callable[[str], Progress],
) -> Result[list[Case]]:
    """The cases of all sets; says on standard error how many claims were too long to make one."""
    cases: list[Case] = []
    for name, examples in sets.items():
        made = measured(name, examples, verifier, cross_encoder, documents, progress(name))
        if failed(made):
            return made
        cases += made.unwrap()
    if left_out := sum(map(len, sets.values())) - len(cases):
        terminal.complain(f"{left_out} claims are longer than the model reads and were left out")
    return Success(cases)


def measured(
    name: str,
    examples: Sequence[Example],
    verifier: Verifier,
    cross_encoder: CrossEncoder,
    documents: Documents,
    progress: Progress,
) -> Result[list[Case]]:
    """The cases of a set; a claim that is longer than the embedder reads makes none."""
    cases: list[Case] = []
    groups = documents.groups_of(examples)
    done = 0
    for group in by_document(examples):
        opened = verifier.open_document(group[0][1].document)
        if failed(opened):
            return opened
        passages = opened.unwrap().passages
        embedded = verifier.embed_claims([Claim(example.claim) for _, example in group])
        if failed(embedded):
            return embedded
        queries = embedded.unwrap()
        for at, text, row in zip(queries.checked, queries.texts, queries.rows, strict=True):
            place, example = group[at]
            examined = examine(Question(text, row, passages), cross_encoder)
            if failed(examined):
                return examined
            cases.append(case(name, example, groups[place], examined.unwrap().features))
        done += len(group)
        progress(done, len(examples))
    return Success(cases)


def case(name: str, example: Example, group: str, features: Mapping[str, float]) -> Case:
    """What a set says of an example that can be learned from.

    CL-SciSumm says whether there is evidence and not whether it supports.
    """
    supported = None if name == "clscisumm" else example.label is Label.SUPPORTED
    there = evident(name, example.label, example.kind)
    return Case(name, group, features, example.label, there, supported)
