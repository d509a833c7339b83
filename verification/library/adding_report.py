"""What adding papers tells, and whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from vera.core.errors import UnreadableDocument
from vera.verification.library.manifest import Manifest

if TYPE_CHECKING:
    from vera.verification.library.manifest import Remake


@frozen
class Remaking:
    """Why papers that are in a library are made anew, and how many."""

    count: int
    before: Manifest
    after: Manifest

    @property
    def extent(self) -> Remake:
        """What of them is made anew."""
        return self.before.remake(self.after)


@define
class Added:
    """What became of the papers that were named, each by its path as it is shown.

    `again` have the content of another paper: one document, in several places. `vanished` were in
    the library and are no more where they were; they stay in it. `unread` could not be read.
    `remade` counts the papers that were made anew with another embedder, chunker or reader.
    `unmatched` are the keys of entries that are no paper's, by the bibliography as it is shown, but
    for one that was only found in a folder and of which no entry is any paper's;
    `notes` say what else of bibliographies is not taken, and why, a sentence each.
    """

    added: list[str] = field(factory=list)
    replaced: list[str] = field(factory=list)
    again: list[str] = field(factory=list)
    unchanged: int = 0
    vanished: list[str] = field(factory=list)
    unread: list[UnreadableDocument] = field(factory=list)
    remade: int = 0
    unmatched: dict[str, list[str]] = field(factory=dict)
    notes: list[str] = field(factory=list)


@frozen
class Watching:
    """Who is told: `progress` of how many papers are done, and of how many; `remaking` before.

    `pages` is told how many pages a paper has that was read just now: 1 where it has no pages.
    """

    progress: Callable[[int, int], None] = lambda _done, _total: None
    remaking: Callable[[Remaking], None] = lambda _remaking: None
    pages: Callable[[int], None] = lambda _pages: None
