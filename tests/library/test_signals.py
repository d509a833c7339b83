"""What a search of a library listens to."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.library.shelves import STORES, TEXTS, put, shelf
from vera.core.chunk import ChunkConfig
from vera.core.document import Span
from vera.core.errors import InvalidInput
from vera.core.settings import Settings
from vera.verification.library import Library, Signals, Stretch
from vera.verification.library.ranking import fused
from vera.verification.library.recency import recency
from vera.verification.library.signals import NAMES, WEIGHTS
from vera.verification.library.stretches import merged

if TYPE_CHECKING:
    from pathlib import Path

    from vera.verification.library import Hit

pytestmark = STORES

_QUERY = "Do moths hear the calls of bats?"
_DAY = 86_400.0
_SCORES = st.dictionaries(st.integers(0, 20), st.floats(0.01, 30), max_size=10)


@given(st.dictionaries(st.sampled_from(NAMES), _SCORES))
def test_fusion_sums_weighted_shares_of_the_best(scores: dict[str, dict[int, float]]) -> None:
    """A share of a signal's best score counts by its weight; beyond the nearest, as the last."""
    said = {
        name: dict(sorted(found.items(), key=lambda each: -each[1]))
        for name, found in scores.items()
    }
    found = fused(said)
    assert {item for item, _ in found} == {item for items in said.values() for item in items}
    for item, score in found:
        shares = []
        for name, items in said.items():
            best = 1.0 if name == "recency" else max(items.values(), default=1.0)
            absent = min(items.values(), default=0.0) if name == "meaning" else 0.0
            shares.append(WEIGHTS[name] * items.get(item, absent) / best)
        assert np.isclose(score, sum(shares))
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


def _names(hits: tuple[Hit, ...]) -> set[str]:
    return {signal.name for hit in hits for signal in hit.signals}


def test_a_signal_can_be_left_out(papers: Path) -> None:
    """A search listens to no signal that is left out, and finds by the others as alone."""
    library = shelf()
    library.add([papers])
    assert _names(library.search(_QUERY).unwrap()) == {"meaning", "words"}
    for name, other in (("meaning", "words"), ("words", "meaning")):
        hits = library.search(_QUERY, signals=Signals.create([name]).unwrap()).unwrap()
        assert _names(hits) == {other}
        assert [hit.signals[0].rank for hit in hits] == list(range(1, len(hits) + 1))


@pytest.mark.parametrize(
    ("without", "recent"),
    [
        (["meaning", "words"], None),
        (["meaning", "words", "graph", "recency"], 30.0),
        (["sound"], None),
        ([], 0.0),
        ([], -1.0),
        ([], float("nan")),
        ([], float("inf")),
    ],
)
def test_signals_that_find_nothing_are_refused(without: list[str], recent: float | None) -> None:
    """Meaning or words must stay, names must be known, and days must be a number above 0."""
    assert isinstance(Signals.create(without, recent).failure(), InvalidInput)


def _cited(folder: Path) -> None:
    """One paper has the words of the query, and cites another that has none of them."""
    title = "On the ears of insects that fly at night"
    put(folder / "ears.md", f"# {title}\n\nA membrane under the wing trembles.\n")
    entry = f"A. Lee. 2001. {title}. J Bees."
    put(folder / "survey.md", f"# Survey\n\n{_QUERY}\n\n## References\n\n- {entry}\n")


def _rank_of(hits: tuple[Hit, ...], paper: str, name: str) -> int:
    (hit,) = (hit for hit in hits if hit.paper == paper)
    return next((signal.rank for signal in hit.signals if signal.name == name), 0)


def _score(hits: tuple[Hit, ...], paper: str) -> float:
    (score,) = (hit.score for hit in hits if hit.paper == paper)
    return score


def test_what_the_best_papers_cite_gets_a_rank(papers: Path) -> None:
    """A cited paper is lifted by the graph, and what cites nothing and is not cited is not."""
    _cited(papers)
    library = shelf()
    library.add([papers])
    hits = library.search(_QUERY).unwrap()
    assert _rank_of(hits, "papers/ears.md", "graph") == 1
    assert _rank_of(hits, "papers/bees.txt", "graph") == 0
    without = library.search(_QUERY, signals=Signals.create(["graph"]).unwrap()).unwrap()
    assert _names(without) == {"meaning", "words"}
    assert _score(hits, "papers/ears.md") > _score(without, "papers/ears.md")
    assert _score(hits, "papers/bees.txt") == _score(without, "papers/bees.txt")
    library.remove(["papers/survey.md"]).unwrap()
    assert _names(library.search(_QUERY).unwrap()) == {"meaning", "words"}


def test_no_link_changes_no_score(papers: Path) -> None:
    """Without links between the papers, a search is the same with the graph and without."""
    library = shelf()
    library.add([papers])
    assert library.search(_QUERY) == library.search(
        _QUERY, signals=Signals.create(["graph"]).unwrap()
    )


