"""Code is known by the face it is set in, and what is set in another is not touched."""

from __future__ import annotations

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.core.document import Block, Document, Form
from vera.verification.ingestion.reading import parse

_TEXT = [
    "Bees were watched for forty nights in a garden that was dark and",
    "that no one had walked in before; each of them was marked with a",
    "colour, and what it did was written down by two persons who were",
    "not told of each other, so that what they saw could be compared.",
]
_CODE = [
    "> nights <- read.csv('bees.csv', header = TRUE)",
    "> summary(lm(sleep ~ age + light, data = nights))",
]


def _read(*contents: str) -> Document:
    return parse(pdf(Sheet("\n".join(contents))), "a.pdf").unwrap()


def _fixed(lines: list[str], top: float) -> str:
    shown = (Words(text, 72, top - at * 12, fixed=True) for at, text in enumerate(lines))
    return "\n".join(words.content for words in shown)


def _code(found: Document) -> list[str]:
    def text(block: Block) -> str:
        return block.span.of(found.text)

    return [text(block) for block in found.blocks if block.form is Form.CODE]


def test_lines_in_letters_of_one_width_are_code() -> None:
    """Also those that are too short to tell by themselves, where others have their face."""
    found = _read(
        paragraph(_TEXT, top=760), _fixed(_CODE, 690), paragraph(_TEXT, top=650),
        _fixed(["> plot(sleep)"], 580), paragraph(_TEXT, top=550),
    )  # fmt: skip
    assert _code(found) == [" ".join(_CODE), "> plot(sleep)"]


def test_prose_and_figures_in_another_face_are_no_code() -> None:
    """Figures are as wide as each other in most faces, and the letters of a short line may be."""
    numbers = ["0.557 0.003 0.561 0.354 0.002 0.358 0.316 0.000 0.317"] * 3
    found = _read(
        paragraph(_TEXT, top=760), paragraph(numbers, top=690), paragraph(["nouns"], top=620),
        paragraph(_TEXT, top=590),
    )  # fmt: skip
    assert _code(found) == []


def test_a_typed_document_is_prose() -> None:
    """Where most is set in such a face, it tells nothing."""
    assert _code(_read(_fixed(_TEXT, 760), _fixed(_TEXT, 690), paragraph(_TEXT[:2], top=600))) == []
