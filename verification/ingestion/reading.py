"""A path becomes a document: open the file, find out what it is, hand it to its reader.

The reader is chosen by the file's content first and by its suffix second. A new format is one
file with a function `read(file) -> Result[Document]`, and one line in each of the tables here. It
runs in a child process: what a file does there harms nobody (ADR 0010).
"""

from __future__ import annotations

import codecs
import hashlib
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from attrs import evolve

from vera.core.document import File
from vera.core.errors import InvalidInput, Problem, ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion.content import content_of, content_of_descriptor

if TYPE_CHECKING:
    from vera.core.document import Document
    from vera.core.ports import Reader


LARGEST = 1 << 30
"""The most bytes that a paper may have: 1 GiB."""
LARGEST_CLAIMS = 64 << 20
"""The most bytes of claims: 64 MiB."""

_MAGIC = b"%PDF-"
_MAGIC_WITHIN = 1024  # bytes; ISO 32000-1, appendix H, implementation note 13

_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_ZIP = b"PK\x03\x04"
_WORD = b"word/document.xml"
"""The name of the part of a DOCX that has its text (ECMA-376, part 1); no other archive has it."""

_MODULES = {
    "application/pdf": "pdf.reading",
    "text/markdown": "markdown",
    "text/plain": "text",
    "text/html": "html",
    "application/jats+xml": "jats",
    _DOCX: "docx",
    "message/rfc822": "mail",
    "application/mbox": "mbox",
    "application/json": "chat",
    "text/x-tex": "latex",
    "text/x-typst": "typst",
    "text/x-org": "org",
    "text/x-rst": "rst",
}
"""The module that reads each media type; of markup those in the folder of that name."""
_HERE = {"application/pdf", "text/plain"}
"""What is read by a module that is called here: one of them has programs of its own in the sandbox,
the other decodes the file and does nothing else with it."""

_SUFFIXES = {
    ".pdf": "application/pdf",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".qmd": "text/markdown",
    ".rmd": "text/markdown",
    ".tex": "text/x-tex",
    ".rnw": "text/x-tex",
    ".typ": "text/x-typst",
    ".org": "text/x-org",
    ".rst": "text/x-rst",
    ".txt": "text/plain",
    ".text": "text/plain",
    "": "text/plain",
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "text/html",
    ".xml": "application/jats+xml",
    ".nxml": "application/jats+xml",
    ".docx": _DOCX,
    ".eml": "message/rfc822",
    ".mbox": "application/mbox",
    ".json": "application/json",
}

SOURCES = frozenset((".qmd", ".rmd", ".tex", ".rnw", ".typ", ".org", ".rst"))
"""Suffixes of what papers are made from: beside the paper it would be the same once more."""
SUFFIXES = frozenset(_SUFFIXES) - SOURCES - {""}
"""The suffixes, in lower case, of files that a folder is searched for."""

_OTHERS = {
    _ZIP: "a zip archive or an office document",
    b"\xd0\xcf\x11\xe0": "an old office document",
    b"{\\rtf": "a rich text file",
    b"%!PS": "a PostScript file",
    b"\x1f\x8b": "a gzip archive",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"II*\x00": "an image",
    b"MM\x00*": "an image",
}
_PAGE = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_ARTICLE = re.compile(rb"<(?:article|pmc-articleset)[\s>]")
_PROLOG = 16384
"""Bytes within which an XML file shows its root."""
_NAMES = {"text/html": "an HTML page", "application/jats+xml": "JATS XML", _DOCX: "a Word file"}
"""What a file is that is named as a PDF: often the page of an error, in the place of the paper."""
_MARKUP = {"text/html", "application/jats+xml"}
_MAY_HOLD_HTML = {"text/markdown", "text/x-tex", "text/x-typst", "text/x-org", "text/x-rst"}
"""What may begin with HTML and is none."""
_BY_NAME = {"message/rfc822", "application/mbox", "application/json"}
"""What holds the words of others, which may look like a paper of any kind."""
_PAPERS = {
    "application/pdf": "a PDF",
    "text/html": "an HTML page",
    "application/jats+xml": "JATS XML",
    "message/rfc822": "an email",
    "application/mbox": "a mailbox",
}
"""What nobody writes claims in, and what it is called."""
_ORDER = "name the claims first, then papers, as in verify claims.txt paper.pdf"
READABLE = (
    "PDF (.pdf), HTML (.html, .htm, .xhtml), JATS XML (.xml, .nxml), Word (.docx), "
    "Markdown (.md, .markdown, .qmd, .rmd), LaTeX (.tex, .rnw), Typst (.typ), Org (.org), "
    "reStructuredText (.rst), plain text (.txt), email (.eml, .mbox) and chats (.json)"
)


