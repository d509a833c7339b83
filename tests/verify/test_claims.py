"""How a claims file is understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import Document, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.verdict import Claim
from vera.verify import claims as claims_module
from vera.verify.claims import claims_of_lines, claims_of_sentences, parse_claims


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


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\u2028"])
def test_too_many_lines(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """A file of more lines than a run can judge is refused, whatever ends its lines."""
    monkeypatch.setattr(claims_module, "MOST", 3)
    three = f"A is big.{end}B is.{end}C is."
    assert len(claims_of_lines(Document(three, "mine", "")).unwrap()) == 3
    error = claims_of_lines(Document(three + f"{end}D is.{end}", "mine", "")).failure()
    assert isinstance(error, UnreadableDocument)
    assert (error.fault, str(error)) == (ReadFault.TOO_LARGE, "mine: it has more than 3 lines")


def test_too_many_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prose of more sentences is refused, and no more of them are looked for."""
    monkeypatch.setattr(claims_module, "MOST", 3)
    spans = [Span(0, 2), Span(3, 5), Span(7, 9)]
    document = Document("A.\nB.\n\nC. D.", "mine", "")
    found = claims_of_sentences(document, spans).unwrap()
    assert found == [Claim("A.", 1), Claim("B.", 2), Claim("C.", 4)]
    endless = (Span(n % 2, 2) for n in iter(int, 1))
    error = claims_of_sentences(document, endless).failure()
    assert str(error) == "mine: it has more than 3 sentences"


def test_a_file_without_a_claim_is_an_error() -> None:
    """A run without claims must not look like one that went well."""
    for found in (
        claims_of_lines(Document("# nothing\n", "mine", "")),
        claims_of_sentences(Document(" ", "mine", ""), ()),
    ):
        assert str(found.failure()) == "mine: there is no claim in it"
        assert found.failure().hint
