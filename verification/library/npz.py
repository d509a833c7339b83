"""A document and its sentences as bytes, and back, checked.

The form is an archive of NumPy's arrays (`.npy` in a zip), compressed as a whole: no pickle, and
the same bytes for the same document. A record that does not hold together is a fault, never a
shorter document. Marks, and what they refer to, are not kept: a paper of a library is asked what it
says, not what it cites.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from vera.core.document import (
    Block,
    Box,
    Document,
    Form,
    Kind,
    LeftOut,
    Page,
    Places,
    Section,
    Span,
)
from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success
from vera.core.table import numbers_of, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

_OP = "read a paper of the library"
_BROKEN = (ValueError, KeyError, TypeError, IndexError, OSError, EOFError, zipfile.BadZipFile)
"""What NumPy, json and our own types raise at bytes that are no record."""
_MOST = 2**28
"""Bytes of a record: a paper of 3,000,000 characters, the most that is read, has a third of it."""


def _spans(spans: Iterable[Span]) -> NDArray[np.int64]:
    return np.array([(it.start, it.end) for it in spans], dtype=np.int64).reshape(-1, 2)


def _back(array: NDArray[Any]) -> list[Span]:
    return [Span(int(start), int(end)) for start, end in array]


def _head(document: Document) -> dict[str, Any]:
    return {
        "source": document.source,
        "digest": document.digest,
        "media_type": document.media_type,
        "title": document.title,
        "authors": document.authors,
        "notes": document.notes,
        "front": dict(document.front),
        "about": dict(document.about),
        "modified": document.modified,
        "damaged": document.damaged,
        "kinds": [kind.value for kind in Kind],
        "forms": [form.value for form in Form],
        "sections": [section.path for section in document.sections],
        "pages": [[it.number, it.label, it.unread, it.damaged] for it in document.pages],
        "left_out": [[it.text, it.reason, it.box.page] for it in document.left_out],
    }


def to_bytes(document: Document, sentences: Sequence[Span]) -> bytes:
    """The document, and where its sentences are."""
    kinds, forms = tuple(Kind), tuple(Form)
    arrays: dict[str, NDArray[Any]] = {
        "text": _text(document.text),
        "head": _text(json.dumps(_head(document), ensure_ascii=False)),
        "sentences": _spans(sentences),
        "blocks": _spans(block.span for block in document.blocks),
        "kinds": np.array([kinds.index(block.kind) for block in document.blocks], dtype=np.uint8),
        "forms": np.array([forms.index(block.form) for block in document.blocks], dtype=np.uint8),
        "sections": _spans(section.span for section in document.sections),
        "page_spans": _spans(page.span for page in document.pages),
        "page_sizes": np.array(
            [(page.width, page.height) for page in document.pages], dtype=np.float64
        ).reshape(-1, 2),
        "left_out": np.array(
            [(it.box.x0, it.box.y0, it.box.x1, it.box.y1) for it in document.left_out],
            dtype=np.float64,
        ).reshape(-1, 4),
        "tables": np.fromiter(numbers_of(document.tables), dtype=np.int64),
    }
    if document.places is not None:
        arrays |= {
            "page": document.places.page,
            "line": document.places.line,
            "box": document.places.box,
        }
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **arrays)
    return zlib.compress(out.getvalue(), 1)


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _words(array: NDArray[Any]) -> str:
    return array.astype(np.uint8).tobytes().decode("utf-8", "surrogatepass")


@frozen(eq=False)
class Record:
    """What is kept of a document."""

    document: Document
    sentences: tuple[Span, ...]


def from_bytes(data: bytes, name: str) -> Result[Record]:
    """The document again; a `StorageFault` where the bytes are no record. `name` is its file's."""
    try:
        with np.load(io.BytesIO(_unpacked(data)), allow_pickle=False) as arrays:
            if sum(it.file_size for it in arrays.zip.infolist()) > _MOST:
                raise ValueError("it is too large")
            return Success(_record(arrays))
    except (*_BROKEN, MemoryError, zlib.error) as error:
        detail = f"its record in the library is damaged ({error})"
        return Failure(StorageFault(_OP, name, detail, "remove the paper and add it again"))


def _unpacked(data: bytes) -> bytes:
    """A record may come from another machine: no few bytes may become any number of them."""
    stream = zlib.decompressobj()
    whole = stream.decompress(data, _MOST)
    if not stream.eof:
        raise ValueError("it is cut short, or too large")
    return whole


def _record(arrays: Mapping[str, NDArray[Any]]) -> Record:
    text, head = _words(arrays["text"]), json.loads(_words(arrays["head"]))
    kinds, forms = [Kind(name) for name in head["kinds"]], [Form(name) for name in head["forms"]]
    places = None
    if "page" in arrays:
        places = Places(arrays["page"], arrays["line"], arrays["box"])
        if len(places.page) != len(text):
            raise ValueError("places are not those of the text")
    document = Document(
        text=text,
        source=head["source"],
        digest=head["digest"],
        media_type=head["media_type"],
        pages=tuple(
            Page(number, float(size[0]), float(size[1]), span, label, unread, damaged)
            for (number, label, unread, damaged), size, span in zip(
                head["pages"], arrays["page_sizes"], _back(arrays["page_spans"]), strict=True
            )
        ),
        sections=tuple(
            Section(tuple(path), span)
            for path, span in zip(head["sections"], _back(arrays["sections"]), strict=True)
        ),
        places=places,
        blocks=tuple(
            Block(span, kinds[kind], forms[form])
            for span, kind, form in zip(
                _back(arrays["blocks"]), arrays["kinds"], arrays["forms"], strict=True
            )
        ),
        title=head["title"],
        authors=tuple(head["authors"]),
        left_out=tuple(
            LeftOut(words, reason, Box(page, *map(float, box)))
            for (words, reason, page), box in zip(head["left_out"], arrays["left_out"], strict=True)
        ),
        notes=tuple(head["notes"]),
        front=head["front"],
        modified=head["modified"],
        damaged=head["damaged"],
        about={name: tuple(values) for name, values in head.get("about", {}).items()},
        tables=tables_of(arrays["tables"].tolist(), len(text)) if "tables" in arrays else (),
    )
    sentences = tuple(_back(arrays["sentences"]))
    ends = [span.end for span in (*sentences, *(block.span for block in document.blocks))]
    if max(ends, default=0) > len(text):
        raise ValueError("a span passes the end of the text")
    return Record(document, sentences)
