"""Zotero RDF, the export of Zotero that keeps its files beside it. Runs in a child process.

What is in it: https://github.com/zotero/translators/blob/master/Zotero%20RDF.js
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import unquote

from vera.verification.ingestion.bibliographies.csl import noted, unmarked
from vera.verification.ingestion.identifiers import LONGEST, arxiv, doi, pmid, year
from vera.verification.ingestion.markup.rules import Act, ElementRule, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vera.verification.ingestion.markup.lxml import Element

_Z = "{http://www.zotero.org/namespaces/export#}"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_BIB = "{http://purl.org/net/biblio#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_FOAF = "{http://xmlns.com/foaf/0.1/}"
_LINK = "{http://purl.org/rss/1.0/modules/link/}"
_PRISM = "{http://prismstandard.org/namespaces/1.2/basic/}"

_PART_OF, _RESOURCE = _TERMS + "isPartOf", _RDF + "resource"
_SECTION = f"{_PART_OF}/{_BIB}Part/{_PART_OF}"
"""What a section of a newspaper is a part of."""
_NO_CONTAINERS = {_BIB + "Part", _BIB + "Series"}
_NO_ITEMS = {"", "attachment", "note", "annotation"}
_KEY = re.compile(r"^Citation Key\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
"""A line of the field Extra, in which Better BibTeX keeps it."""
_LOCAL = re.compile(r"^file://(?:localhost)?(?:/(?=[A-Za-z]:))?", re.IGNORECASE)


def entries(root: Element) -> tuple[list[tuple[str, dict[str, list[str]]]], list[str]]:
    """Each entry's key and fields, and what is wrong with the others, a sentence each."""
    said = [node for node in root if isinstance(node.tag, str)]
    nodes = {node.get(_RDF + "about"): node for node in reversed(said)}
    held = Counter(part.get(_RESOURCE) for part in root.iter(_PART_OF))
    made: list[tuple[str, dict[str, list[str]]]] = []
    wrong = []
    for item in said:
        if _one(item, _Z + "itemType") in _NO_ITEMS:
            continue
        about = item.get(_RDF + "about", "")
        extra = "\n".join(it.text or "" for it in item.iterfind(_DC + "description"))
        called = _KEY.search(extra)
        key = _one(item, _Z + "citationKey") or (called[1] if called else about.lstrip("#"))
        key = (key or f"item {len(made) + 1}")[:LONGEST]
        around, own = _container(item, nodes, held)
        fields = dict(_fields(item, around, own, noted(extra)))
        fields["file"] = list(_files(item, nodes))
        if any(_target(it, nodes) is None for it in item.iterfind(_LINK + "link")):
            wrong.append(f"{key}: an attachment that it names is missing")
        kept = {field: list(filter(None, values)) for field, values in fields.items()}
        made.append((key, {field: values for field, values in kept.items() if values}))
    return made, wrong


def _fields(
    item: Element, around: Element | None, own: bool, extra: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    """The fields of an item; identifiers of what it stands in are its own where `own`."""
    places = [item, around] if own and around is not None else [item]
    named = [_plain(it) for place in places for it in place.iterfind(_DC + "identifier")]
    address = " ".join(
        _plain(it) for it in item.iterfind(f"{_DC}identifier/{_TERMS}URI/{_RDF}value")
    )
    numbers = (
        *(_one(place, _PRISM + "number") for place in places),
        *(_one(item, tag) for tag in (_DC + "coverage", _Z + "archiveID")),
    )
    dois = (doi(it) for it in named if it.upper().startswith("DOI"))
    yield "title", [unmarked(_one(item, _DC + "title"))]
    yield "author", list(_names(item, "authors") or _names(item, "editors"))
    yield "year", [year(_one(item, _DC + "date") or _one(item, _TERMS + "issued"))]
    yield "doi", [next(filter(None, dois), "") or doi(extra.get("doi", "")) or doi(address)]
    found = next(filter(None, map(arxiv, (*numbers, address))), "")
    yield "arxiv", [found or arxiv(f"arXiv:{extra.get('arxiv', '')}")]
    yield "pmid", [pmid(_one(item, _Z + "PMID")) or pmid(extra.get("pmid", ""))]
    yield "journal", [unmarked(_one(around, _DC + "title")) if around is not None else ""]
    yield "tag", list(_tags(item))


def _container(
    item: Element, nodes: Mapping[str | None, Element], held: Mapping[str | None, int]
) -> tuple[Element | None, bool]:
    """The journal or book in which an item stands, and whether no other item stands in it.

    Zotero writes the DOI of an article there, and one for each article.
    """
    for part in (*item.iterfind(_PART_OF), *item.iterfind(_SECTION)):
        node = _target(part, nodes)
        if node is not None and node.tag not in _NO_CONTAINERS:
            name = part.get(_RESOURCE)
            return node, name is None or held[name] == 1
    return None, False


def _target(said: Element, nodes: Mapping[str | None, Element]) -> Element | None:
    """What a property is of: the node that it names, or that stands in it."""
    name = said.get(_RESOURCE)
    if name is not None:
        return nodes.get(name)
    return next((child for child in said if isinstance(child.tag, str)), None)


def _names(item: Element, role: str) -> list[str]:
    people = (person for it in item.iterfind(_BIB + role) for person in it.iter(_FOAF + "Person"))
    order = ("givenName", "givenname", "surname")
    return [" ".join(filter(None, (_one(it, _FOAF + part) for part in order))) for it in people]


def _tags(item: Element) -> Iterator[str]:
    """The tags of its user, and those that came with it; a shelf mark stands there, too."""
    for said in item.iterfind(_DC + "subject"):
        if not len(said):
            yield _plain(said)
        yield from map(_plain, said.iterfind(f"{_Z}AutomaticTag/{_RDF}value"))


def _files(item: Element, nodes: Mapping[str | None, Element]) -> Iterator[str]:
    """The paths of its attachments; a name that may be written as in an address, both ways."""
    for link in item.iterfind(_LINK + "link"):
        node = _target(link, nodes)
        if node is None or node.tag != _Z + "Attachment":
            continue
        for said in (*node.iterfind(_RESOURCE), *node.iterfind(_Z + "path")):
            path = _LOCAL.sub("", said.get(_RESOURCE) or _plain(said))
            meant = unquote(path)
            yield from (path, meant) if meant != path and meant.isprintable() else (path,)


def _one(node: Element, tag: str) -> str:
    """What the first child of that name says, or nothing."""
    found = node.find(tag)
    return "" if found is None else _plain(found)


def _plain(node: Element) -> str:
    return plain(node, lambda _: ElementRule(Act.INLINE))
