"""What the reader learns from: claims beside passages, and how the two stand.

First from what the engine is not measured on: claims that were written for this beside sentences of
papers (`written`) and beside passages written with them (`passages.jsonl`), and the revisions of
VitaminC (Schuster et al. 2021). Nearly every claim is beside a text that entails it and one that
does not, since a claim alone tells much. Then from sets of people's claims beside the evidence that
those name: what was learned before it is measured on them, what comes of it on others (ADR 43).
Last from what was written for what still failed then (`turns.jsonl`): sides exchanged, units and
directions, long passages, changed copies.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen

from vera.bench.sets.aside import LEARNED, kept_aside, share_of
from vera.bench.sets.known import Label
from vera.bench.sets.loading import load_sets, reading
from vera.bench.train.written import Written, every
from vera.core.document import Document
from vera.core.result import Result, Success, failed
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.language.words import content, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vera.bench.sets.known import Example

ENTAILED, CONTRADICTED, NEUTRAL = range(3)
REVISIONS = 5_000
"""Cases of VitaminC that are used of all 9,905: its claims are not of science."""
_CLAIMS = Path(__file__).with_name("claims")
_LABELS = {"supported": ENTAILED, "contradicted": CONTRADICTED, "none": NEUTRAL}
_LETTERS = {"E": ENTAILED, "C": CONTRADICTED, "N": NEUTRAL}
USED = {"written": 7, "vitaminc": 6}
"""Tenths of the older pairs that are used: all of them take two cores half a day."""
AGAIN = {"written": 1500, "passages": 2000, "vitaminc": 4500}
"""Pairs of the other sources that the third pass has as well, so that they are not unlearned."""
OF_THIRD = 4
"""Tenths of the third pass that the last has as well."""
_LONGEST, _LONGEST_TURNED = 700, 1100
"""Characters of evidence; of evidence in the last pass."""
_CONTRASTS = 2
"""Changes of a sentence that are used at most."""
_BEFORE, _AFTER, _ELSEWHERE = 0.35, 0.3, 0.06
"""How often a sentence has the one before it, the one after it, and one of another place."""
_COPIED, _STRANGE, _SIBLINGS = 0.15, 0.25, 2
"""How often a changed sentence is a claim; how often a claim is beside another paper's sentence;
other sentences of its paper, at most, that one is beside."""
_NEAR = 700
"""Characters on either side of a sentence in which its neighbours are sought."""
_FAR = 20_000
"""Characters of a document in which a sentence beside the evidence is sought."""
_SEED, _LAST_SEED = 3, 4


@frozen
class Pair:
    """A claim beside evidence.

    Pairs of one `kin` are on the same evidence, changed or not, and are learned from together.
    """

    source: str
    claim: str
    evidence: str
    label: int
    kin: str


def pairs(data: Path) -> Result[tuple[list[Pair], ...]]:
    """What is learned from in four passes, in an order by chance that is the same in every run.

    Half of the two older sources; the other half, with those of the passages; sets of people's
    claims, with some of all others; the passages turned, with some of the third. Errors are those
    of the sets' files.
    """
    chance = np.random.default_rng(_SEED)
    read = reading(
        "written",
        data,
        lambda: (
            [
                *written(list(every(data)), chance),
                *revised(_rows(data / "pairs" / "vitaminc.jsonl"), chance),
            ],
            list(_own("passages")),
        ),
    )
    if failed(read):
        return read
    found, own = read.unwrap()
    older = [pair for pair in _shuffled(found, chance) if _used(pair)]
    first = [pair for pair in older if share_of(pair.kin, 2)]
    second = [pair for pair in older if not share_of(pair.kin, 2)]
    own = _shuffled(own, chance)
    sets = load_sets(",".join(LEARNED), data, "train")
    if failed(sets):
        return sets
    third = _shuffled([*named(sets.unwrap()), *_again([*found, *own])], chance)
    last = _shuffled(list(_last(third)), np.random.default_rng(_LAST_SEED))
    return Success((first, [*second, *own], third, last))


def _last(third: Sequence[Pair]) -> Iterator[Pair]:
    yield from (pair for pair in _own("turns") if len(pair.evidence) < _LONGEST_TURNED)
    yield from (pair for pair in third if share_of(f"again {pair.kin}", 10) < OF_THIRD)


def _again(made: Iterable[Pair]) -> Iterator[Pair]:
    """Pairs of each source, of VitaminC those that were not learned from."""
    left = dict(AGAIN)
    for pair in made:
        if left[pair.source] and (pair.source != "vitaminc" or not _used(pair)):
            left[pair.source] -= 1
            yield pair


def _used(pair: Pair) -> bool:
    text = pair.claim + pair.evidence if pair.source == "written" else pair.kin
    return share_of(text, 10) < USED[pair.source]


def _rows(file: Path) -> list[Mapping[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _shuffled(made: Sequence[Pair], chance: np.random.Generator) -> list[Pair]:
    return [made[at] for at in chance.permutation(len(made))]


def revised(rows: Iterable[Mapping[str, str]], chance: np.random.Generator) -> Iterator[Pair]:
    """Claims of VitaminC beside evidence before and after it was revised; a case is kin."""
    cases: dict[str, list[Mapping[str, str]]] = {}
    for row in rows:
        if len(row["evidence"]) < _LONGEST and not kept_aside(row["group"]):
            cases.setdefault(row["case"], []).append(row)
    turning = [case for case in cases.values() if len({row["label"] for row in case}) > 1]
    for at in islice(chance.permutation(len(turning)), REVISIONS):
        for row in turning[at]:
            label = _LABELS[row["label"]]
            yield Pair("vitaminc", row["claim"], row["evidence"], label, f"vitaminc {row['case']}")


def named(sets: Mapping[str, Sequence[Example]]) -> Iterator[Pair]:
    """Claims of labelled sets beside the evidence that these name, and beside what is none.

    That is the sentence of the document which has most of the claim's words.
    """
    labels = {Label.SUPPORTED: ENTAILED, Label.CONTRADICTED: CONTRADICTED}
    for name, examples in sets.items():
        for example in examples:
            if kept_aside(example.group):
                continue
            text, gold = example.document.text, example.gold
            evidence = " ".join(span.of(text) for span in gold)
            kin = f"{name} {evidence[-60:] or example.group}"
            if example.label in labels and 0 < len(evidence) < _LONGEST:
                yield Pair(name, example.claim, evidence, labels[example.label], kin)
            if other := _nearest(example):
                yield Pair(name, example.claim, other, NEUTRAL, kin)


def _nearest(example: Example) -> str:
    """The sentence that has most of the claim's words, without those that decide; "" for none."""
    terms = set(content(words(example.claim)))
    text = example.document.text[:_FAR]
    spans = PysbdSplitter().split(Document(text, "", ""))
    said = [
        span.of(text).strip()
        for span in spans
        if not any(span.overlaps(gold) for gold in example.gold)
    ]
    return max(
        (each for each in said if len(each) < _LONGEST),
        key=lambda each: len(terms & set(content(words(each)))),
        default="",
    )


