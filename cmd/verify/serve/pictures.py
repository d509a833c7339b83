"""Pictures of pages, drawn by a child with limits as for a report, and kept for a while."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from attrs import define, field

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring

if TYPE_CHECKING:
    from vera.core.document import Document

_MOST = 64 << 20
"""Bytes of pictures that are kept: a thousand pages of text."""
_AT_ONCE = 2
"""Pages that are drawn at once, each by a child of its own."""


@define(eq=False)
class Pictures:
    """Pictures by the digest of a PDF and the number of a page; any thread may ask."""

    _kept: OrderedDict[tuple[str, int], bytes] = field(factory=OrderedDict)
    _size: int = 0
    _lock: threading.Lock = field(factory=threading.Lock)
    _drawing: threading.Semaphore = field(factory=lambda: threading.Semaphore(_AT_ONCE))

    def of(self, document: Document, number: int, password: str | None) -> Result[bytes]:
        """A page of a document, whose `source` is its path; `MEDIA_TYPE` of `pdf.pictures`.

        Errors: those of reading the file as it was; an `UnreadableDocument` where there is no such
        page, or it cannot be drawn.
        """
        key = document.digest, number
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return Success(kept)
        if number not in {page.number for page in document.pages}:
            return _none(document, ReadFault.MISSING, f"it has no page {number}")
        with self._drawing:
            found = wiring.Again(password).pictures(document, [number])
        if failed(found):
            return found
        picture = found.unwrap().made.get(number)
        if picture is None:
            why = found.unwrap().missing.get(number, "it cannot be rendered")
            return _none(document, ReadFault.DAMAGED, f"page {number}: {why}")
        self._keep(key, picture)
        return Success(picture)

    def _keep(self, key: tuple[str, int], picture: bytes) -> None:
        with self._lock:
            self._size += len(picture) - len(self._kept.pop(key, b""))
            self._kept[key] = picture
            while self._size > _MOST:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone)


def _none(document: Document, fault: ReadFault, detail: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("draw a page", document.source, fault, detail))
