"""The passages of one document, each with its vector: its units, its chunks, its windows.

Only units are embedded: the sentences, very long ones in pieces. The vector of a chunk, and of a
window of neighbouring units, is pooled from theirs (ADR 0006), so that every way to chunk costs the
same; a unit that reaches over the end of a chunk counts with the part that is inside.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from vera.core.chunk import Chunk
from vera.core.cutting import best_cut
from vera.core.document import Document, Kind, Span
from vera.core.errors import EmbeddingFault, ReadFault, UnreadableDocument
from vera.core.ports import Matrix, Role
from vera.core.result import Failure, Result, Success, failed
from vera.core.text import is_blank
from vera.verification.embedding.pooling import Ranges, Weights, pool
from vera.verification.language.aims import is_aim
from vera.verification.language.anchors import anchors
from vera.verification.language.quantities import values
from vera.verification.language.spelling import Spellings
from vera.verification.language.words import words
from vera.verification.retrieval.evident import evident
from vera.verification.retrieval.frame import Frame, frames_of
from vera.verification.retrieval.lexicon import Lexicon
from vera.verification.retrieval.spoken import BETWEEN, pieces_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vera.core.ports import Chunker, Embedder
    from vera.verification.language.quantity import Quantity
    from vera.verification.retrieval.spoken import Spoken

LONGEST_WINDOW = 3
"""Sentences that a window of evidence may have (ADR 9, 18)."""
LONGEST_UNIT = 1000
"""Characters: of a longer sentence (a list, a table's remains) no one would be shown all. By hand;
it is cut in the second half of what fits, as in ADR 6."""


@frozen(eq=False, slots=False)
class Passages:
    """A document ready to be searched.

    `units` are n spans in order, `rows` (n, dimension) their vectors, `weights` (n,) their lengths
    in characters, `paragraphs` (n,) the number of the paragraph each stands in, ascending.
    `window_norms` (`LONGEST_WINDOW`, n) are the lengths of the weighted sums of the rows of one,
    two, ... units from each unit on, 0 where they pass the end. `chunks` are m chunks; `ranges`
    (m, 2) says which units [first, last) each is made of, and `chunk_rows` (m, dimension) are their
    vectors. `sentences` are those that the units come from, with those that are no evidence.
    """

    document: Document
    units: tuple[Span, ...] = field(repr=False)
    rows: Matrix = field(repr=False)
    weights: Weights = field(repr=False)
    paragraphs: Ranges = field(repr=False)
    window_norms: NDArray[np.float64] = field(repr=False)
    chunks: tuple[Chunk, ...] = field(repr=False)
    ranges: Ranges = field(repr=False)
    chunk_rows: Matrix = field(repr=False)
    sentences: tuple[Span, ...] = field(default=(), repr=False)

    def prepare(self) -> None:
        """Make at once all that is made when it is first asked for, so that no claim waits."""
        for name, made in vars(type(self)).items():
            if isinstance(made, cached_property):
                getattr(self, name)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The units' texts; those of a table's rows as they are spoken."""
        return texts_of(self.document, self.units)

    @cached_property
    def spoken(self) -> Mapping[Span, Spoken]:
        """The units that are rows of tables, by their places."""
        return pieces_of(self.document, LONGEST_UNIT)

    def text_of(self, first: int, last: int) -> str:
        """The units [first, last] of a paragraph as one text."""
        if self.units[first] in self.spoken:
            return BETWEEN.join(self.texts[first : last + 1])
        return Span(self.units[first].start, self.units[last].end).of(self.document.text)

    def place_of(self, first: int, last: int, span: Span) -> Span:
        """Where the document has a stretch of the text of units [first, last]."""
        start = self.units[first].start
        if self.units[first] not in self.spoken:
            return Span(start + span.start, start + span.end)
        found, at = [], 0
        for unit in self.units[first : last + 1]:
            piece = self.spoken[unit]
            low, high = max(span.start - at, 0), min(span.end - at, len(piece.text))
            if low < high:
                found.append(piece.place(Span(low, high)))
            at += len(piece.text) + len(BETWEEN)
        return Span(found[0].start, found[-1].end)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the units, and the acronyms of the document."""
        return Lexicon.of(self.texts, self.joined)

    @cached_property
    def spellings(self) -> Spellings:
        """The units, to be found in any spelling."""
        return Spellings.of(self.texts)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities of `joined`, each value once."""
        return values(self.joined)

    @cached_property
    def joined(self) -> str:
        """All that the document says as one text: what is no evidence too, but no references.

        Of a number in a figure, say, no one can tell that the document has it nowhere.
        """
        numbers = set(self.paragraphs.tolist())
        return " ".join(
            block.span.of(self.document.text)
            for number, block in enumerate(self.document.paragraphs(), start=1)
            if block.kind is not Kind.REFERENCES or number in numbers
        )

    @cached_property
    def anchors(self) -> Mapping[str, Sequence[int]]:
        """What units can be found by in its exact form, each with the indexes of these units."""
        found: dict[str, list[int]] = {}
        for at, text in enumerate(self.texts):
            for anchor in anchors(text):
                found.setdefault(anchor, []).append(at)
        return found

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The tables of the document whose heads are known."""
        return frames_of(self.document)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The stems of words that stand side by side in the document's text."""
        return frozenset(pairwise(word.stem for word in words(self.document.text)))

    @cached_property
    def aims(self) -> NDArray[np.float64]:
        """1 for each unit (n,) that only tells what is asked or not known, else 0."""
        return np.array([is_aim(text) for text in self.texts], dtype=np.float64)


def units_of(
    document: Document, sentences: Sequence[Span], references: bool = False
) -> tuple[list[Span], NDArray[np.intp]]:
    """The sentences that can be evidence, one over `LONGEST_UNIT` in pieces of at most that.

    With each comes the index of its sentence, the last one where it is read with one before it
    (`evident`). What is blank is none, nor what states nothing, nor what stands in no block of the
    document (a comment, say), nor the list of references unless it is asked for. The row of a
    table whose heads are known is one, in pieces where it is spoken so (`spoken.py`); a row of
    heads is none.
    """
    units: list[Span] = []
    owners: list[int] = []
    rows, told = rows_of(document, LONGEST_UNIT), -1
    for span, at in evident(document, sentences, references):
        row = rows.at(span)
        if row is not None:
            pieces = rows.pieces[row] if row > told else ()
            units += [piece.span for piece in pieces]
            owners += [at] * len(pieces)
            told = row
            continue
        for piece in _pieces(document.text, span):
            if not is_blank(piece.of(document.text)):
                units.append(piece)
                owners.append(at)
    return units, np.array(owners, dtype=np.intp)


def _pieces(text: str, sentence: Span) -> Iterator[Span]:
    start = sentence.start
    while sentence.end - start > LONGEST_UNIT:
        cut = best_cut(text, start + LONGEST_UNIT // 2, start + LONGEST_UNIT)
        yield Span(start, start + len(text[start:cut].rstrip()))
        start = cut
    yield Span(start, sentence.end)


def index(
    document: Document,
    sentences: Sequence[Span],
    chunker: Chunker,
    embedder: Embedder,
    progress: Callable[[int, int], None] | None = None,
    references: bool = False,
) -> Result[Passages]:
    """Embed the units of a document, once each, and pool its chunks from them.

    `progress` is told how many units are done, and of how many. Errors are those of the embedder,
    and an `UnreadableDocument` where nothing can be evidence.
    """
    units, owners = units_of(document, sentences, references)
    if not units:
        detail = "it holds no text that can be evidence"
        return Failure(UnreadableDocument("index", document.source, ReadFault.EMPTY, detail))
    embedded = embed_units(document, units, embedder, progress)
    if failed(embedded):
        return embedded
    name = embedder.info.name
    return _passages(document, sentences, units, owners, embedded.unwrap()[0], chunker, name)


def restore(
    document: Document,
    sentences: Sequence[Span],
    rows: Matrix,
    chunker: Chunker,
    embedder: str,
    references: bool = False,
) -> Result[Passages]:
    """The same as `index` makes, from the vectors that it made: nothing is embedded.

    `rows` (n, dimension) are those of the units, by the same embedder and with the same
    `references`; an `EmbeddingFault` says that there are not as many as units.
    """
    units, owners = units_of(document, sentences, references)
    if not units or len(units) != len(rows):
        detail = f"{document.source} has {len(units)} passages, and {len(rows)} vectors are kept"
        return Failure(EmbeddingFault("restore", embedder, detail, "add the paper again"))
    return _passages(document, sentences, units, owners, rows, chunker, embedder)


def _passages(
    document: Document,
    sentences: Sequence[Span],
    units: Sequence[Span],
    owners: Ranges,
    rows: Matrix,
    chunker: Chunker,
    embedder: str,
) -> Result[Passages]:
    weights = _lengths(units)
    plain = Passages(
        document,
        tuple(units),
        rows,
        weights,
        _paragraphs(document, units),
        _window_norms(rows, weights),
        (),
        np.empty((0, 2), dtype=np.intp),
        rows[:0],
        tuple(sentences),
    )
    return rechunk(plain, sentences, owners, chunker, embedder)


def embed_units(
    document: Document,
    units: Sequence[Span],
    embedder: Embedder,
    progress: Callable[[int, int], None] | None = None,
) -> Result[tuple[Matrix, Weights]]:
    """The units' vectors (n, d) and lengths in characters (n,); `progress` is as for `index`."""
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if progress is not None:
            progress(done, len(units))

    rows = embedder.embed(texts_of(document, units), Role.PASSAGE, count)
    return rows.map(lambda found: (found, _lengths(units)))


def texts_of(document: Document, units: Sequence[Span]) -> tuple[str, ...]:
    """The units' texts; those of a table's rows as they are spoken."""
    spoken = pieces_of(document, LONGEST_UNIT)
    return tuple(spoken[unit].text if unit in spoken else unit.of(document.text) for unit in units)


def _lengths(units: Sequence[Span]) -> Weights:
    return np.array([len(unit) for unit in units], dtype=np.float32)


def rechunk(
    passages: Passages, sentences: Sequence[Span], owners: Ranges, chunker: Chunker, embedder: str
) -> Result[Passages]:
    """The same units and vectors, in other chunks: nothing is embedded.

    `owners` (n,) are the sentences that the units come from, as `units_of` gives them. The only
    error is an `EmbeddingFault`, where vectors cancel each other.
    """
    document, units = passages.document, passages.units
    rows, weights = passages.rows, passages.weights
    by_sentence = None
    if chunker.uses_vectors:
        pooled = rows_of_sentences(rows, weights, owners, len(sentences), embedder)
        if failed(pooled):
            return pooled
        by_sentence = pooled.unwrap()
    chunks = tuple(chunker.chunk(document, sentences, by_sentence))
    kept, ranges, outside = _made_of(chunks, units)
    chunk_rows = pool(rows, weights, ranges, embedder, outside)
    if failed(chunk_rows):
        return chunk_rows
    return Success(
        evolve(
            passages,
            chunks=tuple(chunks[int(at)] for at in kept),
            ranges=ranges,
            chunk_rows=chunk_rows.unwrap(),
        )
    )


def rows_of_sentences(
    rows: Matrix, weights: Weights, owners: Ranges, count: int, embedder: str
) -> Result[Matrix]:
    """The vectors of all sentences (count, d), zeros for those that cannot be evidence."""
    evident, first = np.unique(owners, return_index=True)
    ranges = np.column_stack((first, [*first[1:], len(owners)])).astype(np.intp)
    pooled = pool(rows, weights, ranges, embedder)
    if failed(pooled):
        return pooled
    every = np.zeros((count, rows.shape[1]), dtype=np.float32)
    every[evident] = pooled.unwrap()
    return Success(every)


def _made_of(chunks: Sequence[Chunk], units: Sequence[Span]) -> tuple[Ranges, Ranges, Weights]:
    """Which chunks hold units (m,), and which units [first, last) each is made of (m, 2).

    Also, how many characters of its first unit and of its last lie outside of it (m, 2).
    """
    starts = np.array([unit.start for unit in units], dtype=np.int64)
    ends = np.array([unit.end for unit in units], dtype=np.int64)
    spans = np.array([(chunk.span.start, chunk.span.end) for chunk in chunks], dtype=np.int64)
    low, high = spans.reshape(-1, 2).T
    first, last = ends.searchsorted(low, "right"), starts.searchsorted(high, "left")
    kept = np.flatnonzero(first < last)
    ranges = np.column_stack((first, last))[kept]
    left = np.maximum(low[kept] - starts[ranges[:, 0]], 0)
    right = np.maximum(ends[ranges[:, 1] - 1] - high[kept], 0)
    return kept, ranges, np.column_stack((left, right)).astype(np.float32)


def _window_norms(rows: Matrix, weights: Weights) -> NDArray[np.float64]:
    norms = np.zeros((LONGEST_WINDOW, len(rows)))
    sums = parts = rows * weights[:, None]
    for size in range(min(LONGEST_WINDOW, len(rows))):
        sums = sums[: len(parts) - size] + parts[size:] if size else parts
        norms[size, : len(sums)] = np.linalg.norm(sums, axis=1)
    return norms


def _paragraphs(document: Document, units: Sequence[Span]) -> NDArray[np.intp]:
    starts = [block.span.start for block in document.paragraphs()]
    return np.searchsorted(starts, [unit.start for unit in units], side="right")
