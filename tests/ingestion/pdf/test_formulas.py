"""A displayed formula is a block of its own, where it stands."""

from __future__ import annotations

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.core.document import Document, Form, Kind
from vera.verification.ingestion.reading import parse

_BEFORE = [
    "Bees were watched for forty nights in a garden that was dark and",
    "that no one had walked in before; each of them was marked, and the",
    "rest that it had in all of these nights is given by the formula",
]
_AFTER = [
    "where n is the night that is counted from the first one on, and w",
    "is what a bee weighs. All that was seen is in what is given below.",
]


def _read(*contents: str) -> Document:
    return parse(pdf(Sheet("\n".join(contents))), "a.pdf").unwrap()


def _formulas(found: Document) -> list[str]:
    return [block.span.of(found.text) for block in found.blocks if block.form is Form.FORMULA]


def test_a_formula_stands_between_the_parts_of_its_sentence() -> None:
    """Its pieces and its number are one block, behind what leads to it and before what goes on."""
    found = _read(
        paragraph(_BEFORE, top=700),
        Words("R(n) = a + b(n)", 200, 640).content,
        Words("n", 212, 630, 6).content,
        Words("(1)", 370, 640).content,
        paragraph(_AFTER, top=610),
    )
    assert [(block.kind, block.form) for block in found.blocks] == [
        (Kind.BODY, Form.PROSE), (Kind.BODY, Form.FORMULA), (Kind.BODY, Form.PROSE),
    ]  # fmt: skip
    (formula,) = _formulas(found)
    assert formula.startswith("R(n) = a + b(n)")
    assert "(1)" in formula


def test_a_formula_close_to_its_text_is_apart_too() -> None:
    """Lines of signs in the middle of a block, off its edge, are no part of its sentences."""
    lines = [Words(line, 72, 700 - 12 * at).content for at, line in enumerate(_BEFORE)]
    formula = Words("R(n) = a + b(n)", 200, 664).content
    rest = [Words(line, 72, 652 - 12 * at).content for at, line in enumerate(_AFTER)]
    found = _read(*lines, formula, *rest)
    assert _formulas(found) == ["R(n) = a + b(n)"]
    assert [block.span.of(found.text) for block in found.blocks if block.form is Form.PROSE] == [
        " ".join(_BEFORE), " ".join(_AFTER),
    ]  # fmt: skip


def test_signs_in_a_sentence_stay_in_it() -> None:
    """The last line of a paragraph is text, though it is made of signs."""
    found = _read(paragraph([*_BEFORE, "R = a + b(n)."], top=700), paragraph(_AFTER, top=600))
    assert not _formulas(found)
    assert " ".join([*_BEFORE, "R = a + b(n)."]) in found.text


def test_an_item_of_words_is_no_formula() -> None:
    """Words that are set off the edge are text, also with a sign among them."""
    item = Words("bees = insects that sleep at night", 120, 650).content
    found = _read(paragraph(_BEFORE, top=700), item, paragraph(_AFTER, top=600))
    assert not _formulas(found)


def test_a_numbered_formula_may_be_made_of_words() -> None:
    """It has a relation, its number at the right edge, and no two words side by side."""
    found = _read(
        paragraph(_BEFORE, top=700),
        Words("Rest = Sleep(garden)[night],", 200, 640).content,
        Words("(1)", 358, 640).content,
        paragraph(_AFTER, top=610),
    )
    assert _formulas(found) == ["Rest = Sleep(garden)[night], (1)"]
