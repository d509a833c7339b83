"""A library of papers as a caller has it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from vera.core.errors import EmbeddingFault, InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.core.settings import Settings
from vera.core.verdict import Claim, Verdict
from vera.verification.asking.asking import answered
from vera.verification.chunking.window import artifact_name
from vera.verification.entailment.names import PACKAGED
from vera.verification.library import (
    chunks,
    documents,
    entries,
    exporting,
    generations,
    metadata_rows,
    places,
)
from vera.verification.library.adding import Adding
from vera.verification.library.bibliographies import forget
from vera.verification.library.checking import Condition, checked, condition
from vera.verification.library.files import absolute, shown, within
from vera.verification.library.filtering import fitting
from vera.verification.library.links import Links, links_among
from vera.verification.library.listing import Listed, listed
from vera.verification.library.matrix import Indexing
from vera.verification.library.metadata import SENSITIVITIES
from vera.verification.library.opening import open_store
from vera.verification.library.postgres import Server
from vera.verification.library.postgres_address import is_address
from vera.verification.library.searching import EVERY, Hit, Index, papers_of, rank, widened
from vera.verification.library.stretches import around
from vera.verification.library.told import Added, Watching
from vera.verification.library.where import Filter, parse
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.ports import CrossEncoder, Embedder, Judge
    from vera.verification.asking.answer import Answer, Passage, Writer
    from vera.verification.grounding.score import Rule
    from vera.verification.library.documents import Entry
    from vera.verification.library.manifest import Manifest
    from vera.verification.library.matrix_head import Near
    from vera.verification.library.places import Content
    from vera.verification.library.postgres_near import Recall
    from vera.verification.library.searching import Ranked
    from vera.verification.library.signals import Signals
    from vera.verification.library.store import Connection, Store
    from vera.verification.verifier import Paper

T = TypeVar("T")

PAPERS = 5
"""Papers of a library that a claim is asked of."""
_OPENED = 32
"""Papers that are kept ready to be asked; one of 122 pages takes 20 MB."""


class Library:
    """Papers that were read and embedded once. Made by `open`; any number of threads may use it."""

    def __init__(self, name: str, database: Store, verifier: Verifier) -> None:
        self.name = name
        self.verifier = verifier
        self._database = database
        self._indexing = Indexing(name, database)
        self._narrowed: tuple[tuple[object, ...], Index] | None = None
        self._papers: dict[tuple[object, ...], Paper] = {}

    @classmethod
    def open(
        cls,
        name: str,
        settings: Settings | None = None,
        *,
        embedder: str | Embedder = "auto",
        cache: bool = True,
        rule: Rule | None = None,
        judge: str | Judge | None = None,
        reader: str | CrossEncoder = PACKAGED,
        create: bool = False,
    ) -> Result[Library]:
        """Open a library by its name, or with `create` make it if there is none.

        It is a file in the folder VERA_LIBRARY_DIR, or in the platform's for the user's data; or on
        a PostgreSQL server, where the name is an address (docs/library.md). The rest is as for a
        `Verifier`, but that "auto" is the embedder that the library was made with, and without
        `settings` papers are chunked as they were. Nothing is loaded yet. A `StorageFault` says why
        it cannot be opened, an `InvalidInput` that a name is none.
        """
        opened = open_store(name, create=create)
        if failed(opened):
            return opened
        database = opened.unwrap()
        known = database.read("open a library", lambda it: Success(generations.known(it)))
        if failed(known):
            return known
        chosen, wanted = settings or Settings(), embedder
        if known.unwrap():
            manifest = known.unwrap()[0].manifest
            chosen = settings or manifest.settings(chosen)
            wanted = manifest.embedder if embedder == "auto" else embedder
        verifier = Verifier(
            chosen, embedder=wanted, cache=cache, rule=rule, judge=judge, reader=reader
        )
        return Success(cls(database.name if is_address(name) else name, database, verifier))

    @property
    def path(self) -> Path | None:
        """The file that holds all of it; None where a server does."""
        return None if is_address(self._database.name) else Path(self._database.name)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def manifest(self) -> Result[Manifest | None]:
        """What its papers were made with; None of a library that never had any."""
        known = self._database.read("read a library", lambda it: Success(generations.known(it)))
        return known.map(lambda found: found[0].manifest if found else None)

    def add(
        self,
        names: Sequence[str | os.PathLike[str]],
        *,
        bibliographies: Sequence[str | os.PathLike[str]] = (),
        sensitivity: str | None = None,
        password: str | None = None,
        watching: Watching | None = None,
    ) -> Result[Added]:
        """Add files, all readable files of folders, and those that fit patterns.

        What is in the library and has not changed is not opened; what has changed is replaced; what
        is gone is marked. A bibliography (BibTeX, CSL JSON, Zotero RDF) among them, or in
        `bibliographies`, tells of the papers that it names; `sensitivity` is that of all files
        named. Each paper is written whole or not at all, and one that cannot be read is told of in
        `Added.unread`. Where the verifier's embedder, chunker or reader is not that of the library,
        all its papers are made anew first, no more of them than must be, and until all are, those
        of before are searched. Errors: those of the embedder, and a `StorageFault`;
        the papers that were added before stay, and to add again goes on from there.
        """
        if sensitivity not in {None, *SENSITIVITIES}:
            rule = f"must be one of {', '.join(SENSITIVITIES)}"
            problem = Problem("sensitivity", sensitivity, rule)
            return Failure(InvalidInput("add papers", (problem,)))
        adding = Adding(
            self._database,
            self.verifier,
            watching or Watching(),
            password,
            [os.fspath(name) for name in bibliographies],
            sensitivity,
        )
        added = adding.run([os.fspath(name) for name in names])
        if not failed(added):
            self._indexing.follow("add papers")
        return added

    def remove(self, names: Sequence[str | os.PathLike[str]]) -> Result[tuple[str, ...]]:
        """Remove files, and all that lie in folders; gives the files that were removed.

        The files themselves are not touched. A name that stands for no paper is an `InvalidInput`,
        and then nothing is removed.
        """
        roots = {os.fspath(name): absolute(os.fspath(name)) for name in names}

        def work(connection: Connection) -> Result[tuple[str, ...]]:
            known = places.known(connection)
            held = [*known, *entries.paths(connection)]
            problems = tuple(
                Problem("paper", name, f"is not in the library {self.name}")
                for name, root in roots.items()
                if not any(within(path, [root]) for path in held)
            )
            if problems:
                return Failure(InvalidInput("remove papers", problems))
            gone = [kept for path, kept in known.items() if within(path, roots.values())]
            places.drop(connection, [kept.path for kept in gone])
            for content in {kept.content for kept in gone}:
                documents.drop_orphan(connection, content)
            bibliographies = forget(connection, list(roots.values()))
            return Success(tuple(map(shown, [*(kept.path for kept in gone), *bibliographies])))

        return self._database.write("remove papers", work)

    def export(self, path: str | os.PathLike[str]) -> Result[int]:
        """Write the library as it is at one moment into a file of its own; gives its bytes.

        What was removed is not in it. A file that is there already is an error and stays; the new
        one has its name when it is whole. `verification.library.take_in` makes a library of it.
        """
        return exporting.export(self._database, self.name, Path(path))

    def papers(self, where: str | Sequence[str] = ()) -> Result[tuple[Listed, ...]]:
        """The files that were added, in order; with `where`, of the papers that it holds for.

        Errors: those of `vera.verification.library.where.parse` and `filtering.fitting`.
        """
        wanted = _wanted(where)
        if failed(wanted):
            return wanted

        def work(connection: Connection) -> Result[tuple[Listed, ...]]:
            kept = self._fitting(connection, wanted.unwrap())
            return kept.map(lambda fit: tuple(listed(connection, fit)))

        return self._database.read("list a library", work)

    def documents(self) -> Result[tuple[tuple[Entry, str], ...]]:
        """The documents that are searched, each with the absolute path of a file that has it."""

        def work(connection: Connection) -> Result[tuple[tuple[Entry, str], ...]]:
            known = generations.known(connection)
            found = documents.entries(connection, known[0].id) if known else ()
            return Success(tuple((it, places.first_of(connection, it.id)) for it in found))

        return self._database.read("list a library", work)

    def paper(self, content: Content, name: str) -> Result[Paper]:
        """The paper with that content, which is then called `name`: nothing is read or embedded.

        Errors: those of `ready`, and a `StorageFault` where it is not there or damaged.
        """

        def work(connection: Connection) -> Result[Paper]:
            generation = generations.known(connection)[0]
            found = documents.of_content(connection, generation.id, content)
            size = generation.manifest.dimension
            return documents.record_of(connection, found or 0, size, name).bind(
                lambda kept: self.verifier.restore(kept[0].document, kept[0].sentences, kept[1])
            )

        return self.ready().bind(lambda _: self._database.read("open a paper", work))

    def condition(self) -> Result[Condition]:
        """How large it is, what it was made with, and which files are not as they were."""
        head = self._indexing.head()
        near = None if head is None else head.near
        return self._database.read(
            "look at a library", lambda it: Success(evolve(condition(it), near=near))
        )

    def approximate(self) -> Result[Near]:
        """Make an approximate index of the vectors, for a million chunks and more.

        From then on it proposes chunks, and the cosines of these are exact; what is added later is
        searched as before. How much of the nearest it finds was measured on sentences of the
        library, and is told. A `StorageFault` says why there can be none.
        """
        known = self.manifest()
        if failed(known):
            return known
        return self._indexing.approximate() if known.unwrap() else Failure(_empty(self.name))

    def make_near(self) -> Result[Recall]:
        """Make pgvector's index of the vectors on the server anew; says what it finds.

        For a million chunks and more, as `approximate` for a file; until then search is exact. An
        `InvalidInput` where there is no server, a `StorageFault` where it has no pgvector.
        """
        return self._server().bind(lambda it: it.make_near())

    def drop_near(self) -> Result[int]:
        """Remove the index of `make_near`, so that search is exact again."""
        return self._server().bind(lambda it: it.drop_near())

    def _server(self) -> Result[Server]:
        if isinstance(self._database, Server):
            return Success(self._database)
        problem = Problem("library", self.name, "is in a file, not on a server")
        return Failure(InvalidInput("index a library", (problem,)))

    def check(self) -> Result[tuple[str, ...]]:
        """What is damaged, a sentence each; nothing of a sound library."""
        return checked(self._database).bind(
            lambda found: Success(found) if found else self._indexing.faults()
        )

    def links(self, paper: str | os.PathLike[str] | None = None) -> Result[tuple[Links, ...]]:
        """Which papers a paper cites or links to, and which lead to it; those of all without one.

        `paper` is a file, or a folder of them; one that is not in the library is an `InvalidInput`.
        """
        named = None if paper is None else os.fspath(paper)
        return self._database.read("look for links", lambda it: links_among(it, self.name, named))

    def search(
        self,
        text: str,
        top: int = 10,
        where: str | Sequence[str] = (),
        *,
        signals: Signals = EVERY,
        neighbours: int = 0,
    ) -> Result[tuple[Hit, ...]]:
        """The chunks that speak to a text, best first, by the signals that are listened to.

        `where` filters the papers, as in `papers`. Each chunk comes with as many `neighbours` of
        its paper on both sides. Errors: those of `ready`, and an `InvalidInput` where the text is
        blank or too long.
        """
        return self._embedded(text, where).bind(
            lambda row: self._searched(
                "search",
                lambda it, index: Success(
                    self._hits(it, rank(it, index, text, row, signals)[:top], neighbours)
                ),
                where,
            )
        )

    def ask(
        self,
        question: str,
        model: str | Writer = "auto",
        top: int = 8,
        where: str | Sequence[str] = (),
        *,
        signals: Signals = EVERY,
        neighbours: int = 0,
    ) -> Result[Answer]:
        """An answer from the chunks that `search` finds, each together with its `neighbours`.

        `model` is as in `verification.asking.asking.answered`. A sentence is in the answer only if
        what it cites says it. Errors: those of `search`, and of judging.
        """

        def passages(connection: Connection, index: Index) -> Result[tuple[Passage, ...]]:
            ranked = rank(connection, index, question, row, signals)[:top]
            opened = traverse(lambda it: self._paper(connection, index, it.document), ranked)
            hits = self._hits(connection, ranked, neighbours)
            return opened.map(
                lambda papers: tuple(
                    (widened(hit, paper.document), paper)
                    for hit, paper in zip(hits, papers, strict=True)
                )
            )

        embedded = self._embedded(question, where)
        if failed(embedded):
            return embedded
        row = embedded.unwrap()
        return self._searched("ask", passages, where).bind(
            lambda found: answered(question, row, found, self.verifier, model)
        )

    def verify(
        self,
        claim: str | Claim,
        where: str | Sequence[str] = (),
        *,
        signals: Signals = EVERY,
    ) -> Result[Verdict]:
        """Do the papers of the library say that? As `verify_all`, for one claim."""
        asked = Claim(claim) if isinstance(claim, str) else claim
        return next(self.verify_all([asked], where=where, signals=signals))

    def verify_all(
        self,
        claims: Iterable[Claim],
        papers: Sequence[Paper] = (),
        missing: Sequence[str] = (),
        where: str | Sequence[str] = (),
        *,
        signals: Signals = EVERY,
    ) -> Iterator[Result[Verdict]]:
        """A verdict for each claim on the papers of the library that speak of it, at most `PAPERS`.

        They are asked as if they had been named; nothing but the claim is embedded. `papers` are
        asked besides; `where` filters those of the library, as in `papers()`, and where it leaves
        none, that is an error; `signals` choose them; the rest is as for `Verifier.verify`.
        """
        ready = self.ready(where)
        if failed(ready):
            yield ready
            return
        named = {_content(paper): paper for paper in papers}

        def choose(claim: Claim, row: NDArray[np.float32]) -> Result[Sequence[Paper]]:
            best = self.best(claim.text, row, where, signals)
            return best.map(
                lambda found: [*papers, *(it for it in found if _content(it) not in named)]
            )

        yield from self.verifier.verify_among(choose, claims, missing)

    def best(
        self,
        text: str,
        row: NDArray[np.float32],
        where: str | Sequence[str] = (),
        signals: Signals = EVERY,
    ) -> Result[tuple[Paper, ...]]:
        """The papers that speak of a text, whose vector is `row` (dimension,), best first."""

        def work(connection: Connection, index: Index) -> Result[tuple[Paper, ...]]:
            ranked = rank(connection, index, text, row, signals)
            chosen = papers_of(ranked, PAPERS)
            return traverse(lambda it: self._paper(connection, index, it), chosen)

        return self._searched("choose papers", work, where)

    def ready(self, where: str | Sequence[str] = ()) -> Result[int]:
        """How many papers can be asked, if they were embedded as claims will be.

        Errors: those of the embedder; an `EmbeddingFault` where it is another than the library's,
        an `InvalidInput` where `references` are, and a `StorageFault` where there are no papers;
        those of `papers` where they are filtered.
        """
        wanted = _wanted(where)
        if failed(wanted):
            return wanted
        known = self.manifest()
        if failed(known):
            return known
        manifest = known.unwrap()
        if manifest is None:
            return Failure(_empty(self.name))
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
            kept = self._fitting(connection, wanted.unwrap())
            held = documents.count(connection, generations.known(connection)[0].id)
            return kept.map(lambda fit: held if fit is None else len(fit))

        return self._database.read("filter papers", counted)

    def _fitting(
        self, connection: Connection, wanted: Filter | None
    ) -> Result[frozenset[int] | None]:
        """The documents that the filter holds for, at least one; None without a filter."""
        if wanted is None:
            return Success(None)
        known = generations.known(connection)
        if not known:
            return Failure(_empty(self.name))
        return fitting(connection, known[0].id, wanted, self.name).map(lambda found: found)

    def _searched(
        self,
        op: str,
        work: Callable[[Connection, Index], Result[T]],
        where: str | Sequence[str] = (),
    ) -> Result[T]:
        """What the work finds in the index; an error where the library holds no chunks.

        With a filter, it is given those of the papers alone that it holds for.
        """
        wanted = _wanted(where)
        if failed(wanted):
            return wanted

        def inside(connection: Connection, index: Index) -> Result[T]:
            if not index.count:
                return Failure(_empty(self.name))
            kept = self._narrow(connection, index, wanted.unwrap())
            return kept.bind(lambda part: work(connection, part))

        return self._indexing.searched(op, inside)

    def _narrow(self, connection: Connection, index: Index, wanted: Filter | None) -> Result[Index]:
        """The vectors of the papers that the filter holds for; the last ones are kept."""
        if wanted is None:
            return Success(index)
        key, kept = (wanted, index.version, connection.version()), self._narrowed
        if kept is None or kept[0] != key:
            found = self._fitting(connection, wanted)
            if failed(found):
                return found
            self._narrowed = kept = key, index.of(found.unwrap() or frozenset())
        return Success(kept[1])

    def _embedded(self, text: str, where: str | Sequence[str]) -> Result[NDArray[np.float32]]:
        """The vector of a text to be searched for, once the library is ready."""
        embedded = self.ready(where).bind(lambda _: self.verifier.embed_text(text))
        if failed(embedded):
            return embedded
        queries = embedded.unwrap()
        if not queries.checked:
            why = queries.faults[0].removeprefix("the claim ")
            return Failure(InvalidInput("search", (Problem("text", text, why),)))
        return Success(queries.rows[0])

    def _hits(
        self, connection: Connection, ranked: Sequence[Ranked], reach: int = 0
    ) -> tuple[Hit, ...]:
        """Chunks as they are shown, each with so many neighbours."""
        hits = []
        for each, piece in zip(
            ranked, chunks.pieces(connection, [it.chunk for it in ranked]), strict=True
        ):
            entry = documents.entry(connection, each.document)
            about = metadata_rows.of_document(connection, entry.id)
            hits.append(
                Hit(
                    shown(places.first_of(connection, entry.id)),
                    about.title or entry.title,
                    artifact_name(entry.content[0]),
                    piece.name,
                    piece.span,
                    piece.pages,
                    piece.section,
                    piece.text,
                    each.score,
                    each.signals,
                    about.authors,
                    about.year,
                    around(connection, each.chunk, reach) if reach else (),
                )
            )
        return tuple(hits)

    def _paper(self, connection: Connection, index: Index, document: int) -> Result[Paper]:
        """A paper of the library, ready to be asked."""
        name = shown(places.first_of(connection, document))
        key = document, name, index.version
        known = self._papers.pop(key, None)
        if known is None:
            size = index.rows.shape[1]
            kept = documents.record_of(connection, document, size, name)
            if failed(kept):
                return kept
            record, vectors = kept.unwrap()
            made = self.verifier.restore(record.document, record.sentences, vectors)
            if failed(made):
                return made
            known = made.unwrap()
        self._papers[key] = known
        while len(self._papers) > _OPENED:
            del self._papers[next(iter(self._papers))]
        return Success(known)


def _wanted(where: str | Sequence[str]) -> Result[Filter | None]:
    return parse(where).map(lambda found: found) if where else Success(None)


def _content(paper: Paper) -> tuple[str, str]:
    return paper.document.digest, paper.document.media_type


def _empty(name: str) -> StorageFault:
    hint = f"add some: verify library add {name} PAPER..."
    return StorageFault("search a library", name, "the library holds no papers", hint)
