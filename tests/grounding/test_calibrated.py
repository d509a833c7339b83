"""The calibrated rule: conflicts and parts outweigh any score, and evidence is exact."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import FakeCrossEncoder
from tests.grounding.asked import calibration, passages, question
from tests.strategies import hostile_text
from vera.core.errors import EmbeddingFault
from vera.core.ports import Asked, Entailment
from vera.core.result import Result, Success
from vera.core.settings import Settings
from vera.core.text import is_blank
from vera.core.verdict import Status
from vera.verification.calibration.models import Logistic
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.grounding.examine import examine
from vera.verification.language.statements import statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.grounding.score import Judgement

_PAPER = (
    "Bees sleep at night. A hive of bees holds some thirty thousand workers in summer. "
    "Iron increased growth in 95% of the plots. Iron did not improve the taste. "
    "It was cheaper than zinc. Tea raised mood and lowered stress.\n\n"
    "We train the tagger on news. The tagger outperforms the parser by 3 points. "
    "Wasps build nests of paper, and their queens die in winter."
)
_DOCUMENT = passages(_PAPER)
_TRUE = (
    "Bees sleep at night",
    "Iron increased growth in 95% of the plots",
    "Tea raised mood and lowered stress",
    "The tagger outperforms the parser by 3 points",
    "A hive of bees holds some thirty thousand workers in summer",
)
_FALSE = (
    "Iron increased growth in 92% of the plots",
    "Iron decreased growth in 95% of the plots",
    "A hive of bees holds some fifty thousand workers in summer",
    "The tagger outperforms the lemmatizer by 3 points",
)
_ELSE = ("The glacier lost a third of its volume", "Rates rose in spring")
_CLAIMS = st.lists(
    st.sampled_from((*_TRUE, *_FALSE, *_ELSE)), min_size=1, max_size=3, unique=True
).map(lambda said: ", and ".join(said) + ".")


def _judge(claim: str, chosen: Settings | None = None, bias: float = -4.0) -> Judgement:
    rule = CalibratedRule(calibration(bias), FakeCrossEncoder())
    return rule(question(claim, _DOCUMENT), chosen or Settings()).unwrap()


def _denying(claim: str) -> Judgement:
    """The judgement where every passage is read as the contrary, and that is all that counts."""
    read = "entailed, not contradicted"
    denies = Logistic(0.0, {read: -8.0}, {read: 0.0}, {read: 1.0})
    rule = CalibratedRule(
        evolve(calibration(), denial=denies), _Reads(_CONTRADICTED, _CONTRADICTED)
    )
    return rule(question(claim, _DOCUMENT), Settings()).unwrap()


@given(_CLAIMS, st.floats(-1, 1), st.floats(-10, 10))
@settings(max_examples=80)
def test_a_conflict_outweighs_any_score(claim: str, threshold: float, bias: float) -> None:
    """A claim is contradicted if and only if it has conflicts; no threshold makes it grounded."""
    judged = _judge(claim, Settings(threshold=threshold), bias)
    assert bool(judged.conflicts) == (judged.status is Status.CONTRADICTED)
    for part in judged.parts:
        assert bool(part.conflicts) == (part.status is Status.CONTRADICTED)
    if judged.status is Status.GROUNDED:
        assert judged.score >= threshold


@given(_CLAIMS, st.floats(0, 1))
@settings(max_examples=80)
def test_a_claim_of_parts_is_as_good_as_its_worst(claim: str, threshold: float) -> None:
    """It is grounded only if each part is, and the reason names a part that is not."""
    judged = _judge(claim, Settings(threshold=threshold))
    cut = statements(claim)
    assert len(judged.parts) == (len(cut) if len(cut) > 1 else 0)
    assert [(part.text, part.span) for part in judged.parts] == [
        (part.text, part.span) for part in cut[: len(judged.parts)]
    ]
    lacking = [part for part in judged.parts if part.status is not Status.GROUNDED]
    if judged.status is Status.GROUNDED:
        assert not lacking
    elif lacking and not judged.reason.startswith("claim says"):
        assert any(part.text in judged.reason for part in lacking)
    if any(part.status is Status.CONTRADICTED for part in judged.parts):
        assert judged.status is Status.CONTRADICTED


@given(_CLAIMS, st.integers(1, 5))
@settings(max_examples=60)
def test_evidence_is_exact(claim: str, top_k: int) -> None:
    """Evidence is the document's text, at most so many pieces, no two of which share any."""
    judged = _judge(claim, Settings(top_k=top_k))
    assert 1 <= len(judged.evidence) <= top_k
    for at, piece in enumerate(judged.evidence):
        assert piece.text == piece.span.of(_PAPER)
        assert -1 <= piece.score <= 1
        assert not any(piece.span.overlaps(other.span) for other in judged.evidence[at + 1 :])
    assert judged.explanation is not None
    spans = {piece.span for piece in judged.explanation.runners_up}
    assert {piece.span for piece in judged.evidence[1:]} <= spans
    assert judged.evidence[0].span not in spans


