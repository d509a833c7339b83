"""The index of a library: its vectors and words as arrays, in files beside it or in memory.

The files are made of the library, follow its changes, and are made anew where anything is wrong
with them. Where there can be none (no folder, no room, another store) the vectors are read into
memory and words are searched by the store: the answers are the same.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.library import changes, generations, served_index
from vera.verification.library.faiss_index import build
from vera.verification.library.matrix_files import Files, Opened
from vera.verification.library.matrix_rows import (
    HOLES,
    batches,
    begun,
    brought_up,
    documents_of,
    is_of,
    sentences,
)
from vera.verification.library.ranking import FIELD_WEIGHTS
from vera.verification.library.sqlite import Database
from vera.verification.library.vector_index import Index, load
from vera.verification.retrieval.postings import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.verification.library.faiss_index import Approximate
    from vera.verification.library.generations import Generation
    from vera.verification.library.matrix_head import Head, Near
    from vera.verification.library.store import Connection, Store

T = TypeVar("T")
_log = logging.getLogger(__name__)

_TRIES = 3
"""Times that the files are brought up to date while others go on adding."""


class Indexing:
    """The index of one library, for any thread. `name` is the library's."""

    def __init__(self, name: str, store: Store) -> None:
        self._name = name
        self._store = store
        self._index: Index | None = None
        self._files = Files(store.place) if isinstance(store, Database) else None

    def searched(self, op: str, work: Callable[[Connection, Index], Result[T]]) -> Result[T]:
        """What the work finds in the index, which is that of the library as it is."""
        for _ in range(_TRIES):
            found = self._store.read(op, lambda it: self._at(it, work))
            if failed(found):
                return found
            for said in found.unwrap():
                return Success(said)
            if not self._opened(op):
                break
        return self._store.read(op, lambda it: self._in_memory(it).bind(lambda at: work(it, at)))

    def follow(self, op: str) -> None:
        """Bring the files up to date, or make them anew, if that can be done."""
        if self._files is not None:
            files = self._files
            self._tell(files.locked(lambda: self._store.read(op, lambda it: _grown(it, files))))

    def faults(self) -> Result[tuple[str, ...]]:
        """Whether the files hold what the library does; where they do not, they are removed."""
        files = self._files
        if files is None:
            return Success(())

        def work(connection: Connection) -> Result[tuple[str, ...]]:
            known = generations.known(connection)
            if not known:
                return Success(())
            opened = _kept(connection, known[0], files).bind(files.open)
            if failed(opened) or _equal(connection, opened.unwrap()):
                return Success(())  # what is damaged is never used, and is made anew
            fault = f"the files in {files.folder} were not those of the library, and are removed"
            return files.remove().map(lambda _: (fault,))

        found = files.locked(lambda: self._store.read("check a library", work))
        self._tell(found)
        return Success(()) if failed(found) else found

    def head(self) -> Head | None:
        """What is known of the files, where there are any."""
        read = Success(None) if self._files is None else self._files.head()
        return None if failed(read) else read.unwrap()

    def approximate(self) -> Result[Near]:
        """Make an approximate index of all vectors, beside them, and measure it.

        Others search and add meanwhile. A `StorageFault` says why there can be none.
        """
        op, files = "index a library", self._files
        if files is None:
            return Failure(StorageFault(op, self._name, "its store has an index of its own"))
        grown = files.locked(lambda: self._store.read(op, lambda it: _grown(it, files)))
        opened = grown.bind(files.open)
        if failed(opened):
            return opened
        head, vectors = opened.unwrap().head, opened.unwrap().vectors
        asked = self._store.read(op, lambda it: Success(sentences(it, head)))
        if failed(asked):
            return asked
        if not len(asked.unwrap()):
            return Failure(StorageFault(op, self._name, "the library holds no papers"))
        path = files.folder.with_suffix(".near")
        built = build(vectors, asked.unwrap(), path)
        if failed(built):
            return built

        def keep() -> Result[Near]:
            now = files.head()
            if failed(now):
                return now
            found = now.unwrap()
            if found is None or found.series != head.series:
                return files.unusable("they were made anew meanwhile; do it again")
            return files.propose(found, path, head.rows, built.unwrap())

        kept = files.locked(keep)
        self._index = None
        return kept

    def _opened(self, op: str) -> bool:
        """Take the index from the files; whether that could be done."""
        files = self._files
        if files is None:
            return False
        made = files.locked(lambda: self._store.read(op, lambda it: _index(it, files)))
        self._tell(made)
        if not failed(made):
            self._index = made.unwrap()
        return not failed(made)

    def _tell(self, done: Result[object]) -> None:
        if failed(done):
            _log.info("no files beside the library %s: %s", self._name, done.failure())

    def _at(
        self, connection: Connection, work: Callable[[Connection, Index], Result[T]]
    ) -> Result[tuple[T, ...]]:
        """What the work finds, or nothing where the index is of another state of the library."""
        index = self._index
        if index is None or index.version != _version(connection, self._files):
            return Success(())
        return work(connection, index).map(lambda found: (found,))

    def _in_memory(self, connection: Connection) -> Result[Index]:
        version = _version(connection, self._files)
        generation = _current(connection)
        near = connection.near(generation.id, generation.manifest.dimension)
        if near is None:
            index = load(connection, generation, self._name, version)
        else:
            index = served_index.load(connection, generation, self._name, version, near)
        if not failed(index):
            self._index = index.unwrap()
        return index


