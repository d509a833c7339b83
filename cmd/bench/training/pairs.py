"""What the cross-encoder learns from: claims beside passages, and how the two stand.

Three sources: claims that were written for this (`bench.written`), the labelled sets, and near
misses made of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from bench.asking import by_document
from bench.held_out import half_of
from bench.loading import load_sets
from bench.sets import Label
from bench.written import Written, every
from core.result import Result, Success, failed
from core.verdict import Claim
from verification.retrieval.question import Question
from verification.retrieval.search import apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from bench.sets import Example
    from verification.retrieval.passages import Passages
    from verification.retrieval.search import Passage
    from verification.verifier import Verifier

ENTAILED, CONTRADICTED, NEUTRAL = range(3)
FOUND = (
    "scifact:train",
    "wice:dev",
    "check_covid:train",
    "near_misses_said:train",
    "near_misses:train",
)
"""Sets whose claims are paired with passages that the engine finds."""
GIVEN = "evidence_inference:train"
"""A set whose claims are paired with the evidence that it names: its papers are long."""
MOST = {
    ("check_covid", NEUTRAL): 450,
    ("scifact", NEUTRAL): 800,
    ("written", NEUTRAL): 1700,
    ("near_misses", CONTRADICTED): 1000,
    ("near_misses", ENTAILED): 700,
}
"""Pairs of a set and a label that are used at most: what is said too often teaches nothing new."""
_LONGEST = 900
"""Characters of the evidence that a set names, if it is to be read at once."""
_WITH_BEFORE, _OTHER = 0.25, 0.15
"""How often a written claim's sentence has the one before it, and a near miss another passage."""
_SEED = 3


@frozen
class Pair:
    """A claim beside evidence. `half` is the half of all documents that the evidence is in."""

    source: str
    half: int
    claim: str
    evidence: str
    label: int


def pairs(data: Path, verifier: Verifier) -> Result[list[Pair]]:
    """All pairs, in an order by chance that is the same in every run.

    `verifier` finds passages. Errors are those of the sets' files and of the embedder.
    """
    chance = np.random.default_rng(_SEED)
    loaded = load_sets(",".join((*FOUND, GIVEN)), data, "train")
    if failed(loaded):
        return loaded
    sets = loaded.unwrap()
    made = list(written(every(data), chance))
    made += given(sets.pop(GIVEN.partition(":")[0]))
    for name, examples in sets.items():
        found = _found(name, examples, verifier, chance)
        if failed(found):
            return found
        made += found.unwrap()
    return Success(list(_at_most([made[at] for at in chance.permutation(len(made))])))


def _at_most(made: Iterable[Pair]) -> Iterator[Pair]:
    seen: Counter[tuple[str, int]] = Counter()
    for pair in made:
        key = pair.source, pair.label
        seen[key] += 1
        if key not in MOST or seen[key] <= MOST[key]:
            yield pair


def written(claims: Iterable[Written], chance: np.random.Generator) -> Iterator[Pair]:
    """Pairs of written claims: with their sentence, and one of each with the sentence before it."""
    for each in claims:
        half, before = half_of(each.document), each.before
        false = [claim for _, claim in each.false]
        for label, said in ((ENTAILED, each.true), (CONTRADICTED, false)):
            for claim in said:
                both = before and chance.random() < _WITH_BEFORE
                evidence = f"{before} {each.sentence}" if both else each.sentence
                yield Pair("written", half, claim, evidence, label)
        if before:
            claim = str(chance.choice([*each.true, *false]))
            yield Pair("written", half, claim, before, NEUTRAL)


def given(examples: Iterable[Example]) -> Iterator[Pair]:
    """Claims with the evidence that their set names."""
    for example in examples:
        evidence = _named(example)
        if evidence:
            yield _pair("evidence_inference", example, evidence)


def _named(example: Example) -> str:
    text = " ".join(span.of(example.document.text) for span in example.gold)
    return text if len(text) < _LONGEST else ""


def _pair(name: str, example: Example, evidence: str) -> Pair:
    label = ENTAILED if example.label is Label.SUPPORTED else CONTRADICTED
    return Pair(name, half_of(example.document), example.claim, evidence, label)


def _found(
    name: str, examples: Sequence[Example], verifier: Verifier, chance: np.random.Generator
) -> Result[list[Pair]]:
    made: list[Pair] = []
    for group in by_document(examples):
        opened = verifier.open_document(group[0][1].document)
        if failed(opened):
            return opened
        passages = opened.unwrap().passages
        embedded = verifier.embed_claims([Claim(example.claim) for _, example in group])
        if failed(embedded):
            return embedded
        queries = embedded.unwrap()
        for at, row in zip(queries.checked, queries.rows, strict=True):
            example = group[at][1]
            hits = Question(example.claim, row, passages).hits.passages
            made += _beside(name, example, hits, passages, chance)
    return Success(made)


def _beside(
    name: str,
    example: Example,
    hits: Sequence[Passage],
    passages: Passages,
    chance: np.random.Generator,
) -> Iterator[Pair]:
    """A claim beside the best passage that holds its evidence, and the best that does not."""
    half, text = half_of(example.document), passages.document.text

    def neutral(passage: Passage) -> Pair:
        return Pair(name, half, example.claim, passage.span.of(text), NEUTRAL)

    if example.label is Label.NONE:
        if example.kind != "partially_supported":
            yield from map(neutral, apart(hits, 1 if name == "check_covid" else 2))
        return
    held = {
        hit: sum(hit.span.overlaps(span) for span in example.gold) for hit in hits
    }  # best first
    whole = next((hit for hit in hits if held[hit] == len(example.gold)), None)
    natural = name in {"scifact", "check_covid"}
    best = whole or (next((hit for hit in hits if held[hit]), None) if natural else None)
    evidence = best.span.of(text) if best else _named(example)
    if evidence:
        yield _pair(name, example, evidence)
    if best and natural and _named(example) not in ("", evidence):
        yield _pair(name, example, _named(example))
    other = next((hit for hit in hits if not held[hit]), None)
    if other and example.gold and (natural or name == "wice" or chance.random() < _OTHER):
        yield neutral(other)
