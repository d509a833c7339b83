"""A claim finds the sentences that say it, wherever they stand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import FakeChunker, FakeEmbedder
from vera.core.chunk import Chunk
from vera.core.document import Block, Document, Kind, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.ports import Role
from vera.core.result import failed
from vera.core.verdict import Claim
from vera.verification.retrieval.claims import embed_claims
from vera.verification.retrieval.find import find
from vera.verification.retrieval.passages import (
    LONGEST_UNIT,
    LONGEST_WINDOW,
    Passages,
    index,
    units_of,
)

_WORDS = st.sampled_from(["model", "data", "loss", "gain", "river", "stone", "seven", "eight"])
_SENTENCES = st.lists(
    st.lists(_WORDS, min_size=4, max_size=8).map(lambda words: " ".join(words) + "."),
    min_size=1,
    max_size=25,
)


def _spans(sentences: list[str]) -> list[Span]:
    starts = np.cumsum([0] + [len(sentence) + 1 for sentence in sentences]).tolist()
    return [Span(start, start + len(it)) for start, it in zip(starts[:-1], sentences, strict=True)]


def _chunk(text: str, span: Span, at: int = 0, cut: bool = False) -> Chunk:
    return Chunk(str(at), span.of(text), "p", span, at, cut_before=cut, cut_after=cut)


def _passages(sentences: list[str], per_chunk: int = 4) -> Passages:
    text, spans = " ".join(sentences), _spans(sentences)
    groups = [spans[at : at + per_chunk] for at in range(0, len(spans), per_chunk)]
    chunks = [
        _chunk(text, Span(group[0].start, group[-1].end), at) for at, group in enumerate(groups)
    ]
    return index(Document(text, "p", "0" * 64), spans, FakeChunker(chunks), FakeEmbedder()).unwrap()


@given(_SENTENCES, st.integers(1, 4), st.data())
@settings(deadline=None, max_examples=60)
def test_windows_score_as_if_they_were_pooled(
    sentences: list[str], k: int, data: st.DataObject
) -> None:
    """A window's score is the cosine with its pooled vector; windows are sorted and apart."""
    passages = _passages(sentences)
    claim = data.draw(st.sampled_from(sentences))
    query = FakeEmbedder().embed([claim], Role.QUERY).unwrap()
    (found,) = find(passages, query, k)
    scores = [hit.score for hit in found.windows]
    assert scores == sorted(scores, reverse=True)
    assert 1 <= len(found.windows) <= k
    for at, hit in enumerate(found.windows):
        inside = [
            row
            for row, unit in enumerate(passages.units)
            if hit.span.start <= unit.start and unit.end <= hit.span.end
        ]
        assert 1 <= len(inside) <= LONGEST_WINDOW
        pooled = (passages.rows[inside] * passages.weights[inside, None]).sum(axis=0)
        assert hit.score == pytest.approx(
            float(query[0] @ pooled / np.linalg.norm(pooled)), abs=1e-5
        )
        assert not any(hit.span.overlaps(other.span) for other in found.windows[at + 1 :])


@given(_SENTENCES)
@settings(deadline=None, max_examples=40)
def test_a_verbatim_claim_finds_its_sentence(sentences: list[str]) -> None:
    """A sentence of the paper, asked as a claim, is found with a cosine of 1."""
    passages = _passages(sentences)
    query = FakeEmbedder().embed([sentences[-1]], Role.QUERY).unwrap()
    (found,) = find(passages, query, len(passages.chunks))
    assert found.windows[0].score == pytest.approx(1)
    # Another sentence of the same words, or two of them in a row, are as good.
    words = set(found.windows[0].span.of(passages.document.text).replace(".", "").split())
    assert words == set(sentences[-1].replace(".", "").split())


@pytest.mark.parametrize("blocks", [(), (Span(0, 9), Span(11, 37))])
def test_no_window_crosses_paragraphs(blocks: tuple[Span, ...]) -> None:
    """A caption is not quoted together with what follows it."""
    text = "The maps.\n\nFirst words. Second words."
    document = Document(text, "p", "0" * 64, blocks=tuple(map(Block, blocks)))
    spans = [Span(0, 9), Span(11, 23), Span(24, 37)]
    chunker = FakeChunker([_chunk(text, Span(0, 37))])
    passages = index(document, spans, chunker, FakeEmbedder()).unwrap()
    query = FakeEmbedder().embed(["The maps. First words. Second words."], Role.QUERY).unwrap()
    (found,) = find(passages, query, 3)
    assert {hit.span for hit in found.windows} == {Span(0, 9), Span(11, 37)}


