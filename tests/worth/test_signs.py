"""The form of a sentence: signs, and what is asked for sure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.worth.signs import SIGNS, signs_of, tells_for_sure


@pytest.mark.parametrize(
    "sentence",
    [
        "The dose was halved after 12 weeks.",
        "Sleep helps memory [12].",
        "Sleep helps memory (Smith et al., 2019).",
        "Smith et al. found that sleep helps memory.",
        "As Table 2 shows, 41 patients relapsed.",
    ],
)
def test_a_number_or_a_citation_is_always_asked(sentence: str) -> None:
    """A number that is no place in a text, and a citation, make a sentence asked for sure."""
    assert tells_for_sure(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Section 3 describes the outcomes.",
        "Chapter 12 returns to the question, and Appendix B to its history.",
        "The results are shown in Table 4 and Figure 2.",
        "We thank the nurses.",
        "",
    ],
)
def test_the_number_of_a_section_tells_nothing(sentence: str) -> None:
    """The number of a section, a table or a figure is none that a paper found."""
    assert not tells_for_sure(sentence)


def test_signs_are_told_by_name() -> None:
    """Each sign has its place among `SIGNS`, and a mark of citation has no number."""
    found = dict(
        zip(SIGNS, signs_of("We turn to this chapter: bees, half of them [3]."), strict=True)
    )
    assert {name for name, value in found.items() if value == 1.0} == {
        "amount", "citation", "we", "comma", "colon", "itself"
    }  # fmt: skip


@given(st.text())
def test_any_text_has_signs(text: str) -> None:
    """Whatever a claim is made of has as many signs, all finite."""
    found = signs_of(text)
    assert len(found) == len(SIGNS)
    assert all(0 <= value < 100 for value in found)
