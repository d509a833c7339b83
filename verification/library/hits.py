"""Chunks that were found, as they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Span
from vera.verification.chunking.window import artifact_name
from vera.verification.library import chunks, documents, metadata_rows, places
from vera.verification.library.files import shown
from vera.verification.library.ranking import Signal
from vera.verification.library.stretches import Stretch, around

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document
    from vera.verification.library.near import Near
    from vera.verification.library.ranking import Ranked
    from vera.verification.library.store import Connection


@frozen
class Hit:
    """A chunk that was found; `paper` is its file as it is shown, `score` orders hits.

    `span` counts the characters of the paper's text; `pages` are numbers from 1. `around` is the
    chunk with its neighbours, where they were asked for. `near` is whether it is near what was
    looked for: False where nothing of the library is, None where it is not known.
    """

    paper: str
    title: str
    artifact: str
    chunk: str
    span: Span
    pages: tuple[int, ...]
    section: str
    text: str
    score: float
    signals: tuple[Signal, ...]
    authors: tuple[str, ...] = ()
    year: int | None = None
    around: tuple[Stretch, ...] = ()
    near: bool | None = None


def hits_of(
    connection: Connection,
    ranked: Sequence[Ranked],
    neighbours: int,
    near: Near | None,
) -> tuple[Hit, ...]:
    """Chunks as they are shown, each with so many neighbours."""
    hits = []
    pieces = chunks.pieces(connection, [it.chunk for it in ranked])
    for each, piece in zip(ranked, pieces, strict=True):
        entry = documents.entry(connection, each.document)
        about = metadata_rows.of_document(connection, entry.id)
        title = about.title or entry.title
        said = " ".join((title, *about.all("tag"), *about.all("alias"), piece.text))
        hits.append(
            Hit(
                shown(places.first_of(connection, entry.id)),
                title,
                artifact_name(entry.content[0]),
                piece.name,
                piece.span,
                piece.pages,
                piece.section,
                piece.text,
                each.score,
                each.signals,
                about.authors,
                about.year,
                around(connection, each.chunk, neighbours) if neighbours else (),
                near(each, said) if near else None,
            )
        )
    return tuple(hits)


def widened(hit: Hit, document: Document) -> Hit:
    """The chunk and its neighbours as one passage of its paper; without neighbours as it is."""
    if not hit.around:
        return hit
    span = Span(hit.around[0].span.start, hit.around[-1].span.end)
    pages = tuple(sorted({page for it in hit.around for page in it.pages}))
    return evolve(hit, span=span, pages=pages, text=span.of(document.text), around=())
