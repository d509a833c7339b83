"""What the reader is trained on: claims beside the evidence that decides them."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from tests.data import data_folder
from vera.bench.sets.aside import kept_aside
from vera.bench.train.command import read
from vera.bench.train.contrasts import Contrast
from vera.bench.train.learning import BATCH, batches
from vera.bench.train.network import LONGEST, LONGEST_CLAIM
from vera.bench.train.pairs import (
    CONTRADICTED,
    ENTAILED,
    NEUTRAL,
    Pair,
    pairs,
    passages,
    revised,
    written,
)
from vera.bench.train.written import Written
from vera.core.document import Document, Span
from vera.core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_BEES = Document("Ants dig. Bees sleep at night.", "1", "")


def _written(*contrasts: Contrast) -> Written:
    true, false = ("a", "b"), (("number", "c"),)
    return Written("scifact", _BEES, Span(10, 30), "Ants dig.", true, false, contrasts)


def _made(claims: Sequence[Written], seed: int = 1) -> list[Pair]:
    return list(written(claims, np.random.default_rng(seed)))


def _labels(found: Iterable[Pair]) -> set[tuple[str, int]]:
    return {(pair.claim, pair.label) for pair in found}


def test_written_claims_stand_beside_their_sentences() -> None:
    """Each claim beside its sentence, sometimes among others; what is around it alone is none."""
    found = _made([_written()] * 50)
    told = [pair for pair in found if pair.label != NEUTRAL]
    assert Counter((pair.claim, pair.label) for pair in told) == {
        ("a", ENTAILED): 50, ("b", ENTAILED): 50, ("c", CONTRADICTED): 50,
    }  # fmt: skip
    alone, among = "Bees sleep at night.", "Ants dig. Bees sleep at night."
    assert {pair.evidence for pair in told} == {alone, among}
    assert {pair.evidence for pair in found if pair.label == NEUTRAL} == {"Ants dig."}


def test_a_changed_sentence_turns_the_claims() -> None:
    """The false claim is entailed by it, the broken true one is not, the other still is."""
    changed = "Bees sleep at noon."
    found = _made([_written(Contrast(changed, "c", ("a",)))] * 30)
    assert len({pair.kin for pair in found}) == 1
    beside = [pair for pair in found if pair.evidence == changed]
    own = "Bees sleep at night."
    claims = {("c", ENTAILED), ("a", CONTRADICTED), ("b", ENTAILED)}
    assert _labels(beside) == claims | {(changed, ENTAILED), (own, CONTRADICTED)}
    copied = [pair for pair in found if pair.evidence == own and pair.claim in (own, changed)]
    assert _labels(copied) == {(own, ENTAILED), (changed, CONTRADICTED)}


def test_some_claims_stand_beside_what_does_not_decide_them() -> None:
    """Other sentences of their paper, and of other papers, are neutral."""
    papers = [
        Document(f"Bees of hive {at} sleep. They wake. They eat.", f"{at}", "") for at in range(60)
    ]
    claims = [
        Written("scifact", paper, Span(0, paper.text.index(" They")), "", ("a",), (("name", "c"),))
        for paper in papers
    ]
    found = [pair for pair in _made(claims) if pair.label == NEUTRAL]
    strange = [pair for pair in found if pair.evidence.startswith("Bees")]
    assert len(strange) > 3
    assert not any(pair.kin.endswith(f" {pair.evidence.split()[3]} 0") for pair in strange)
    assert "They wake." in {pair.evidence for pair in found}


def _row(case: str, label: str, group: str = "bees") -> dict[str, str]:
    return {
        "case": case,
        "claim": f"Claim {case}.",
        "evidence": label,
        "label": label,
        "group": group,
    }


def test_revisions_turn_a_claim_and_pages_are_kept_aside() -> None:
    """A case whose label never turns teaches nothing; a page kept aside is never learned from."""
    aside = next(f"page {at}" for at in range(99) if kept_aside(f"page {at}"))
    turning = [_row("1", "supported"), _row("1", "contradicted")]
    still = [_row("2", "none"), _row("2", "none")]
    hidden = [_row("3", "supported", aside), _row("3", "contradicted", aside)]
    found = list(revised([*turning, *still, *hidden], np.random.default_rng(1)))
    assert {pair.claim for pair in found} == {"Claim 1."}
    assert {pair.label for pair in found} == {ENTAILED, CONTRADICTED}
    assert len({pair.kin for pair in found}) == 1


def test_passages_have_a_label_for_each_form() -> None:
    """A claim stands beside both forms of its passage, as kin."""
    row = {"a": "Bees sleep.", "b": "Bees dance.", "claims": [["They rest.", "E", "C"]]}
    one, two = passages([row], "own")
    assert (one.evidence, one.label) == ("Bees sleep.", ENTAILED)
    assert (two.evidence, two.label) == ("Bees dance.", CONTRADICTED)
    assert one.kin == two.kin


def test_a_missing_or_other_set_is_an_error(tmp_path: Path) -> None:
    """It is said which, and nothing is learned from the rest."""
    fault = pairs(tmp_path).failure()
    assert isinstance(fault, StorageFault)
    for name in ("scifact", "wice", "clscisumm", "evidence_inference"):
        (tmp_path / name).symlink_to(data_folder() / name)
    fault = pairs(tmp_path).failure()
    assert isinstance(fault, StorageFault)
    assert "vitaminc" in fault.path


def test_all_pairs_are_those_of_every_run() -> None:
    """Four passes, the same each time; no kin is in both halves, and each of the last two files is.

    The last has some of the third again.
    """
    made = pairs(data_folder()).unwrap()
    assert made == pairs(data_folder()).unwrap()
    first, second, third, last = made
    assert not {pair.kin for pair in first} & {pair.kin for pair in second}
    assert {pair.source for pair in first} == {"written", "vitaminc"}
    for own, of in (("passages", second), ("turns", last)):
        labels = Counter(pair.label for pair in of if pair.source == own)
        assert min(labels.values()) > 1000
    again = {pair for pair in last if pair.source != "turns"}
    assert len(again) > 1000
    assert again < set(third)


def _pair(label: int, at: int, source: str = "scifact") -> Pair:
    return Pair(source, f"claim {at}", "evidence " * (1 + at % 7), label, f"{source} {at % 7}")


def test_what_is_read_fits_and_parts_where_the_claim_ends() -> None:
    """A claim and its evidence as tokens, the evidence cut where it is too long to learn from."""
    long = Pair("written", "bees " * 100, "wasps " * 200, NEUTRAL, "1")
    short = Pair("written", "Bees sleep.", "Bees sleep at night.", ENTAILED, "2")
    one, two = read([long, short])
    assert (len(one.ids), one.first) == (LONGEST, LONGEST_CLAIM + 2)
    start, end = two.ids[0], two.ids[-1]
    assert two.ids[two.first - 1] == end
    assert start not in two.ids[1:]
    assert two.ids.count(end) == 2


def test_claims_on_the_same_evidence_are_learned_from_together() -> None:
    """Each pair is in one batch, with its kin, and no batch is small but the last of a pool."""
    reads = list(read(_pair(at % 3, at, f"set {at % 40}") for at in range(700)))
    made = list(batches(reads, random.Random(1)))  # noqa: S311 - no secret
    assert Counter(map(id, _all(made))) == Counter(map(id, reads))
    home: dict[str, int] = {}
    for at, batch in enumerate(made):
        for pair in batch:
            assert home.setdefault(pair.kin, at) == at
    assert sum(len(batch) < BATCH - 2 for batch in made) <= 1


def _all(made: Sequence[Sequence[Any]]) -> list[Any]:
    return [pair for batch in made for pair in batch]
