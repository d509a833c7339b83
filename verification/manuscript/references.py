"""Which entry of a bibliography a mark means: by its key, its number, or its authors and year."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from vera.core.document import Kind
from vera.verification.ingestion.bibliographies import csl
from vera.verification.ingestion.bibliographies.reading import Entry
from vera.verification.ingestion.headings import is_references
from vera.verification.ingestion.identifiers import folded
from vera.verification.library.metadata import family

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.core.document import Document
    from vera.verification.ingestion.bibliographies.reading import Bibliography
    from vera.verification.manuscript.citations import Work

LONGEST = 2000
"""Characters of an entry that are looked at: as those that a library keeps."""
_LABEL = re.compile(r"\[([^\[\]]{1,100})\]\s*|(\d{1,4})[.)]\s+")
_FIRST_AUTHOR = 6
"""Words of an entry among which its first author is named, particles and initials too: by hand."""


@frozen
class Reference:
    """An entry of a bibliography: what it is called, its text, and the files that it names."""

    key: str
    text: str
    files: tuple[Path, ...] = ()


@frozen
class References:
    """All entries that a manuscript can cite."""

    entries: tuple[Reference, ...]
    _by_key: Mapping[str, list[Reference]] = field(init=False, repr=False)

    @_by_key.default
    def _keyed(self) -> Mapping[str, list[Reference]]:
        found: defaultdict[str, list[Reference]] = defaultdict(list)
        for entry in self.entries:
            found[entry.key].append(entry)
        return found

    def meant(self, work: Work) -> Reference | str:
        """The entry that a mark means, or why there is none."""
        known = self._by_key.get(work.name, [])
        if not known and work.families:
            known = self._by_author(work)
        if not known and work.name.isdecimal() and self._are_unlabelled:
            listed = [entry for entry in self.entries if not entry.key]
            known = listed[int(work.name) - 1 : int(work.name)]
        apart = {entry.text: entry for entry in known}
        if len(apart) == 1:
            return known[0]
        if apart:
            return f"{len(apart)} entries of the bibliography fit"
        return "no entry of the bibliography is that"

    def _by_author(self, work: Work) -> list[Reference]:
        """The entries of that year whose first author it is: none has the name further in front."""
        found: defaultdict[int, list[Reference]] = defaultdict(list)
        for entry in self.entries:
            if _is_of(entry, work.year):
                place = _place(entry, family(work.families[0]))
                if place is not None:
                    found[place].append(entry)
        return found[min(found)] if found else []

    @property
    def _are_unlabelled(self) -> bool:
        return not any(entry.key.isdecimal() for entry in self.entries)


def references_of(
    documents: Iterable[Document], bibliographies: Iterable[tuple[Path, Bibliography]]
) -> References:
    """The entries of bibliographies, and of the documents: their fields and lists of references."""
    found = [
        _of_entry(entry, path.parent) for path, read in bibliographies for entry in read.entries
    ]
    for document in documents:
        found += _told(document)
        found += _listed(document)
    return References(tuple(found))


def with_list(document: Document) -> Document:
    """The document with its list of references marked as one, where only a title tells of it.

    A format without headings has no kinds of blocks; in one with, the reader has marked it.
    """
    blocks = list(document.paragraphs())
    if any(block.kind is Kind.REFERENCES for block in blocks):
        return document
    for at, block in enumerate(blocks):
        if is_references(block.span.of(document.text)):
            behind = (evolve(it, kind=Kind.REFERENCES) for it in blocks[at + 1 :])
            head = evolve(block, kind=Kind.HEADING)
            return evolve(document, blocks=(*blocks[:at], head, *behind))
    return document


def _listed(document: Document) -> Iterable[Reference]:
    for block in document.blocks:
        if block.kind is Kind.REFERENCES:
            text = " ".join(block.span.of(document.text)[:LONGEST].split())
            label = _LABEL.match(text)
            key = (label[1] or label[2]) if label else ""
            yield Reference(key, text[label.end() :] if label else text)


def _told(document: Document) -> Iterable[Reference]:
    """What citations that are fields say of the works themselves."""
    for key, item in document.references.items():
        said = {name: tuple(values) for name, values in csl.fields(item).items()}
        if said:
            yield _of_entry(Entry(key, said), Path())


def _of_entry(entry: Entry, folder: Path) -> Reference:
    """An entry of fields as the text that a list of references would have for it."""
    said = entry.fields
    one = {name: next(iter(values), "") for name, values in said.items()}
    parts = [
        ", ".join(said.get("author", ())[:20]),
        one.get("title", ""),
        one.get("journal", ""),
        one.get("year", ""),
        one.get("doi", "") and f"doi:{one['doi']}",
        one.get("arxiv", "") and f"arXiv:{one['arxiv']}",
    ]
    files = tuple(folder / name.replace("\\", "/") for name in said.get("file", ()))
    return Reference(entry.key, ". ".join(filter(None, parts))[:LONGEST], files)


def _place(entry: Reference, name: str) -> int | None:
    """Which word of the first author's the name is; None where it is none of them."""
    words = folded(entry.text).replace(".", " ").replace(",", " ").split()[:_FIRST_AUTHOR]
    return words.index(name) if name in words else None


def _is_of(entry: Reference, year: str) -> bool:
    """Whether an entry is of a year; the letter behind it must be there where both have one."""
    plain = year[:4]
    found = re.search(rf"\b{plain}([a-z]?)\b", entry.text)
    return found is not None and (found[0] == year or not found[1] or year == plain)
