"""Questions and calibrations for tests of the rules."""

from __future__ import annotations

from tests.fakes import FakeChunker, FakeEmbedder
from vera.core.chunk import Chunk
from vera.core.document import Document, Span
from vera.core.ports import Role
from vera.verification.calibration.models import Calibration, Curve, Logistic
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.language.statements import statements
from vera.verification.retrieval.passages import Passages, index
from vera.verification.retrieval.question import Question

_EMBEDDER = FakeEmbedder()


def passages(text: str, source: str = "paper.txt") -> Passages:
    """A document of one chunk, ready to be searched."""
    document = Document(text, source, "0" * 64)
    sentences = tuple(PysbdSplitter().split(document))
    chunker = FakeChunker([Chunk("0", text, source, Span(0, len(text)), 0)])
    return index(document, sentences, chunker, _EMBEDDER).unwrap()


def question(claim: str, document: Passages) -> Question:
    """A claim and its parts, asked of a document as the verifier asks it."""

    def one(text: str, parts: tuple[tuple[Span, Question], ...] = ()) -> Question:
        row = _EMBEDDER.embed([text], Role.QUERY).unwrap()[0]
        return Question(text, row, document, parts=parts)

    said = statements(claim)
    parts = tuple((each.span, one(each.text)) for each in said) if len(said) > 1 else ()
    return one(claim, parts)


def calibration(
    bias: float = -4.0, weight: float = 8.0, denied: float = 0.0, denial: float = 8.0
) -> Calibration:
    """A calibration by the words that the passage holds; a number that differs adds `denied`.

    It also adds `denial` to the log-odds of a denial, of which -4 are there without.
    """
    words = "words in the best passage"
    evidence = Logistic(bias, {words: weight}, {words: 0.0}, {words: 1.0})
    number = "conflict: number"
    support = Logistic(4.0, {number: denied}, {number: 0.0}, {number: 1.0})
    denies = Logistic(-4.0, {number: denial}, {number: 0.0}, {number: 1.0})
    about = {"date": "2026-11-22"}
    return Calibration("fake", evidence, support, Curve(1.0, 1.0, 0.0), denies, 0.5, about)
