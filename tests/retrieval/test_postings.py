"""The words of many texts as arrays give what SQLite's FTS5 gives."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.retrieval.postings import Postings, Words, merged

_WEIGHTS = 1.0, 2.0, 2.0, 2.0
_TERMS = st.sampled_from(["model", "data", "3.5", "naïv", "o'neil", "river", "bee"])
_FIELD = st.lists(_TERMS, max_size=6).map(" ".join)
_TEXTS = st.lists(st.tuples(_FIELD, _FIELD, _FIELD, _FIELD), max_size=30)
_QUERY = st.lists(_TERMS | st.just("unheard"), unique=True, min_size=1, max_size=4)


def _by_fts5(
    texts: list[tuple[str, ...]], gone: set[int], query: list[str]
) -> tuple[list[int], list[float]]:
    """The texts that FTS5 finds among those that are not gone, best first, and their scores."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE words USING fts5(text, title, tags, aliases,"
            " tokenize = \"ascii tokenchars '.,'''\")"
        )
        rows = [(at, *text) for at, text in enumerate(texts) if at not in gone]
        connection.executemany("INSERT INTO words (rowid, text, title, tags, aliases)"
                               " VALUES (?, ?, ?, ?, ?)", rows)  # fmt: skip
        found = connection.execute(
            "SELECT rowid, rank FROM words WHERE words MATCH ? AND rank MATCH ?"
            " ORDER BY rank, rowid",
            (" OR ".join(f'"{term}"' for term in query), "bm25(1.0, 2.0, 2.0, 2.0)"),
        ).fetchall()
    return [at for at, _ in found], [-score for _, score in found]


@given(_TEXTS, _QUERY, st.sets(st.integers(0, 29)), st.lists(st.integers(0, 30), max_size=3))
def test_it_is_fts5s_bm25(
    texts: list[tuple[str, ...]], query: list[str], gone: set[int], cuts: list[int]
) -> None:
    """The same texts in the same order with the same scores, in however many parts they lie."""
    dead = np.array(sorted(at for at in gone if at < len(texts)), dtype=np.intp)
    edges = [0, *sorted(min(cut, len(texts)) for cut in cuts), len(texts)]
    parts = tuple(Postings.of(texts[first:last], _WEIGHTS) for first, last in pairwise(edges))
    found, scores = Words(parts, dead).best(query, 100)
    expected, theirs = _by_fts5(texts, gone, query)
    assert found.tolist() == expected
    np.testing.assert_allclose(scores, theirs, rtol=1e-12)


@given(_TEXTS, _QUERY, st.integers(0, 5))
def test_only_the_best_are_told(texts: list[tuple[str, ...]], query: list[str], k: int) -> None:
    """The k best of all are the first k, those of equal score in their order."""
    words = Words((Postings.of(texts, _WEIGHTS),), np.empty(0, dtype=np.intp))
    found, scores = words.best(query, 100)
    few, theirs = words.best(query, k + 1)
    assert few.tolist() == found.tolist()[: k + 1]
    assert theirs.tolist() == scores.tolist()[: k + 1]


@given(_TEXTS, _TEXTS)
def test_parts_are_joined(one: list[tuple[str, ...]], two: list[tuple[str, ...]]) -> None:
    """Two parts joined are the part of all their texts, and so are its bytes read again."""
    joined = Postings.of(one, _WEIGHTS).and_then(Postings.of(two, _WEIGHTS))
    assert joined.to_bytes() == Postings.of([*one, *two], _WEIGHTS).to_bytes()
    read = Postings.from_bytes(np.frombuffer(joined.to_bytes(), dtype=np.uint8))
    assert read.to_bytes() == joined.to_bytes()


@given(st.lists(st.integers(1, 9000), max_size=200))
def test_there_are_few_parts(sizes: list[int]) -> None:
    """However texts come, the parts that are not full are no more than a logarithm of them."""
    parts: list[int] = []
    for size in sizes:
        joined = merged(parts, size)
        parts = [*parts[: len(parts) - joined], sum(parts[len(parts) - joined :]) + size]
        assert max(parts) <= 2**14
    full = sum(sizes) / 2**12
    assert len(parts) <= 14 + full
