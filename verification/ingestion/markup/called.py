"""Where a web page calls notes and works by links, which blocks are notes, and what leads back.

A note is told by its link back to where it is called, whatever the page names it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.core.document import Calls
from vera.verification.ingestion.headings import is_references
from vera.verification.ingestion.markup.lxml import Element
from vera.verification.ingestion.markup.site import BLOCKS, HEADINGS
from vera.verification.ingestion.raised import is_label

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 40
"""Characters of a mark: what is longer is a text. By hand."""
_CALLING = re.compile(
    r"(?:[\w-]*[-_])?(?:foot|end|side)?note[-_]?(?:ref(?:erence)?|mark|call|link|anchor)s?"
    r"|fn-?ref|footnote|(?:mso|sd)(?:foot|end)note(?:reference|anc|sym)"
    r"|ltx_note_mark|ltx_role_footnotemark",
    re.IGNORECASE,
)
"""What a word of a class says of the mark of a note, as wikis, Word, LaTeXML, Pandoc write it."""
_BACK = re.compile(
    r"(?:[\w-]*[-_])?(?:back-?(?:link|ref)|footnote-?back|reversefootnote)", re.IGNORECASE
)
_ROLES = frozenset(("doc-noteref", "noteref"))
_WORDS = re.compile(r"\d|[^\W\d_]{3}")
_SHOWN = re.compile(r"[^\W_]|[*∗†‡§¶‖#]")
"""What a mark shows, and an arrow back does not."""
_HOLDS = BLOCKS - {"table", "tbody", "thead", "tfoot", "body", "main", "article"}
_AROUND = 4
"""Elements around a link of which one may have the id to which a note leads back. By hand."""


def _words(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def _said(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _role(element: Element) -> str:
    return element.get("role") or element.get("epub:type") or ""


def _fragment(link: Element) -> str:
    return (link.get("href") or "").partition("#")[2]


def _names(element: Element) -> Iterator[str]:
    for name in (element.get("id"), element.get("name") if element.tag == "a" else None):
        if name:
            yield name


@define
class Called:
    """What is called in a page: the links of each mark, the blocks that are notes, links back."""

    links: dict[Element, tuple[str, ...]] = Factory(dict)
    notes: set[Element] = Factory(set)
    back: set[Element] = Factory(set)

    @classmethod
    def of(cls, body: Element) -> Called:
        """Those of a page."""
        named: dict[str, Element] = {}
        links = [it for it in body.iter("a") if it.get("href")]
        sought = {_fragment(it) for it in links} - {""}
        if sought:
            for it in body.iter("*"):
                for name in _names(it):
                    if name in sought:
                        named.setdefault(name, it)
        found, told = cls(), dict[Element, bool]()
        back: dict[Element, dict[str, list[Element]]] = {}
        for it in links:
            if target := _fragment(it):
                for over in islice(it.iterancestors(*_HOLDS), _AROUND):
                    back.setdefault(over, {}).setdefault(target, []).append(it)
        for it in links:
            target = _fragment(it)
            if (mark := _mark(it)) is not None and _is_short(mark, told):
                known = (target,) if target in named else ()
                found.links[mark] = (*found.links.get(mark, ())[:_LONGEST], *known)
                if known and _is_within(it):
                    found._lead_back(it, block_of(named[target]), back)
        found._without_works(body)
        return found

    def _lead_back(
        self, call: Element, note: Element, back: dict[Element, dict[str, list[Element]]]
    ) -> None:
        """A note that links back to its call is one."""
        if note is block_of(call):
            return
        around = [call, *call.iterdescendants(), *list(call.iterancestors())[:_AROUND]]
        names = {name for it in around if it.tag not in BLOCKS for name in _names(it)}
        links = back.get(note, {})
        for link in (it for name in names for it in links.pop(name, ())):
            self.notes.add(note)
            self.back.add(link)
            self.links.pop(_mark(link), None)

    def _without_works(self, body: Element) -> None:
        """In a list of references it is works that are called."""
        listed = False
        for it in body.iter(*HEADINGS, *_HOLDS) if self.notes else ():
            if it.tag in HEADINGS:
                listed = is_references(_said(it))
            elif listed:
                self.notes.discard(it)

    def mark(self, element: Element) -> tuple[tuple[str, ...], Calls] | None:
        """The ids that a mark leads to, and what it says it calls; None for what is none."""
        if element in self.links:
            noted = any(map(_CALLING.fullmatch, _words(element)))
            return self.links[element], Calls.NOTE if noted else Calls.UNKNOWN
        if any(map(_CALLING.fullmatch, _words(element))) and is_label(_said(element)):
            return (), Calls.UNKNOWN
        return None

    def leads_back(self, element: Element) -> bool:
        """Whether an element says nothing but where a note is called: an arrow, or by its name."""
        if any(map(_BACK.fullmatch, _words(element))) or _role(element) == "doc-backlink":
            return True
        return element in self.back and not _WORDS.search(_said(element))


def block_of(element: Element) -> Element:
    """The block in which something stands, or that it is."""
    if element.tag in _HOLDS:
        return element
    return next(element.iterancestors(*_HOLDS), element)


def _is_short(mark: Element, told: dict[Element, bool]) -> bool:
    """Whether a mark shows something, and no more than one can; each is looked at once."""
    if mark not in told:
        said = _said(mark)
        told[mark] = len(said) <= _LONGEST and _SHOWN.search(said) is not None
    return told[mark]


def _is_within(link: Element) -> bool:
    """Whether something is said before a link in its block: a note begins with its label."""
    block, at = block_of(link), link
    while at is not block:
        for number, before in enumerate(at.itersiblings(preceding=True)):
            said = (before.tail or "").strip() or (isinstance(before.tag, str) and _said(before))
            if said or number > _LONGEST:
                return True
        at = at.getparent()
        if at is None or (at.text or "").strip():
            return at is not None
    return False


def _mark(link: Element) -> Element | None:
    """What is raised of a link, or around it: the mark as a whole; None for a link in the line."""
    over = next(link.iterancestors("sup"), None)
    if over is not None:
        return over
    inner = link.find(".//sup")
    if inner is not None and _said(inner) == _said(link):
        return link
    if not is_label(_said(link)):
        return None
    named = any(map(_CALLING.fullmatch, _words(link))) or _role(link) in _ROLES
    named = named or any(
        _CALLING.fullmatch(name) for it in link.iter("span") for name in _words(it)
    )
    return link if named else None
