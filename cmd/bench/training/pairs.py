"""What the cross-encoder learns from: claims beside passages, and how the two stand.

Three sources: claims that were written for this (`bench.written`), the labelled sets, and near
misses made of them. Of the first two there is changed evidence as well (`bench.contrasts`): nearly
every claim is beside a text that entails it and one that does not, since a claim alone tells much.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from bench.asking import by_document
from bench.contrasts import evidence_of, turned
from bench.held_out import half_of
from bench.loading import load_sets, reading
from bench.sets import Label
from bench.written import Written, every
from core.result import Result, Success, failed
from core.verdict import Claim
from verification.retrieval.question import Question
from verification.retrieval.search import apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    ("written", NEUTRAL): 1600,
    ("near_misses", CONTRADICTED): 500,
    ("near_misses", ENTAILED): 400,
}
"""Pairs of a set and a label that are used at most: what is said too often teaches nothing new."""
_LONGEST = 700
"""Characters of the evidence that a set names, if it is to be read at once."""
_CONTRASTS = 2
"""Changes of a sentence that are used at most."""
_WITH_BEFORE, _OTHER = 0.25, 0.15
"""How often a written claim's sentence has the one before it, and a near miss another passage."""
_COPIED, _STRANGE = 0.15, 0.25
"""How often a changed sentence is a claim, and how often a claim has another paper's sentence."""
_SEED = 3


@frozen
class Pair:
    """A claim beside evidence. `half` is the half of all documents that the evidence is in.

    Pairs of one `kin` are learned from together: those on the same evidence, changed or not.
    """

    source: str
    half: int
    claim: str
    evidence: str
    label: int
    kin: str


def _kin(source: str, evidence: str) -> str:
    """Of those on the same evidence."""
    return f"{source} {evidence[-60:]}"


def pairs(data: Path, verifier: Verifier) -> Result[list[Pair]]:
    """All pairs, in an order by chance that is the same in every run.

    `verifier` finds passages. Errors are those of the sets' files and of the embedder.
    """
    chance = np.random.default_rng(_SEED)
    loaded = load_sets(",".join((*FOUND, GIVEN)), data, "train")
    if failed(loaded):
        return loaded
    sets = loaded.unwrap()
    own = reading("written", data, lambda: (list(every(data)), list(beside_changed(sets))))
    if failed(own):
        return own
    claims, changed = own.unwrap()
    made = [*written(claims, chance), *changed]
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


def written(claims: Sequence[Written], chance: np.random.Generator) -> Iterator[Pair]:
    """Pairs of written claims, all of one sentence kin.

    Each with its sentence and with what that is changed to; one of each with the sentence before
    it, some with one of another paper; of some sentences the two forms, each as claim and evidence.
    """
    for each in claims:
        yield from _of_sentence(each, claims[int(chance.integers(len(claims)))], chance)


def _of_sentence(each: Written, other: Written, chance: np.random.Generator) -> Iterator[Pair]:
    half, before = half_of(each.document), each.before
    kin = f"written {each.set} {each.document.source} {each.span.start}"

    def pair(claim: str, evidence: str, label: int) -> Pair:
        return Pair("written", half, claim, evidence, label, kin)

    def shown(sentence: str) -> str:
        return f"{before} {sentence}" if before and chance.random() < _WITH_BEFORE else sentence

    false = [claim for _, claim in each.false]
    for label, said in ((ENTAILED, each.true), (CONTRADICTED, false)):
        for claim in said:
            yield pair(claim, shown(each.sentence), label)
    claim = str(chance.choice([*each.true, *false]))
    if before:
        yield pair(claim, before, NEUTRAL)
    strange = half_of(other.document) == half and other.document != each.document
    if strange and chance.random() < _STRANGE:
        yield pair(claim, other.sentence, NEUTRAL)
    for contrast in each.contrasts[:_CONTRASTS]:
        yield pair(contrast.claim, shown(contrast.sentence), ENTAILED)
        for claim in each.true:
            label = CONTRADICTED if claim in contrast.broken else ENTAILED
            yield pair(claim, shown(contrast.sentence), label)
        if chance.random() < _COPIED:
            forms = each.sentence, contrast.sentence
            for one in forms:
                for two in forms:
                    yield pair(one, two, ENTAILED if one == two else CONTRADICTED)


def given(examples: Iterable[Example]) -> Iterator[Pair]:
    """Claims with the evidence that their set names."""
    for example in examples:
        evidence = _named(example)
        if evidence:
            yield _pair("evidence_inference", example, evidence)


def beside_changed(sets: Mapping[str, Sequence[Example]]) -> Iterator[Pair]:
    """The sets' own claims with the evidence that they name, changed so that their label turns."""
    for name, example, evidence in turned(sets):
        if len(evidence) < _LONGEST:
            yield _pair(name, example, evidence, _kin(name, evidence_of(example)))


def _named(example: Example) -> str:
    text = evidence_of(example)
    return text if len(text) < _LONGEST else ""


def _pair(name: str, example: Example, evidence: str, kin: str = "") -> Pair:
    label = ENTAILED if example.label is Label.SUPPORTED else CONTRADICTED
    half = half_of(example.document)
    return Pair(name, half, example.claim, evidence, label, kin or _kin(name, evidence))


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
        for at, text, row in zip(queries.checked, queries.texts, queries.rows, strict=True):
            example = group[at][1]
            hits = Question(text, row, passages).hits.passages
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
        evidence = passage.span.of(text)
        return Pair(name, half, example.claim, evidence, NEUTRAL, _kin(name, evidence))

    if example.label is Label.NONE and example.kind != "partially_supported":
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
