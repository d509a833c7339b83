"""What the cross-encoder is trained on: claims beside the passages that decide them."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from bench.contrasts import Contrast
from bench.held_out import Documents, adapter_of, half_of
from bench.sets import Label
from bench.training.command import read
from bench.training.network import BATCH, LONGEST, LONGEST_CLAIM, batches
from bench.training.pairs import (
    CONTRADICTED,
    ENTAILED,
    MOST,
    NEUTRAL,
    Pair,
    _at_most,
    _found,
    pairs,
    written,
)
from bench.written import Written
from core.document import Document, Span
from core.errors import StorageFault
from core.settings import Settings
from tests.bench.papers import examples
from tests.data import data_folder
from tests.fakes import FakeEmbedder
from verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def test_written_claims_stand_beside_their_sentences() -> None:
    """Each claim beside its sentence, and one of each beside the sentence before it."""
    document = Document("Ants dig. Bees sleep at night.", "1", "")
    each = Written("scifact", document, Span(10, 30), "Ants dig.", ("a", "b"), (("number", "c"),))
    found = list(written([each] * 50, np.random.default_rng(1)))
    labels = Counter((pair.claim, pair.label) for pair in found if pair.label != NEUTRAL)
    assert labels == {("a", ENTAILED): 50, ("b", ENTAILED): 50, ("c", CONTRADICTED): 50}
    texts = Counter((pair.evidence, pair.label == NEUTRAL) for pair in found)
    assert texts.keys() == {
        ("Bees sleep at night.", False),
        ("Ants dig. Bees sleep at night.", False),
        ("Ants dig.", True),
    }
    assert texts["Ants dig.", True] == 50


def test_a_changed_sentence_turns_the_claims() -> None:
    """The false claim is entailed by it, the broken true one is not, the other still is."""
    document = Document("Bees sleep at night.", "1", "")
    contrast = Contrast("Bees sleep at noon.", "c", ("a",))
    each = Written(
        "scifact", document, Span(0, 20), "", ("a", "b"), (("number", "c"),), (contrast,)
    )
    found = list(written([each] * 30, np.random.default_rng(1)))
    assert len({pair.kin for pair in found}) == 1
    beside = {(pair.claim, pair.label) for pair in found if pair.evidence == contrast.sentence}
    forms = each.sentence, contrast.sentence
    assert beside == {
        ("c", ENTAILED),
        ("a", CONTRADICTED),
        ("b", ENTAILED),
        (forms[0], CONTRADICTED),
        (forms[1], ENTAILED),
    }
    copied = {
        (pair.claim, pair.label)
        for pair in found
        if pair.evidence == each.sentence and pair.claim in forms
    }
    assert copied == {(forms[0], ENTAILED), (forms[1], CONTRADICTED)}


def test_some_claims_stand_beside_another_papers_sentence() -> None:
    """What has nothing to do with a claim is neutral; it is of the same half."""
    papers = [Document(f"Bees of hive {at} sleep.", f"{at}", "") for at in range(60)]
    claims = [
        Written("scifact", paper, Span(0, len(paper.text)), "", ("a",), (("name", "c"),))
        for paper in papers
    ]
    half = {paper.text: half_of(paper) for paper in papers}
    strange = [pair for pair in written(claims, np.random.default_rng(1)) if pair.label == NEUTRAL]
    assert len(strange) > 3
    assert all(half[pair.evidence] == pair.half for pair in strange)
    assert not any(pair.kin.endswith(f" {pair.evidence.split()[3]} 0") for pair in strange)


def _pair(label: int, at: int, source: str = "scifact") -> Pair:
    return Pair(
        source, at % 2, f"claim {at}", "evidence " * (1 + at % 7), label, f"{source} {at % 7}"
    )


def test_a_missing_or_other_set_is_an_error(tmp_path: Path) -> None:
    """It is said which, and nothing is learned from the rest."""
    verifier = Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)
    fault = pairs(tmp_path, verifier).failure()
    assert isinstance(fault, StorageFault)
    assert "scifact" in fault.path
    for name in ("scifact", "wice", "check_covid", "evidence_inference"):
        (tmp_path / name).symlink_to(data_folder() / name)
    (tmp_path / "clscisumm" / "train2018").mkdir(parents=True)
    fault = pairs(tmp_path, verifier).failure()
    assert isinstance(fault, StorageFault)
    assert "clscisumm" in fault.path


def test_no_more_of_a_kind_than_teaches() -> None:
    """The first so many of a set and a label are kept, and all that are not limited."""
    many = [_pair(NEUTRAL, at) for at in range(MOST["scifact", NEUTRAL] + 5)]
    few = [_pair(ENTAILED, at) for at in range(900)]
    kept = list(_at_most([*many, *few]))
    assert Counter(pair.label for pair in kept) == {NEUTRAL: 800, ENTAILED: 900}


def test_what_is_read_fits_and_parts_where_the_claim_ends() -> None:
    """A claim and its evidence as tokens, the evidence cut where it is too long to learn from."""
    long = Pair("written", 0, "bees " * 100, "wasps " * 200, NEUTRAL, "1")
    short = Pair("written", 0, "Bees sleep.", "Bees sleep at night.", ENTAILED, "2")
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


def test_passages_that_hold_the_evidence_are_paired() -> None:
    """A claim that is true or false beside its sentence, and one about nothing beside others."""
    asked = examples(4)
    verifier = Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)
    made = _found("scifact", asked, verifier, np.random.default_rng(1)).unwrap()
    for example in asked:
        mine = [
            pair for pair in made
            if pair.claim == example.claim and pair.half == half_of(example.document)
        ]  # fmt: skip
        if example.label is Label.NONE:
            assert {pair.label for pair in mine} == {NEUTRAL}
            continue
        gold = [span.of(example.document.text) for span in example.gold]
        label = ENTAILED if example.label is Label.SUPPORTED else CONTRADICTED
        assert all((gold[0] in pair.evidence) == (pair.label == label) for pair in mine)
        assert label in {pair.label for pair in mine}


def test_a_document_is_read_by_the_model_that_does_not_know_it() -> None:
    """The halves are of documents, whatever a set calls them; each has its adapter."""
    documents = Documents()
    one, again = Document("The bees: a study.", "1", ""), Document("THE BEES\na study", "x", "")
    assert half_of(one) == half_of(again)
    other = next(
        found for at in range(20)
        if half_of(found := Document(f"Study {at}.", "2", "")) != half_of(one)
    )  # fmt: skip
    assert documents.cross_encoder(one) is documents.cross_encoder(again)
    assert documents.cross_encoder(one) is not documents.cross_encoder(other)
    assert adapter_of(0).is_file()
    assert adapter_of(1).is_file()
