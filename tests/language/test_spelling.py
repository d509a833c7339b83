"""A claim that the paper has word for word is found in any spelling."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.strategies import hostile_text
from vera.core.document import Document
from vera.core.verdict import Status
from vera.verification.language.spelling import Spellings, spelling
from vera.verification.verifier import Verifier

_TEXT = """# Food

We enrolled 20 000 households across six provinces between 2011 and 2014 [12]. Of these, 66% said
that food had been short (Smith et al., 2019) in the year before the survey. Follow-up inter-views
were done after a quarter of a year, as far as could be.
"""


@given(hostile_text)
def test_every_text_is_its_own_spelling(text: str) -> None:
    """What is asked of a paper that has it is the same, whatever is in it."""
    assert spelling(Spellings.of([text]).in_papers_spelling(text)) == spelling(text)
    assert Spellings.of([]).in_papers_spelling(text) == text


@pytest.mark.parametrize(
    ("claim", "grounded"),
    [
        ("We enrolled 20,000 households across six provinces between 2011 and 2014.", True),
        ("We enrolled 20000 households across six provinces between 2011 and 2014 [3].", True),
        ("We enrolled 200 000 households across six provinces between 2011 and 2014.", False),
        ("Of these, 66 % said that food had been short in the year before the survey.", True),
        (
            "Follow-up interviews were done after a quarter of a year, as far as could be.",
            True,
        ),
    ],
)
def test_a_copy_is_grounded_in_any_spelling(claim: str, grounded: bool) -> None:
    """Thousands, hyphens, spaces and citations do not count; another number does."""
    paper = Verifier(embedder="minilm").open_document(Document(_TEXT, "food.md", "")).unwrap()
    assert (paper.verify(claim).unwrap().status is Status.GROUNDED) is grounded


@pytest.mark.parametrize(
    ("one", "other"),
    [("p < 0.05", "p > 0.05"), ("1.42", "142"), ("-3 K", "3 K"), ("95%", "95"), ("1 2", "12")],
)
def test_signs_and_points_count(one: str, other: str) -> None:
    """What changes a number is no spelling of it."""
    assert spelling(f"It was {one} there.") != spelling(f"It was {other} there.")
