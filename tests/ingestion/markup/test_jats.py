"""JATS gives what its markup names; entities are never expanded."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vera.core.document import File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.markup.jats import read

PAPER = Path(__file__).parents[3] / "testdata" / "papers" / "notes.xml"


def _blocks(data: bytes) -> list[tuple[Kind, str]]:
    found = read(File("a.xml", data, "d")).unwrap()
    return [(block.kind, block.span.of(found.text)) for block in found.blocks]


def test_the_parts_of_an_article() -> None:
    """Title, authors, sections, floats, notes, references and appendix are what they are named."""
    found = read(File("a.xml", PAPER.read_bytes(), "d")).unwrap()
    assert found.title == "Reading an article as its markup tells"
    assert found.authors == ("The VERA Authors",)
    assert found.section_of(found.text.index("The rows")) == "1 Parts > 1.1 Rows"
    blocks = _blocks(PAPER.read_bytes())
    assert (
        Kind.BODY,
        "A figure that stands inside a paragraph does not part its sentence.",
    ) in blocks
    assert (Kind.CAPTION, "Figure 1 A caption. It has two sentences.") in blocks
    assert (Kind.FOOTNOTE, "A note follows its paragraph.") in blocks
    assert (Kind.TABLE, "ref | references") in blocks
    assert (Kind.REFERENCES, "1 JATS: Journal Article Tag Suite. NISO Z39.96.") in blocks
    assert blocks[-1] == (Kind.APPENDIX, "An entity that the file defines is an error.")


def test_named_characters() -> None:
    """A character named as in HTML is that character, and a declared encoding is honoured."""
    page = '<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE article SYSTEM "j.dtd">'
    page += "<article><body><p>naïve &alpha;</p></body></article>"
    assert _blocks(page.encode("latin-1")) == [(Kind.BODY, "naïve α")]


def test_reviews_are_another_text() -> None:
    """A review in the same file is left out, and the document says so."""
    page = (
        b"<article><body><p>a</p></body><sub-article><body><p>b</p></body></sub-article></article>"
    )
    found = read(File("a.xml", page, "d")).unwrap()
    assert found.text == "a"
    assert "1 further" in found.notes[0]


_FETCHED = '<!DOCTYPE article [<!ENTITY x SYSTEM "file:///dev/null">'
_LAUGHS = '<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (f"<!DOCTYPE article [{_LAUGHS}]><article><body><p>&i;</p></body></article>", "entity"),
        (
            _FETCHED + " ]><article><body><p>&x;</p></body></article>",
            "entities",
        ),
        (
            _FETCHED.replace("x", "% x") + " %x;]><article><body><p>a</p></body></article>",
            "entities",
        ),
        ("<article><body><p>half", "well-formed"),
        ("<article><body>" + "<sec>" * 100_000, "well-formed"),
        ('<!DOCTYPE article SYSTEM "x"><article><body><p>&what;</p></body></article>', "&what;"),
    ],
)
def test_hostile_files(page: str, fault: str) -> None:
    """Entities that the file defines, deep nesting and half a file are errors."""
    result = read(File("a.xml", page.encode(), "d"))
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.DAMAGED
    assert fault in str(error)


def test_undecodable() -> None:
    """Bytes that are not in the declared encoding are an error of their own."""
    result = read(File("a.xml", b"<article><body><p>na\xefve</p></body></article>", "d"))
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.UNDECODABLE


WORDS = st.text("abcé", min_size=1, max_size=4)
SAID = st.one_of(
    WORDS.map(lambda word: (word, word)),
    WORDS.map(lambda word: (f"<italic>{word}</italic>", word)),
    WORDS.map(lambda word: (f"{word}<!-- secret --> ", f"{word} ")),
    WORDS.map(lambda word: (f"<xref><bold>{word}</bold></xref> ", f"{word} ")),
)
PARAGRAPH = st.lists(SAID, min_size=1, max_size=4).map(
    lambda parts: ("<p>{}</p>".format("".join(p for p, _ in parts)), ["".join(t for _, t in parts)])
)
ROWS = st.lists(WORDS, min_size=1, max_size=3).map(
    lambda cells: (
        "<table><tbody><tr>{}</tr></tbody></table>".format("".join(f"<td>{c}</td>" for c in cells)),
        [" | ".join(cells)],
    )
)
FIGURE = WORDS.map(lambda w: (f"<fig><caption><p>{w}</p></caption><graphic/></fig>", [w]))
PLAIN = st.one_of(PARAGRAPH, PARAGRAPH, ROWS, FIGURE)


def _section(inner: list[tuple[str, list[str]]]) -> tuple[str, list[str]]:
    body = "".join(markup for markup, _ in inner)
    return f"<sec><title>Head</title>{body}</sec>", [
        "Head",
        *(t for _, said in inner for t in said),
    ]


PARTS = st.recursive(PLAIN, lambda part: st.lists(part, max_size=4).map(_section), max_leaves=8)


@settings(deadline=None)
@given(st.lists(PARTS, min_size=1, max_size=5))
def test_all_that_is_visible_is_a_block_of_its_own(parts: list[tuple[str, list[str]]]) -> None:
    """Paragraphs, rows, captions and titles are the blocks, each whole, in order and apart."""
    page = "<article><body>{}</body></article>".format("".join(markup for markup, _ in parts))
    found = read(File("a.xml", page.encode(), "d")).unwrap()
    said = [" ".join(text.split()) for _, texts in parts for text in texts]
    assert [block.span.of(found.text) for block in found.blocks] == said
    end = 0
    for block in found.blocks:
        assert not found.text[end : block.span.start].strip()
        assert end <= block.span.start < block.span.end
        end = block.span.end
    assert end == len(found.text)