def _fault(name: str, fault: ReadFault, detail: str, hint: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read", name, fault, detail, hint))


def _known(data: bytes) -> str:
    """The media type of content that says what it is, or nothing."""
    if _MAGIC in data[: _MAGIC_WITHIN + len(_MAGIC) - 1]:
        return "application/pdf"
    if data.startswith(_ZIP):
        return _DOCX if _WORD in data else ""
    start = data[:_PROLOG].replace(b"\0", b"").removeprefix(codecs.BOM_UTF8)
    start = start.removeprefix(codecs.BOM_UTF16_LE).removeprefix(codecs.BOM_UTF16_BE).lstrip()
    while start.startswith(b"<!--") and b"-->" in start:
        start = start.partition(b"-->")[2].lstrip()
    if _PAGE.match(start):
        return "text/html"
    if start.startswith((b"<?xml", b"<!DOCTYPE", b"<article", b"<pmc-articleset")):
        page, article = _PAGE.search(start), _ARTICLE.search(start)
        if article and not (page and page.start() < article.start()):
            return "application/jats+xml"
        return "text/html" if page else ""
    return ""


def _foreign(data: bytes) -> str:
    """What the content is when it is a known format that cannot be read, or nothing."""
    start = data[:_MAGIC_WITHIN].removeprefix(codecs.BOM_UTF8).lstrip()
    others = (what for magic, what in _OTHERS.items() if data.startswith(magic))
    return next(others, "an XML file other than JATS" if start.startswith(b"<?xml") else "")


def _media_type(path: Path, data: bytes, name: str, otherwise: str | None) -> Result[str]:
    suffix = path.suffix.lower()
    named = _SUFFIXES.get(suffix, otherwise)
    known = _known(data)
    markdown = named in _MAY_HOLD_HTML and known in _MARKUP
    if named in _BY_NAME and not data.startswith((_MAGIC, _ZIP)):
        return Success(named)
    if known == "application/pdf" or (known and named != "application/pdf" and not markdown):
        return Success(known)
    what = _foreign(data)
    if named == "application/pdf":
        what = _NAMES.get(known, what)
    if named in {"application/pdf", _DOCX}:
        detail = f"it is named {suffix} but is {what or f'no {suffix[1:].upper()}'}"
        return _fault(name, ReadFault.UNSUPPORTED, detail, f"what can be read is {READABLE}")
    if what or named is None:
        detail = f"it is {what or f'of the unknown kind {suffix}'}, which cannot be read"
        return _fault(name, ReadFault.UNSUPPORTED, detail, f"what can be read is {READABLE}")
    return Success(named)


def read(path: Path, password: str | None = None) -> Result[Document]:
    """Read the file whole, or say why not.

    `password` opens an encrypted PDF. Errors: an `UnreadableDocument` of any `ReadFault`.

    >>> print(read(Path("nowhere.pdf")).failure())
    nowhere.pdf: there is no such file
    """
    found = content_of(path, str(path), LARGEST)
    if failed(found):
        return found
    content = found.unwrap()
    return parse(content.data, str(path), password).map(
        lambda document: evolve(document, modified=content.modified)
    )


def read_claims(source: Path | int, name: str) -> Result[Document]:
    """A file of claims, or all that comes from an open descriptor, which the user calls `name`.

    Markdown and Word are read as such and all else as text. Errors: those of `read`, and an
    `InvalidInput` for what is a paper.
    """
    if isinstance(source, int):
        found = content_of_descriptor(source, name, LARGEST_CLAIMS)
    else:
        found = content_of(source, name, LARGEST_CLAIMS).map(lambda content: content.data)
    return found.bind(lambda data: _parse_claims(data, name))


def _parse_claims(data: bytes, name: str) -> Result[Document]:
    media_type = _media_type(Path(name), data, name, "text/plain")
    if failed(media_type):
        return media_type
    kind = media_type.unwrap()
    if kind in _PAPERS:
        problem = Problem(
            "CLAIMS", name, f"is {_PAPERS[kind]}, which is taken for a paper: {_ORDER}"
        )
        return Failure(InvalidInput("read claims", (problem,)))
    return _read(data, name, "text/plain" if kind == "application/json" else kind)


def parse(
    data: bytes, name: str, password: str | None = None, otherwise: str | None = None
) -> Result[Document]:
    """The same for content that is at hand.

    `otherwise` is the media type that it is taken for where neither it nor the suffix tells.
    """
    media_type = _media_type(Path(name), data, name, otherwise)
    return media_type.bind(lambda found: _read(data, name, found, password))


def _read(data: bytes, name: str, found: str, password: str | None = None) -> Result[Document]:
    file = File(name, data, hashlib.sha256(data).hexdigest(), password)
    if found not in _HERE:
        from vera.verification.ingestion import apart

        return apart.read(file, _MODULES[found], found)
    module = import_module(f"{__package__}.{_MODULES[found]}")
    return cast("Reader", module).read(file)
