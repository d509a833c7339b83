"""Papers of a library are made anew for another manifest, beside the old ones until all are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from vera.core.errors import InvalidInput, Problem, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.library import documents, generations, link_rows, places
from vera.verification.library.adding_report import Added, Remaking, Watching
from vera.verification.library.citing import links_of
from vera.verification.library.describing import describe
from vera.verification.library.files import digest, shown
from vera.verification.library.manifest import Manifest, Remake
from vera.verification.library.places import Content
from vera.verification.library.store import Store
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document
    from vera.verification.library.documents import Entry
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection
    from vera.verification.verifier import Paper

_OP = "make papers anew"


def chosen(connection: Connection, manifest: Manifest) -> Result[Generation]:
    """The generation that has this manifest, begun if there is none."""
    known = (each for each in generations.known(connection) if each.manifest == manifest)
    found = next(known, None)
    return Success(found or generations.begin(connection, manifest))


def lost(connection: Connection, generation: Generation) -> Result[None]:
    """An error where another process has made the library anew with other settings meanwhile."""
    known = generations.known(connection)
    if any(each.id == generation.id for each in known):
        return Success(None)
    rule = f"is no more: another program made the library anew with {known[0].manifest.embedder}"
    problem = Problem("manifest", generation.manifest.embedder, rule)
    return Failure(InvalidInput("add papers", (problem,)))


@define
class Renewal:
    """One run of making the papers of the current generation anew for another."""

    database: Store
    verifier: Verifier
    watching: Watching
    outcome: Added
    password: str | None
    _unmade: set[Content] = field(factory=set)

    def run(self, generation: Generation) -> Result[Generation]:
        """The same generation when all papers are in it and it is the current one."""
        while not generation.current:
            turned = self._pass(generation)
            if failed(turned):
                return turned
            generation = turned.unwrap()
        return Success(generation)

    def _pass(self, generation: Generation) -> Result[Generation]:
        """Make all papers that are left; the generation is current then, if none came meanwhile."""
        asked = self.database.read(_OP, lambda it: Success(_left(it, generation)))
        if failed(asked):
            return asked
        before, left = asked.unwrap()
        todo = [entry for entry in left if entry.content not in self._unmade]
        if todo:
            self.watching.remaking(Remaking(len(todo), before.manifest, generation.manifest))
        for at, entry in enumerate(todo):
            kept = self._keep(before, generation, entry)
            if failed(kept):
                return kept
            self.watching.progress(at + 1, len(todo))
        return self.database.write(_OP, lambda it: self._turn(it, generation))

    def _keep(self, before: Generation, generation: Generation, entry: Entry) -> Result[None]:
        made = self._made(before.manifest, generation.manifest, entry)
        if failed(made):
            error = made.failure()
            if not isinstance(error, UnreadableDocument):
                return made
            self.outcome.unread.append(error)
            self._unmade.add(entry.content)
            return Success(None)
        paper, reader = made.unwrap()

        def work(connection: Connection) -> Result[None]:
            there = lost(connection, generation)
            if not failed(there):
                made = documents.put(connection, generation.id, paper.passages, reader)
                link_rows.put(connection, made, links_of(paper.document))
                describe(connection, made, paper.document)
            return there

        self.outcome.remade += 1
        return self.database.write(_OP, work)

    def _made(self, before: Manifest, after: Manifest, entry: Entry) -> Result[tuple[Paper, int]]:
        """The paper with no more made anew than must be, and by which reader it was read."""
        found = self.database.read(_OP, lambda it: Success(places.of_document(it, entry.id)))
        if failed(found):
            return found
        paths = found.unwrap()
        name = shown(paths[0]) if paths else entry.title
        if entry.reader != after.reader:
            document = self._read_again(paths, entry)
            if document is not None:
                opened = self.verifier.open_document(evolve(document, source=name))
                return opened.map(lambda paper: (paper, after.reader))
        kept = self.database.read(
            _OP, lambda it: documents.record_of(it, entry.id, before.dimension, name)
        )
        if failed(kept):
            return kept
        record, vectors = kept.unwrap()
        if evolve(before, reader=after.reader).remake(after) is Remake.VECTORS:
            paper = self.verifier.open_document(record.document)
        else:
            paper = self.verifier.restore(record.document, record.sentences, vectors)
        return paper.map(lambda ready: (ready, entry.reader))

    def _read_again(self, paths: Sequence[str], entry: Entry) -> Document | None:
        """The paper from a place where it still lies as it was; None where it lies in none."""
        for path in paths:
            if digest(path) == entry.content[0]:
                read = wiring.read_document(Path(path), self.password)
                if not failed(read) and read.unwrap().digest == entry.content[0]:
                    return read.unwrap()
        return None

    def _turn(self, connection: Connection, generation: Generation) -> Result[Generation]:
        there = lost(connection, generation)
        if failed(there):
            return there
        _, left = _left(connection, generation)
        if any(entry.content not in self._unmade for entry in left):
            return Success(generation)
        for entry in left:
            places.drop(connection, places.of_document(connection, entry.id))
        generations.make_current(connection, generation.id)
        return Success(evolve(generation, current=True))


def _left(connection: Connection, generation: Generation) -> tuple[Generation, list[Entry]]:
    """The current generation, and its papers that the other one does not have."""
    current = generations.known(connection)[0]
    made = {entry.content for entry in documents.entries(connection, generation.id)}
    papers = documents.entries(connection, current.id)
    return current, [entry for entry in papers if entry.content not in made]
