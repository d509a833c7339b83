"""Papers come into a library: each read and embedded first, then written in one transaction."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from vera.core.errors import Distrusted, InvalidInput, Problem, ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion.markup.iso8601 import iso
from vera.verification.library import documents, link_rows, metadata_rows, places
from vera.verification.library.adding_report import Added, Watching
from vera.verification.library.bibliographies import separated, take, unmatched
from vera.verification.library.citing import links_of
from vera.verification.library.describing import describe, describe_again
from vera.verification.library.files import File, absolute, digest, look, named, shown, within
from vera.verification.library.linking import complete
from vera.verification.library.manifest import Manifest
from vera.verification.library.metadata import SENSITIVITIES
from vera.verification.library.places import AddedFile, Content
from vera.verification.library.remaking import Renewal, chosen, lost
from vera.verification.library.store import Store
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from vera.core.document import Document
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection
    from vera.verification.verifier import Paper

_OP = "add papers"


@define
class Adding:
    """One run of adding papers to a library."""

    database: Store
    verifier: Verifier
    watching: Watching
    password: str | None = None
    bibliographies: Sequence[str] = ()
    sensitivity: str | None = None
    outcome: Added = field(factory=Added)
    _known: dict[str, AddedFile] = field(factory=dict)
    _written: list[int] = field(factory=list)
    _unchanged: list[AddedFile] = field(factory=list)
    _now: str = field(factory=lambda: iso(time.time()))

    def run(self, names: Sequence[str]) -> Result[Added]:
        """Add what is named. The first error that is not of one paper ends it; whole papers stay.

        Where the embedder is found to be `Distrusted`, what it embedded in this run is removed.
        """
        if self.sensitivity not in {None, *SENSITIVITIES}:
            rule = f"must be one of {', '.join(SENSITIVITIES)}"
            problem = Problem("sensitivity", self.sensitivity, rule)
            return Failure(InvalidInput(_OP, (problem,)))
        done = self._run(names)
        if failed(done) and isinstance(done.failure(), Distrusted):
            forgotten = self.database.write(_OP, self._forget)
            return forgotten if failed(forgotten) else done
        return done

    def _run(self, names: Sequence[str]) -> Result[Added]:
        info = self.verifier.embedder()
        if failed(info):
            return info
        manifest = Manifest.of(info.unwrap(), self.verifier.settings)
        begun = self.database.write(_OP, lambda it: chosen(it, manifest))
        if failed(begun):
            return begun
        renewal = Renewal(self.database, self.verifier, self.watching, self.outcome, self.password)
        renewed = renewal.run(begun.unwrap())
        if failed(renewed):
            return renewed
        generation = renewed.unwrap()
        linked = complete(self.database, generation)
        return linked if failed(linked) else self._add(generation, names)

    def _add(self, generation: Generation, names: Sequence[str]) -> Result[Added]:
        known = self.database.read(_OP, lambda it: Success(places.known(it)))
        if failed(known):
            return known
        self._known = known.unwrap()
        roots = frozenset(map(absolute, names))
        found = separated(list(named(names)), roots, frozenset(self._known))
        asked = {*map(absolute, self.bibliographies), *roots}
        bibliographies = [*map(absolute, self.bibliographies), *found.bibliographies]
        taken = take(self.database, bibliographies, self.outcome)
        if failed(taken):
            return taken
        changed = self._changed(found.papers)
        gone = self._gone(names)
        contents = [(file, (digest(file.path) or file.path, file.suffix)) for file in changed]
        sorted_ = self.database.write(_OP, lambda it: self._sort(it, generation, contents, gone))
        if failed(sorted_):
            return sorted_
        waiting = sorted_.unwrap()
        done, total = 0, sum(map(len, waiting))
        self.watching.progress(done, total)
        firsts = [files[0].path for files in waiting]
        opened = self.verifier.open_all(firsts, password=self.password)
        for files, paper in zip(waiting, opened, strict=True):
            taken = self._take(generation, files, paper)
            if failed(taken):
                return taken
            done += len(files)
            self.watching.progress(done, total)
        return self.database.write(_OP, lambda it: self._end(it, generation, bibliographies, asked))

    def _changed(self, files: Sequence[File]) -> list[File]:
        """The files that are new, or not as they were; the others are not opened."""
        found = []
        for file in files:
            was = self._known.get(file.path)
            if was is not None and _as_it_was(was, file):
                self.outcome.unchanged += 1
                self._unchanged.append(was)
            elif file.there:
                found.append(file)
            elif was is None:
                name, detail = shown(file.path), "there is no such file"
                self.outcome.unread.append(UnreadableDocument(_OP, name, ReadFault.MISSING, detail))
        return found

    def _gone(self, names: Sequence[str]) -> list[AddedFile]:
        """What was added from these names and is there no more."""
        roots = [absolute(name) for name in names]
        known = (it for it in self._known.values() if within(it.path, roots))
        return [it for it in known if not look(it.path).there]

    def _sort(
        self,
        connection: Connection,
        generation: Generation,
        contents: Sequence[tuple[File, tuple[str, str]]],
        gone: Sequence[AddedFile],
    ) -> Result[list[list[File]]]:
        """The files that must be read, those alike together; the others are dealt with here.

        A file with the bytes and the suffix of one that was read is read the same.
        """
        for kept in gone:
            places.put(connection, evolve(kept, vanished=True))
            self.outcome.vanished.append(shown(kept.path))
        alike = {
            (kept.content[0], File(kept.path, 0, 0).suffix): kept.content
            for kept in places.known(connection).values()
        }
        waiting: dict[tuple[str, str], list[File]] = {}
        for file, key in contents:
            content = alike.get(key)
            if content and documents.of_content(connection, generation.id, content) is not None:
                self._place(connection, file, content)
                self._describe(connection, generation, content)
                self._tell(file, content, again=True)
            else:
                waiting.setdefault(key, []).append(file)
        return Success(list(waiting.values()))

    def _take(
        self, generation: Generation, files: Sequence[File], opened: Result[Paper]
    ) -> Result[None]:
        """Keep a paper for all of its files, or tell why it could not be read.

        The first file was read. The others had its bytes before, which must be so still.
        """
        if failed(opened):
            error = opened.failure()
            if not isinstance(error, UnreadableDocument):
                return opened
            self.outcome.unread += [evolve(error, source=shown(file.path)) for file in files]
            return Success(None)
        paper = opened.unwrap()
        self.watching.pages(len(paper.document.pages) or 1)
        content = paper.document.digest, paper.document.media_type
        alike = [file for file in files[1:] if digest(file.path) == content[0]]
        self.outcome.unread += [_changed(file) for file in files[1:] if file not in alike]
        files = [files[0], *alike]

        def work(connection: Connection) -> Result[None]:
            there = lost(connection, generation)
            if failed(there):
                return there
            if documents.of_content(connection, generation.id, content) is None:
                reader = generation.manifest.reader
                made = documents.put(connection, generation.id, paper.passages, reader)
                link_rows.put(connection, made, links_of(paper.document))
                self._written.append(made)
            for file in files:
                self._place(connection, file, content)
            self._describe(connection, generation, content, paper.document)
            return Success(None)

        written = self.database.write(_OP, work)
        if failed(written):
            return written
        for at, file in enumerate(files):
            self._tell(file, content, again=at > 0)
        return Success(None)

    def _place(self, connection: Connection, file: File, content: Content) -> None:
        """The file has this content now, and no document stays that lies nowhere."""
        was = places.at(connection, file.path)
        places.put(connection, AddedFile(file.path, content, file.size, file.mtime_ns))
        if was is not None and was.content != content:
            documents.drop_orphan(connection, was.content)
        metadata_rows.give(connection, file.path, "added", self._now, anew=False)
        self._give(connection, file.path)

    def _give(self, connection: Connection, path: str) -> None:
        if self.sensitivity is not None:
            said = self.sensitivity
            metadata_rows.give(connection, path, "sensitivity", said, anew=True)

    def _describe(
        self,
        connection: Connection,
        generation: Generation,
        content: Content,
        document: Document | None = None,
    ) -> None:
        """Keep what is known of the paper of that content, from its text or as it was."""
        id_ = documents.of_content(connection, generation.id, content)
        if id_ is None:
            return
        if document is None:
            disagree = describe_again(connection, id_)
        else:
            disagree = describe(connection, id_, document)
        self.outcome.notes += filter(None, [disagree])

    def _end(
        self,
        connection: Connection,
        generation: Generation,
        bibliographies: Sequence[str],
        named: Collection[str],
    ) -> Result[Added]:
        """What was given counts for files that have not changed; entries without paper are told."""
        if self.sensitivity is not None:
            for kept in self._unchanged:
                self._give(connection, kept.path)
                self._describe(connection, generation, kept.content)
        self.outcome.unmatched = unmatched(connection, bibliographies, named)
        return Success(self.outcome)

    def _forget(self, connection: Connection) -> Result[None]:
        for document in self._written:
            places.drop(connection, places.of_document(connection, document))
            documents.drop(connection, document)
        return Success(None)

    def _tell(self, file: File, content: Content, *, again: bool) -> None:
        was, name = self._known.get(file.path), shown(file.path)
        if was is not None and was.content == content:
            self.outcome.unchanged += 1
        elif was is not None:
            self.outcome.replaced.append(name)
        else:
            (self.outcome.again if again else self.outcome.added).append(name)


def _changed(file: File) -> UnreadableDocument:
    name, detail = shown(file.path), "it, or a copy of it, changed while it was added"
    return UnreadableDocument(_OP, name, ReadFault.BROKEN_IO, detail, "add it again")


def _as_it_was(was: AddedFile, file: File) -> bool:
    settled = file.mtime_ns == was.mtime_ns != -1
    return settled and file.size == was.size and not was.vanished
