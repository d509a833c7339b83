"""A search finds the least text of a paragraph that speaks to a claim."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import FakeChunker, FakeEmbedder
from vera.core.document import Block, Document, Span
from vera.core.ports import Role
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.retrieval.passages import LONGEST_WINDOW, Passages, index
from vera.verification.retrieval.query import Query
from vera.verification.retrieval.search import AIMS, CANDIDATES, WORDS, Hits, apart, search

_SENTENCES = (
    "Bees sleep at night.",
    "They hold 30,000 workers in summer.",
    "It raises growth.",
    "Iron helps wheat.",
    "We train a long short-term memory (LSTM) on news.",
    "The LSTM won.",
    "This is so.",
    "Our method is cheap.",
    "The river floods each spring.",
)
_PARAGRAPHS = st.lists(
    st.lists(st.sampled_from(_SENTENCES), min_size=1, max_size=6), min_size=1, max_size=5
)
_CLAIMS = st.sampled_from(
    (*_SENTENCES, "The long short-term memory won.", "Is it so?", "Rates rose.", "30000", "α?")
)


def _passages(paragraphs: list[list[str]]) -> Passages:
    spans, text = [], ""
    for paragraph in paragraphs:
        start = len(text)
        text += " ".join(paragraph)
        spans.append(Block(Span(start, len(text))))
        text += "\n\n"
    document = Document(text, "p", "0" * 64, blocks=tuple(spans))
    sentences = tuple(PysbdSplitter().split(document))
    return index(document, sentences, FakeChunker([]), FakeEmbedder()).unwrap()


def _search(passages: Passages, claim: str) -> Hits:
    row = FakeEmbedder().embed([claim], Role.QUERY).unwrap()[0]
    return search(passages, Query(claim), row)


def _best(paragraphs: list[list[str]], claim: str) -> str:
    passages = _passages(paragraphs)
    return _search(passages, claim).passages[0].span.of(passages.document.text)


@given(_PARAGRAPHS, _CLAIMS)
@settings(max_examples=80)
def test_passages_are_windows_of_a_paragraph(paragraphs: list[list[str]], claim: str) -> None:
    """Each is one to three units of one paragraph, whole, once, and the best come first."""
    passages = _passages(paragraphs)
    hits = _search(passages, claim)
    assert hits.passages
    assert len({(each.first, each.last) for each in hits.passages}) == len(hits.passages)
    for each in hits.passages:
        assert 1 <= each.last - each.first + 1 <= LONGEST_WINDOW
        assert passages.paragraphs[each.first] == passages.paragraphs[each.last]
        units = passages.units
        assert each.span == Span(units[each.first].start, units[each.last].end)
        assert 0 <= each.coverage <= 1 + 1e-9
    scores = [each.score for each in hits.passages]
    assert scores == sorted(scores, reverse=True)


@given(_PARAGRAPHS, _CLAIMS)
@settings(max_examples=40)
def test_a_cosine_is_that_of_the_pooled_vector(paragraphs: list[list[str]], claim: str) -> None:
    """A passage's cosine is the claim's with the length-weighted mean of its units."""
    passages = _passages(paragraphs)
    row = FakeEmbedder().embed([claim], Role.QUERY).unwrap()[0]
    for each in _search(passages, claim).passages:
        inside = slice(each.first, each.last + 1)
        pooled = (passages.rows[inside] * passages.weights[inside, None]).sum(axis=0)
        assert each.cosine == pytest.approx(float(row @ pooled / np.linalg.norm(pooled)), abs=1e-5)


@given(_PARAGRAPHS, st.integers(1, 6))
@settings(max_examples=40)
def test_pieces_apart_share_nothing(paragraphs: list[list[str]], most: int) -> None:
    """Of several pieces of evidence no two overlap, and the best is among them."""
    found = _search(_passages(paragraphs), "Bees sleep at night.").passages
    chosen = apart(found, most)
    assert chosen[0] is found[0]
    assert len(chosen) <= most
    for at, one in enumerate(chosen):
        assert not any(one.span.overlaps(other.span) for other in chosen[at + 1 :])


@given(_PARAGRAPHS, st.sampled_from([s for s in _SENTENCES if not s.startswith(("T", "It", "O"))]))
@settings(max_examples=40)
def test_a_sentence_of_the_paper_is_found(paragraphs: list[list[str]], claim: str) -> None:
    """A sentence that can be read alone is its own best passage."""
    assert _best([*paragraphs, [claim]], claim) == claim


@pytest.mark.parametrize("leaning", ["It raises growth.", "Such iron raises growth."])
def test_a_leaning_sentence_is_read_with_the_one_before(leaning: str) -> None:
    """What begins with a pronoun is quoted with the sentence that says what it stands for."""
    claim = "Iron raises growth."
    best = _best([["Bees sleep at night.", "Iron helps wheat.", leaning]], claim)
    assert best == f"Iron helps wheat. {leaning}"
    assert _best([["Bees sleep at night."], [leaning]], claim) == leaning


def test_our_method_is_read_with_the_one_before() -> None:
    """A sentence about our method is quoted with the one that names the method."""
    best = _best([["We train an LSTM.", "Our method is cheap."]], "The method is cheap.")
    assert best == "We train an LSTM. Our method is cheap."


def test_acronyms_match_both_ways() -> None:
    """Either form finds a sentence that has the other."""
    paper = [["We train a long short-term memory (LSTM)."], ["Bees sleep."], ["The LSTM won."]]
    paper.append(["A long short-term memory forgets."])
    assert _best(paper, "The long short-term memory won.") == "The LSTM won."
    assert _best(paper, "An LSTM forgets.") == "A long short-term memory forgets."


@pytest.mark.parametrize("at", [0, 17, 39])
def test_a_name_finds_its_sentence(at: int) -> None:
    """What a claim names exactly puts the unit that has it among the candidates."""
    paper = [[f"Workers number {number},000 in summer."] for number in range(10, 50)]
    hits = _search(_passages(paper), f"Workers number {at + 10}000.")
    assert at in hits.order[:CANDIDATES]


def test_a_claim_without_content_is_searched_for() -> None:
    """A claim of function words alone has a passage, by its cosine."""
    hits = _search(_passages([list(_SENTENCES)]), "Is it so?")
    assert hits.held.shape[1] == len(Query("Is it so?").terms)
    assert _search(_passages([["It is."]]), "It is not.").passages[0].coverage == 0


def test_shapes() -> None:
    """Everything about units is given in the document's order."""
    passages = _passages([list(_SENTENCES)])
    hits = _search(passages, "Bees sleep in summer.")
    count, terms = len(passages.units), len(Query("Bees sleep in summer.").terms)
    assert hits.held.shape == (count, terms)
    assert hits.weights.shape == (terms,)
    assert hits.cosines.shape == hits.coverage.shape == hits.bm25.shape == (count,)
    assert sorted(hits.order.tolist()) == list(range(count))


def test_a_large_document_is_searched() -> None:
    """Only windows around the best units are looked at, however many units there are."""
    passages = _passages([list(_SENTENCES)] * 400)
    assert len(_search(passages, "Bees sleep at night.").passages) <= 10 * 6


def test_an_aim_loses_against_a_finding() -> None:
    """What only tells what is asked scores less than it is near."""
    passages = _passages([["To determine whether tea slows decay."], ["Tea slowed decay."]])
    hits = _search(passages, "Tea slows decay.")
    by_place = {passage.first: passage for passage in hits.passages}
    assert (by_place[0].aim, by_place[1].aim) == (1.0, 0.0)
    near = {at: each.cosine + WORDS * each.coverage for at, each in by_place.items()}
    assert by_place[0].score == pytest.approx(near[0] - AIMS)
    assert by_place[1].score == pytest.approx(near[1])


def test_an_aim_is_found_by_a_claim_that_asks() -> None:
    """A claim of what was asked is not kept from the aims of a paper."""
    passages = _passages([["To determine whether tea slows decay."], ["Tea decays."]])
    hits = _search(passages, "The aim was to determine whether tea slows decay.")
    assert all(passage.aim == 0.0 for passage in hits.passages)
