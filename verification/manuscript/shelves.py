"""The papers that are at hand for a manuscript: files and folders, or a library's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.ingestion.reading import SUFFIXES
from vera.verification.library.files import shown
from vera.verification.manuscript.papers import Held, Papers, about
from vera.verification.verifier import READERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vera.core.document import Document
    from vera.verification.library import Library
    from vera.verification.verifier import Verifier

_NO_PAPERS = frozenset((".json", ".eml", ".mbox"))
"""What is read, and what a folder of papers does not have as papers unless it is named."""


def of_files(
    names: Sequence[str],
    verifier: Verifier,
    password: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result[tuple[Papers, tuple[UnreadableDocument, ...]]]:
    """The papers among files and all in folders, and those that could not be read.

    Nothing is embedded before a paper is asked. `progress` is told how many are read, of how many.
    An `InvalidInput` names what is neither file nor folder.
    """
    wrong = [Problem("papers", name, "is no file or folder") for name in names if not _is(name)]
    if wrong:
        return Failure(InvalidInput("look for papers", tuple(wrong)))
    paths = paths_of(names)
    held, unread = [], []
    with ThreadPoolExecutor(READERS) as pool:
        reads = pool.map(lambda path: wiring.read_document(path, password), paths)
        for done, (path, read) in enumerate(zip(paths, reads, strict=True), 1):
            if progress is not None:
                progress(done, len(paths))
            if not failed(read):
                held.append(_held(str(path), read.unwrap(), verifier))
                continue
            error = read.failure()
            if not isinstance(error, UnreadableDocument):
                return read
            unread.append(error)
    return Success((Papers(held), tuple(unread)))


def paths_of(names: Sequence[str]) -> list[Path]:
    """The files that are papers, each once: those that are named, and all in folders."""
    return list(dict.fromkeys(path for name in names for path in _files(Path(name))))


def of_library(library: Library) -> Result[Papers]:
    """The papers of a library, opened from what it keeps; errors are the library's."""
    listed, documents = library.papers(), library.documents()
    if failed(listed):
        return listed
    if failed(documents):
        return documents
    known = {it.name: it.metadata for it in listed.unwrap()}
    return Success(
        Papers(
            Held(name, entry.content, known[name], partial(library.paper, entry.content, name))
            for entry, path in documents.unwrap()
            if (name := shown(path)) in known
        )
    )


def _held(name: str, document: Document, verifier: Verifier) -> Held:
    content = document.digest, document.media_type
    return Held(name, content, about(document), partial(verifier.open_document, document))


def _is(name: str) -> bool:
    return Path(name).is_file() or Path(name).is_dir()


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for found in sorted(path.rglob("*")):
        kind = found.suffix.lower()
        if kind in SUFFIXES and kind not in _NO_PAPERS and found.is_file():
            yield found