def _current(connection: Connection) -> Generation:
    return generations.known(connection)[0]


def _version(connection: Connection, files: Files | None) -> tuple[int, ...]:
    """Another tuple after each change that an index does not outlive."""
    generation = _current(connection)
    if files is None:
        return generation.id, *connection.version()
    last = changes.last(connection)
    return generation.id, last.number, int(last.mark, 16)


def _index(connection: Connection, files: Files) -> Result[Index]:
    """The index in the files, when they hold what the library does."""
    version = _version(connection, files)
    opened = _grown(connection, files).bind(files.open)
    if failed(opened):
        opened = _anew(connection, files).bind(files.open)
    return opened.map(lambda found: _index_of(found, version, files.proposing(found.head)))


def _index_of(
    opened: Opened, version: tuple[int, ...], proposing: Result[Approximate | None]
) -> Index:
    ids, documents = opened.owners.T
    gone = opened.head.dead
    if failed(proposing):
        _log.info("all vectors are searched: %s", proposing.failure())
    near = None if failed(proposing) else proposing.unwrap()
    return Index(version, ids, documents, opened.vectors, gone, Words(opened.words, gone), near)


def _grown(connection: Connection, files: Files) -> Result[Head]:
    """What is in the files, when they hold what the library does."""
    kept = _kept(connection, _current(connection), files)
    return _anew(connection, files) if failed(kept) else kept


def _kept(connection: Connection, generation: Generation, files: Files) -> Result[Head]:
    """What was in the files, and what the library has more; a fault where they are of no use."""
    read = files.head()
    if failed(read):
        return read
    head = read.unwrap()
    if head is None or not is_of(connection, head, generation, FIELD_WEIGHTS):
        return files.unusable("they hold nothing of this library")
    found = brought_up(connection, head, lambda: files.owners(head))
    if failed(found):
        return found
    wanted, documents = found.unwrap()
    if wanted == head:
        return Success(head)
    if len(wanted.dead) * HOLES > wanted.rows:
        return files.unusable("too much of them is gone")
    return files.grow(wanted, batches(connection, documents, wanted.dimension, FIELD_WEIGHTS))


def _anew(connection: Connection, files: Files) -> Result[Head]:
    generation = _current(connection)
    head = begun(connection, generation, FIELD_WEIGHTS)
    documents = documents_of(connection, generation.id)
    return files.grow(head, batches(connection, documents, head.dimension, FIELD_WEIGHTS))


def _equal(connection: Connection, opened: Opened) -> bool:
    """Whether the rows are those of the library, in its order."""
    head, at = opened.head, 0
    there = np.delete(np.arange(head.rows), head.dead)
    lengths = np.concatenate([part.lengths for part in opened.words] or [np.empty(0)])
    documents = documents_of(connection, _current(connection).id)
    for batch in batches(connection, documents, head.dimension, FIELD_WEIGHTS):
        if failed(batch):
            return True  # what is wrong is the library, and that is told
        said = batch.unwrap()
        rows = there[at : at + len(said.owners)]
        at += len(said.owners)
        if not (
            np.array_equal(opened.owners[rows], said.owners)
            and np.array_equal(opened.vectors[rows], said.vectors)
            and np.array_equal(lengths[rows], said.words.lengths)
        ):
            return False
    return at == len(there)
