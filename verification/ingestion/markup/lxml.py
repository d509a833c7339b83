"""HTML and XML as trees, by lxml: no entity is expanded, nothing is fetched, depth is bounded."""

from __future__ import annotations

import codecs
import re
from html.entities import html5
from typing import TYPE_CHECKING, Any, TypeAlias

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed

if TYPE_CHECKING:
    from collections.abc import Iterator

Element: TypeAlias = (
    Any  # lxml's own class; its stubs do not know comments and entities as children
)

_LARGEST = 64 << 20
"""Bytes of markup; arXiv's longest pages have some 10 MB."""
_MOST_TAGS = 1_000_000
"""A tree of as many elements takes about 300 MB."""
_MOST_WORDS_OF_A_TAG = 20_000
"""The parser compares each attribute with all before it."""
_BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_META = re.compile(rb"<meta[^>]{1,500}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_META_WITHIN = 4096
_WINDOWS = {"iso-8859-1", "latin-1", "latin1", "ascii", "us-ascii"}
"""Names that mean windows-1252 on the web (WHATWG Encoding, 4.2)."""
_HINT = "fetch the file again, or give the paper as PDF"


def _fault(name: str, fault: ReadFault, detail: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read", name, fault, detail, _HINT))


def _too_large(data: bytes) -> str:
    if len(data) > _LARGEST:
        return f"its markup is larger than {_LARGEST >> 20} MiB"
    if data.count(b"<") > _MOST_TAGS:
        return f"it has more than {_MOST_TAGS:,} tags"
    long = (part for part in data.split(b"<") if len(part) > _MOST_WORDS_OF_A_TAG)
    if any(len(part.split()) > _MOST_WORDS_OF_A_TAG for part in long):
        return f"a tag and the text after it have more than {_MOST_WORDS_OF_A_TAG:,} words"
    return ""


def _decoded(data: bytes, name: str) -> Result[str]:
    """The characters of a page: by its byte order mark, else as declared, else UTF-8."""
    marks = ((mark, coding) for mark, coding in _BOMS.items() if data.startswith(mark))
    mark, encoding = next(marks, (b"", ""))
    if not encoding:
        declared = _META.search(data[:_META_WITHIN])
        encoding = declared[1].decode("ascii", "replace").lower() if declared else "utf-8"
        encoding = "windows-1252" if encoding in _WINDOWS else encoding
    try:
        return Success(data[len(mark) :].decode(encoding))
    except UnicodeDecodeError as error:
        at = error.start + len(mark)
        detail = f"it is not {encoding.upper()}: see the byte at offset {at}"
    except (LookupError, UnicodeError):  # "undefined" is an encoding that refuses all
        detail = f"its declared encoding {encoding!r} is unknown, or no page is in it"
    return _fault(name, ReadFault.UNDECODABLE, detail)


def html_tree(data: bytes, name: str) -> Result[Element]:
    """The root of a page. Errors: TOO_LARGE, UNDECODABLE, EMPTY, and DAMAGED for deep nesting."""
    from lxml import etree

    if detail := _too_large(data):
        return _fault(name, ReadFault.TOO_LARGE, detail)
    decoded = _decoded(data, name)
    if failed(decoded):
        return decoded
    text = decoded.unwrap()
    if "\0" in text:
        return _fault(name, ReadFault.DAMAGED, "it holds NUL characters")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True)
    try:
        root: Element = etree.fromstring(text.encode(), parser)
    except (etree.Error, ValueError, LookupError) as error:
        return _fault(name, ReadFault.DAMAGED, f"it is no HTML: {error}")
    for entry in parser.error_log:
        if entry.level_name == "FATAL" or "depth" in entry.message:
            return _fault(name, ReadFault.DAMAGED, f"it cannot be parsed whole: {entry.message}")
    if root is None:
        return _fault(name, ReadFault.EMPTY, "it holds no elements")
    return Success(root)


def _entities(root: Element) -> Iterator[str]:
    from lxml import etree

    for entity in root.iter(etree.Entity):
        yield entity.name


def xml_tree(data: bytes, name: str) -> Result[Element]:
    """The root of an XML file, in the encoding it declares.

    Named characters of HTML stay as entities for `entity`; an entity that the file defines is an
    error, as are deep nesting and what is not well-formed: DAMAGED. Also TOO_LARGE, UNDECODABLE.
    """
    from lxml import etree

    if detail := _too_large(data):
        return _fault(name, ReadFault.TOO_LARGE, detail)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root: Element = etree.fromstring(data, parser)
    except (etree.Error, ValueError, LookupError) as error:
        said = str(error)
        coding = "encoding" in said.lower() or "not proper UTF-8" in said
        fault = ReadFault.UNDECODABLE if coding else ReadFault.DAMAGED
        return _fault(name, fault, f"it is not well-formed XML: {said}")
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and next(dtd.iterentities(), None) is not None:
        return _fault(name, ReadFault.DAMAGED, "it defines entities, which are not expanded")
    unknown = next((it for it in _entities(root) if it + ";" not in html5), "")
    if unknown:
        return _fault(name, ReadFault.DAMAGED, f"its entity &{unknown}; is unknown")
    return Success(root)


def entity(node: Element) -> str:
    """The character that a node stands for that is no element; nothing for a comment."""
    name = getattr(node, "name", None)
    return html5.get(f"{name};", "") if isinstance(name, str) else ""
