"""What a document leads to: the entries of its list of references, and the [[links]] of a note.

An entry is not taken apart, for there are as many styles as journals. It is asked instead whether
the title of a paper stands in it, from where a title can begin to where one can end.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.document import Kind, Span
from vera.verification.chunking import notes
from vera.verification.ingestion.identifiers import arxiv, doi, folded, title_key
from vera.verification.ingestion.reading import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.document import Document

OPENING = 16
"""Letters and digits of a title that entries are looked up by; a shorter title is not looked for,
for too much is called so."""
LONGEST = 2000
"""Characters of an entry that are kept. No entry of 1,493 in 32 lists has half as many."""
_ALONE = 25
"""Letters and digits that a title must have where nothing is known of its authors."""
_APART = 1
"""Years between a paper and an entry for it: a preprint is often of the year before."""
_BEGINS = re.compile(r"[.,;:?!\"“”‘«»()\[\]{}]")
_ENDS = re.compile(r"[.,;?!\"“”’«»()\[\]]")
_STOPS = re.compile(r"[.?!;\"“”()\[\]]")
_YEAR = re.compile(r"(?<![\d.])(?:1[5-9]|20)\d\d(?!\d)")
_COMMAS = 2
"""So many within the opening are of a list of names."""
_BETWEEN_NAMES = re.compile(r"[\s,.;:&()\[\]]+")
_MOST_AUTHORS = 20
"""Authors of a paper that are looked for in an entry."""


class Sort(Enum):
    """What leads from one document to another."""

    REFERENCE = "reference"
    NOTE = "wikilink"


@frozen
class Named:
    """A paper that a link may mean: its title, the family names of its authors, and its year."""

    title: str
    families: tuple[str, ...] = ()
    year: int | None = None


@frozen(slots=False)
class Link:
    """An entry of a list of references, or the target of a [[wikilink]], as it is written."""

    sort: Sort
    text: str

    @cached_property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """What it can be found by, the surest first: a field of a paper, and a value of it.

        Of a title, only the opening.
        """
        text = self.text
        if self.sort is Sort.NOTE:
            found = [("stem", stem(text)), ("title", title_key(text)), ("alias", folded(text))]
        else:
            found = [("doi", doi(text)), ("arxiv", arxiv(text))]
            found += [("title", opening) for opening in self._entry.openings()]
        kept = (
            (name, key.replace("\0", "").encode("utf-8", "replace").decode()) for name, key in found
        )
        return tuple(it for it in dict.fromkeys(kept) if it[1])

    @cached_property
    def _entry(self) -> _Entry:
        return _Entry.of(self.text)

    def means(self, paper: Named) -> bool:
        """Whether the title stands in the entry, with one of the authors and the year.

        What is not known of the paper, or not told by the entry, is not asked for; without authors
        the title must be long. A wikilink is the title.
        """
        title = title_key(paper.title)
        if self.sort is Sort.NOTE:
            return title == title_key(self.text)
        if len(title) < (OPENING if paper.families else _ALONE) or not self._entry.titled(title):
            return False
        years = [int(year) for year in _YEAR.findall(self.text)]
        near = (abs(year - paper.year) <= _APART for year in years if paper.year is not None)
        words = set(map(title_key, _BETWEEN_NAMES.split(self.text)))
        names = (title_key(name) in words for name in paper.families[:_MOST_AUTHORS])
        return (not paper.families or any(names)) and (paper.year is None or not years or any(near))


def links_of(document: Document) -> tuple[Link, ...]:
    """All that the document leads to, each once, in order."""
    entries = (
        " ".join(block.span.of(document.text)[:LONGEST].split())
        for block in document.blocks
        if block.kind is Kind.REFERENCES
    )
    targets = notes.links(document, Span(0, len(document.text)))
    found = [Link(Sort.REFERENCE, text) for text in dict.fromkeys(entries) if text]
    return (*found, *(Link(Sort.NOTE, target[:LONGEST]) for target in targets))


def stem(path: str) -> str:
    """What a wikilink calls a file: its name without folder and suffix, capitals as small letters.

    >>> stem("notes/Bees v1.2.md"), stem("Bees v1.2")
    ('bees v1.2', 'bees v1.2')
    """
    name = PurePath(path).name
    bare = name[: -len(suffix)] if (suffix := PurePath(name).suffix).lower() in SUFFIXES else name
    return folded(bare)


def leads_to(target: str, path: str) -> bool:
    """Whether a wikilink means the file of that path: the folders and the suffix that it names.

    >>> leads_to("notes/bees", "/home/ann/notes/Bees.md"), leads_to("ants/bees", "/notes/bees.md")
    (True, False)
    """
    *folders, name = folded(target.strip("/")).split("/")
    *above, file = folded(path).split("/")
    suffix = PurePath(name).suffix
    same = name == file if suffix in SUFFIXES else stem(name) == stem(file)
    return same and above[len(above) - len(folders) :] == folders


@frozen
class _Entry:
    """The letters and digits of a text in small letters without accents, and where each stands."""

    text: str
    letters: str
    places: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> _Entry:
        plain = [(letter, at) for at, sign in enumerate(text) for letter in _plain(sign)]
        return cls(text, "".join(it[0] for it in plain), tuple(it[1] for it in plain))

    def openings(self) -> Iterator[str]:
        """The first letters of each stretch in which a title may begin.

        Initials and lists of names are none.
        """
        for at in self._starts():
            gaps = [self._gap(it) for it in range(at + 1, at + OPENING)]
            stops = any(_STOPS.search(gap) and " " in gap for gap in gaps)
            if not stops and sum("," in gap for gap in gaps) < _COMMAS:
                yield self.letters[at : at + OPENING]

    def titled(self, title: str) -> bool:
        """Whether a stretch begins with these letters, and ends with them."""
        starts = (at for at in self._starts() if self.letters.startswith(title, at))
        return any(_ENDS.search(self._gap(at + len(title))) for at in starts)

    def _starts(self) -> Iterator[int]:
        for at in range(len(self.letters) - OPENING + 1):
            if not at or _BEGINS.search(self._gap(at)):
                yield at

    def _gap(self, at: int) -> str:
        """What stands between a letter and the one before it; behind the last, a full stop."""
        first = self.places[at - 1] + 1
        return self.text[first : self.places[at]] if at < len(self.places) else "."


@lru_cache(maxsize=4096)
def _plain(sign: str) -> str:
    return title_key(sign)
