"""The entries of bibliographies that a library keeps, and which of them is which paper's.

An entry is a paper's by the file that it names, by an identifier, or by title, first author and
year. Where two that say different things fit one paper, it is said, and neither is taken.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.library import places
from vera.verification.library.files import shown
from vera.verification.library.metadata import Fact, Metadata, Source, family, key
from vera.verification.library.metadata_rows import clean, string
from vera.verification.library.seals import blob, seal, text_of, unsealed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.ingestion.bibliographies.reading import Bibliography, Entry
    from vera.verification.library.store import Connection

_IDENTIFIERS = ("doi", "arxiv", "pmid")
_LEVELS = ("path", *_IDENTIFIERS, "tail", "title", "base")
"""What an entry and a paper can share, the surest first: the whole path of the file; an identifier;
the names of file and folder; the title; the name of the file."""
_SURE_TITLE = 24
"""Letters and digits of a title that is believed although neither names an author or year."""
_PREPRINTS = ("10.48550/", "10.1101/", "10.21203/", "10.31219/", "10.31234/", "10.26434/")
"""Where arXiv, bioRxiv, Research Square, OSF, PsyArXiv and ChemRxiv name the same work again."""


@frozen
class KeptEntry:
    """An entry as a library keeps it; `origin` is the path of its bibliography and its key."""

    id: int
    origin: str
    key: str
    fields: Mapping[str, Sequence[str]]

    def one(self, field: str) -> str:
        """The first value of a field, or nothing."""
        return next(iter(self.fields.get(field, ())), "")


def digest_of(connection: Connection, path: str) -> str:
    """The SHA-256 of a bibliography as it was taken, or nothing."""
    found = connection.execute(
        "SELECT path, digest, seal FROM bibliography WHERE path = ?", (os.fsencode(path),)
    ).fetchone()
    return text_of(unsealed(found)[1]) if found else ""


def take(connection: Connection, path: str, bibliography: Bibliography) -> None:
    """Keep the entries of a bibliography, in the place of those that it had."""
    drop(connection, path)
    row = (os.fsencode(path), blob(bibliography.digest))
    connection.execute("INSERT INTO bibliography VALUES (?, ?, ?)", (*row, seal(*row)))
    for entry in bibliography.entries:
        said = (row[0], blob(json.dumps([entry.key, dict(entry.fields)])))
        (id_,) = connection.execute(
            "INSERT INTO entry (bibliography, said, seal) VALUES (?, ?, ?) RETURNING id",
            (*said, seal(*said)),
        ).fetchone()
        for field, name in sorted(set(_keys_of(entry, path))):
            connection.execute("INSERT INTO entry_key VALUES (?, ?, ?)", (id_, field, name))


def drop(connection: Connection, path: str) -> bool:
    """Forget a bibliography; says whether it was known."""
    of_it = (os.fsencode(path),)
    known = connection.execute("SELECT 1 FROM bibliography WHERE path = ?", of_it).fetchone()
    connection.execute(
        "DELETE FROM entry_key WHERE entry IN (SELECT id FROM entry WHERE bibliography = ?)", of_it
    )
    connection.execute("DELETE FROM entry WHERE bibliography = ?", of_it)
    connection.execute("DELETE FROM bibliography WHERE path = ?", of_it)
    return known is not None


def paths(connection: Connection) -> tuple[str, ...]:
    """The bibliographies that were taken."""
    found = connection.execute("SELECT path, digest, seal FROM bibliography ORDER BY path")
    return tuple(os.fsdecode(unsealed(row)[0]) for row in found.fetchall())


def of_bibliography(connection: Connection, path: str) -> list[KeptEntry]:
    """All entries of a bibliography, in order."""
    found = connection.execute(
        "SELECT id, bibliography, said, seal FROM entry WHERE bibliography = ? ORDER BY id",
        (os.fsencode(path),),
    )
    return [_kept(*row) for row in found.fetchall()]


def used(connection: Connection) -> set[str]:
    """The origins of the entries that describe a paper."""
    found = connection.execute(
        "SELECT DISTINCT origin FROM about WHERE source = ? AND field = 'key'",
        (Source.BIBLIOGRAPHY.value,),
    )
    return {text_of(origin) for (origin,) in found.fetchall()}


def documents(connection: Connection, path: str) -> list[int]:
    """The documents that a bibliography describes, or could describe, and those it did."""
    described = connection.execute(
        "SELECT DISTINCT document FROM about WHERE source = ?", (Source.BIBLIOGRAPHY.value,)
    ).fetchall()
    found = {int(document) for (document,) in described}
    of_it = (os.fsencode(path),)
    shared = connection.execute(
        "SELECT DISTINCT a.document FROM about AS a JOIN entry_key AS k"
        " ON k.field = a.field AND k.key = a.key JOIN entry AS e ON e.id = k.entry"
        " WHERE e.bibliography = ? AND a.source = 'page'",
        of_it,
    ).fetchall()
    found |= {int(document) for (document,) in shared}
    names = connection.execute(
        "SELECT k.key FROM entry_key AS k JOIN entry AS e ON e.id = k.entry"
        " WHERE e.bibliography = ? AND k.field = 'base'",
        of_it,
    ).fetchall()
    wanted = {string(name) for (name,) in names}
    if wanted:
        for place in places.known(connection).values():
            if dict(_places(place.path))["base"] in wanted:
                held = connection.execute(
                    "SELECT id FROM document WHERE digest = ? AND media_type = ?",
                    tuple(map(blob, place.content)),
                ).fetchall()
                found |= {int(document) for (document,) in held}
    return sorted(found)


def facts_for(
    connection: Connection, page: Metadata, places: Sequence[str]
) -> tuple[list[Fact], str]:
    """What bibliographies say of the paper, and where several disagree, a sentence that says so."""
    found = _fitting(connection, page, places)
    if not found:
        return [], ""
    first = max(found, key=lambda it: (len(it.fields), -it.id))
    for other in found:
        if not _agree(first, other):
            name, both = shown(places[0]), [shown(it.origin) for it in (first, other)]
            return [], f"{name}: {both[0]} and {both[1]} both fit, and differ; neither is taken"
    said = [
        Fact(field, value, Source.BIBLIOGRAPHY, first.origin)
        for field, values in first.fields.items()
        if field != "file"
        for value in values
    ]
    return said + [Fact("key", it.key, Source.BIBLIOGRAPHY, it.origin) for it in found], ""


def _fitting(connection: Connection, page: Metadata, places: Sequence[str]) -> list[KeptEntry]:
    """The entries that share the surest thing with the paper."""
    shared: dict[str, set[str]] = {}
    for field, name in (pair for place in places for pair in _places(place)):
        shared.setdefault(field, set()).add(name)
    for field in (*_IDENTIFIERS, "title"):
        shared[field] = {clean(key(field, value)) for value in page.all(field)} - {""}
    for level in _LEVELS:
        found = [
            entry
            for name in sorted(shared.get(level, ()))
            for entry in _with_key(connection, level, name)
            if level == "path" or _fits(entry, page, level)
        ]
        if found:
            return list({entry.id: entry for entry in found}.values())
    return []


def _with_key(connection: Connection, field: str, name: str) -> list[KeptEntry]:
    found = connection.execute(
        "SELECT e.id, e.bibliography, e.said, e.seal FROM entry_key AS k JOIN entry AS e"
        " ON e.id = k.entry WHERE k.field = ? AND k.key = ? ORDER BY e.id",
        (field, name),
    )
    return [_kept(*row) for row in found.fetchall()]


def _kept(id_: int, bibliography: bytes, said: bytes, sealed: bytes) -> KeptEntry:
    unsealed((bibliography, said, sealed))
    name, fields = json.loads(said)
    return KeptEntry(id_, f"{os.fsdecode(bibliography)}: {name}", name, fields)


def _fits(entry: KeptEntry, page: Metadata, level: str) -> bool:
    """Whether nothing speaks against it, and where only names are shared, something else for it."""
    dois = key("doi", entry.one("doi")), key("doi", page.one("doi"))
    if all(dois) and dois[0] != dois[1] and not any(it.startswith(_PREPRINTS) for it in dois):
        return False
    if level in _IDENTIFIERS:
        return True
    author = _same(family(entry.one("author")), family(page.one("author")))
    year = _near(entry.one("year"), page.one("year"))
    if author is False or year is False:
        return False
    if level == "title":
        return bool(author or year) or len(key("title", page.title)) >= _SURE_TITLE
    return bool(author) or level == "tail"


def _same(one: str, other: str) -> bool | None:
    return one == other if one and other else None


def _near(one: str, other: str) -> bool | None:
    """Whether two years are the same; a preprint may be a year older than the paper."""
    if not (one.isdecimal() and other.isdecimal()):
        return None
    return abs(int(one) - int(other)) <= 1


def _agree(one: KeptEntry, other: KeptEntry) -> bool:
    """Whether two entries can be of one paper."""
    fields = (*_IDENTIFIERS, "title")
    same = (_same(key(it, one.one(it)), key(it, other.one(it))) for it in fields)
    return False not in same and _near(one.one("year"), other.one("year")) is not False


def _keys_of(entry: Entry, path: str) -> Iterator[tuple[str, str]]:
    for field in (*_IDENTIFIERS, "title"):
        for value in entry.fields.get(field, ()):
            if name := clean(key(field, value)):
                yield field, name
    for file in entry.fields.get("file", ()):
        lies = file.replace("\\", "/")  # as Windows writes it
        yield from _places(os.path.abspath(Path(path).parent / lies))  # noqa: PTH100 - no link


def _places(path: str) -> Iterator[tuple[str, str]]:
    """The names of a file: whole, with its folder's, its own."""
    whole = clean(unicodedata.normalize("NFC", path))
    parts = whole.split("/")
    yield "path", whole
    yield "tail", "/".join(parts[-2:])
    yield "base", parts[-1]
