"""What one side denies and the other affirms is named; anything less is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.grounding.conflicts.negation import check
from verification.grounding.denials import positive
from verification.grounding.sentence import Sentence

_WORDS = (
    "not no never without fails to cannot neither nor did do the drug pressure improve improved "
    "improves survival effective ineffective significant difference between groups increased lower "
    "associated with p > 0.05 = 0.3 ( ) . , ; but and"
)
_TEXTS = st.lists(st.sampled_from(_WORDS.split()), max_size=40).map(" ".join) | st.text(
    max_size=200
)

DENIED = [
    ("The drug did not reduce pain in adults.", "In adults the drug reduced pain."),
    ("The drug reduced pain in adults.", "The drug did not reduce pain in adults."),
    ("The parser fails to recover long sentences.", "The parser recovers long sentences."),
    ("The parser cannot recover long sentences.", "The parser can recover long sentences."),
    (
        "Tea is linked to sleep quality.",
        "No evidence was found that tea is linked to sleep quality.",
    ),
    ("Tea is linked to sleep quality.", "Tea was not associated with sleep quality."),
    ("Tea isn't linked to sleep quality.", "Tea was associated with sleep quality."),
    ("The gel is effective against warts.", "The gel was ineffective against warts."),
    ("The gel is ineffective against warts.", "We found the gel effective against warts."),
    (
        "Both arms differ in walking speed.",
        "There was no difference in walking speed between arms.",
    ),
    ("Yoga significantly increased walking speed.", "There was no difference in walking speed."),
    (
        "Compared with rest, yoga did not significantly change walking speed.",
        "Walking speed was significantly higher with yoga (P < 0.01).",
    ),
    (
        "Compared with rest, yoga significantly increased walking speed.",
        "Walking speed was greater with yoga, but this was not statistically significant.",
    ),
    ("Neither cache nor index improves latency.", "Cache and index improve latency."),
    ("The index replaces the cache.", "The index serves the cache; it does not replace it."),
    ("The score is not a probability.", "The score is a probability."),
    ("The rule is rarely applied to tables.", "The rule is applied to tables."),
    (
        "The wireless gauge does not reach the cellar.",
        "The wireless gauge reaches the cellar.",
    ),
]

ALIKE = [
    ("A repeat of the step does no harm.", "The key makes a repeat of the step harmless."),
    ("The drug did not reduce pain.", "The drug failed to reduce pain."),
    ("The drug did not change pain.", "There was no effect of the drug on pain."),
    ("The arms did not differ in pain.", "Pain was similar in both arms."),
    ("The drug reduced pain.", "The drug reduced not only pain but also fever."),
    ("The drug may reduce pain.", "It cannot be excluded that the drug reduces pain."),
    ("The gel is effective.", "The gel was not ineffective."),
    (
        "Cells without the gene divide slowly.",
        "The gene is active; cells lacking it divide slowly.",
    ),
    ("Pain fell in women.", "Pain fell in women, but not in men."),
    ("The drug reduced pain.", "The trial did not include children; the drug reduced pain."),
    ("The drug reduced pain by no more than a third.", "The drug reduced pain by a third."),
    ("The drug did not reduce pain.", "The study took place in twelve hospitals."),
]


@pytest.mark.parametrize(("claim", "evidence"), DENIED)
def test_a_denial_is_named(claim: str, evidence: str) -> None:
    """What one side affirms and the other denies is one conflict with its place."""
    (found,) = check(Sentence(claim), Sentence(evidence))
    assert found.code == "negation"
    assert found.claim in claim
    assert evidence[found.span.start : found.span.end] == found.paper


@pytest.mark.parametrize(("claim", "evidence"), ALIKE)
def test_what_agrees_or_cannot_be_told_is_left_alone(claim: str, evidence: str) -> None:
    """A double denial, a denial in other words, and one of another thing are no conflict."""
    assert not list(check(Sentence(claim), Sentence(evidence)))


@given(_TEXTS)
def test_a_text_does_not_deny_itself(text: str) -> None:
    """A claim that is its evidence has no conflict."""
    assert not list(check(Sentence(text), Sentence(text)))


@given(_TEXTS, _TEXTS)
def test_any_texts_can_be_compared(claim: str, evidence: str) -> None:
    """No text raises, at most one conflict is named, and what it names stands where it says."""
    found = list(check(Sentence(claim), Sentence(evidence)))
    assert len(found) <= 1
    for one in found:
        assert one.claim in claim
        assert evidence[one.span.start : one.span.end] == one.paper


@pytest.mark.parametrize(
    ("word", "bare"),
    [("unchanged", ""), ("nonlinear", "linear"), ("incorrect", "correct"), ("under", "")],
)
def test_a_prefix_denies_only_what_is_a_word_without_it(word: str, bare: str) -> None:
    """The word "incorrect" denies "correct", and "under" denies nothing."""
    assert positive(word) == bare
