"""The papers of a library as they are listed: by file, with what is known of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from vera.verification.chunking.window import artifact_name
from vera.verification.library import documents, generations, metadata_rows, places
from vera.verification.library.files import shown
from vera.verification.library.metadata import Metadata

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.library.documents import Entry
    from vera.verification.library.store import Connection


@frozen
class Listed:
    """A paper of a library: its file as it is shown, and whether that is no more there.

    `artifact` is its id by its content; `metadata` says in `origin` which bibliography, as shown.
    """

    name: str
    title: str
    pages: int
    chunks: int
    vanished: bool
    artifact: str
    metadata: Metadata = field(factory=Metadata, repr=False)


def listed(connection: Connection, fit: frozenset[int] | None) -> Iterator[Listed]:
    """The files in order of their paths; of `fit` alone, the ids of documents, if that is given."""
    known = generations.known(connection)
    papers: dict[tuple[str, str], Entry] = {}
    if known:
        papers = {entry.content: entry for entry in documents.entries(connection, known[0].id)}
    for kept in places.known(connection).values():
        entry = papers[kept.content]
        if fit is None or entry.id in fit:
            about = metadata_rows.of_document(connection, entry.id)
            title = about.title or entry.title
            size = entry.pages, entry.chunks
            facts = (evolve(it, origin=shown(it.origin)) for it in about.facts)
            about, artifact = Metadata(tuple(facts)), artifact_name(entry.content[0])
            yield Listed(shown(kept.path), title, *size, kept.vanished, artifact, about)
