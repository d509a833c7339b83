"""Rows of tables are spoken with their heads, and each word stays where it stands."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import FakeChunker, FakeEmbedder
from tests.tables.made import SCORES, document
from vera.core.chunk import Chunk
from vera.core.document import Span
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.retrieval.passages import LONGEST_UNIT, index, units_of
from vera.verification.retrieval.spoken import rows_of

if TYPE_CHECKING:
    from vera.core.document import Document

_WORDS = st.text(st.characters(codec="utf-8", exclude_characters="|\n"), max_size=12).map(str.strip)


def _spoken(paper: Document, longest: int = LONGEST_UNIT) -> list[list[str]]:
    return [[piece.text for piece in row] for row in rows_of(paper, longest).pieces]


def test_a_row_is_spoken_with_caption_heads_and_units() -> None:
    """Heads stand before their cells, and the unit that they name behind the number."""
    (said,) = _spoken(document(*SCORES))[1]
    caption, row = said.split(". ", 1)
    assert caption == "Labelled attachment score (%) of the parsers, and training time"
    assert row == "Parser: ArcLite; News: 88.1; Forum: 74.6; Speech: 69.3; Training time: 2.5 h"


def test_a_row_of_heads_is_no_passage() -> None:
    """It names what others say."""
    assert _spoken(document(*SCORES))[0] == []


def test_a_table_whose_heads_are_not_known_is_not_spoken() -> None:
    """Its rows are passages as they stand."""
    paper = document("", "a | 1", "b | 2", heads=0)
    assert _spoken(paper) == []
    units, _ = units_of(paper, tuple(PysbdSplitter().split(paper)))
    assert [unit.of(paper.text) for unit in units] == ["a | 1", "b | 2"]


def test_a_long_row_is_spoken_in_pieces_that_have_its_name() -> None:
    """Each begins with what names the row, and they share no text of the document."""
    paper = document(
        "", "Town | " + " | ".join(f"in {year}" for year in range(1900, 1990)),
        "Brenn | " + " | ".join("12.5" for _ in range(90)), stub=True,
    )  # fmt: skip
    pieces = rows_of(paper, 300).pieces[1]
    assert len(pieces) > 2
    assert all(piece.text.startswith("Town: Brenn; in 19") for piece in pieces)
    assert max(len(piece.text) for piece in pieces) <= 300
    spans = [piece.span for piece in pieces]
    assert all(one.end <= other.start for one, other in pairwise(spans))


@given(st.lists(st.lists(_WORDS, min_size=3, max_size=3), min_size=2, max_size=5), st.booleans())
def test_every_word_that_is_spoken_has_its_place(rows: list[list[str]], stub: bool) -> None:
    """What a stretch of a spoken row says is what the document has at its place."""
    paper = document("Table 1: What.", *(" | ".join(row) for row in rows), stub=stub)
    for row in rows_of(paper, LONGEST_UNIT).pieces:
        for piece in row:
            for said, place in piece.places:
                assert said.of(piece.text) == place.of(paper.text)[: len(said)]
                if len(said):
                    assert piece.place(said) == Span(place.start, place.start + len(said))


def test_units_are_the_rows_whatever_the_sentences() -> None:
    """A full stop inside a cell parts no row, and windows are read as they are spoken."""
    paper = document("", "Town | People", "St. Mary. Old | 12", "Brenn | 9")
    sentences = tuple(PysbdSplitter().split(paper))
    chunk = Chunk("0", paper.text, "p", Span(0, len(paper.text)), 0)
    passages = index(paper, sentences, FakeChunker([chunk]), FakeEmbedder()).unwrap()
    assert passages.texts == ("Town: St. Mary. Old; People: 12", "Town: Brenn; People: 9")
    assert [unit.of(paper.text) for unit in passages.units] == ["St. Mary. Old | 12", "Brenn | 9"]
    at = passages.texts[0].index("12")
    assert passages.place_of(0, 0, Span(at, at + 2)).of(paper.text) == "12"