def _own(name: str) -> Iterator[Pair]:
    return passages(_rows(_CLAIMS / f"{name}.jsonl"), name)


def passages(rows: Iterable[Mapping[str, Any]], name: str) -> Iterator[Pair]:
    """Claims beside both forms of the passage that was written with them."""
    for at, row in enumerate(rows):
        for claim, *labels in row["claims"]:
            for form, label in zip("ab", labels, strict=True):
                yield Pair(name, claim, row[form], _LETTERS[label], f"{name} {at}")


@frozen
class _Place:
    """A written sentence among its neighbours, "" where there is none.

    `chance` says which of them are shown with it.
    """

    before: str
    after: str
    elsewhere: str
    chance: np.random.Generator = field(repr=False)

    def shown(self, sentence: str) -> str:
        some = [self.before * (self.chance.random() < _BEFORE), sentence]
        some.append(self.after * (self.chance.random() < _AFTER))
        if self.chance.random() < _ELSEWHERE:
            some.insert(0 if self.chance.random() < 0.5 else len(some), self.elsewhere)
        text = " ".join(filter(None, some))
        return text if len(text) < _LONGEST else sentence


def written(claims: Sequence[Written], chance: np.random.Generator) -> Iterator[Pair]:
    """Pairs of written claims, all of one sentence kin.

    Each with its sentence and with what that is changed to, alone or with sentences around it; some
    with what is around it alone, with other sentences that were written about of its paper, and of
    another; of some sentences the two forms, each as claim and evidence.
    """
    of_paper: dict[tuple[str, str], list[Written]] = {}
    for each in claims:
        of_paper.setdefault((each.set, each.document.source), []).append(each)
    for each in claims:
        siblings = [one for one in of_paper[each.set, each.document.source] if one != each]
        strange = claims[int(chance.integers(len(claims)))]
        yield from _of_sentence(each, strange, siblings, chance)


def _of_sentence(
    each: Written, other: Written, siblings: Sequence[Written], chance: np.random.Generator
) -> Iterator[Pair]:
    kin = f"written {each.set} {each.document.source} {each.span.start}"
    strange = other.sentence if other.document != each.document else ""
    place = _Place(*_neighbours(each), strange, chance)

    def pair(claim: str, evidence: str, label: int) -> Pair:
        return Pair("written", claim, evidence, label, kin)

    false = [claim for _, claim in each.false]
    for label, said in ((ENTAILED, each.true), (CONTRADICTED, false)):
        for claim in said:
            yield pair(claim, place.shown(each.sentence), label)
    around = " ".join(filter(None, (place.before, place.after)))
    aside = [around] * (0 < len(around) < _LONGEST)
    aside += [siblings[at].sentence for at in chance.permutation(len(siblings))[:_SIBLINGS]]
    aside += [strange] * bool(strange and chance.random() < _STRANGE)
    for evidence in aside:
        yield pair(str(chance.choice([*each.true, *false])), evidence, NEUTRAL)
    for contrast in each.contrasts[:_CONTRASTS]:
        yield pair(contrast.claim, place.shown(contrast.sentence), ENTAILED)
        for claim in each.true:
            label = CONTRADICTED if claim in contrast.broken else ENTAILED
            yield pair(claim, place.shown(contrast.sentence), label)
        if chance.random() < _COPIED:
            forms = each.sentence, contrast.sentence
            for one in forms:
                for two in forms:
                    yield pair(one, two, ENTAILED if one == two else CONTRADICTED)


def _neighbours(each: Written) -> tuple[str, str]:
    """The sentences before and after, as far as they are near."""
    text, (start, end) = each.document.text, (each.span.start, each.span.end)
    before = _sentences(text[max(0, start - _NEAR) : start])
    after = _sentences(text[end : end + _NEAR])
    return each.before or (before[-1] if len(before) > 1 else ""), after[0] if after[1:] else ""


def _sentences(text: str) -> list[str]:
    document = Document(text, "", "")
    return [span.of(text).strip() for span in PysbdSplitter().split(document)]
