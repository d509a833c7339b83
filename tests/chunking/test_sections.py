"""Sections as chunks, and what they are cited by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chunking.chunkers import TOKENIZER, chunks_of
from tests.data import data_folder
from vera.core.chunk import Chunk, ChunkConfig, Measure
from vera.core.document import Document, File, Form, Section, Span
from vera.verification.chunking import code
from vera.verification.chunking.chapters import places
from vera.verification.chunking.fields import fields_of
from vera.verification.chunking.sections import SECTIONS
from vera.verification.chunking.slugs import Slugger, slug
from vera.verification.chunking.stretches import wholes
from vera.verification.ingestion.markup.markdown import read

TEXTBOOK = Path(__file__).parents[2] / "testdata" / "papers" / "textbook.md"


def note(text: str, name: str = "a.md") -> Document:
    """A document of Markdown."""
    return read(File(name, text.encode(), "12345678" * 8)).unwrap()


def cut(text: str, target: int, overlap: float = 0.0) -> list[Chunk]:
    """Its chunks, in characters."""
    return chunks_of(note(text), SECTIONS, ChunkConfig(target, overlap, 0, target))


def texts(text: str, target: int) -> list[str]:
    """What its chunks say."""
    return [chunk.text for chunk in cut(text, target)]


def test_the_textbook() -> None:
    """Chunks have the ids, numbers and anchors that its headings and Docusaurus give."""
    document = note(TEXTBOOK.read_text(encoding="utf-8"), "docs/chapter-03.md")
    config = ChunkConfig(150, 0, 0, 150, Measure.TOKENS)
    chunks = chunks_of(document, SECTIONS, config)
    views = [fields_of("sections").of_chunk(document, chunk, TOKENIZER.count) for chunk in chunks]
    assert [(view["chunk_id"], view["url_anchor"], view["chunk_index"]) for view in views] == [
        ("ch0-001", None, 0),
        ("ch3-001", "#chapter-3-looking-sentences-up-by-meaning", 0),
        ("ch3-s3.1-001", "#31-what-is-looked-up", 0),
        ("ch3-s3.1.1-001", "#311-what-a-cosine-does-not-tell", 0),
        ("ch3-s3.2-001", "#index", 0),
        ("ch3-s3.2-002", "#index", 1),
        ("ch3-s3.2-003", "#index", 2),
        ("ch3-s3.3.1-001", "#exercises", 0),
        ("ch3-s3.3.2-001", "#answers", 0),
        ("ch3-s3.3.3-001", "#exercises-1", 0),
    ]
    assert views[3] == {
        "chunk_id": "ch3-s3.1.1-001",
        "chapter": 3,
        "section": "3.1",
        "subsection": "3.1.1",
        "url_anchor": "#311-what-a-cosine-does-not-tell",
        "token_count": 97,
        "chunk_index": 0,
        "source_file": "docs/chapter-03.md",
    }
    assert chunks[5].text.startswith("# Two indexes can be joined")
    assert chunks[6].text.startswith("/* The index of the row")


def test_a_section_that_fits_is_whole_with_its_subsections() -> None:
    """A chapter is opened, a section is not, unless it is too long."""
    text = "# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n\n## D\n\nfour\n"
    assert texts(text, 40) == ["# A\n\none", "## B\n\ntwo\n\n### C\n\nthree", "## D\n\nfour"]
    assert texts(text, 20) == ["# A\n\none", "## B\n\ntwo", "### C\n\nthree", "## D\n\nfour"]


def test_headings_on_end_stay_with_what_follows() -> None:
    """The chunk is cited by the section that its text is in."""
    document = note("# A\n\n## B\n\n" + "Some words. " * 6)
    chunks = chunks_of(document, SECTIONS, ChunkConfig(40, 0, 0, 40))
    assert chunks[0].text == "# A\n\n## B\n\nSome words. Some words."
    assert [chunk.id for chunk in chunks] == [f"ch1-s1.1-00{at}" for at in (1, 2, 3)]


def test_a_formula_stays_with_the_sentences_around_it() -> None:
    """Both go with it if they fit; without them it is alone rather than cut."""
    text = (
        "Far from it. Let it be\n\n$$\nx = y\n$$\n\nwhere y is large. And so on, for a long time.\n"
    )
    assert texts(text, 50)[1] == "Let it be\n\n$$\nx = y\n$$\n\nwhere y is large."
    assert "Let it be\n\n$$\nx = y\n$$" in texts(text, 26)
    assert "$$\nx = y\n$$" in texts(text, 13)


def test_a_list_is_whole_or_parted_at_items() -> None:
    """A list that fits is one unit, with a paragraph before it in another chunk."""
    items = "- one item\n- two items\n  of two lines\n- three\n"
    assert texts("Some words here.\n\n" + items, 50) == ["Some words here.", items.strip()]
    assert texts(items, 30) == ["- one item", "- two items\n  of two lines", "- three"]


def test_overlap_is_honoured_when_asked_for() -> None:
    """Sentences are shared inside of a section, and nothing between two."""
    chunks = cut("# A\n\nOne is. Two is. Three is. Four is.\n\n# B\n\nFive.\n", 25, 0.4)
    assert chunks[0].text == "# A\n\nOne is. Two is."
    assert chunks[1].text == "Two is. Three is."
    assert chunks[-1].text == "# B\n\nFive."


NUMBERS = [
    (["Chapter 3: A", "> 3.1 B", "> C", "> > D", "> 3.3 E"], ["3", "3.1", "3.2", "3.2.1", "3.3"]),
    (["A", "> B", "> > C", "> D", "E"], ["1", "1.1", "1.1.1", "1.2", "2"]),
    (["Title", "> 1 A", "> > 1.1 B", "> 2. C", "> References"], ["0", "1", "1.1", "2", "3"]),
    (["Abstract", "1 A", "2 B", "Conclusions"], ["0", "1", "2", "3"]),
    (["1 A", "> 1.2.1 B", "> 1.2.1 B"], ["1", "1.2.1", "1.2.1"]),
]


@pytest.mark.parametrize(("headings", "numbers"), NUMBERS)
def test_numbers(headings: list[str], numbers: list[str]) -> None:
    """Printed numbers win; else they are counted, and none that is printed beside is taken."""
    paths: list[tuple[str, ...]] = []
    for heading in headings:
        depth = heading.count("> ")
        paths.append((*((*paths[-1], "")[:depth] if paths else ()), heading.replace("> ", "")))
    sections = tuple(Section(path, Span(at, 99)) for at, path in enumerate(paths))
    found = places(Document("x" * 99, "a", "", sections=sections))
    assert [".".join(map(str, place.number)) for place in found.values()] == numbers


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("Inverse kinematics", "inverse-kinematics"),
        ("3.2 What's new?", "32-whats-new"),
        ("A & B -- C", "a--b----c"),
        ("snake_case, kebab-case", "snake_case-kebab-case"),
        ("😄 emoji", "-emoji"),
        ("Größe ΣΑΣ İ", "größe-σας-i̇"),
        ("中文，標點", "中文標點"),
        ("हिन्दी", "हिन्दी"),
        ("x² ≠ ½ Ⅳ Ⓐ", "x---ⅳ-ⓐ"),
        ("C++ / C#", "c--c"),
        ("…", ""),
    ],
)
def test_slugs(title: str, anchor: str) -> None:
    """Worked out by hand by github-slugger's rule."""
    assert slug(title) == anchor