def test_a_sentence_counts_in_a_chunk_with_the_part_that_is_inside() -> None:
    """A chunk that ends within a sentence is pooled from what it holds of it."""
    text = "one two three. four five six."
    document, spans = Document(text, "p", "0" * 64), [Span(0, 14), Span(15, 29)]
    chunks = [_chunk(text, Span(0, 19)), _chunk(text, Span(20, 29), 1)]
    passages = index(document, spans, FakeChunker(chunks), FakeEmbedder()).unwrap()
    assert passages.units == tuple(spans)
    expected = passages.rows[0] * 14 + passages.rows[1] * 4
    assert passages.chunk_rows[0] == pytest.approx(expected / np.linalg.norm(expected), abs=1e-6)
    assert passages.chunk_rows[1] == pytest.approx(passages.rows[1], abs=1e-6)


def test_a_chunker_that_asks_is_given_the_sentences_vectors() -> None:
    """One row a sentence, as embedded; a sentence that is no evidence has a row of zeros."""
    text = "<!-- x --> Bees sleep. Bees fly."
    document = Document(text, "p", "0" * 64, blocks=(Block(Span(11, 32)),))
    spans = [Span(0, 10), Span(11, 22), Span(23, 32)]
    chunker = FakeChunker([_chunk(text, Span(11, 32))], uses_vectors=True)
    passages = index(document, spans, chunker, FakeEmbedder()).unwrap()
    assert chunker.rows is not None
    assert not chunker.rows[0].any()
    assert chunker.rows[1:] == pytest.approx(passages.rows)


@given(st.text(st.characters(codec="utf-8"), max_size=3 * LONGEST_UNIT))
@settings(deadline=None, max_examples=30)
def test_a_very_long_sentence_is_embedded_in_pieces(text: str) -> None:
    """No unit is over the limit, and together they hold every character that can be seen."""
    text = "What is said is " + text * 2 + "b"
    units, owners = units_of(Document(text, "p", ""), [Span(0, len(text))])
    assert max(map(len, units)) <= LONGEST_UNIT
    assert set(owners.tolist()) == {0}
    covered = {at for unit in units for at in range(unit.start, unit.end)}
    seen = {at for at, sign in enumerate(text) if sign.isprintable() and not sign.isspace()}
    assert seen <= covered


@pytest.mark.parametrize("references", [False, True])
def test_only_what_a_reader_takes_for_the_paper_is_evidence(references: bool) -> None:
    """A hidden comment is no evidence, and the list of references is only if it is asked for."""
    text = "<!-- Bees fly. --> Bees sleep. Lee: Bees fly."
    blocks = (Block(Span(19, 30)), Block(Span(31, 45), Kind.REFERENCES))
    document = Document(text, "p", "0" * 64, blocks=blocks)
    sentences = [Span(0, 18), Span(19, 30), Span(31, 45)]
    units, owners = units_of(document, sentences, references)
    assert units == sentences[1 : 3 if references else 2]
    assert owners.tolist() == ([1, 2] if references else [1])


def test_what_cannot_be_seen_is_no_passage() -> None:
    """A sentence of joiners and controls is skipped; a document of them is an error."""
    text = "It is seen. \u200b\u200b"
    document = Document(text, "p", "0" * 64)
    spans = [Span(0, 11), Span(12, 14)]
    chunks = [_chunk(text, span, at) for at, span in enumerate(spans)]
    passages = index(document, spans, FakeChunker(chunks), FakeEmbedder()).unwrap()
    assert passages.units == (Span(0, 11),)
    assert passages.chunks == (chunks[0],)
    nothing = index(document, spans[1:], FakeChunker(chunks[1:]), FakeEmbedder()).failure()
    assert isinstance(nothing, UnreadableDocument)
    assert nothing.fault is ReadFault.EMPTY


def test_claims_that_cannot_be_searched_for_are_named() -> None:
    """A blank and an overlong claim are named, and the others go on."""
    claims = [Claim("Bees sleep."), Claim(" \u200b"), Claim("long " * 300), Claim("Ants do.")]
    queries = embed_claims(claims, FakeEmbedder()).unwrap()
    assert queries.checked == (0, 3)
    assert queries.rows.shape == (2, 64)
    assert queries.faults[1] == "the claim is blank"
    assert "300 tokens" in queries.faults[2]


def test_no_claim_can_be_searched_for() -> None:
    """Where every claim is at fault there are no rows, and no error."""
    queries = embed_claims([Claim("")], FakeEmbedder())
    assert not failed(queries)
    assert queries.unwrap().rows.shape == (0, 64)
