"""The number and the anchor of each section: what a chunk of a textbook is cited by (ADR 0015)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.chunking.slugs import Slugger

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vera.core.document import Document, Section

_PRINTED = re.compile(
    r"(?:chapter|part|section|§)?\s*(?P<number>\d{1,3}(?:\.\d{1,3})*)(?:[.:)]|\s|$)", re.IGNORECASE
)
_EXPLICIT = re.compile(r"\{#(?P<anchor>[^\s{}]++)[^{}]*+\}[ \t]*#*[ \t]*$")


@frozen
class Place:
    """Where a section stands: its number, (3, 2, 1) for 3.2.1, and its anchor with "#" or ""."""

    number: tuple[int, ...] = (0,)
    anchor: str = ""

    @property
    def chapter(self) -> int:
        """The first part of the number."""
        return self.number[0]

    @property
    def section(self) -> str | None:
        """The first two parts of the number, if there are two."""
        return ".".join(map(str, self.number[:2])) if len(self.number) > 1 else None

    @property
    def subsection(self) -> str | None:
        """The whole number, where it has more than two parts."""
        return ".".join(map(str, self.number)) if len(self.number) > 2 else None


def printed(title: str) -> tuple[int, ...]:
    """The number that a heading prints, or ().

    >>> printed("Chapter 3: Kinematics"), printed("3.2.1 Joints"), printed("3D models")
    ((3,), (3, 2, 1), ())
    """
    found = _PRINTED.match(title)
    return tuple(map(int, found["number"].split("."))) if found else ()


@lru_cache(maxsize=1)
def places(document: Document) -> Mapping[int, Place]:
    """The place of each of the document's sections, by the offset at which it begins."""
    found = map(Place, _numbers(document.sections), _anchors(document))
    return {it.span.start: place for it, place in zip(document.sections, found, strict=True)}


def _numbers(sections: Sequence[Section]) -> list[tuple[int, ...]]:
    """The printed number, else that of the parent and the next that none beside it has.

    What stands before the first printed number beside it has 0 (an abstract), and so has a heading
    over chapters that print theirs: the title of the whole.
    """
    told = [printed(section.path[-1]) for section in sections]
    parents = _parents(sections)
    beside: dict[int, set[int]] = {}
    first: dict[int, int] = {}
    for at, (number, parent) in enumerate(zip(told, parents, strict=True)):
        if number:
            beside.setdefault(parent, set()).add(number[-1])
            first.setdefault(parent, at)
    titles = {parent for number, parent in zip(told, parents, strict=True) if len(number) == 1}
    numbers: list[tuple[int, ...]] = []
    last: dict[int, int] = {}
    for at, (number, parent) in enumerate(zip(told, parents, strict=True)):
        above = numbers[parent] if parent >= 0 and numbers[parent] != (0,) else ()
        if number:
            numbers.append(number)
        elif at < first.get(parent, 0) or (at in titles and not above):
            numbers.append((*above, 0))
        else:
            taken, free = beside.setdefault(parent, set()), last.get(parent, 0) + 1
            while free in taken:
                free += 1
            taken.add(free)
            numbers.append((*above, free))
        last[parent] = numbers[-1][-1]
    return numbers


def _parents(sections: Sequence[Section]) -> list[int]:
    """The index of the section around each, -1 for those in none."""
    open_: list[int] = []
    parents = []
    for at, section in enumerate(sections):
        while open_ and len(sections[open_[-1]].path) >= len(section.path):
            open_.pop()
        parents.append(open_[-1] if open_ else -1)
        open_.append(at)
    return parents


def _anchors(document: Document) -> Iterator[str]:
    """The anchors of Markdown's headings as Docusaurus makes them; an explicit {#name} wins."""
    slugger = Slugger()
    for section in document.sections:
        if document.media_type != "text/markdown":
            yield ""
            continue
        line = document.text[section.span.start : section.span.end].split("\n", 1)[0].rstrip()
        explicit = _EXPLICIT.search(line)
        yield f"#{explicit['anchor'] if explicit else slugger.anchor(section.path[-1])}"
