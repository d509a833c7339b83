"""A library goes into one file, and comes back from one, on this machine or another. ADR 0040."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.index.permissions import private_file
from vera.verification.index.sqlite_connection import connect, create
from vera.verification.index.sqlite_file import BESIDE, beside, locked
from vera.verification.library import export_file, sqlite
from vera.verification.library.checking import checked
from vera.verification.library.opening import place_of

if TYPE_CHECKING:
    import os
    import sqlite3

    from vera.verification.index.permissions import Place
    from vera.verification.library.export_file import Head
    from vera.verification.library.store import Connection, Store

_WORDS = "words"
"""The table of stems: FTS5's own, in which what was deleted leaves traces."""
_CHANGES = "change"
"""Of what came and went: a copy has a history of its own."""


def export(store: Store, name: str, path: Path) -> Result[int]:
    """Write a library into a file, as it is at one moment; gives the bytes of the file.

    Each row is copied into a new library: so nothing that was removed is left between the rows.
    """
    op = "export a library"
    if not isinstance(store, sqlite.Database):
        problem = Problem("library", name, "is none in a file of its own; its server makes copies")
        return Failure(InvalidInput(op, (problem,)))
    place = evolve(store.place, op=op)
    copy = place.path.with_suffix(".export")

    def work() -> Result[int]:
        with ExitStack() as stack:
            stack.callback(_remove, copy)
            begun = sqlite.begin_empty(place, copy)
            if failed(begun):
                return begun
            target = stack.enter_context(closing(connect(copy, largest=sqlite.LARGEST)))
            target.set_progress_handler(None, 0)
            copied = store.read(op, lambda it: _copied(it, target))
            target.close()
            return copied.bind(lambda _: export_file.write(path, name, copy))

    return locked(place, work)


def take_in(path: str | os.PathLike[str], name: str | None = None) -> Result[str]:
    """Make a library of a file that `Library.export` wrote; gives the library's name.

    Without a `name` it is that of the library that was exported. What is in the file is not
    believed: its checksum, its pages, its schema and the seal of each row must be as verify writes
    them. Errors: a `StorageFault` where they are not, or the file is of a newer version or not
    there, an `InvalidInput` where there is a library of that name; then nothing is made.
    """
    file = Path(path)
    said = export_file.head(file)
    if failed(said):
        return said
    chosen = said.unwrap().name if name is None else name
    place = place_of(chosen, "import a library")
    return place.bind(lambda found: _taken_in(file, said.unwrap(), found, chosen))


def _taken_in(path: Path, said: Head, place: Place, name: str) -> Result[str]:
    new = evolve(place, path=place.path.with_suffix(".import"))

    def work() -> Result[str]:
        there = private_file(place, place.path)
        if failed(there):
            return there
        if there.unwrap() is not None:
            problem = Problem("library", name, "is there already; give the new one another name")
            return Failure(InvalidInput(place.op, (problem,)))
        with ExitStack() as stack:
            stack.callback(_remove, new.path)
            _remove(new.path)
            create(new.path)
            unpacked = export_file.unpack(path, said, new.path)
            if failed(unpacked):
                return unpacked
            sound = _sound(new)
            if failed(sound):
                return _of_file(path, sound)
            sqlite.settle(new.path, place.path)
        return Success(name)

    return locked(place, work)


def _sound(new: Place) -> Result[None]:
    """Whether a library is as verify writes one; of an older version it is brought up to date."""
    opened = sqlite.open_file(new)
    if failed(opened):
        return opened
    database = opened.unwrap()
    faults = checked(database)
    database.close()
    if failed(faults):
        return faults
    if faults.unwrap():
        return new.fault(f"it is damaged: {faults.unwrap()[0]}")
    return Success(None)


def _of_file(path: Path, refused: Failure[Any]) -> Failure[Any]:
    """The same error, of the file that was to be imported."""
    error = refused.failure()
    if not isinstance(error, StorageFault):
        return refused
    return Failure(evolve(error, path=str(path), hint="export the library again where it is"))


def _copied(source: Connection, target: sqlite3.Connection) -> Result[None]:
    """All rows of all tables, in one transaction."""
    names = target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = [name.decode() for (name,) in names]
    with target:
        target.execute("BEGIN IMMEDIATE")
        for name in tables:
            if name != _CHANGES and (name == _WORDS or not name.startswith(f"{_WORDS}_")):
                _copy_table(source, target, name)
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # to close it would hide a full disk
    return Success(None)


def _copy_table(source: Connection, target: sqlite3.Connection, name: str) -> None:
    found = target.execute(f"PRAGMA table_info({name})").fetchall()
    columns = {row[1].decode(): name == _WORDS or row[2] == b"TEXT" for row in found}
    if name == _WORDS:
        columns = {"rowid": False, **columns}
    texts = tuple(columns.values())
    listed, marks = ", ".join(columns), ", ".join("?" * len(columns))
    rows = source.execute(f"SELECT {listed} FROM {name}")  # noqa: S608 - ours
    target.executemany(
        f"INSERT INTO {name} ({listed}) VALUES ({marks})",  # noqa: S608 - ours
        (
            # Our connections give all text as bytes, and a column of text takes none.
            [value.decode() if text else value for value, text in zip(row, texts, strict=True)]
            for row in rows
        ),
    )


def _remove(path: Path) -> None:
    """Remove what a run left that was ended in the middle, or our own when it is done."""
    for part in ("", *BESIDE):
        beside(path, part).unlink(missing_ok=True)
