"""The papers at hand while an editor is open: read again where one changed, opened once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.result import Result, Success, failed
from vera.verification.library import Library
from vera.verification.library.files import look
from vera.verification.manuscript import shelves
from vera.verification.manuscript.papers import Held, Papers
from vera.verification.verifier import Paper, Verifier

if TYPE_CHECKING:
    from vera.core.errors import UnreadableDocument
    from vera.core.settings import Settings
    from vera.verify.lsp.wanted import Wanted

_OPENED = 32
"""Papers that are kept ready to be asked; one of 122 pages takes 20 MB."""


class Shelf:
    """The papers that an editor's settings name, and what asks them."""

    def __init__(self, wanted: Wanted, settings: Settings) -> None:
        self._wanted, self._settings = wanted, settings
        self.verifier = Verifier(settings, embedder=wanted.embedder)
        self._library: Library | None = None
        self._state: object = None
        self._papers: tuple[Papers, tuple[UnreadableDocument, ...]] | None = None
        self._opened: dict[tuple[str, tuple[str, str]], Result[Paper]] = {}

    def papers(self) -> Result[tuple[Papers, tuple[UnreadableDocument, ...]]]:
        """The papers, and those that cannot be read; errors are those of `shelves`."""
        if self._wanted.library is not None:
            return self._of_library(self._wanted.library)
        state = [look(str(path)) for path in shelves.paths_of(self._wanted.papers)]
        if self._papers is None or state != self._state:
            found = shelves.of_files(self._wanted.papers, self.verifier)
            if failed(found):
                return found
            papers, unread = found.unwrap()
            self._state, self._papers = state, (self._kept(papers), unread)
        return Success(self._papers)

    def _of_library(self, name: str) -> Result[tuple[Papers, tuple[UnreadableDocument, ...]]]:
        if self._library is None:
            opened = Library.open(name, self._settings, embedder=self._wanted.embedder)
            if failed(opened):
                return opened
            self._library = opened.unwrap()
            self.verifier = self._library.verifier
        listed = self._library.papers()
        if failed(listed):
            return listed
        if self._papers is None or listed.unwrap() != self._state:
            library = self._library
            found = library.ready().bind(lambda _: shelves.of_library(library))
            if failed(found):
                return found
            self._state, self._papers = listed.unwrap(), (self._kept(found.unwrap()), ())
        return Success(self._papers)

    def _kept(self, papers: Papers) -> Papers:
        """The same, each opened once."""
        return Papers(evolve(it, open=partial(self._open, it)) for it in papers.held)

    def _open(self, paper: Held) -> Result[Paper]:
        key = paper.name, paper.content
        if key not in self._opened:
            opened = paper.open()
            if failed(opened):
                return opened
            while len(self._opened) >= _OPENED:
                del self._opened[next(iter(self._opened))]
            self._opened[key] = opened
        return self._opened[key]
