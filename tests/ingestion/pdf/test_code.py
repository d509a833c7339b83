"""Code and what a program prints stand in the text as they are printed, as blocks of their own."""

from __future__ import annotations

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.core.document import Document, Form
from vera.verification.ingestion.reading import parse

_TEXT = [
    "Bees were watched for forty nights in a garden that was dark and",
    "that no one had walked in before; each of them was marked, and they",
    "were left alone by all who lived there. Their rest was counted so:",
]
_WIDTH = 0.6
"""The step of Courier, in type sizes."""


def _typed(*lines: str, top: float, left: float = 72, size: float = 9) -> str:
    """The lines of a program, each from its first letter on, words apart where there are blanks."""
    shown = []
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        x, y = left + indent * _WIDTH * size, top - 11 * at
        shown.append(Words(line.lstrip(), x, y, size=size, typed=True).content)
    return "\n".join(shown)


def _read(*contents: str) -> Document:
    return parse(pdf(Sheet("\n".join(contents))), "a.pdf").unwrap()


def _listings(found: Document) -> list[str]:
    return [block.span.of(found.text) for block in found.blocks if block.form is Form.CODE]


_LOOP = [
    "for night in watchedNights:",
    "    rest = counted(night)",
    "    printed(night, rest, garden)",
]


def test_a_listing_keeps_its_lines_and_their_indents() -> None:
    """What stands further right on the page stands behind as many blanks in the text."""
    found = _read(paragraph(_TEXT, top=700), _typed(*_LOOP, top=660))
    assert _listings(found) == ["\n".join(_LOOP)]


def test_columns_of_a_listing_stand_as_far_apart_as_they_are_printed() -> None:
    """Blanks between words of a line are as many as there is room for."""
    lines = [
        "> summary(restOfBees, watchedNights, gardens)",
        "first   second   third",
        "0.251   0.5120   0.750",
    ]
    found = _read(paragraph(_TEXT, top=700), _typed(*lines, top=660))
    assert _listings(found) == ["\n".join(lines)]


def test_every_letter_of_a_listing_has_its_box() -> None:
    """The blanks that were added have none, and what stands around them has its own."""
    found = _read(paragraph(_TEXT, top=700), _typed(*_LOOP, top=660))
    assert found.places is not None
    at = found.text.index("rest = counted")
    first, later = found.places.box[at], found.places.box[at + 7]
    assert abs(first[0] - (72 + 4 * _WIDTH * 9)) < 2
    assert abs(later[0] - first[0] - 7 * _WIDTH * 9) < 2
    assert not found.places.box[at - 4 : at].any()


def test_code_right_below_a_paragraph_is_no_part_of_it() -> None:
    """Two lines of it or more are parted from the sentence that ends above."""
    lines = [Words(line, 72, 700 - 12 * at).content for at, line in enumerate(_TEXT)]
    found = _read(*lines, _typed(*_LOOP, top=664, size=10))
    assert _listings(found) == ["\n".join(_LOOP)]
    assert found.blocks[0].span.of(found.text) == " ".join(_TEXT)


def test_a_name_that_fills_a_line_of_a_sentence_stays_in_it() -> None:
    """A typewriter's line in the middle of a paragraph is no listing."""
    lines = [
        Words(
            "Bees were watched for forty nights with the program that is called", 72, 700
        ).content,
        _typed("restOfBeesInTheDarkOfFortyNightsOfAYear", top=688, size=10),
        Words("which counts what each of them rests in all of the nights. We ran", 72, 676).content,
        Words("it twice, in the year of the flood and in the year that followed.", 72, 664).content,
    ]
    assert _listings(_read(*lines, _typed(*_LOOP, top=600))) == ["\n".join(_LOOP)]


def test_a_line_in_several_typewriters_is_code_too() -> None:
    """A bold word in a line of a listing does not part it."""
    bold = Words("return", 72 + 4 * _WIDTH * 9, 660 - 33, size=9, typed=True, bold=True).content
    rest = Words("counted(night) + night", 72 + 11 * _WIDTH * 9, 660 - 33, size=9, typed=True)
    found = _read(paragraph(_TEXT, top=700), _typed(*_LOOP, top=660), bold, rest.content)
    assert _listings(found) == ["\n".join([*_LOOP, "    return counted(night) + night"])]


def test_a_manuscript_in_a_typewriters_letters_is_prose() -> None:
    """Where most of a document is set so, nothing is code by that."""
    found = _read(_typed(*_TEXT, *_TEXT, top=700, size=10))
    assert not _listings(found)
    assert " ".join(_TEXT) in found.text


def test_an_address_and_a_note_are_no_code() -> None:
    """A mail address above the first heading is front matter, in the form of prose."""
    found = _read(
        Words("How bees rest in the dark", 150, 740, size=17, bold=True).content,
        Words("B. Keeper", 250, 715).content,
        _typed("keeper.of.bees@garden.example.org", top=700),
        Words("1 Introduction", 72, 660, size=12, bold=True).content,
        paragraph(_TEXT * 3, top=640),
        _typed(*_LOOP, top=500),
    )
    assert _listings(found) == ["\n".join(_LOOP)]
    assert "keeper.of.bees@garden.example.org" in found.text
