"""The words in a figure are labels, and the text around it is as it was."""

from __future__ import annotations

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.core.document import Document, Kind
from vera.verification.ingestion.reading import parse

_TEXT = [
    "Bees were watched for forty nights in a garden that was dark and",
    "that no one had walked in before; each of them was marked with a",
    "colour, and what it did was written down by two persons who were",
    "not told of each other, so that what they saw could be compared.",
]


def _read(*contents: str) -> Document:
    return parse(pdf(Sheet("\n".join(contents))), "a.pdf").unwrap()


def _of(kind: Kind, found: Document) -> list[str]:
    return [block.span.of(found.text) for block in found.blocks if block.kind is kind]


def _figure(top: float) -> str:
    words = [
        Words("0.5", 150, top, 8), Words("1.0", 150, top - 40, 8), Words("Night one", 200, top, 8),
        Words("Hours of sleep", 210, top - 60, 8), Words("wild bees", 260, top - 30, 8),
    ]  # fmt: skip
    return "\n".join(word.content for word in words)


_CAPTION = Words("Figure 1: Sleep of the bees by the hour.", 72, 600, 9).content


def test_the_words_of_a_figure_are_labels() -> None:
    """What stands between the text and the caption under it is one label, and all of it is kept."""
    found = _read(paragraph(_TEXT, top=760), _figure(680), _CAPTION, paragraph(_TEXT, top=560))
    (label,) = _of(Kind.LABEL, found)
    assert label == "0.5 1.0 Night one Hours of sleep wild bees"
    assert _of(Kind.CAPTION, found) == ["Figure 1: Sleep of the bees by the hour."]
    assert _of(Kind.BODY, found) == [" ".join(_TEXT)] * 2


def test_a_figure_does_not_break_a_sentence() -> None:
    """The sentence that goes on behind a figure of another page is whole, and the label apart."""
    first = parse(
        pdf(
            Sheet(paragraph(_TEXT[:3], top=100)),
            Sheet("\n".join([_figure(740), _CAPTION, paragraph(_TEXT[3:] + _TEXT, top=560)])),
        ),
        "a.pdf",
    ).unwrap()
    assert _of(Kind.BODY, first)[0].startswith(" ".join(_TEXT))
    assert len(_of(Kind.LABEL, first)) == 1


def test_a_label_opens_no_section() -> None:
    """Large bold words in a figure are no heading; those over a text are."""
    bold = Words("Sleep of Bees", 230, 660, 13, bold=True).content
    heading = Words("Results of Watching", 72, 575, 13, bold=True).content
    below = paragraph(_TEXT, top=555)
    title = Words("The Nights of Bees", 72, 785, 18).content
    found = _read(title, paragraph(_TEXT, top=760), _figure(680), bold, _CAPTION, heading, below)
    assert [section.path[-1] for section in found.sections] == ["Results of Watching"]


def test_short_text_is_no_label() -> None:
    """The end of a paragraph and an item of a list beside a caption are text."""
    lines = [*_TEXT[:3], "and it ended well"]
    found = _read(
        paragraph(lines, top=700),
        Words("• one night", 90, 640).content,
        _CAPTION,
        paragraph(_TEXT, top=560),
    )
    assert not _of(Kind.LABEL, found)


def test_ticks_without_a_caption_are_labels() -> None:
    """Numbers that follow each other off the text are an axis, whatever is written under it."""
    ticks = [Words(f"{at}0", 200, 700 - 20 * at, 8).content for at in range(1, 6)]
    found = _read(paragraph(_TEXT, top=760), *ticks, paragraph(_TEXT, top=560))
    assert _of(Kind.LABEL, found) == ["10 20 30 40 50"]


def test_signs_alone_are_labels() -> None:
    """A row of dots, as where a table or a list goes on, is no text."""
    dots = [Words(".", 100 + 60 * column, 640).content for column in range(4)]
    found = _read(paragraph(_TEXT, top=760), *dots, paragraph(_TEXT, top=560))
    assert _of(Kind.BODY, found) == [" ".join(_TEXT)] * 2
    assert _of(Kind.LABEL, found) == [". . . ."]
