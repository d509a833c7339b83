"""A claim is cut into parts only where each can be judged by itself."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import HOSTILE_PIECES, PAPER_SENTENCES
from vera.verification.language.statements import statements

_CLAUSES = (
    "Iron raises growth",
    "and lowers yield",
    ", and the yield was low",
    "but not mood",
    "both sleep and mood",
    "while sheep are calm",
    "Although rain fell, the field was dry",
    "; the second was better than it.",
)
_TEXTS = st.lists(
    st.sampled_from((*HOSTILE_PIECES, *PAPER_SENTENCES, *_CLAUSES)) | st.text(max_size=12),
    max_size=10,
).map(" ".join)
_CONNECTORS = frozenset(
    "and but while whereas although though yet both not only also does did".split()  # noqa: SIM905
)

SEVERAL = [
    ("Iron raises growth and lowers yield.", ["Iron raises growth", "Iron lowers yield."]),
    ("Iron increased growth and reduced yield.", ["Iron increased growth", "Iron reduced yield."]),
    (
        "The drug improves sleep but not mood.",
        ["The drug improves sleep", "The drug does not improve mood"],
    ),
    (
        "The drug reduced pain, but not fever",
        ["The drug reduced pain", "The drug did not reduce fever"],
    ),
    (
        "Tea improves both sleep and mood.",
        ["Tea improves sleep", "Tea improves mood."],
    ),
    (
        "Tea improves not only sleep but also mood.",
        ["Tea improves sleep", "Tea improves mood."],
    ),
    (
        "The model is small, and its training takes a day as it is slow.",
        ["The model is small, and its training takes a day as it is slow."],
    ),
    (
        "The model is small, and its training was short.",
        ["The model is small", "its training was short."],
    ),
    (
        "Lambs are shy while sheep are calm.",
        ["Lambs are shy", "sheep are calm."],
    ),
    (
        "Although rain fell in May, the field was dry.",
        ["rain fell in May", "the field was dry."],
    ),
    (
        "Growth was slow in spring. Yield was high in autumn.",
        ["Growth was slow in spring.", "Yield was high in autumn."],
    ),
    (
        "Growth was slow in spring; the yield was high.",
        ["Growth was slow in spring", "the yield was high."],
    ),
]

ONE = [
    "Bread and butter improve mood.",
    "The tagger was trained on news and web text.",
    "A and B rose by 3% and 5%, respectively.",
    "High pressure and reduced flow were seen.",
    "It shows high pressure and reduced flow.",
    "Weight and increases in height are related.",
    "As found by Smith et al. The size matters.",
    "S. aureus is found in Fig. 3.",
    "The link between sleep and mood is weak.",
    "Owners must remove the lock, and carry it home if they have one.",
    "Compared with tea (a cup a day; 7 g), coffee improves sleep.",
    'He said "Tea raises mood and lowers stress" once.',
    "",
    ".",
]


@pytest.mark.parametrize(("claim", "expected"), SEVERAL)
def test_several(claim: str, expected: list[str]) -> None:
    """Each part has the subject and the verb that it needs."""
    assert [part.text for part in statements(claim)] == expected


@pytest.mark.parametrize("claim", ONE)
def test_one(claim: str) -> None:
    """A claim of one part gives itself, and so does one whose parts are in doubt."""
    (only,) = statements(claim)
    assert only.text == claim
    assert (only.span.start, only.span.end) == (0, len(claim))


@given(_TEXTS)
def test_parts_cover_the_claim(claim: str) -> None:
    """Parts are in order, do not overlap, and leave out no word but what joins them."""
    found = statements(claim)
    last = 0
    for part in found:
        assert last <= part.span.start <= part.span.end <= len(claim)
        last = part.span.end
    assert len(found) == 1 or all(part.text.strip() for part in found)
    said = {word for part in found for word in re.findall(r"\w+", part.text.lower())}
    missed = set(re.findall(r"\w+", claim.lower())) - said - _CONNECTORS
    assert not {word for word in missed if not _is_verb_form(word, said)}


def _is_verb_form(word: str, said: set[str]) -> bool:
    """Whether a base form stands for the word: "improves" in "does not improve"."""
    return any(word.startswith(other) for other in said if len(other) > 3)


@pytest.mark.parametrize("text", ["a and b, and c " * 20_000, "It is so. " * 20_000])
def test_a_very_long_claim_is_one_part(text: str) -> None:
    """A text that is longer than any claim is not cut, so that it costs next to nothing."""
    assert [part.text for part in statements(text)] == [text]


def test_a_claim_of_many_connectors_is_cut_soon() -> None:
    """The worst text that is still looked at has an answer."""
    assert len(statements(", and " * 300)) == 1
