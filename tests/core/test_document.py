"""Spans, places and sections of a document."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import Block, Box, Document, Kind, Places, Section, Span


def _places(lines: list[int], pages: list[int]) -> Places:
    n = len(lines)
    box = np.array([[at, 10.0, at + 1, 20.0] for at in range(n)], dtype=np.float32)
    return Places(np.array(pages, dtype=np.int32), np.array(lines, dtype=np.int32), box)


@given(st.integers(-9, 1 << 40), st.integers(-9, 1 << 40))
def test_a_span_is_ordered_and_not_negative(start: int, end: int) -> None:
    """A span that is none cannot be made."""
    if 0 <= start <= end:
        assert len(Span(start, end)) == end - start
    else:
        with pytest.raises(ValueError, match="not a span"):
            Span(start, end)


def test_one_box_for_each_line_in_reading_order() -> None:
    """A span over two lines and a page end has a box for each line it touches."""
    places = _places([5, 5, 5, 9, 9, 2], [1, 1, 1, 1, 1, 2])
    document = Document("abcdef", "p", "0" * 64, places=places)
    assert document.boxes_of(Span(1, 6)) == (
        Box(1, 1, 10, 3, 20),
        Box(1, 3, 10, 5, 20),
        Box(2, 5, 10, 6, 20),
    )
    assert document.pages_of(Span(1, 6)) == (1, 2)
    assert document.boxes_of(Span(2, 2)) == ()


def test_added_characters_have_no_box() -> None:
    """A space that stands for a line end adds nothing to the box of its line."""
    places = _places([1, 1], [1, 1])
    box = places.box.copy()
    box[1] = [900, 10, 900, 20]
    flat = Places(places.page, places.line, box)
    assert list(flat.boxes(Span(0, 2))) == [Box(1, 0, 10, 1, 20)]
    assert list(flat.boxes(Span(1, 2))) == []


def test_places_cannot_be_changed() -> None:
    """Arrays are read-only: a paper may be shared by threads."""
    places = _places([1], [1])
    with pytest.raises(ValueError, match="read-only"):
        places.box[0, 0] = 3


def test_places_describe_the_same_characters() -> None:
    """Arrays of different lengths are refused."""
    with pytest.raises(ValueError, match="different numbers"):
        Places(np.zeros(2, np.int32), np.zeros(1, np.int32), np.zeros((2, 4), np.float32))


def test_the_innermost_section_counts() -> None:
    """A place belongs to the deepest section around it, and to none before the first."""
    sections = (
        Section(("1 A",), Span(10, 40)),
        Section(("1 A", "1.1 B"), Span(20, 30)),
        Section(("2 C",), Span(40, 60)),
    )
    document = Document("x" * 60, "p", "0" * 64, sections=sections)
    places = [document.section_of(offset) for offset in (0, 10, 25, 35, 59)]
    assert places == ["", "1 A", "1 A > 1.1 B", "1 A", "2 C"]


@given(st.text(alphabet="ab \n\t\r", max_size=60))
def test_paragraphs_of_a_text_without_blocks(text: str) -> None:
    """They hold every letter, in order and apart, and none crosses a blank line."""
    spans = [block.span for block in Document(text, "p", "0" * 64).paragraphs()]
    assert "".join("".join(span.of(text).split()) for span in spans) == "".join(text.split())
    for span in spans:
        part = span.of(text)
        assert part == part.strip()
        assert part
        assert "\n\n" not in part
    assert all(one.end <= two.start for one, two in pairwise(spans))


def test_blocks_are_the_paragraphs_where_there_are_any() -> None:
    """What the reader of the file knows wins over blank lines."""
    blocks = (Block(Span(0, 3), Kind.TITLE), Block(Span(4, 7)))
    assert tuple(Document("one two", "p", "0" * 64, blocks=blocks).paragraphs()) == blocks
