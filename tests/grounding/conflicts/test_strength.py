"""A claim that is stronger than the paper is a conflict; a weaker one is none."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import HOSTILE_PIECES, PAPER_SENTENCES
from verification.grounding.conflicts.strength import check
from verification.grounding.sentence import Sentence

_MARKS = (
    "may",
    "all patients",
    "some patients",
    "in mice",
    "in humans",
    "causes",
    "always",
    "often",
    "has been shown to",
    "might be",
    "have proved",
    "nearly all birds",
)
_TEXTS = st.lists(
    st.sampled_from((*HOSTILE_PIECES, *PAPER_SENTENCES, *_MARKS)) | st.text(max_size=20),
    max_size=12,
).map(" ".join)

STRONGER = [
    ("The drug definitely slows decay.", "The drug may slow decay.", "strength", "may"),
    (
        "It was proven that tea slows decay.",
        "We suggest that tea slows decay.",
        "strength",
        "suggest",
    ),
    ("Tea has been proven to slow decay.", "Tea can slow decay.", "strength", "can"),
    (
        "It is well established that tea slows decay.",
        "It could be that tea slows decay.",
        "strength",
        "could",
    ),
    ("Tea conclusively slows decay.", "Tea appears to slow decay.", "strength", "appears"),
    (
        "Tea significantly slowed decay.",
        "There was a trend toward slowed decay with tea.",
        "strength",
        "a trend toward",
    ),
    (
        "Sleep was significantly longer with tea.",
        "Sleep was longer with tea, but did not reach significance.",
        "strength",
        "not reach significance",
    ),
    ("Tea causes tooth decay.", "Tea was associated with tooth decay.", "strength", "associated"),
    (
        "Tooth decay is caused by tea.",
        "Tooth decay was correlated with tea drinking.",
        "strength",
        "correlated",
    ),
    ("Tea slows decay in patients.", "Tea slowed decay in aged mice.", "scope", "in aged mice"),
    ("Tea slows decay in humans.", "Tea slows decay in vitro.", "scope", "in vitro"),
    ("All patients slept well.", "Most patients slept well.", "scope", "Most"),
    ("Every child slept well.", "Some of the children slept well, and one child not.", None, None),
    ("All patients slept very well.", "Some nurses slept very well.", None, None),
    ("All children slept well.", "Some of the children slept well.", "scope", "Some"),
    ("All the patients slept.", "In the ward 40% of patients slept.", "scope", "40%"),
    ("Most patients slept well.", "A minority of patients slept well.", "scope", "A minority"),
    ("The error always grows.", "The error often grows.", "scope", "often"),
    (
        "The findings prove that green tea slows tooth decay, which may be due to tannin.",
        "The findings suggest that green tea slows tooth decay, which may be due to tannin.",
        "strength",
        "suggest",
    ),
    ("It is the first such map.", "It is one of the first such maps.", "scope", "one of the first"),
    ("Nearly all hives had mites.", "The majority of hives had mites.", "scope", "The majority"),
    ("Almost all the birds left.", "Half of the birds left.", "scope", "Half"),
    # shown or done, against possible
    (
        "The glove has proved quite useful to frail climbers.",
        "We believe that the glove might be useful to climbers who are frail.",
        "strength",
        "might",
    ),
    (
        "It was demonstrated that longer training makes the tagger more accurate.",
        "Longer training of the tagger could improve its accuracy.",
        "strength",
        "could",
    ),
    (
        "Sound has already been added to the map viewer.",
        "It should be possible to add sound to the map viewer.",
        "strength",
        "possible to",
    ),
    (
        "The dust has been shown to come from the desert.",
        "The dust may come from the desert.",
        "strength",
        "may",
    ),
    (
        "The link between rain and flowering has been confirmed.",
        "The link between rain and flowering remains to be confirmed.",
        "strength",
        "remains to be",
    ),
    (
        "The probe has been tested in deep water.",
        "Future work will test the probe in deep water.",
        "strength",
        "Future work will",
    ),
    (
        "It was shown that the map can be drawn from sound alone.",
        "Drawing the map from sound alone is left for future work.",
        "strength",
        "left for future work",
    ),
    (
        "It has been established that moths hear the bats.",
        "It is unclear whether moths hear the bats.",
        "strength",
        "unclear whether",
    ),
]

NOT_STRONGER = [
    ("The drug may slow decay.", "The drug definitely slows decay."),
    ("The drug slows decay.", "The drug may slow decay."),  # a mark left out: a paraphrase
    ("A tea room was established to slow decay.", "Tea rooms may slow decay."),
    ("It is established that tea slows decay.", "As established, tea may slow decay."),
    ("Tea slowed decay.", "There was a trend toward slowed decay with tea."),
    ("Tea did not significantly slow decay.", "A trend to slow decay by tea was not significant."),
    ("Tea is associated with decay.", "Tea causes decay."),
    ("Tea causes tooth decay.", "Tea, associated with tooth decay, was shown to cause it."),
    ("Tea slows decay in mice.", "Tea slows decay in patients."),
    ("Tea slows decay in patients.", "Tea slows decay in mice and in patients."),
    ("Some patients slept well.", "All patients slept well."),
    ("Not all patients slept well.", "Most patients slept well."),
    ("All patients slept well.", "All patients slept well, and some patients dreamt."),
    ("All patients slept well.", "Some of the nurses slept."),
    (
        "Patients with decay are many, and it may be that tea causes much of it.",
        "Decay was associated with age. It may be that tea causes much of it in patients.",
    ),
    ("Tea definitely slows decay.", "Wheat may grow in dry soil."),
    ("The glove is useful to climbers.", "The glove might be useful to climbers."),  # left out
    ("Two wells have been found.", "In this way two wells could be found."),
    ("Two wells were found near it.", "We could find two wells near it, in all."),
    ("It was shown that tea may slow decay.", "Tea may slow decay."),
    ("Tea has been shown to slow decay.", "We show that tea slows decay and may whiten."),
    ("Sound has been added to the map.", "We added sound to the map. Colour may be added to it."),
    ("Sound has not been added to the map.", "Sound may be added to the map."),
    ("Sound has been proposed for the map.", "Sound could be a help on the map."),
    ("The glove has proved useful on ice.", "The glove has proved useful; it may tear on ice."),
    (
        "It was shown that the map can be drawn from sound.",
        "The map was drawn from sound. Colour is left for future work.",
    ),
    ("Nearly all hives had mites.", "Almost all of the hives had mites."),
    ("Nearly all hives had mites.", "All hives had mites, most of them many."),
    ("Most of the birds left.", "Nearly all birds left."),
]


@pytest.mark.parametrize(("claim", "evidence", "code", "paper"), STRONGER)
def test_stronger(claim: str, evidence: str, code: str | None, paper: str | None) -> None:
    """The conflict names the paper's weaker mark and where it stands, if it is the same thing's."""
    found = list(check(Sentence(claim), Sentence(evidence)))
    assert [(one.code, one.paper) for one in found] == ([(code, paper)] if code else [])
    for one in found:
        assert evidence[one.span.start : one.span.end] == one.paper


@pytest.mark.parametrize(("claim", "evidence"), NOT_STRONGER)
def test_not_stronger(claim: str, evidence: str) -> None:
    """Nothing is said where the claim is as strong or weaker, or speaks of another thing."""
    assert not list(check(Sentence(claim), Sentence(evidence)))


@given(_TEXTS, _TEXTS)
def test_spans_lie_in_the_evidence(claim: str, evidence: str) -> None:
    """Whatever the texts are, what is named as the paper's stands there; nothing is raised."""
    for found in check(Sentence(claim), Sentence(evidence)):
        assert evidence[found.span.start : found.span.end] == found.paper
        assert found.claim in claim


@given(_TEXTS)
def test_a_claim_agrees_with_itself(claim: str) -> None:
    """A claim equal to its evidence has no conflict."""
    assert not list(check(Sentence(claim), Sentence(claim)))


@pytest.mark.parametrize("text", ["all patients " * 5_000, "not " * 10_000, "in a b c " * 5_000])
def test_linear(text: str) -> None:
    """A long text takes time that grows with its length."""
    before = time.process_time()
    list(check(Sentence("All patients definitely slept in humans."), Sentence(text)))
    list(check(Sentence(text), Sentence("Some patients may sleep in mice.")))
    assert time.process_time() - before < 5
