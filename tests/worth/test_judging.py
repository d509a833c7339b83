"""Claims are told from sentences that state nothing, each by what it says itself."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

import vera.bench.worth
from tests.fakes import FakeEmbedder, bag_of_words
from vera.core.settings import Settings
from vera.core.verdict import Claim, Status
from vera.verification.claims import claims_in
from vera.verification.embedding.minilm import load_minilm
from vera.verification.verifier import Verifier
from vera.verification.worth.files import load
from vera.verification.worth.judging import Worthiness
from vera.verification.worth.model import Model
from vera.verification.worth.signs import SIGNS

_BLIND = Path(vera.bench.worth.__file__).with_name("claims") / "blind.jsonl"

_GOLD = Path(__file__).parents[2] / "testdata" / "manuscript" / "gold.jsonl"


@pytest.fixture(scope="module")
def shipped() -> Worthiness:
    """The model and the embedder that come with the engine."""
    return Worthiness(load().unwrap(), load_minilm().unwrap())


def by_word(word: str) -> Worthiness:
    """A model by which what has this word states nothing, and all else surely something."""
    embedder = FakeEmbedder(dimension=1024)  # in which words hardly share a direction
    direction = bag_of_words([word], embedder.info.dimension).astype(np.float64)
    vector = -20.0 * direction / np.linalg.norm(direction)
    model = Model(embedder.info.name, 3.0, vector, np.zeros(len(SIGNS)), 0.2)
    return Worthiness(model, embedder)


def test_most_blind_sentences_are_told(shipped: Worthiness) -> None:
    """Of 60 and 60 sentences that were not fitted on, few claims and most others are left out."""
    rows = [json.loads(line) for line in _BLIND.read_text("utf-8").splitlines()]
    worths = shipped.of([Claim(row["text"]) for row in rows], {}).unwrap()
    out = [row["states"] for row, worth in zip(rows, worths, strict=True) if not worth.asked]
    assert out.count(True) <= 2
    assert out.count(False) >= 36


def test_no_claim_that_cites_is_left_out(shipped: Worthiness) -> None:
    """Of our own manuscript, which nothing was fitted on, one sentence of background is."""
    rows = _GOLD.read_text("utf-8").splitlines()
    claims = [Claim(json.loads(row)["claim"]) for row in rows]
    worths = shipped.of(claims, {}).unwrap()
    out = [it.text for it, worth in zip(claims, worths, strict=True) if not worth.asked]
    assert all("None of these questions is new" in it for it in out)


def test_what_a_sentence_leans_on_does_not_count() -> None:
    """A sentence that leans is judged by its own words, since the one before is a claim itself."""
    looks = by_word("interesting")
    asked, aside = claims_in("Bees sleep at night. This is interesting.")
    assert aside.text == "Bees sleep at night. This is interesting."
    assert [each.asked for each in looks.of([asked, aside], {}).unwrap()] == [True, False]


def test_one_sentence_that_states_something_is_enough() -> None:
    """A claim that was given as several sentences is asked if any of them states something."""
    looks = by_word("thank")
    both = Claim("We thank the bees. Bees sleep at night.")
    only = Claim("We thank the bees. They thank us.")
    found = looks.of([both, only], {}).unwrap()
    assert [each.asked for each in found] == [True, False]
    assert found[0].probability > 0.7 > found[1].probability


def test_a_number_is_asked_whatever_the_model_says() -> None:
    """The probability is told as it is, and the number makes the claim asked all the same."""
    (worth,) = by_word("thank").of([Claim("We thank 40 bees.")], {}).unwrap()
    assert worth.asked
    assert worth.probability < 0.01


def test_what_is_too_long_is_asked() -> None:
    """A sentence that the embedder cannot read whole is not left out, and the others are judged."""
    looks = evolve(by_word("thank"), embedder=FakeEmbedder(dimension=1024, max_tokens=8))
    long = Claim("We thank the bees " + "and the wasps " * 9)
    found = looks.of([long, Claim("We thank the bees.")], {}).unwrap()
    assert [each.asked for each in found] == [True, False]


def test_known_vectors_are_not_made_again() -> None:
    """What was embedded to be asked is not embedded once more."""
    looks = evolve(by_word("thank"), model=evolve(by_word("thank").model, vector=np.ones(1024)))
    row = np.full(1024, -9.0, dtype=np.float32)  # no embedder makes it
    (worth,) = looks.of([Claim("Bees sleep.")], {"Bees sleep.": row}).unwrap()
    assert not worth.asked


@pytest.mark.parametrize("text", ["\x1b[31mWe thank <b>the</b> bees.", "…", "\ud800", "A" * 9000])
def test_any_claim_is_judged(text: str, shipped: Worthiness) -> None:
    """Control characters, marks, half characters and what is too long are judged like others."""
    (worth,) = shipped.of([Claim(text)], {}).unwrap()
    assert 0 <= worth.probability <= 1


def test_verdicts_have_it_with_the_setting_alone(tmp_path: Path) -> None:
    """With `only_claims` each verdict has its worth, and what states nothing was not asked."""
    paper = tmp_path / "bees.txt"
    paper.write_text("Bees sleep at night. A hive of bees holds many workers.")
    claims = claims_in("We thank the keepers for their help.\n\nBees sleep at night.\n\n12")
    for only_claims in (False, True):
        verifier = Verifier(Settings(only_claims=only_claims), embedder="minilm", cache=False)
        opened = verifier.open(paper).unwrap()
        found = [each.unwrap() for each in verifier.verify([opened], claims)]
        assert [each.states_nothing for each in found] == [only_claims, False, only_claims]
        assert found[1].status is Status.GROUNDED
        assert (found[1].worth is not None) == only_claims
        assert found[2].reason == "the claim is a lone number"
    assert found[0].status is Status.UNCHECKED
    assert "states nothing that a paper could bear out" in found[0].reason
