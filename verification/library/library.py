"""A library of papers as a caller has it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.core.verdict import Claim, Verdict
from vera.verification.asking.asking import answered
from vera.verification.entailment.names import PACKAGED
from vera.verification.library import documents, exporting, generations, places
from vera.verification.library.adding import Adding
from vera.verification.library.adding_report import Added, Watching
from vera.verification.library.checking import Condition, checked, condition
from vera.verification.library.filtering import filter_of, fitting, no_papers
from vera.verification.library.links import Links, links_among
from vera.verification.library.listing import Listed, listed
from vera.verification.library.matrix import Indexing
from vera.verification.library.opening import open_store
from vera.verification.library.postgres import server_of
from vera.verification.library.postgres_address import is_address
from vera.verification.library.ranking import EVERY
from vera.verification.library.removing import remove
from vera.verification.library.searching import Searching
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.ports import CrossEncoder, Embedder, Judge
    from vera.verification.asking.answer import Answer, Writer
    from vera.verification.grounding.score import Rule
    from vera.verification.library.documents import Entry
    from vera.verification.library.hits import Hit
    from vera.verification.library.manifest import Manifest
    from vera.verification.library.matrix_head import Near
    from vera.verification.library.places import Content
    from vera.verification.library.postgres_near import Recall
    from vera.verification.library.signals import Signals
    from vera.verification.library.store import Connection, Store
    from vera.verification.verifier import Paper

PAPERS = 5
"""Papers of a library that a claim is asked of."""


class Library:
    """Papers that were read and embedded once. Made by `open`; any number of threads may use it."""

    def __init__(self, name: str, database: Store, verifier: Verifier) -> None:
        self.name = name
        self.verifier = verifier
        self._database = database
        self._indexing = Indexing(name, database)
        self._searching = Searching(name, database, verifier, self._indexing)

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
        wanted = [os.fspath(name) for name in names]
        return self._database.write("remove papers", lambda it: remove(it, self.name, wanted))

    def export(self, path: str | os.PathLike[str]) -> Result[int]:
        """Write the library as it is at one moment into a file of its own; gives its bytes.

        What was removed is not in it. A file that is there already is an error and stays; the new
        one has its name when it is whole. `verification.library.take_in` makes a library of it.
        """
        return exporting.export(self._database, self.name, Path(path))

    def papers(self, where: str | Sequence[str] = ()) -> Result[tuple[Listed, ...]]:
        """The files that were added, in order; with `where`, of the papers that it holds for.

        Errors: those of `vera.verification.library.filter_language.parse` and `filtering.fitting`.
        """
        asked = filter_of(where)
        if failed(asked):
            return asked

        def work(connection: Connection) -> Result[tuple[Listed, ...]]:
            kept = fitting(connection, asked.unwrap(), self.name)
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
        return self._searching.paper(content, name)

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
        return self._indexing.approximate() if known.unwrap() else Failure(no_papers(self.name))

    def make_near(self) -> Result[Recall]:
        """Make pgvector's index of the vectors on the server anew; says what it finds.

        For a million chunks and more, as `approximate` for a file; until then search is exact. An
        `InvalidInput` where there is no server, a `StorageFault` where it has no pgvector.
        """
        return server_of(self._database, self.name).bind(lambda it: it.make_near())

    def drop_near(self) -> Result[int]:
        """Remove the index of `make_near`, so that search is exact again."""
        return server_of(self._database, self.name).bind(lambda it: it.drop_near())

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
        return self._searching.hits(text, top, where, signals, neighbours)

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
        embedded = self._searching.vector(question, where)
        if failed(embedded):
            return embedded
        row = embedded.unwrap()
        found = self._searching.passages(question, row, top, where, signals, neighbours)
        return found.bind(lambda it: answered(question, row, it, self.verifier, model))

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
        named = set(map(_content, papers))

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
        return self._searching.papers(text, row, PAPERS, where, signals)

    def ready(self, where: str | Sequence[str] = ()) -> Result[int]:
        """How many papers can be asked, if they were embedded as claims will be.

        Errors: those of the embedder; an `EmbeddingFault` where it is another than the library's,
        an `InvalidInput` where `references` are, and a `StorageFault` where there are no papers;
        those of `papers` where they are filtered.
        """
        return self._searching.ready(where)


def _content(paper: Paper) -> tuple[str, str]:
    return paper.document.digest, paper.document.media_type
