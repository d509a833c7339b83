"""Bibliographies that lie beside the papers, or are named, come into a library."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import UnreadableDocument
from vera.core.result import Result, Success, failed
from vera.verification.ingestion.bibliographies import reading as bibliography
from vera.verification.ingestion.markup import chat
from vera.verification.library import entries
from vera.verification.library.describing import describe_again
from vera.verification.library.files import File, digest, shown, within

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from vera.verification.ingestion.bibliographies.reading import Bibliography
    from vera.verification.library.adding_report import Added
    from vera.verification.library.store import Connection, Store

_OP = "add a bibliography"
_BIBTEX = {".bib", ".bibtex"}
_LOOKED_INTO = {".json", ".rdf"}
"""What may be a bibliography, and may be something else."""


@frozen
class Separated:
    """Files that are read as papers, and bibliographies."""

    papers: tuple[File, ...]
    bibliographies: tuple[str, ...]


def separated(files: Sequence[File], named: frozenset[str], known: frozenset[str]) -> Separated:
    """Papers and bibliographies; JSON or RDF that is neither is left out, unless it was named.

    `known` are papers that are known as such.
    """
    papers, found = [], []
    for file in files:
        start = _start(file.path) if file.suffix in _LOOKED_INTO and file.path not in known else b""
        if file.suffix in _BIBTEX or (bibliography.is_one(start) and not chat.is_one(start)):
            found.append(file.path)
        elif not start or chat.is_one(start) or file.path in named:
            papers.append(file)
    return Separated(tuple(papers), tuple(found))


def _start(path: str) -> bytes:
    with suppress(OSError), open(path, "rb") as file:  # noqa: PTH123
        return file.read(bibliography.START)
    return b""


def take(database: Store, paths: Sequence[str], outcome: Added) -> Result[None]:
    """Read the bibliographies that are new or have changed, and describe their papers anew.

    One that cannot be read is told of, and what it said before stays.
    """
    for path in dict.fromkeys(paths):
        taken = _take(database, path, outcome)
        if failed(taken):
            return taken
    return Success(None)


def _take(database: Store, path: str, outcome: Added) -> Result[None]:
    known = database.read(_OP, lambda it: Success(entries.digest_of(it, path)))
    if failed(known):
        return known
    if known.unwrap() and known.unwrap() == digest(path):
        return Success(None)
    read = bibliography.read(Path(path), shown(path))
    if failed(read):
        error = read.failure()
        if not isinstance(error, UnreadableDocument):
            return read
        outcome.unread.append(error)
        return Success(None)
    found = read.unwrap()
    outcome.notes += [f"{found.name}: {wrong}" for wrong in found.wrong]
    return database.write(_OP, lambda it: _kept(it, path, found, outcome))


def _kept(connection: Connection, path: str, found: Bibliography, outcome: Added) -> Result[None]:
    before = entries.documents(connection, path)
    entries.take(connection, path, found)
    again(connection, {*before, *entries.documents(connection, path)}, outcome)
    return Success(None)


def again(connection: Connection, documents: set[int], outcome: Added) -> None:
    """Describe papers anew."""
    for document in sorted(documents):
        disagree = describe_again(connection, document)
        if disagree:
            outcome.notes.append(disagree)


def unmatched(
    connection: Connection, paths: Sequence[str], named: Collection[str]
) -> dict[str, list[str]]:
    """The keys of the entries that describe no paper, by the bibliography as it is shown.

    One that describes none at all and was not `named` is left out: beside the source of a paper
    lies a bibliography of the works that it cites.
    """
    used = entries.used(connection)
    found = {}
    for path in dict.fromkeys(paths):
        kept = entries.of_bibliography(connection, path)
        left = [it.key for it in kept if it.origin not in used]
        if left and (path in named or len(left) < len(kept)):
            found[shown(path)] = left
    return found


def forget(connection: Connection, roots: Collection[str]) -> list[str]:
    """Drop the bibliographies that lie there, and what they said; gives their paths."""
    gone = [path for path in entries.paths(connection) if within(path, roots)]
    for path in gone:
        described = entries.documents(connection, path)
        entries.drop(connection, path)
        for document in described:
            describe_again(connection, document)
    return gone
