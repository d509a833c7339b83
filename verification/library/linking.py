"""Papers that came into a library before links were kept, or found as now, are looked through.

Their text is kept, so nothing is read.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vera.core.result import Result, Success, failed
from vera.verification.library import documents, link_rows, places
from vera.verification.library.citing import links_of
from vera.verification.library.files import shown

if TYPE_CHECKING:
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection, Store

_OP = "look for links"


def complete(database: Store, generation: Generation) -> Result[None]:
    """Look through the papers of a generation that were not looked through, each by itself."""
    named = database.write(_OP, _name)
    if failed(named):
        return named
    left = database.read(_OP, lambda it: Success(link_rows.unlinked(it, generation.id)))
    if failed(left):
        return left
    done = (database.write(_OP, partial(_link, generation, it)) for it in left.unwrap())
    return next(filter(failed, done), Success(None))


def _name(connection: Connection) -> Result[None]:
    for kept in places.unnamed(connection):
        places.put(connection, kept)
    return Success(None)


def _link(generation: Generation, document: int, connection: Connection) -> Result[None]:
    paths = places.of_document(connection, document)
    if not paths:  # another process removed it meanwhile
        return Success(None)
    name = shown(paths[0])
    kept = documents.record_of(connection, document, generation.manifest.dimension, name)
    if failed(kept):
        return kept
    record, _ = kept.unwrap()
    link_rows.put(connection, document, links_of(record.document))
    return Success(None)
