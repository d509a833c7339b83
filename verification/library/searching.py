"""What is looked for in a library: chunks, passages and papers, of all its papers or of some."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import define, field

from vera.core.errors import EmbeddingFault, InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.verification.library import documents, generations, places
from vera.verification.library.files import shown
from vera.verification.library.filtering import filter_of, fitting, no_papers
from vera.verification.library.hits import hits_of, widened
from vera.verification.library.matrix import Indexing
from vera.verification.library.near import near_of
from vera.verification.library.ranking import papers_of, rank
from vera.verification.library.store import Store
from vera.verification.library.vector_index import Index
from vera.verification.verifier import Paper, Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.verification.asking.answer import Passage
    from vera.verification.library.filter_language import Filter
    from vera.verification.library.hits import Hit
    from vera.verification.library.near import Near
    from vera.verification.library.places import Content
    from vera.verification.library.ranking import Ranked
    from vera.verification.library.signals import Signals
    from vera.verification.library.store import Connection

T = TypeVar("T")

_OPENED = 32
"""Papers that are kept ready to be asked; one of 122 pages takes 20 MB."""


@define
class Searching:
    """Looks for texts in one library, for any thread. `name` is the library's.

    `where` filters the papers, as in `Library.papers`; errors are those of `Library.ready`.
    """

    name: str
    store: Store
    verifier: Verifier
    indexing: Indexing
    _narrowed: tuple[tuple[object, ...], Index] | None = None
    _papers: dict[tuple[object, ...], Paper] = field(factory=dict)

    def ready(self, where: str | Sequence[str]) -> Result[int]:
        """How many papers can be asked, if they were embedded as claims will be."""
        asked = filter_of(where)
        if failed(asked):
            return asked
        known = self.store.read("read a library", lambda it: Success(generations.known(it)))
        if failed(known):
            return known
        if not known.unwrap():
            return Failure(no_papers(self.name))
        manifest = known.unwrap()[0].manifest
        info = self.verifier.embedder()
        if failed(info):
            return info
        found = info.unwrap()
        if (found.fingerprint, found.dimension) != (manifest.fingerprint, manifest.dimension):
            other = "another " * (found.name == manifest.embedder)
            detail = f"the library {self.name} was made with {other}{manifest.embedder}"
            anew = f"add its papers again with the embedder {found.name}, which makes them anew"
            hint = anew if other else f"use the embedder {manifest.embedder}, or {anew}"
            return Failure(EmbeddingFault("search a library", found.name, detail, hint))
        if self.verifier.settings.references != manifest.references:
            rule = f"must be {manifest.references}, as the library {self.name} was made"
            problem = Problem("references", self.verifier.settings.references, rule)
            return Failure(InvalidInput("search a library", (problem,)))

        def counted(connection: Connection) -> Result[int]:
            kept = fitting(connection, asked.unwrap(), self.name)
            held = documents.count(connection, generations.known(connection)[0].id)
            return kept.map(lambda fit: held if fit is None else len(fit))

        return self.store.read("filter papers", counted)

    def vector(self, text: str, where: str | Sequence[str]) -> Result[NDArray[np.float32]]:
        """The vector (dimension,) of a text to be searched for, once the library is ready."""
        embedded = self.ready(where).bind(lambda _: self.verifier.embed_text(text))
        if failed(embedded):
            return embedded
        queries = embedded.unwrap()
        if not queries.checked:
            why = queries.faults[0].removeprefix("the claim ")
            return Failure(InvalidInput("search", (Problem("text", text, why),)))
        return Success(queries.rows[0])

    def hits(
        self, text: str, top: int, where: str | Sequence[str], signals: Signals, neighbours: int
    ) -> Result[tuple[Hit, ...]]:
        """The chunks that speak to a text, best first, each with so many neighbours."""

        def work(connection: Connection, index: Index) -> Result[tuple[Hit, ...]]:
            ranked = rank(connection, index, text, row, signals)
            near = _near(connection, text, ranked)
            return Success(hits_of(connection, ranked[:top], neighbours, near))

        embedded = self.vector(text, where)
        if failed(embedded):
            return embedded
        row = embedded.unwrap()
        return self._searched("search", work, where)

    def passages(
        self,
        text: str,
        row: NDArray[np.float32],
        top: int,
        where: str | Sequence[str],
        signals: Signals,
        neighbours: int,
    ) -> Result[tuple[Passage, ...]]:
        """Such chunks, each one text with its neighbours, and their papers; `row` is the vector."""

        def work(connection: Connection, index: Index) -> Result[tuple[Passage, ...]]:
            ranked = rank(connection, index, text, row, signals)
            near, ranked = _near(connection, text, ranked), ranked[:top]
            opened = traverse(lambda it: self._paper(connection, index, it.document), ranked)
            hits = hits_of(connection, ranked, neighbours, near)
            return opened.map(
                lambda papers: tuple(
                    (widened(hit, paper.document), paper)
                    for hit, paper in zip(hits, papers, strict=True)
                )
            )

        return self._searched("ask", work, where)

    def papers(
        self,
        text: str,
        row: NDArray[np.float32],
        most: int,
        where: str | Sequence[str],
        signals: Signals,
    ) -> Result[tuple[Paper, ...]]:
        """The papers that speak of a text, whose vector is `row`, best first, ready to be asked."""

        def work(connection: Connection, index: Index) -> Result[tuple[Paper, ...]]:
            best = papers_of(rank(connection, index, text, row, signals), most)
            return traverse(lambda it: self._paper(connection, index, it), best)

        return self._searched("choose papers", work, where)

    def paper(self, content: Content, name: str) -> Result[Paper]:
        """The paper with that content, which is then called `name`."""

        def work(connection: Connection) -> Result[Paper]:
            generation = generations.known(connection)[0]
            found = documents.of_content(connection, generation.id, content)
            return self._restored(connection, found or 0, generation.manifest.dimension, name)

        return self.ready(()).bind(lambda _: self.store.read("open a paper", work))

    def _searched(
        self,
        op: str,
        work: Callable[[Connection, Index], Result[T]],
        where: str | Sequence[str],
    ) -> Result[T]:
        """What the work finds in the index; an error where the library holds no chunks.

        With a filter, it is given those of the papers alone that it holds for.
        """
        asked = filter_of(where)
        if failed(asked):
            return asked

        def inside(connection: Connection, index: Index) -> Result[T]:
            if not index.count:
                return Failure(no_papers(self.name))
            kept = self._narrow(connection, index, asked.unwrap())
            return kept.bind(lambda part: work(connection, part))

        return self.indexing.searched(op, inside)

    def _narrow(self, connection: Connection, index: Index, asked: Filter | None) -> Result[Index]:
        """The vectors of the papers that the filter holds for; the last ones are kept."""
        if asked is None:
            return Success(index)
        key, kept = (asked, index.version, connection.version()), self._narrowed
        if kept is None or kept[0] != key:
            found = fitting(connection, asked, self.name)
            if failed(found):
                return found
            self._narrowed = kept = key, index.of(found.unwrap() or frozenset())
        return Success(kept[1])

    def _paper(self, connection: Connection, index: Index, document: int) -> Result[Paper]:
        """A paper of the library, ready to be asked; those asked last are kept so."""
        name = shown(places.first_of(connection, document))
        key = document, name, index.version
        known = self._papers.pop(key, None)
        if known is None:
            made = self._restored(connection, document, index.rows.shape[1], name)
            if failed(made):
                return made
            known = made.unwrap()
        self._papers[key] = known
        while len(self._papers) > _OPENED:
            del self._papers[next(iter(self._papers))]
        return Success(known)

    def _restored(
        self, connection: Connection, document: int, dimension: int, name: str
    ) -> Result[Paper]:
        return documents.record_of(connection, document, dimension, name).bind(
            lambda kept: self.verifier.restore(kept[0].document, kept[0].sentences, kept[1])
        )


def _near(connection: Connection, text: str, ranked: Sequence[Ranked]) -> Near | None:
    return near_of(generations.known(connection)[0].manifest.embedder, text, ranked)
