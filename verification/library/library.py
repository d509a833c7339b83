"""A library of papers as a caller has it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from core.errors import EmbeddingFault, InvalidInput, Problem, StorageFault
from core.result import Failure, Result, Success, failed, traverse
from core.settings import Settings
from core.verdict import Claim, Verdict
from verification.chunking.window import artifact_name
from verification.library import chunks, documents, generations, places
from verification.library.adding import Adding
from verification.library.checking import Condition, checked, condition
from verification.library.files import absolute, shown, within
from verification.library.opening import open_store
from verification.library.postgres_address import is_address
from verification.library.searching import Hit, Index, load, papers_of, rank, version_of
from verification.library.told import Added, Watching
from verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from core.ports import Embedder, Judge
    from verification.grounding.score import Rule
    from verification.library.documents import Entry
    from verification.library.manifest import Manifest
    from verification.library.store import Connection, Store
    from verification.verifier import Paper

T = TypeVar("T")

PAPERS = 5
"""Papers of a library that a claim is asked of."""
_OPENED = 32
"""Papers that are kept ready to be asked; one of 122 pages takes 20 MB."""


@frozen
class Listed:
    """A paper of a library: its file as it is shown, and whether that is no more there."""

    name: str
    title: str
    pages: int
    chunks: int
    vanished: bool


class Library:
    """Papers that were read and embedded once. Made by `open`; any number of threads may use it."""

    def __init__(self, name: str, database: Store, verifier: Verifier) -> None:
        self.name = name
        self.verifier = verifier
        self._database = database
        self._index: Index | None = None
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
        verifier = Verifier(chosen, embedder=wanted, cache=cache, rule=rule, judge=judge)
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
        password: str | None = None,
        watching: Watching | None = None,
    ) -> Result[Added]:
        """Add files, all readable files of folders, and those that fit patterns.

        What is in the library and has not changed is not opened; what has changed is replaced; what
        is gone is marked. Each paper is written whole or not at all, and one that cannot be read is
        told of in `Added.unread`. Where the verifier's embedder, chunker or reader is not that of
        the library, all its papers are made anew first, no more of them than must be, and until
        all are, those of before are searched. Errors: those of the embedder, and a `StorageFault`;
        the papers that were added before stay, and to add again goes on from there.
        """
        adding = Adding(self._database, self.verifier, watching or Watching(), password)
        return adding.run([os.fspath(name) for name in names])

    def remove(self, names: Sequence[str | os.PathLike[str]]) -> Result[tuple[str, ...]]:
        """Remove files, and all that lie in folders; gives the files that were removed.

        The files themselves are not touched. A name that stands for no paper is an `InvalidInput`,
        and then nothing is removed.
        """
        roots = {os.fspath(name): absolute(os.fspath(name)) for name in names}

        def work(connection: Connection) -> Result[tuple[str, ...]]:
            known = places.known(connection)
            problems = tuple(
                Problem("paper", name, f"is not in the library {self.name}")
                for name, root in roots.items()
                if not any(within(path, [root]) for path in known)
            )
            if problems:
                return Failure(InvalidInput("remove papers", problems))
            gone = [kept for path, kept in known.items() if within(path, roots.values())]
            places.drop(connection, [kept.path for kept in gone])
            for content in {kept.content for kept in gone}:
                documents.drop_orphan(connection, content)
            return Success(tuple(shown(kept.path) for kept in gone))

        return self._database.write("remove papers", work)

    def papers(self) -> Result[tuple[Listed, ...]]:
        """The files that were added, in order."""
        return self._database.read("list a library", lambda it: Success(tuple(_listed(it))))

    def condition(self) -> Result[Condition]:
        """How large it is, what it was made with, and which files are not as they were."""
        return self._database.read("look at a library", lambda it: Success(condition(it)))

    def check(self) -> Result[tuple[str, ...]]:
        """What is damaged, a sentence each; nothing of a sound library."""
        return checked(self._database)

    def search(self, text: str, top: int = 10) -> Result[tuple[Hit, ...]]:
        """The chunks that speak to a text, best first: by their meaning, and by their words.

        Errors: those of `ready`, and an `InvalidInput` where the text is blank or too long.
        """
        embedded = self.ready().bind(lambda _: self.verifier.embed_claims([Claim(text)]))
        if failed(embedded):
            return embedded
        queries = embedded.unwrap()
        if not queries.checked:
            why = queries.faults[0].removeprefix("the claim ")
            return Failure(InvalidInput("search", (Problem("text", text, why),)))
        row = queries.rows[0]
        return self._searched("search", lambda it, index: self._hits(it, index, text, row, top))

    def verify(self, claim: str | Claim) -> Result[Verdict]:
        """Do the papers of the library say that? As `verify_all`, for one claim."""
        asked = Claim(claim) if isinstance(claim, str) else claim
        return next(self.verify_all([asked]))

    def verify_all(
        self, claims: Iterable[Claim], papers: Sequence[Paper] = (), missing: Sequence[str] = ()
    ) -> Iterator[Result[Verdict]]:
        """A verdict for each claim on the papers of the library that speak of it, at most `PAPERS`.

        They are asked as if they had been named; nothing but the claim is embedded. `papers` are
        asked besides; the rest is as for `Verifier.verify`.
        """
        ready = self.ready()
        if failed(ready):
            yield ready
            return
        named = {_content(paper): paper for paper in papers}

        def choose(claim: Claim, row: NDArray[np.float32]) -> Result[Sequence[Paper]]:
            best = self.best(claim.text, row)
            return best.map(
                lambda found: [*papers, *(it for it in found if _content(it) not in named)]
            )

        yield from self.verifier.verify_among(choose, claims, missing)

    def best(self, text: str, row: NDArray[np.float32]) -> Result[tuple[Paper, ...]]:
        """The papers that speak of a text, whose vector is `row` (dimension,), best first."""

        def work(connection: Connection, index: Index) -> Result[tuple[Paper, ...]]:
            ranked = rank(connection, index, text, row)
            chosen = papers_of(ranked, PAPERS)
            return traverse(lambda it: self._paper(connection, index, it), chosen)

        return self._searched("choose papers", work)

    def ready(self) -> Result[None]:
        """Whether the library has papers, and they were embedded as claims will be.

        Errors: those of the embedder; an `EmbeddingFault` where it is another than the library's,
        an `InvalidInput` where `references` are, and a `StorageFault` where there are no papers.
        """
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
        return Success(None)

    def _searched(self, op: str, work: Callable[[Connection, Index], Result[T]]) -> Result[T]:
        """What the work finds in the vectors, which are read when they have changed."""

        def inside(connection: Connection) -> Result[T]:
            generation = generations.known(connection)[0]
            index = self._index
            if index is None or index.version != version_of(connection, generation):
                loaded = load(connection, generation, self.name)
                if failed(loaded):
                    return loaded
                self._index = index = loaded.unwrap()
                self._papers.clear()
            if not len(index.ids):
                return Failure(_empty(self.name))
            return work(connection, index)

        return self._database.read(op, inside)

    def _hits(
        self, connection: Connection, index: Index, text: str, row: NDArray[np.float32], top: int
    ) -> Result[tuple[Hit, ...]]:
        ranked = rank(connection, index, text, row)[:top]
        known = {it.id: it for it in documents.entries(connection, index.version[0])}
        hits = []
        for each, piece in zip(
            ranked, chunks.pieces(connection, [it.chunk for it in ranked]), strict=True
        ):
            entry = known[each.document]
            hits.append(
                Hit(
                    shown(places.first_of(connection, entry.id)),
                    entry.title,
                    artifact_name(entry.content[0]),
                    piece.name,
                    piece.span,
                    piece.pages,
                    piece.section,
                    piece.text,
                    each.score,
                    each.signals,
                )
            )
        return Success(tuple(hits))

    def _paper(self, connection: Connection, index: Index, document: int) -> Result[Paper]:
        """A paper of the library, ready to be asked."""
        name = shown(places.first_of(connection, document))
        known = self._papers.pop((document, name), None)
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
        self._papers[document, name] = known
        while len(self._papers) > _OPENED:
            del self._papers[next(iter(self._papers))]
        return Success(known)


def _listed(connection: Connection) -> Iterator[Listed]:
    known = generations.known(connection)
    papers: dict[tuple[str, str], Entry] = {}
    if known:
        papers = {entry.content: entry for entry in documents.entries(connection, known[0].id)}
    for kept in places.known(connection).values():
        entry = papers[kept.content]
        yield Listed(shown(kept.path), entry.title, entry.pages, entry.chunks, kept.vanished)


def _content(paper: Paper) -> tuple[str, str]:
    return paper.document.digest, paper.document.media_type


def _empty(name: str) -> StorageFault:
    hint = f"add some: verify library add {name} PAPER..."
    return StorageFault("search a library", name, "the library holds no papers", hint)
