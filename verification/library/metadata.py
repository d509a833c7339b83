"""What is known of a paper beside its text, and who says it."""

from __future__ import annotations

from collections import defaultdict
from enum import Enum
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.verification.ingestion.identifiers import bare_arxiv, doi, folded, pmid, title_key
from vera.verification.ingestion.markup.iso8601 import as_number, seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Source(Enum):
    """Who says something of a paper; each is believed before those that come before it."""

    PAGE = "page"
    BIBLIOGRAPHY = "bibliography"
    GIVEN = "given"


FIELDS = {
    "title": "text",
    "author": "text",
    "year": "number",
    "doi": "text",
    "arxiv": "text",
    "pmid": "text",
    "journal": "text",
    "tag": "text",
    "alias": "text",
    "link": "text",
    "type": "text",
    "time": "time",
    "modified": "time",
    "added": "time",
    "sensitivity": "text",
    "key": "text",
}
"""The fields that every library knows, and what their values are. Those of front matter are called
"front." and their name there. A time is ISO 8601 in UTC."""
FRONT = "front."
NORMAL = "normal"
SENSITIVITIES = (NORMAL, "personal", "private", "company-confidential")
"""How a paper may be shown, the freest first: the artifact scheme's word, and RFC 4021, 2.1.55."""
_ADDED_UP = frozenset({"tag", "alias", "link", "key"})
"""Fields of which each source adds to what the others say."""
LONGEST = 2000
"""Characters of a value that are kept, and that a filter may have."""


@frozen
class Fact:
    """A value of a field; `origin` says where its source has it, as "refs.bib: li20"."""

    field: str
    value: str
    source: Source
    origin: str = ""
    used: bool = True

    @property
    def fold(self) -> str:
        """The value as filters see it."""
        return fold(self.field, self.value)

    @property
    def key(self) -> str:
        """What papers have in common whose value is the same."""
        return key(self.field, self.value)

    @property
    def number(self) -> float | None:
        """A year, or seconds since 1970; None of text."""
        match FIELDS.get(self.field, "text"):
            case "time":
                return seconds(self.value)
            case "number":
                return as_number(self.value)
        if not self.field.startswith(FRONT):
            return None
        number = as_number(self.value)
        return seconds(self.value) if number is None else number


@frozen
class Metadata:
    """What is known of a document, each field by those that are believed."""

    facts: tuple[Fact, ...] = ()

    def all(self, field: str) -> tuple[str, ...]:
        """The values of a field, in order."""
        return tuple(it.value for it in self.facts if it.used and it.field == field)

    def one(self, field: str) -> str:
        """The first value of a field, or nothing."""
        return next(iter(self.all(field)), "")

    def said_by(self, field: str) -> Fact | None:
        """The first fact of a field that counts."""
        return next((it for it in self.facts if it.used and it.field == field), None)

    @property
    def title(self) -> str:
        """The title, or nothing."""
        return self.one("title")

    @property
    def authors(self) -> tuple[str, ...]:
        """Names as they are printed, first names first where that is known."""
        return self.all("author")

    @property
    def year(self) -> int | None:
        """The year of publication."""
        return int(self.one("year")) if self.one("year").isdecimal() else None

    @property
    def fields(self) -> Mapping[str, tuple[str, ...]]:
        """All values that count, by their field."""
        found: dict[str, tuple[str, ...]] = {}
        for it in self.facts:
            if it.used:
                found[it.field] = (*found.get(it.field, ()), it.value)
        return found


def settled(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts with those marked that count: of each field what its best source says."""
    by_field: defaultdict[str, list[Fact]] = defaultdict(list)
    for it in facts:
        by_field[it.field].append(it)
    order = list(Source)
    made = []
    for field, found in by_field.items():
        best = max((it.source for it in found), key=order.index)
        seen: set[str] = set()
        for it in found:
            used = (field in _ADDED_UP or it.source is best) and it.key not in seen
            if used:
                seen.add(it.key)
            made.append(evolve(it, used=used))
    return tuple(made)


def fold(field: str, value: str) -> str:
    """A value as filters compare it."""
    match field:
        case "doi":
            return doi(value) or folded(value)
        case "arxiv":
            return (bare_arxiv(value) or folded(value)).lower()
    return folded(value)[:LONGEST]


def key(field: str, value: str) -> str:
    """What two spellings of one value share."""
    match field:
        case "title":
            return title_key(value)
        case "pmid":
            return pmid(value)
        case "author":
            return family(value)
    return fold(field, value)


def family(name: str) -> str:
    """The family name of a person, folded, its particles left out.

    >>> family("Daniel S. Weld"), family("Weld, Daniel S."), family("Ludwig van Beethoven")
    ('weld', 'weld', 'beethoven')
    """
    first, comma, _ = name.partition(",")
    parts = folded(first if comma else name).replace(".", " ").split()
    while len(parts) > 1 and parts[-1] in {"jr", "sr", "ii", "iii", "iv"}:
        parts.pop()
    return parts[-1] if parts else ""


def folded_path(path: str) -> str:
    """A path as filters compare it."""
    return folded(path)
