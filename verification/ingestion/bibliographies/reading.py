"""A bibliography as reference managers export it, read in a child process.

What the child answers is checked: it is entries of known fields, or an error (ADR 0034).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion import child
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.content import content_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LIMITS = Limits(output=64 << 20)
LARGEST = 64 << 20
"""The most bytes of a bibliography: 64 MiB; the 60 s of its child are spent long before."""
SUFFIXES = frozenset({".bib", ".bibtex", ".json", ".rdf"})
START = 1 << 16
"""Bytes within which a file shows what it is."""
_ZOTERO = b"http://www.zotero.org/namespaces/export#"
_FIELDS = frozenset({"title", "author", "year", "doi", "arxiv", "pmid", "journal", "tag", "file"})
_LONGEST = 20_000
_MEND = "export it again, as BibTeX or CSL JSON"
_READABLE = "what can be read is BibTeX, CSL JSON and Zotero RDF; Zotero exports each"


@frozen
class Entry:
    """A reference by its citation key; values by field: title, author, year, doi, ..., file."""

    key: str
    fields: Mapping[str, tuple[str, ...]]


@frozen
class Bibliography:
    """The entries of a file, and what is wrong with others of it, a sentence each."""

    name: str
    digest: str
    entries: tuple[Entry, ...] = field(repr=False)
    wrong: tuple[str, ...] = ()


def read(path: Path, name: str) -> Result[Bibliography]:
    """Read a bibliography; `name` is what the user calls it.

    Errors: those of a file that cannot be read; UNSUPPORTED, DAMAGED and TOO_LARGE as for papers.
    An entry that cannot be read is told of in `wrong`, and the others go on.
    """
    found = content_of(path, name, LARGEST)
    return found if failed(found) else parse(found.unwrap().data, name)


def parse(data: bytes, name: str, limits: Limits = LIMITS) -> Result[Bibliography]:
    """The same for content that is at hand."""
    import hashlib

    text, notes = _decoded(data)
    module, content = _module(text), text.encode()
    if _is_zotero(data[:START]):  # XML says itself how it is encoded
        module, content, notes = "zotero_rdf", data, ()
    if not module:
        detail = "it is no bibliography that can be read"
        return _fault(name, ReadFault.UNSUPPORTED, detail, _READABLE)
    request = {"path": child.folders(), "module": module}
    try:
        with child.answer("read_bibliography", request, content, limits) as messages:
            said = [(it.kind, it.parts) for it in islice(messages, 2)]
    except child.StoppedError as error:
        return Failure(evolve(child.unreadable(error, name, _MEND), op="read a bibliography"))
    match said:
        case [(b"B", (entries, wrong))]:
            known, told = _entries(entries), _sentences(wrong)
        case [(b"F", (fault, why))] if fault.decode("ascii", "replace") in ReadFault.__members__:
            detail = why.decode("utf-8", "replace")[:_LONGEST]
            return _fault(name, ReadFault[fault.decode()], detail, _MEND)
        case _:
            known = told = None
    if known is None or told is None:
        detail = "the file leads to answers that make no sense"
        return _fault(name, ReadFault.DAMAGED, detail, _MEND)
    if not known:
        detail = f"it holds no reference{': ' * bool(told)}{'; '.join(told[:1])}"
        return _fault(name, ReadFault.DAMAGED if told else ReadFault.EMPTY, detail, _MEND)
    return Success(Bibliography(name, hashlib.sha256(data).hexdigest(), known, (*notes, *told)))


def is_one(start: bytes) -> bool:
    """Whether a file of JSON or RDF that begins so is a bibliography.

    The first object is a reference, or Zotero's own names are used.
    """
    return _is_zotero(start) or (any(mark in start for mark in _CSL) and b'"type"' in start)


_CSL = (b'"issued"', b'"container-title"', b'"citation-key"', b'"DOI"', b'"family"')


def _is_zotero(start: bytes) -> bool:
    return _ZOTERO in start.replace(b"\0", b"")  # also in UTF-16


def _module(text: str) -> str:
    """The module of this room that reads it."""
    start = text.lstrip()[:1]
    if start in {"[", "{"} and '"type"' in text:
        return "csl"
    return "pybtex" if start and start != "<" and "@" in text else ""


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), ("it is not in UTF-8: read as Windows-1252",)


def _entries(part: bytes) -> tuple[Entry, ...] | None:
    """The entries; None for what is none."""
    said = _json(part)
    if not isinstance(said, list):
        return None
    made = []
    for item in said:
        match item:
            case [str(key), dict(fields)] if all(_sound(name, it) for name, it in fields.items()):
                made.append(
                    Entry(key, {name: tuple(filter(None, it)) for name, it in fields.items()})
                )
            case _:
                return None
    return tuple(made)


def _sound(name: object, values: object) -> bool:
    return name in _FIELDS and isinstance(values, list) and _are_texts(values)


def _are_texts(values: Iterable[Any]) -> bool:
    return all(isinstance(it, str) and len(it) <= _LONGEST for it in values)


def _sentences(part: bytes) -> tuple[str, ...] | None:
    said = _json(part)
    return tuple(said) if isinstance(said, list) and _are_texts(said) else None


def _json(part: bytes) -> object:
    try:
        return json.loads(part)
    except (ValueError, RecursionError):
        return None


def _fault(name: str, fault: ReadFault, detail: str, hint: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read a bibliography", name, fault, detail, hint))
