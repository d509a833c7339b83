r"""Typst: what a reader of the typeset pages sees, line for line where it stands in the source.

As LaTeX is read. A citation is written as LaTeX has it, `\citep{key}` or `\citet{key}`, so that all
that follows knows one form. Nothing is run: what a function of one's own would show is the content
that it is given, and files that are taken in are named in the front matter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.typst_walk import LABEL, Walk
from vera.verification.ingestion.text import read as read_text

if TYPE_CHECKING:
    from vera.core.document import Document, File

MEDIA_TYPE = "text/x-typst"


def read(file: File) -> Result[Document]:
    """The text of the file; DAMAGED where its brackets nest too deep, EMPTY where nothing shows."""
    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = decoded.unwrap().text
    reader = Walk(
        source, Page.of(source), frozenset(LABEL.findall(re.sub(r"#cite\([^)]*\)", "", source)))
    )
    try:
        reader.walk(0, len(source))
        reader.end()
    except RecursionError:
        detail, hint = "its brackets are too deep", "check that they are closed"
        return Failure(UnreadableDocument("read", file.name, ReadFault.DAMAGED, detail, hint))
    headings = reader.page.headings
    first = headings[0].title if headings and headings[0].level == 1 else ""
    title = reader.title or first
    return reader.page.document(file, MEDIA_TYPE, title, reader.front, reader.faults)
