r"""LaTeX: what a reader of the typeset pages sees, line for line where it stands in the source.

Line n of the text is made from line n of the file, so that a place in one is a place in the other;
a footnote stands behind its paragraph. Commands of citation stay as they are written, with their
keys; other markup, comments and the preamble go. A formula is its plain text. Nothing is typeset:
of one's own commands only those without arguments are replaced by what they stand for, and files
that are taken in by \input are named in the front matter, with their lines, and not read.
"""

from __future__ import annotations

import re
from typing import Any

from vera.core.document import Document, File
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup.latex_closed import faults, unclosed, without_code
from vera.verification.ingestion.markup.latex_commands import FLOATS, HOLDS, SPECS, TABLES
from vera.verification.ingestion.markup.latex_walk import Walk
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.text import read as read_text

MEDIA_TYPE = "text/x-tex"
_BEGIN = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)


def read(file: File) -> Result[Document]:
    """The text of the file; DAMAGED where its groups are too deep, EMPTY where it shows nothing."""
    from pylatexenc import latex2text, latexwalker

    from vera.verification.ingestion.markup import pylatexenc

    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = without_code(decoded.unwrap().text)
    known = pylatexenc.context(SPECS, {**TABLES, **FLOATS, **HOLDS, "thebibliography": "{"})
    to_text = latex2text.LatexNodes2Text(math_mode="text", keep_comments=False)
    own: dict[str, str] = {}

    def plain(node: Any) -> str:
        named = own.get(getattr(node, "macroname", ""))
        return named or pylatexenc.plain(to_text, node)

    page = Page.of(source)
    reader = Walk(source, page, latexwalker, plain, own)
    try:
        begin = _BEGIN.search(source)
        if begin is not None:
            walker = pylatexenc.RunWalker(source[: begin.start()], known)
            reader.walk(walker.get_latex_nodes()[0])
            reader.page = Page(page.ends)  # what a preamble would show is none
            reader.notes, reader.read_to = [], 0
        start = begin.end() if begin else 0
        open_ = unclosed(source, start)
        walker = pylatexenc.RunWalker(source, known, open_.literal)
        nodes = walker.get_latex_nodes(pos=start, stop_upon_closing_brace=None)[0]
        reader.walk(nodes)
        reader.end()
        reader.faults += faults(open_, source)
    except RecursionError:
        detail, hint = "its groups are too deep", "check that its braces are closed"
        return Failure(UnreadableDocument("read", file.name, ReadFault.DAMAGED, detail, hint))
    return reader.page.document(file, MEDIA_TYPE, reader.title, reader.files, reader.faults)


def load() -> None:
    """Load what `read` needs, which only a use of it tells."""
    read(
        File(
            "", rb"\section{A} \emph{b} \'e $c^2$ \cite{d} \begin{tabular}{l}a$^b$\end{tabular}", ""
        )
    )
