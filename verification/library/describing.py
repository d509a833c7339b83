"""What is known of a paper is put together: from its page, its bibliographies, its user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.library import entries, metadata_rows, places
from vera.verification.library.metadata import (
    NORMAL,
    SENSITIVITIES,
    Fact,
    Metadata,
    Source,
    settled,
)
from vera.verification.library.page_facts import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.core.document import Document
    from vera.verification.library.store import Connection


def describe(connection: Connection, id_: int, document: Document) -> str:
    """Keep what is known of a paper; says where bibliographies disagree, or nothing."""
    return _put(connection, id_, facts_of(document))


def describe_again(connection: Connection, id_: int) -> str:
    """The same for a paper whose bibliographies or places have changed."""
    known = metadata_rows.of_document(connection, id_)
    return _put(connection, id_, (it for it in known.facts if it.source is Source.PAGE))


def _put(connection: Connection, id_: int, page: Iterable[Fact]) -> str:
    said = settled(page)
    paths = places.of_document(connection, id_)
    known = Metadata(said)
    found, disagree = entries.facts_for(connection, known, paths) if paths else ([], "")
    given = _given(metadata_rows.given(connection, paths), known.one("sensitivity"))
    metadata_rows.put(connection, id_, settled([*said, *found, *given]))
    return disagree


def _given(said: list[tuple[str, str]], own: str) -> Iterator[Fact]:
    """When it came first into the library, and how it may be shown: as the strictest asks."""
    added = sorted(value for field, value in said if field == "added")
    for value in added[:1]:
        yield Fact("added", value, Source.GIVEN)
    asked = [value for field, value in said if field == "sensitivity"]
    if asked:
        yield Fact("sensitivity", max(asked, key=_rank), Source.GIVEN)
    elif not own:
        yield Fact("sensitivity", NORMAL, Source.GIVEN)


def _rank(sensitivity: str) -> int:
    known = sensitivity in SENSITIVITIES
    return SENSITIVITIES.index(sensitivity) if known else len(SENSITIVITIES)
