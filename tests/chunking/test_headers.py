"""Chunks at headings, and what a note tells of itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.chunking.chunkers import chunks_of
from tests.data import data_folder
from vera.core.chunk import Chunk, ChunkConfig
from vera.core.document import Block, Document, File, Form, Kind, Section, Span
from vera.verification.chunking.fields import fields_of
from vera.verification.chunking.headers import HEADERS, header_path
from vera.verification.chunking.notes import aliases, links, tags
from vera.verification.chunking.stretches import stretches, wholes
from vera.verification.ingestion.markup.markdown import read

TEXTBOOK = Path(__file__).parents[2] / "testdata" / "papers" / "textbook.md"


def note(text: str, name: str = "a.md") -> Document:
    """A document of Markdown."""
    return read(File(name, text.encode(), "12345678" * 8)).unwrap()


def cut(text: str, target: int, minimum: int = 0, overlap: float = 0.0) -> list[Chunk]:
    """Its chunks, in characters, no larger than the target."""
    return chunks_of(note(text), HEADERS, ChunkConfig(target, overlap, minimum, target))


def texts(chunks: list[Chunk]) -> list[str]:
    """What the chunks say."""
    return [chunk.text for chunk in chunks]


def test_a_section_is_a_chunk() -> None:
    """A chunk ends before each heading, and its id counts the sections."""
    found = cut("# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n", 100)
    assert texts(found) == ["# A\n\none", "## B\n\ntwo", "# C\n\nthree"]
    assert [chunk.id for chunk in found] == [f"art_12345678_chunk_{at}" for at in range(3)]
    assert [chunk.section for chunk in found] == ["A", "A > B", "C"]


def test_small_sections_are_merged() -> None:
    """A section under the minimum goes on with the next; the path is what both are under."""
    found = cut(
        "# A\n\n## B\n\none\n\n## C\n\ntwo, and more of it\n\n# D\n\nthree, and four more\n",
        100,
        20,
    )
    assert texts(found)[0] == "# A\n\n## B\n\none\n\n## C\n\ntwo, and more of it"
    assert header_path(note("# A\n\n## B\n\none\n\n## C\n\ntwo\n"), Span(0, 25)) == "A"


def test_a_long_section_is_split_at_paragraphs() -> None:
    """The parts of a section are siblings by their ids, none is over the maximum."""
    found = cut("# A\n\n" + "word " * 8 + "\n\n" + "more " * 8 + "\n\n# B\n\nend\n", 60)
    assert [len(chunk.text) for chunk in found] == [44, 39, 8]
    assert [chunk.id for chunk in found] == [
        "art_12345678_chunk_0_sub_0",
        "art_12345678_chunk_0_sub_1",
        "art_12345678_chunk_1",
    ]


def test_overlap_is_between_siblings_only() -> None:
    """What is shared are whole paragraphs, and nothing across a heading."""
    found = cut(
        "# A\n\n" + "long " * 9 + "\n\nshort.\n\n" + "more " * 8 + "\n\n# B\n\nend\n", 60, 0, 0.2
    )
    assert texts(found)[1].startswith("short.")
    assert texts(found)[0].endswith("short.")
    assert texts(found)[2] == "# B\n\nend"


def test_a_long_paragraph_goes_by_sentences_then_by_pieces() -> None:
    """Only a sentence that is over the maximum is cut, and says so."""
    found = cut("One is short. Two is short. " + "Three " * 12 + "is not.\n", 40)
    assert [chunk.cut_after for chunk in found] == [False, True, True, False]
    assert found[0].text == "One is short. Two is short."


def test_a_document_without_headings_goes_by_paragraphs() -> None:
    """One paragraph is one chunk; without blocks, blank lines part them."""
    assert texts(cut("one\n", 100)) == ["one"]
    plain = Document("first one\n\nsecond one", "a.txt", "")
    found = chunks_of(plain, HEADERS, ChunkConfig(12, 0, 0, 12))
    assert texts(found) == ["first one", "second one"]


def test_a_heading_never_ends_a_chunk() -> None:
    """It stays with the first sentence of what follows, unless nothing does."""
    found = cut("# A\n\n" + "Some words. " * 6 + "\n\n## B\n\n# C\n\n" + "Some words. " * 6, 30)
    assert not any(line.startswith("#") for line in (it.splitlines()[-1] for it in texts(found)))
    assert texts(cut("one two three four\n\n# A\n", 20))[-1] == "# A"


def test_parents_stand_before_the_content() -> None:
    """With the preset, content begins with the headings above; the text stays exact."""
    found = note("# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n")
    chunks = chunks_of(found, HEADERS, ChunkConfig(30, 0, 0, 30))
    view = fields_of("headers:parents").of_chunk
    assert view(found, chunks[2], len)["content"] == "# A\n## B\n\n### C\n\nthree"
    assert view(found, chunks[0], len)["content"] == chunks[0].text
    assert fields_of("headers").of_chunk(found, chunks[2], len)["content"] == chunks[2].text


def test_the_fields_of_the_seed() -> None:
    """Names are the seed's; front matter of the author's own is kept as it is."""
    document = evolve(note(TEXTBOOK.read_text(encoding="utf-8")), modified=1_700_000_000.0)
    chunk = chunks_of(document, HEADERS, HEADERS.config)[0]
    view = dict(fields_of("headers").of_chunk(document, chunk, len))
    assert view.pop("content") == chunk.text
    assert view == {
        "chunk_id": "art_12345678_chunk_0",
        "doc_id": "art_12345678",
        "chunk_index": 0,
        "header_path": "",
        "start_pos": 0,
        "end_pos": chunk.span.end,
        "file_path": "a.md",
        "modified_time": "2023-11-14T22:13:20+00:00",
        "metadata": {
            "title": "Looking sentences up by meaning",
            "authors": [{"name": "The VERA authors"}],
            "course": 7,
            "reviewed": False,
            "tags": ["retrieval", "teaching/lecture", "lookup"],
            "links": ["Chapter 2"],
            "aliases": ["Dense retrieval", "Lookup"],
        },
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#one #Two/a-b #one_2 #ONE", ("one", "Two/a-b", "one_2")),
        ("# Heading\n\n#1984 #y1984 (#no a#no http://x/#no", ("y1984",)),
        ("`#no` #yes\n\n```\n#no\n```\n", ("yes",)),
        ("---\ntags: '#a, b c'\ntag: d\n---\n#B", ("a", "b", "c", "d")),
        ("---\ntags: [1, a, null]\n---\nx", ("1", "a")),
    ],
)
def test_tags(text: str, found: tuple[str, ...]) -> None:
    """They are those that Obsidian shows: of front matter and text, not of code, each once."""
    assert tags(note(text)) == found


def test_links_and_aliases() -> None:
    """Targets without anchor or alias, not those of code; aliases are a list or a line."""
    text = (
        "[[A]] ![[b/C.png|300]] [[A#x]] [[D#^1|d]] [[#own]] `[[e]]` [[f\\|g]] [[ ]]\n\n    [[h]]\n"
    )
    document = note(text)
    assert links(document, Span(0, len(text))) == ["A", "b/C.png", "D", "f"]
    assert links(document, Span(6, 12)) == []
    assert links(Document("[[A]]", "a.txt", ""), Span(0, 5)) == []
    assert aliases(note("---\naliases: One, Two words\nalias: [3]\n---\nx")) == [
        "One", "Two words", "3",
    ]  # fmt: skip


def test_marks_belong_to_their_blocks() -> None:
    """Fences, rules of a table, marks of a quote and of a list are inside; comments stand alone."""
    text = (
        "x\n```py\na\n```\n\n- b\n- c\n\nHead\n====\n\n> d\n>\n> e\n\n<!-- f -->\n\n|g|\n|-|\n|h|\n"
    )
    document = note(text)
    parts = [text[part.start : part.end] for part in wholes(document)]
    assert parts == [
        "x", "```py\na\n```", "- b\n- c", "Head\n====", "> d\n>", "> e", "<!-- f -->",
        "|g|\n|-|\n|h|",
    ]  # fmt: skip


def test_an_item_keeps_what_is_in_it() -> None:
    """A list is parted before its marks alone, not before a second paragraph or code."""
    text = "1. one\n\n   more\n\n   ```\n   code\n   ```\n2. two\n   - three\n\nout\n"
    whole, out = wholes(note(text))
    assert [text[at:].split("\n")[0] for at in whole.cuts] == ["2. two", "- three"]
    assert text[out.start : out.end] == "out"


BLOCKS = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from(Kind), st.sampled_from(Form)), max_size=8
)


@given(st.text(st.sampled_from("ab #-`>\n\t"), max_size=40), BLOCKS, st.sets(st.integers(0, 39)))
def test_stretches_hold_all_ink(
    text: str, blocks: list[tuple[int, Kind, Form]], starts: set[int]
) -> None:
    """Whatever the blocks and sections, stretches are in order, apart, and lose nothing."""
    ends = sorted({min(at, len(text)) for at, _, _ in blocks})
    made = zip(zip(ends[::2], ends[1::2], strict=False), blocks, strict=False)
    document = Document(
        text,
        "a",
        "",
        blocks=tuple(Block(Span(*edges), kind, form) for edges, (_, kind, form) in made),
        sections=tuple(
            Section((str(at),), Span(at, len(text))) for at in sorted(starts) if at < len(text)
        ),
    )
    for parts in (list(stretches(document)), list(wholes(document))):
        reached = 0
        for part in parts:
            assert not text[reached : part.start].strip()
            assert text[part.start : part.end].strip() == text[part.start : part.end] != ""
            assert part.start <= part.body <= part.end
            assert all(part.start < at < part.end for at in part.cuts)
            reached = part.end
        assert not text[reached:].strip()


def test_real_documents() -> None:
    """Paths, ids and sizes hold on real files, and a split is at a paragraph where one ends."""
    for path in sorted(data_folder("markdown").glob("*.md")):
        document = note(path.read_text(encoding="utf-8"), path.name)
        chunks = chunks_of(document, HEADERS, HEADERS.config)
        assert len({chunk.id for chunk in chunks}) == len(chunks)
        ends = {part.end for part in wholes(document)}
        whole = sum(chunk.span.end in ends for chunk in chunks)
        assert whole >= 0.8 * len(chunks)
        for chunk in chunks:
            assert len(chunk.text) <= 2000
            path_ = header_path(document, chunk.span)
            assert chunk.section.startswith(path_)