def test_repeated_titles_are_numbered() -> None:
    """A number that a heading has already is passed over; empty slugs are numbered, too."""
    slugger = Slugger()
    titles = ("A", "a", "A 1", "A", "…", "…")
    assert [slugger.anchor(it) for it in titles] == ["a", "a-1", "a-1-1", "a-2", "", "-1"]


def test_anchors_of_headings_with_markup() -> None:
    """Code, emphasis, images and explicit names are as Docusaurus takes them."""
    text = "# The `f()` of *x*y\n\n## A {#own}\n\n## A\n\n## [b](c) ![d](e) ##\n\nF\n-\n"
    anchors = [place.anchor for place in places(note(text)).values()]
    assert anchors == ["#the-f-of-xy", "#own", "#a", "#b-d", "#f"]
    assert not places(Document("x", "a", "", sections=(Section(("A",), Span(0, 1)),)))[0].anchor


CODE = [
    ("class A:\n    x = 1\n\n    def f(self):\n        pass\n\n\ndef g():\n    pass\n", "python",
     ["def g():"]),
    ("class A:\n    x = 1\n\n    # says\n    @b\n    def f(self):\n        pass\n", "",
     ["    # says"]),
    ('s = """\nclass A:\n\ndef b():\n"""\n\nt = 1\n', "python", ["t = 1"]),
    ("x = 1\ny = (2\n\nz\n", "python", ["z"]),
    ("int a()\n{\n  b;\n\n  c;\n}\n\nint d()\n{\n}\n", "c", ["int d()"]),
    ("class A {\n  int a() {\n    b;\n  }\n  int c() {\n  }\n}\n", "java", ["  int c() {"]),
    ("def a\n  1\nend\ndef b\n  2\nend\n", "ruby", ["def b"]),
    ("one\ntwo\n", "", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "language", "found"), CODE)
