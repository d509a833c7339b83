"""The measures of chunking, on small cases whose right answer is known by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.chunking import chroma
from benchmarks.chunking.chunkers import Piece, Size, ours
from benchmarks.chunking.edges import measure, placed
from benchmarks.chunking.gold import of_paragraphs, shared

GOLD = of_paragraphs("two", [["One is.", "Two is."], [], ["Three is."]])

ranges = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 10)).map(lambda at: (at[0], sum(at))), max_size=6
)


def characters(spans: list[tuple[int, int]]) -> set[int]:
    """The offsets in the ranges."""
    return {at for start, end in spans for at in range(start, end)}


def test_gold_knows_where_sentences_begin_and_end() -> None:
    """Offsets stand at the sentences as given, a space or an empty line between them."""
    assert GOLD.text == "One is. Two is.\n\nThree is.\n\n"
    assert sorted(GOLD.starts) == [0, 8, 17]
    assert [GOLD.text[:end].split()[-2] for end in sorted(GOLD.ends)] == ["One", "Two", "Three"]


def test_edges_are_counted_by_the_gold_alone() -> None:
    """Of three chunks one has both edges at a sentence; what is repeated, over, or lost is told."""
    pieces = [Piece("One is. Two", 0, 11), Piece("Two is.", 8, 15), Piece("ree is.", 0, 7)]
    found = measure(GOLD, pieces, Size(10))
    assert (found.chunks, found.whole, found.begin, found.end) == (3, 1, 2, 2)
    assert (found.over, found.inexact, found.lost) == (1, 1, 2)
    assert found.overlap == pytest.approx(3 / 2)


def test_a_piece_that_stands_nowhere_is_inexact_and_covers_nothing() -> None:
    """A text that a library changed is not counted as found."""
    found = measure(GOLD, [Piece("One  is.", 0, 8)], Size(10))
    assert (found.inexact, found.lost) == (1, len("Oneis.Twois.Threeis."))
    assert placed(GOLD.text, [Piece("One  is.", 0, 8)]) == []


def test_repeated_text_is_found_in_order() -> None:
    """Without offsets the second of two equal pieces is the second in the text."""
    assert placed("ab ab", [Piece("ab", None, None), Piece("ab", None, None)]) == [(0, 2), (3, 5)]
    assert shared([(0, 4), (2, 6), (7, 9)]) == [2, 0]


@given(ranges, ranges)
def test_ranges_are_sets_of_characters(
    one: list[tuple[int, int]], two: list[tuple[int, int]]
) -> None:
    """Unions and what two have in common agree with sets of offsets."""
    assert chroma.length(chroma.union(one)) == len(characters(one))
    assert chroma.length(chroma.common(one, two)) == len(characters(one) & characters(two))


def test_scores_worked_out_by_hand() -> None:
    """Ten of twenty marked characters in a chunk of forty, one chunk of another corpus beside."""
    every = [(0, 40), (40, 80), (80, 100)]
    excerpts = [(30, 50)]
    retrieved = [(True, (0, 40)), (False, (30, 50))]
    recall, precision, omega, iou = chroma.scores(excerpts, retrieved, every)
    assert recall == 10 / 20
    assert precision == 10 / 60
    assert omega == 20 / 80
    assert iou == 10 / (60 + 10)


def test_what_chunks_repeat_counts_each_time() -> None:
    """Two chunks that share their ten marked characters give them once for twice the cost."""
    every = [(0, 20), (10, 30)]
    recall, precision, omega, iou = chroma.scores([(10, 20)], [(True, one) for one in every], every)
    assert (recall, precision, omega, iou) == (1, 10 / 40, 10 / 30, 10 / 40)


def test_the_nearest_chunks_are_retrieved() -> None:
    """A question is scored by the chunks whose vectors are nearest to its own, of all corpora."""
    questions = [chroma.Question("q", "a", ((0, 10),))]
    chunks = [("a", (0, 10)), *[("b", (10 * at, 10 * at + 10)) for at in range(6)]]
    rows = np.eye(7, dtype=np.float32)
    near, far = rows[:1], -rows[:1]
    assert chroma.evaluate(questions, near, chunks, rows)[0].tolist() == [1.0, 0.2, 1.0, 0.2]
    assert chroma.evaluate(questions, far, chunks, rows)[0, 0] == 0


def test_an_interval_holds_the_mean() -> None:
    """The interval is the same each time, around the mean, and narrow where values agree."""
    values = np.array([0.0, 1.0] * 50)
    low, high = chroma.interval(values)
    assert 0.38 < low < 0.5 < high < 0.62
    assert chroma.interval(np.full(10, 0.25)) == (0.25, 0.25)


@pytest.mark.parametrize("tokens", [False, True])
def test_our_strategies_keep_the_limit_of_the_comparison(tokens: bool) -> None:
    """Sizes asked of all libraries are hard limits for ours."""
    size = Size(30, 6, tokens)
    text = "The cells were counted by hand, twice. They grew. " * 20
    for strategy in ("sentence", "tokens", "window", "semantic"):
        pieces = ours(strategy, size)(text)
        assert len(pieces) > 2
        assert all(size.count(piece.text) <= 30 for piece in pieces)
        assert all(text[piece.start : piece.end] == piece.text for piece in pieces)