@given(st.floats(0, 1e5), st.floats(0.1, 1e4))
def test_recency_halves_with_each_half_life(age: float, half_life: float) -> None:
    """It is 1 for what is from now or later, and half as much one half-life on."""
    assert recency(-age, half_life) == 1
    assert np.isclose(2 * recency(age + half_life, half_life), recency(age, half_life))


def _dated(folder: Path) -> None:
    for year in (2001, 2011, 2021):
        text = f"---\ndate: {year}-06-01\n---\nCicadas sing in summer.\n\nNote {year}.\n"
        put(folder / f"{year}.md", text)


def test_recency_counts_where_it_is_asked_for(papers: Path) -> None:
    """The later a paper, the more is added to its score where that is asked for, else nothing."""
    _dated(papers)
    library = shelf()
    library.add([papers])
    asked = Signals(recent=3650.0, now=1_622_505_600 + 3650 * _DAY)
    hits = library.search("Cicadas sing in summer.", signals=asked).unwrap()
    plain = library.search("Cicadas sing in summer.").unwrap()
    assert "recency" not in _names(plain)
    found = {}
    for year in (2021, 2011, 2001):
        (hit,) = (hit for hit in hits if hit.paper == f"papers/{year}.md")
        found[year] = next(it for it in hit.signals if it.name == "recency")
        more = WEIGHTS["recency"] * found[year].score
        assert np.isclose(hit.score, _score(plain, hit.paper) + more)
    assert [it.score for it in found.values()] == pytest.approx([1 / 2, 1 / 4, 1 / 8], rel=1e-2)
    assert [found[year].rank for year in sorted(found)] == sorted(
        (it.rank for it in found.values()), reverse=True
    )


def _long(folder: Path, overlap: float) -> Library:
    sentences = [f"Bee number {at} of the hive number {at % 7} flew far." for at in range(60)]
    put(
        folder / "long.txt", "\n\n".join(" ".join(sentences[at : at + 5]) for at in range(0, 60, 5))
    )
    settings = Settings(chunk=ChunkConfig(target=200, overlap=overlap, minimum=50, maximum=300))
    library = shelf(settings=settings)
    library.add([folder])
    return library


@pytest.mark.parametrize("overlap", [0.0, 0.3])
def test_a_chunk_comes_with_its_neighbours(papers: Path, overlap: float) -> None:
    """Neighbours on both sides are given as exact stretches of the text, nothing twice."""
    library = _long(papers, overlap)
    text = (papers / "long.txt").read_text()
    by_start = library.search("Bee hive", 99).unwrap()
    chunks = sorted(
        (hit for hit in by_start if hit.paper.endswith("long.txt")), key=lambda it: it.span
    )
    assert len(chunks) > 9
    for reach in (1, 3):
        for hit in library.search("Bee hive", 99, neighbours=reach).unwrap():
            if not hit.paper.endswith("long.txt"):
                assert [it.text for it in hit.around] == [hit.text]
                continue
            at = [chunk.span for chunk in chunks].index(hit.span)
            near = chunks[max(at - reach, 0) : at + reach + 1]
            assert hit.around[0].span.start == near[0].span.start
            assert hit.around[-1].span.end == near[-1].span.end
            assert all(stretch.span.of(text) == stretch.text for stretch in hit.around)
            ends = [stretch.span for stretch in hit.around]
            assert all(a.end < b.start for a, b in pairwise(ends))
            covered = {i for span in ends for i in range(span.start, span.end)}
            assert covered == {i for it in near for i in range(it.span.start, it.span.end)}
    assert all(hit.around == () for hit in by_start)


_SPANS = st.builds(lambda a, n: Span(a, a + n), st.integers(0, 40), st.integers(1, 15))


@given(st.lists(_SPANS, max_size=6))
def test_stretches_hold_each_character_once(spans: list[Span]) -> None:
    """What is merged is exactly what the pieces cover, in order and apart."""
    text = "".join(chr(ord("a") + at % 26) for at in range(60))
    found = merged(Stretch(span, (1,), span.of(text)) for span in spans)
    assert all(it.span.of(text) == it.text for it in found)
    assert {at for span in spans for at in range(span.start, span.end)} == {
        at for it in found for at in range(it.span.start, it.span.end)
    }
    assert all(a.span.end < b.span.start for a, b in pairwise(found))


def test_a_verdict_listens_to_the_same_signals(papers: Path) -> None:
    """The papers that a claim is asked of are those that the signals find."""
    library = shelf()
    library.add([papers])
    for without in ([], ["meaning"], ["words"]):
        signals = Signals.create(without).unwrap()
        verdict = library.verify("Wasps build nests.", signals=signals).unwrap()
        found = {
            hit.paper for hit in library.search("Wasps build nests.", signals=signals).unwrap()
        }
        assert {paper.document for paper in verdict.papers} == found
    assert len(TEXTS) > len(found) or without == ["words"]
