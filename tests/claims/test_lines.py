"""How a claims file is understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.verdict import Claim
from vera.verification.claims.lines import parse_claims


def _texts(file: str) -> list[str]:
    return [claim.text for claim in parse_claims(file)]


@pytest.mark.parametrize(
    ("file", "claims"),
    [
        ("A is big\nB is small\n9 of 10 agree\n", ["A is big", "B is small", "9 of 10 agree"]),
        ("A is big.\n\n# a note\nB is small.\n", ["A is big.", "B is small."]),
        ("A is larger\nthan B.\nC is small.", ["A is larger than B.", "C is small."]),
        ("A is larger than\nBertha.\nC is small.", ["A is larger than Bertha.", "C is small."]),
        ("A is larger\n  Than B\nC is small", ["A is larger Than B", "C is small"]),
        ("- A is big\n- B is\n  small\n2. C is not", ["A is big", "B is small", "C is not"]),
        ("A is big\r\nB is small\r\n", ["A is big", "B is small"]),
        (
            "Bees sleep at night\nThe queen lays eggs\n",
            ["Bees sleep at night", "The queen lays eggs"],
        ),
        (
            "In all of the hives that were studied bees sleep at night\nThe queen lays eggs.\n",
            [
                "In all of the hives that were studied bees sleep at night",
                "The queen lays eggs.",
            ],
        ),
        (
            "bees sleep at night\nthe queen lays\nants",
            ["bees sleep at night", "the queen lays", "ants"],
        ),
        (
            "P53 is mutated\nmTOR is active\np21 is, too",
            ["P53 is mutated", "mTOR is active", "p21 is, too"],
        ),
        (
            (
                "the bees of the northern hives sleep at night for all of\n"
                "the winter and fly as soon as it is warm enough for bees\n"
                "to find their way back"
            ),
            [
                (
                    "the bees of the northern hives sleep at night for all of the winter and fly "
                    "as soon as it is warm enough for bees to find their way back"
                )
            ],
        ),
        (
            (
                "The bees of the northern hives sleep at night until they\n"
                "are woken by the smell of smoke and fly to the gardens near\n"
                "Berlin where there are lindens\n"
            ),
            [
                (
                    "The bees of the northern hives sleep at night until they are woken by the "
                    "smell of smoke and fly to the gardens near Berlin where there are lindens"
                )
            ],
        ),
        (
            (
                "The first model reaches an accuracy of 95 percent on\n"
                "MNIST, and the second one does not.\n"
                "Nobody knows why.\n"
            ),
            [
                (
                    "The first model reaches an accuracy of 95 percent on MNIST, and the second "
                    "one does not."
                ),
                "Nobody knows why.",
            ],
        ),
        (
            "All of the patients recovered within a week of the dose.\nMNIST was used.\n",
            ["All of the patients recovered within a week of the dose.", "MNIST was used."],
        ),
    ],
)
def test_understands_lines(file: str, claims: list[str]) -> None:
    """One claim a line; a wrapped line belongs to the claim before it."""
    assert _texts(file) == claims


def test_knows_the_line_of_a_claim() -> None:
    """A claim knows the line on which it begins."""
    assert parse_claims("# note\n\nA is\nsmall.\nB is big.") == [
        Claim("A is small.", 3),
        Claim("B is big.", 5),
    ]


@pytest.mark.parametrize("file", ["", "\n\n", "# only a comment\n", "   \t\n"])
def test_finds_no_claim_where_there_is_none(file: str) -> None:
    """A file without a claim gives none, so that the caller can refuse it."""
    assert parse_claims(file) == []


@given(st.text(alphabet="ab A.,#\n-1 ", max_size=120))
def test_loses_no_word(file: str) -> None:
    """Every word of every line that is no comment is in a claim, in order."""
    lines = [line for line in file.splitlines() if not line.lstrip().startswith("#")]
    words = " ".join(lines).split()
    kept = " ".join(_texts(file)).split()
    markers = {"-", "1."}
    assert [word for word in kept if word not in markers] == [
        word for word in words if word not in markers
    ]
