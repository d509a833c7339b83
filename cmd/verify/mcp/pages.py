"""The tool `read_pages`: a paper and page numbers in, their text out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Span
from vera.core.errors import InvalidInput, Problem, ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.chunking.window import artifact_name
from vera.verification.library.files import absolute, shown
from vera.verification.report.of_document import chosen_pages
from vera.verification.report.of_pages import pages_json

if TYPE_CHECKING:
    from vera.core.document import Document
    from vera.verify.mcp.arguments import ReadPages
    from vera.verify.mcp.tool import Desk, Tell

_OP = "read pages"
_MOST = 200_000
"""Characters that are given at once: about 60 pages."""


def read_pages(asked: ReadPages, desk: Desk, _tell: Tell) -> Result[str]:
    """The text of some pages of a paper, or of all."""
    read = _of_file(asked, desk) if asked.library is None else _of_library(asked, desk)
    if failed(read):
        return read
    document = read.unwrap()
    chosen = chosen_pages(document, asked.pages)
    if failed(chosen):
        return chosen
    pages = chosen.unwrap()
    spans = [page.span for page in pages] if document.pages else [Span(0, len(document.text))]
    size = sum(span.end - span.start for span in spans)
    if size > _MOST:
        rule = f"are {size:,} characters, and at most {_MOST:,} are given; ask for fewer pages"
        return Failure(InvalidInput(_OP, (Problem("pages", asked.pages, rule),)))
    return Success(pages_json(document, pages))


def _of_file(asked: ReadPages, desk: Desk) -> Result[Document]:
    found = desk.grant.file(asked.paper)
    if failed(found):
        return found
    read = wiring.read_document(Path(found.unwrap().real), desk.opened.password)
    if not failed(read):
        return read.map(lambda document: evolve(document, source=asked.paper))
    error = read.failure()
    if isinstance(error, UnreadableDocument):
        error = evolve(error, source=asked.paper)
    return Failure(error)


def _of_library(asked: ReadPages, desk: Desk) -> Result[Document]:
    """What a library has kept of one of its papers."""
    name = asked.library or ""
    library = desk.opened.library(name)
    if failed(library):
        return library
    held = library.unwrap().documents()
    if failed(held):
        return held
    for entry, path in held.unwrap():
        if asked.paper in {artifact_name(entry.content[0]), path} or absolute(asked.paper) == path:
            return library.unwrap().paper(entry.content, shown(path)).map(lambda it: it.document)
    detail = f"the library {name} has no such paper"
    hint = "list_papers tells its papers"
    return Failure(UnreadableDocument(_OP, asked.paper, ReadFault.MISSING, detail, hint))