def test_code_is_parted_at_definitions(text: str, language: str, found: list[str]) -> None:
    """Python by its statements, also inside of a class; other languages by where lines stand."""
    at = code.parts(text, 0, len(text), language)
    assert [text[it:].split("\n")[0] for it in at] == found
    assert code.lines(text, 0, len(text))[0] == text.index("\n") + 1


@given(
    st.lists(
        st.sampled_from(
            ["def f():\n", "class A:\n", "    x\n", "  ", "\n", "}\n", "```\n", '"""', "#\n",
             "@a\n", "(",
             "\\d", "\r", "\f", "\t", "if x:\n", "else:\n", "\x00", "\ud800", "x = 1; y\n"]
        ), max_size=20,
    ).map("".join)
)  # fmt: skip
def test_any_code_has_ascending_places(text: str) -> None:
    """Whatever the text, places are inside of it and begin lines."""
    for found in (code.parts(text, 0, len(text), "python"), code.lines(text, 0, len(text))):
        assert found == sorted(set(found))
        assert all(0 < at < len(text) and text[at - 1] == "\n" for at in found)


@pytest.mark.parametrize(
    "text", ["(" * 50_000, "-" * 90_000, "a+" * 40_000 + "a", "[x for x in " * 5_000]
)
def test_code_that_nests_without_end_is_parted_by_lines(text: str) -> None:
    """What overwhelms Python's parser is code like any other."""
    assert code.parts(text + "\n\n" + text, 0, 2 * len(text) + 2, "python") in ([], [len(text) + 2])


@pytest.mark.parametrize("size", [64, 128, 512])
def test_real_documents(size: int) -> None:
    """What fits is whole, nothing is over the maximum, ids are unique and the same again."""
    config = ChunkConfig(size, 0, 0, size, Measure.TOKENS)
    for path in sorted(data_folder("markdown").glob("*.md")):
        document = note(path.read_text(encoding="utf-8"), path.name)
        chunks = chunks_of(document, SECTIONS, config)
        assert [chunk.id for chunk in chunks] == [
            chunk.id for chunk in chunks_of(document, SECTIONS, config)
        ]
        assert len({chunk.id for chunk in chunks}) == len(chunks)
        edges = {chunk.span.start for chunk in chunks} | {chunk.span.end for chunk in chunks}
        for chunk in chunks:
            assert TOKENIZER.count(chunk.text) <= size
            assert re.fullmatch(r"ch\d+(-s\d+(\.\d+)+)?-\d{3,}", chunk.id)
            last = chunk.text.rstrip().splitlines()[-1]
            assert not re.match(r"#{1,6} ", last) or Form.CODE in _forms(document, chunk.span)
        for part in wholes(document):
            text = document.text[part.start : part.end]
            if part.form is not Form.PROSE and TOKENIZER.count(text) <= size:
                assert not any(part.start < at < part.end for at in edges), text


def _forms(document: Document, span: Span) -> set[Form]:
    """The forms of the blocks in the span."""
    return {block.form for block in document.blocks if block.span.overlaps(span)}
