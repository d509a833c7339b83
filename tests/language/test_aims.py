"""A sentence that tells what is asked or not known is told from one that says what is so."""

import pytest
from hypothesis import given

from tests.strategies import hostile_text
from vera.verification.language.aims import is_aim

ASKED = [
    "To determine whether tea slows decay in adults.",
    "OBJECTIVE To compare tea with coffee.",
    "Objective: Tea and decay in adults.",
    "The aim of this study was to measure decay after tea.",
    "We investigated the effect of tea on decay.",
    "This trial sought to establish the dose of tea.",
    "We hypothesized that tea slows decay.",
    "It is not known whether tea slows decay.",
    "How tea slows decay remains poorly understood.",
    "The role of tea has not been studied in children.",
    "Does tea slow decay?",
]
SAID = [
    "Tea slows decay in adults.",
    "To compare them, we gave tea to half of the adults.",
    "We investigated tea, and found that it slows decay.",
    "These results support the hypothesis that tea slows decay.",
    "Although the mechanism is unclear, tea slows decay.",
    "They found a previously unknown effect of tea.",
    "Tea was associated with decay whether or not it was hot.",
    "Tea is to be drunk hot.",
]


@pytest.mark.parametrize("sentence", ASKED)
def test_what_is_asked(sentence: str) -> None:
    """An aim, a question, a hypothesis and a gap in what is known say nothing of what is so."""
    assert is_aim(sentence)


@pytest.mark.parametrize("sentence", SAID)
def test_what_is_said(sentence: str) -> None:
    """A finding is none of these, also where it is told together with what was asked."""
    assert not is_aim(sentence)


@given(hostile_text)
def test_any_text_can_be_asked_about(text: str) -> None:
    """No text raises, and a question mark at its end decides."""
    is_aim(text)
    assert is_aim(f"{text}?")