@pytest.mark.parametrize("claim", _FALSE)
def test_a_conflict_stands_where_it_says(claim: str) -> None:
    """The paper's words of a conflict stand in the document at its span, beside the claim's."""
    judged = _denying(claim + ".")
    assert judged.status is Status.CONTRADICTED
    for conflict in judged.conflicts:
        assert 0 <= conflict.span.start < conflict.span.end <= len(_PAPER)
        first, *_ = conflict.paper.split()
        assert first in _PAPER[conflict.span.start : conflict.span.end]
        assert str(conflict) in judged.reason


@pytest.mark.parametrize("claim", _TRUE)
def test_what_the_paper_says_is_grounded(claim: str) -> None:
    """A sentence of the paper has no conflict with it."""
    assert _judge(claim + ".").status is Status.GROUNDED


def test_what_differs_is_not_grounded_and_need_be_no_contradiction() -> None:
    """A difference that hardly speaks for a denial still keeps a claim from being grounded."""
    rule = CalibratedRule(calibration(bias=20.0, denial=0.0), FakeCrossEncoder())
    claim = "In 92% of the plots we saw that growth increased after iron."
    judged = rule(question(claim, _DOCUMENT), Settings(threshold=0.0)).unwrap()
    assert judged.status is Status.UNSUPPORTED
    assert judged.conflicts == ()
    assert "the nearest differs: claim says 92%, paper says 95%" in judged.reason


def test_a_denial_that_no_check_names_is_the_passage() -> None:
    """What is read as the contrary is a contradiction, and the passage stands for it."""
    judged = _denying("Night finds no bee asleep in summer.")
    assert judged.status is Status.CONTRADICTED
    (conflict,) = judged.conflicts
    assert (conflict.code, conflict.claim) == ("reading", "Night finds no bee asleep in summer.")
    assert conflict.span == judged.evidence[0].span
    assert "says otherwise" in judged.reason


def test_parts_do_not_make_good_what_differs_as_a_whole() -> None:
    """Where the passage nearest to the whole claim differs, grounded parts do not ground it."""
    paper = (
        "Iron increased growth in 95% of the plots while tea raised mood at dawn.\n\n"
        "Iron increased growth in 92% of the plots."
    )
    claim = "Iron increased growth in 92% of the plots, and tea raised mood at dawn."
    rule = CalibratedRule(calibration(bias=-20.0, denial=0.0), FakeCrossEncoder())
    judged = rule(question(claim, passages(paper)), Settings(threshold=0.0)).unwrap()
    assert [part.status for part in judged.parts] == [Status.GROUNDED] * 2
    assert judged.status is Status.UNSUPPORTED
    assert "claim says 92%, paper says 95%" in judged.reason


@pytest.mark.parametrize("number", ["72%", "0.62", "410 plots", "5 kg"])
def test_a_number_that_the_paper_has_nowhere_is_not_grounded(number: str) -> None:
    """Whatever the score, and the reason names it."""
    judged = _judge(f"Bees sleep at night, {number} of them.", Settings(threshold=0.0))
    assert judged.status is Status.UNSUPPORTED
    assert judged.reason.startswith(f"nowhere does the paper have {number.split(' plots')[0]}")


