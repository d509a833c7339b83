"""What a paper says of itself: in its front matter, in the file's metadata, on its first page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.document import Kind, Span
from verification.chunking.notes import aliases, links, tags
from verification.ingestion.identifiers import arxiv, doi
from verification.library.metadata import Fact, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.document import Document

_FIRST_PART = 5000
"""Characters of the text of a paper without pages in which it names itself."""


def facts_of(document: Document) -> tuple[Fact, ...]:
    """All that the paper says of itself."""
    return tuple(Fact(*said) for said in _said(document) if said[1].strip())


def _said(document: Document) -> Iterator[tuple[str, str, Source, str]]:
    page = Source.PAGE
    yield "title", document.title, page, "title"
    for name in document.authors:
        yield "author", name, page, "authors"
    first = _first_page(document)
    yield "doi", doi(first), page, "first page"
    yield "arxiv", arxiv(first), page, "first page"
    for tag in tags(document):
        yield "tag", tag, page, "note"
    for alias in aliases(document):
        yield "alias", alias, page, "note"
    for link in links(document, Span(0, len(document.text))):
        yield "link", link, page, "note"


def _first_page(document: Document) -> str:
    """What stands on the first page that has text, but for references to others."""
    page = next((it for it in document.pages if len(it.span)), None)
    whole = page.span if page else Span(0, min(_FIRST_PART, len(document.text)))
    shown = (
        block.span.of(document.text)
        for block in document.paragraphs()
        if block.span.overlaps(whole) and block.kind is not Kind.REFERENCES
    )
    left_out = (it.text for it in document.left_out if page and it.box.page == page.number)
    return "\n".join([*left_out, *shown])
