"""Markdown keeps its text, and its blocks are what a reader sees."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import example, given
from hypothesis import strategies as st

from tests.data import data_folder
from vera.core.document import File, Form, Kind
from vera.core.result import failed
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup.markdown import read

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.document import Document

PIECES = [
    "# A\n", "## B\n", "text\n", "two words\n", "\n", "\r\n", "- item\n", "  - sub\n", "> quote\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n", "```\ncode\n```\n", "```\n", "    indented\n",
    "<!-- secret -->\n", "<p>shown</p>\n", "a <!-- secret --> b\n", "---\n", "===\n", "\t", "\r",
    "$$\n", "$$ x $$\n", "\\[\n", "\\]\n",
    "1. one\n", "[x]: http://a\n", "~~~\n", "`<!-- seen -->`\n", "é\u2028",
]  # fmt: skip


def _document(text: str) -> Document:
    return read(File("a.md", text.encode(), "digest")).unwrap()


def _blocks(text: str) -> list[str]:
    found = _document(text)
    return [block.span.of(found.text) for block in found.blocks]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("\\[\n<!-- secret -->\n\\]\n")
@example("$$\nx <!-- secret --> y\n$$\n")
def test_blocks_part_the_text(text: str) -> None:
    """The text is kept exactly; blocks are in order, apart, not blank, and hide no comment."""
    result = read(File("a.md", text.encode(), "digest"))
    if failed(result):
        assert not text.strip()
        return
    found = result.unwrap()
    assert found.text == text
    ends = 0
    for span in (block.span for block in found.blocks):
        assert ends <= span.start < span.end <= len(text)
        assert span.of(text).strip() == span.of(text)
        # In fenced and in indented code a comment is code, and a reader sees it.
        code = any(mark in text for mark in ("```", "~~~", "\t", "    "))
        assert "secret -->" not in span.of(text) or code
        ends = span.end
    for section in found.sections:
        assert 0 <= section.span.start < section.span.end <= len(text)


def test_blocks_are_what_a_reader_sees() -> None:
    """Headings, paragraphs, items, rows and code are blocks; marks before them are not in them."""
    text = "# Title #\n\none\ntwo\n\n- item\n  - sub\n\n> said\n\n"
    text += "|a|b|\n|-|-|\n|1|2|\n\n```\nx = 1\n```\n"
    assert _blocks(text) == [
        "Title #", "one\ntwo", "item", "sub", "said", "|a|b|", "|1|2|", "x = 1",
    ]  # fmt: skip


def test_kinds() -> None:
    """Headings and rows are told from the body, and works cited are references."""
    found = _document("# Abstract\n\na\n\n# One\n\nb\n\n|x|\n|-|\n|y|\n\n# References\n\n- w\n")
    assert [block.kind for block in found.blocks] == [
        Kind.HEADING, Kind.ABSTRACT, Kind.HEADING, Kind.BODY, Kind.TABLE, Kind.TABLE,
        Kind.HEADING, Kind.REFERENCES,
    ]  # fmt: skip


def test_authors_of_front_matter() -> None:
    """Authors are one name, a list in brackets, or a list of lines."""
    one, two = ("A. One",), ("A. One", "B. Two")
    for said, names in {
        "A. One": one,
        "[A. One, 'B. Two']": two,
        "\n- A. One\n- B. Two": two,
    }.items():
        assert _document(f"---\nauthors: {said}\ntitle: T\n---\n\nx\n").authors == names


def test_forms() -> None:
    """Items, rows, code and displayed formulas are told from prose by the parser's tree."""
    text = "# A\n\np\n\n- i\n\n  j\n\n  ```\n  c\n  ```\n\n> q\n\n|x|\n|-|\n\n    d\n"
    text += "\n$$\nx\n- y\n= z\n$$\n\n\\[ a\n  \\]\n\nq $$b$$ r\n"
    assert [(block.form.name, block.span.of(text)) for block in _document(text).blocks] == [
        ("PROSE", "A"), ("PROSE", "p"), ("ITEM", "i"), ("ITEM", "j"), ("CODE", "c"),
        ("PROSE", "q"), ("ROW", "|x|"), ("CODE", "d"), ("FORMULA", "$$\nx\n- y\n= z\n$$"),
        ("FORMULA", "\\[ a\n  \\]"), ("PROSE", "q $$b$$ r"),
    ]  # fmt: skip


def test_a_formula_ends_with_its_paragraph() -> None:
    """Marks that nothing closes before a blank line, an item or a quote ends are text."""
    for text in ("$$ a\n\nb $$\n", "- $$ a\n\nb $$\n", "> $$ a\n\nb $$\n", "$$", "\\[ a $$"):
        assert Form.FORMULA not in {block.form for block in _document(text).blocks}
    found = _document("- $$\n  a\n  $$\n\n> $$\n> b\n> $$ {#eq:b}\n")
    assert [block.form for block in found.blocks] == [Form.FORMULA, Form.FORMULA]


