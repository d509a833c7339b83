"""What a paper says of itself: in its front matter, in the file's metadata, on its first page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.verification.chunking.notes import aliases, links, tags
from vera.verification.ingestion.identifiers import bare_arxiv, doi, pmid, year
from vera.verification.ingestion.markup.iso8601 import iso
from vera.verification.library.first_page import printed
from vera.verification.library.metadata import FRONT, Fact, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vera.core.document import Document

_TYPES = {"text/markdown": "note"}
_DOC = "doc"
"""The artifact scheme's word for what is neither an email nor a chat."""
_OWN = frozenset({"title", "author", "authors", "tags", "tag", "aliases", "alias", "keywords"})
"""Of front matter, what other fields say."""
_MOST = 200
"""Values of a field."""


def facts_of(document: Document) -> tuple[Fact, ...]:
    """All that the paper says of itself, each value once."""
    seen: dict[tuple[str, str], Fact] = {}
    for field, value, origin in _said(document):
        text = " ".join(value.split())
        if text:
            seen.setdefault((field, text), Fact(field, text, Source.PAGE, origin))
    return tuple(seen.values())


def _said(document: Document) -> Iterator[tuple[str, str, str]]:
    yield "title", document.title, ""
    for name in document.authors[:_MOST]:
        yield "author", name, ""
    if document.modified is not None:
        yield "modified", iso(document.modified), "file"
    told = dict(document.about)
    yield "type", told.pop("type", (_TYPES.get(document.media_type, _DOC),))[0], ""
    known = {field for field, values in told.items() if any(values)}
    for field, values in told.items():
        yield from ((field, value, "file") for value in values[:_MOST])
    for tag in tags(document)[:_MOST]:
        yield "tag", tag, ""
    for alias in aliases(document)[:_MOST]:
        yield "alias", alias, ""
    for link in links(document, Span(0, len(document.text)))[:_MOST]:
        yield "link", link, ""
    front = list(_front(document.front))
    yield from front
    known |= {field for field, value, _ in front if value}
    if "type" not in document.about:
        for field, value, origin in printed(document):
            if field not in known:
                yield field, value, origin


def _front(front: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """What the front matter of a note says, in the fields that others share and in its own."""
    origin = "front matter"
    for name in ("author", "authors"):
        for value in _texts(front.get(name)):
            yield "author", value, origin
    for value in _texts(front.get("keywords")):
        yield "tag", value, origin
    dated = [front.get(name) for name in ("year", "date", "published", "created")]
    yield "year", next(filter(None, (year(str(it)) for it in dated if it is not None)), ""), origin
    for field, name, read in (
        ("doi", "doi", doi),
        ("arxiv", "arxiv", bare_arxiv),
        ("pmid", "pmid", pmid),
    ):
        yield field, read(str(front.get(name, ""))), origin
    for name, own in front.items():
        if name.lower() not in _OWN:
            for text in _texts(own)[:_MOST]:
                yield f"{FRONT}{name.lower()}", text, origin


def _texts(value: object) -> list[str]:
    """Text, numbers and booleans, and lists of them."""
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, str | int | float):
        return [str(value)]
    return [text for it in value for text in _texts(it)] if isinstance(value, list) else []
