"""The index of a library: its vectors and words as arrays, in files beside it or in memory.

The files are made of the library, follow its changes, and are made anew where anything is wrong
with them. Where there can be none (no folder, no room, another store) the vectors are read into
memory and words are searched by the store: the answers are the same.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from core.result import Result, Success, failed
from verification.library import generations
from verification.library.matrix_files import Files, Opened
from verification.library.matrix_rows import HOLES, batches, begun, brought_up, documents_of, is_of
from verification.library.searching import WEIGHTS, Index, load, version_of
from verification.library.sqlite import Database
from verification.retrieval.postings import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from verification.library.generations import Generation
    from verification.library.store import Connection, Store

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
            if not self.refresh(op):
                break
        return self._store.read(op, lambda it: self._in_memory(it).bind(lambda at: work(it, at)))

    def refresh(self, op: str) -> bool:
        """Bring the files up to date, or make them anew; whether that could be done."""
        files = self._files
        if files is None:
            return False
        made = files.locked(lambda: self._store.read(op, lambda it: self._followed(it, files)))
        if failed(made):
            _log.info("the files beside the library %s: %s", self._name, made.failure())
            return False
        self._index = made.unwrap()
        return True

    def _at(
        self, connection: Connection, work: Callable[[Connection, Index], Result[T]]
    ) -> Result[tuple[T, ...]]:
        """What the work finds, or nothing where the index is of another state of the library."""
        index = self._index
        if index is None or index.version != version_of(connection, _current(connection)):
            return Success(())
        return work(connection, index).map(lambda found: (found,))

    def _in_memory(self, connection: Connection) -> Result[Index]:
        index = load(connection, _current(connection), self._name)
        if not failed(index):
            self._index = index.unwrap()
        return index

    def _followed(self, connection: Connection, files: Files) -> Result[Index]:
        """The index in the files, when they hold what the library does."""
        generation = _current(connection)
        version = version_of(connection, generation)
        kept = _kept(connection, generation, files)
        if failed(kept):
            _log.info("the files beside the library %s: %s", self._name, kept.failure())
            kept = _anew(connection, generation, files)
        return kept.map(lambda opened: _index(opened, version))


def _kept(connection: Connection, generation: Generation, files: Files) -> Result[Opened]:
    """What is in the files, and what the library has more; a fault where they are of no use."""
    read = files.head()
    if failed(read):
        return read
    head = read.unwrap()
    if head is None or not is_of(connection, head, generation, WEIGHTS):
        return files.unusable("they hold nothing of this library")
    known = files.owners(head)
    if failed(known):
        return known
    wanted, documents = brought_up(connection, head, known.unwrap()[:, 1])
    if wanted.dead * HOLES > wanted.rows:
        return files.unusable("too much of them is gone")
    if wanted != head:
        grown = files.grow(wanted, batches(connection, documents, wanted.dimension, WEIGHTS))
        if failed(grown):
            return grown
        wanted = grown.unwrap()
    return files.open(wanted)


def _anew(connection: Connection, generation: Generation, files: Files) -> Result[Opened]:
    head = begun(connection, generation, WEIGHTS)
    documents = documents_of(connection, generation)
    return files.grow(head, batches(connection, documents, head.dimension, WEIGHTS)).bind(
        files.open
    )


def _current(connection: Connection) -> Generation:
    return generations.known(connection)[0]


def _index(opened: Opened, version: tuple[int, ...]) -> Index:
    stretches = [np.arange(first, last) for first, last in opened.head.gone]
    gone = np.concatenate([*stretches, np.empty(0, dtype=np.intp)]).astype(np.intp)
    ids, documents = opened.owners.T
    return Index(version, ids, documents, opened.vectors, gone, Words(opened.words, gone))