@pytest.mark.parametrize("said", ["30,000 workers", "5% of the plots", "three bees", "in 2019"])
def test_a_number_that_may_be_the_papers_or_the_readers_own_is_no_matter(said: str) -> None:
    """One in other words, the rest of a whole, a small count and a year are left to the score."""
    judged = _judge(f"Bees sleep at night, {said}.", Settings(threshold=0.0))
    assert "nowhere" not in judged.reason


def test_without_the_cross_encoder_nothing_is_judged() -> None:
    """Its fault is the rule's: there is no verdict that leaves it out."""
    fault = EmbeddingFault("load the model", "cross-encoder", "there is not enough memory")
    rule = CalibratedRule(calibration(), FakeCrossEncoder(fault))
    for claim in (_TRUE[0], f"{_TRUE[0]}, and {_TRUE[1]}."):
        assert rule(question(claim, _DOCUMENT), Settings()).failure() == fault


_ENTAILED, _CONTRADICTED, _NEUTRAL = (
    Entailment(*map(math.log, shares))
    for shares in ((0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.05, 0.05, 0.9))
)


class _Reads(FakeCrossEncoder):
    """Reads evidence with the word "most" in one way, and all other evidence in another."""

    def __init__(self, most: Entailment, other: Entailment) -> None:
        super().__init__()
        self._most, self._other = most, other

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """One answer a pair."""
        return Success([self._most if "most" in pair.evidence else self._other for pair in pairs])


def test_passages_are_read_and_the_best_two_together_with_acronyms_in_full() -> None:
    """What a claim says of two sentences can stand in both, as the paper writes them."""
    paper = (
        "Patients of the intensive care unit (ICU) slept little.\n\nBees sleep at night.\n\n"
        "In the ICU nurses woke patients."
    )
    reads = FakeCrossEncoder()
    examine(question("Nurses woke patients of the ICU, who slept little.", passages(paper)), reads)
    *near, joined = [asked.evidence for asked in reads.asked]
    assert all(each in paper for each in near)
    assert sum(each in joined for each in near) == 2
    assert joined not in near
    reads = FakeCrossEncoder()
    examine(question("Nurses woke the intensive care unit.", passages(paper)), reads).unwrap()
    assert "In the intensive care unit nurses woke patients." in {a.evidence for a in reads.asked}


def test_of_near_passages_the_one_that_tells_decides() -> None:
    """What says or denies the claim goes before what only comes near it."""
    paper = passages("Bees sleep in hives at night.\n\nAt night most bees sleep.")
    claim = question("Bees sleep at night.", paper)
    for told in (_CONTRADICTED, _ENTAILED):
        found = examine(claim, _Reads(told, _NEUTRAL)).unwrap().passage.span
        assert found.of(paper.document.text) == "At night most bees sleep."
    found = examine(claim, _Reads(_NEUTRAL, _ENTAILED)).unwrap().passage.span
    assert found.of(paper.document.text) == "Bees sleep in hives at night."


def test_it_says_who_decided() -> None:
    """The judgement is calibrated, and its explanation has the probabilities and the features."""
    judged = _judge("Bees sleep at night.")
    assert (judged.calibrated, judged.decided) == (True, "calibration")
    made = judged.explanation
    assert made is not None
    assert judged.score == pytest.approx(made.evidence * made.support, abs=1e-4)
    assert made.features[0].name == "words in the best passage"


@given(
    hostile_text.map(lambda text: text[:250]).filter(lambda text: not is_blank(text)), hostile_text
)
@settings(max_examples=60)
def test_any_claim_of_any_paper_is_judged(claim: str, text: str) -> None:
    """Nothing that a claim or a paper holds makes the rule raise."""
    document = passages(f"Bees sleep at night. {text}")
    rule = CalibratedRule(calibration(), FakeCrossEncoder())
    judged = rule(question(claim, document), Settings()).unwrap()
    assert 0 <= judged.score <= 1
    for piece in judged.evidence:
        assert piece.text == piece.span.of(document.document.text)
