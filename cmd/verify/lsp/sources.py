"""The files of manuscripts: what an editor has open as it is there, others as on the disk."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from vera.core.result import Result, failed
from vera.verification import wiring
from vera.verification.ingestion.bibliographies import reading as bibliographies
from vera.verification.ingestion.content import content_of
from vera.verification.ingestion.reading import LARGEST_CLAIMS
from vera.verification.manuscript.reading import Sources
from vera.verification.manuscript.silence import lines_of, to_read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from vera.core.document import Document
    from vera.verification.ingestion.bibliographies.reading import Bibliography

_KEPT = 200
"""Files of which what was read is kept: of manuscripts, and bibliographies."""


@define
class Files:
    """Reads files, and each content once. What of it failed is tried again."""

    _known: dict[tuple[str, str], Any] = Factory(dict)

    def sources(self, buffers: Mapping[Path, str], read: dict[Path, list[str]]) -> Sources:
        """Where a manuscript comes from: `buffers` by resolved path, else the disk.

        The lines of each file that is read as a part of the manuscript are put into `read`.
        """
        return Sources(partial(self._document, buffers, read), self._bibliography)

    def _document(
        self, buffers: Mapping[Path, str], read: dict[Path, list[str]], path: Path
    ) -> Result[Document]:
        whole = path.resolve()
        if whole in buffers:
            data = buffers[whole].encode("utf-8", "replace")
        else:
            found = content_of(path, str(path), LARGEST_CLAIMS)
            if failed(found):
                return found
            data = found.unwrap().data
        text = data.decode("utf-8", "replace")
        read[whole] = lines_of(text)
        shown = to_read(text, path.suffix.lower())
        data = data if shown == text else shown.encode()
        return self._once(str(path), data, lambda: wiring.read_content(data, str(path)))

    def _bibliography(self, path: Path, name: str) -> Result[Bibliography]:
        found = content_of(path, name, bibliographies.LARGEST)
        if failed(found):
            return found
        data = found.unwrap().data
        return self._once(name, data, lambda: bibliographies.parse(data, name))

    def _once(self, name: str, data: bytes, read: Callable[[], Result[Any]]) -> Result[Any]:
        key = name, hashlib.sha256(data).hexdigest()
        if key in self._known:
            self._known[key] = self._known.pop(key)
        else:
            made = read()
            if failed(made):
                return made
            self._known[key] = made
        while len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        known: Result[Any] = self._known[key]
        return known