def test_front_matter_is_fields() -> None:
    """They are as the author wrote them; authors can be mappings, and the title wins."""
    text = (
        "---\ntitle: 'T: a'\nauthor:\n- name: A. One\n  orcid: 1\n- B. Two\ntags: [x]\n---\n# H\n"
    )
    found = _document(text)
    assert (found.title, found.authors) == ("T: a", ("A. One", "B. Two"))
    assert found.front["tags"] == ["x"]
    assert found.notes == ()


def test_broken_front_matter_is_a_note() -> None:
    """What is no YAML is not used, and said; a bomb of aliases is no more than that."""
    bomb = "a: &a [x, x]\n" + "".join(
        f"b{n}: &b{n} [*a, *a, *a]\na: &a [*b{n}]\n" for n in range(30)
    )
    for matter in ("title: [T\n", "title: a: b\n", bomb):
        found = _document(f"---\n{matter}---\n\n# H\n")
        assert (found.front, found.title) == ({}, "H")
        assert found.notes[0].startswith("The front matter was not used: ")


def test_titles_are_what_a_reader_sees() -> None:
    """Marks of emphasis and tags are no part of a heading's title, and part no word."""
    found = _document('# a*b*c `d` <a name="x"></a>e\n')
    assert found.sections[0].path == ("abc d e",)


def test_hidden_text_is_no_block() -> None:
    """Front matter, comments and link definitions cannot be evidence; code that shows them can."""
    text = "---\nabstract: secret\n---\n\nseen <!-- secret --> too\n\n<!--\nsecret\n\nsecret -->\n"
    assert _blocks(text) == ["seen", "too"]
    assert _blocks("use `<!-- x -->` here") == ["use `<!-- x -->` here"]
    assert _blocks("a\n\n[x]: http://secret") == ["a"]


def test_a_rule_is_no_front_matter() -> None:
    """A line across the page at the top of a file does not hide what follows it."""
    assert _blocks("---\n\nseen\n\n---\n\nalso\n") == ["seen", "also"]


def test_sections_have_paths() -> None:
    """A section's path is its headings from the outermost, and it ends at the next of its level."""
    found = _document("# A\n\na\n\n## B {#b}\n\nb\n\n# C\n\nc\n")
    assert [str(section) for section in found.sections] == ["A", "A > B", "C"]
    assert found.section_of(found.text.index("b\n\n#")) == "A > B"
    assert found.title == "A"


def test_windows_line_ends_do_not_shift_blocks() -> None:
    """Offsets are right with CRLF and with front matter before the blocks."""
    assert _blocks("---\r\ntitle: T\r\n---\r\n\r\n# A\r\n\r\none\r\ntwo\r\n") == ["A", "one\r\ntwo"]
    assert _document("---\r\ntitle: T\r\n---\r\n\r\n# A\r\n").title == "T"


def test_nesting_without_end_loses_nothing() -> None:
    """What is nested too deeply for the parser is still text that can be checked."""
    found = _document("> " * 300 + "deep\n\nafter\n")
    assert found.blocks == ()


def test_real_files_are_covered() -> None:
    """Nearly all of a real file stands in its blocks."""
    for path in sorted(data_folder("markdown").glob("*.md")):
        found = read(File(path.name, path.read_bytes(), "digest")).unwrap()
        assert sum(len(block.span) for block in found.blocks) > 0.8 * len(found.text)


def test_a_file_says_when_it_was_changed(tmp_path: Path) -> None:
    """The time is that of the file, and none where the content came from elsewhere."""
    path = tmp_path / "a.md"
    path.write_text("one", encoding="utf-8")
    os.utime(path, (1, 1_700_000_000.5))
    assert reading.read(path).unwrap().modified == 1_700_000_000.5
    assert reading.parse(b"one", "a.md").unwrap().modified is None


def test_tables_have_cells_where_they_are_written() -> None:
    """A cell stands in its row as written; rows that are short or long have the head's columns."""
    text = "Table: Sleep.\n\n| Hive | n | a \\| b |\n|---|--:|---|\n"
    text += "| A | 12 |\n| B | | 3 | 4 |\n\nEnd.\n"
    found = _document(text)
    (table,) = found.tables
    assert [(it.row, it.column, it.span.of(text), it.is_head) for it in table.cells] == [
        (0, 0, "Hive", True), (0, 1, "n", True), (0, 2, "a \\| b", True),
        (1, 0, "A", True), (1, 1, "12", False), (1, 2, "", False),
        (2, 0, "B", True), (2, 1, "", False), (2, 2, "3", False),
    ]  # fmt: skip
    assert table.caption is not None
    assert table.caption.of(text) == "Table: Sleep."
    assert found.blocks[0].kind is Kind.CAPTION


def test_a_sentence_about_a_table_is_no_caption() -> None:
    """A paragraph that speaks of the table beside it stays one of the body."""
    found = _document("Table 1 shows that bees sleep.\n\n|a|\n|-|\n|1|\n")
    assert (found.tables[0].caption, found.blocks[0].kind) == (None, Kind.BODY)
