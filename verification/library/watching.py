"""Keeps a library in step with folders, by looking at them again and again. ADR 0040."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from attrs import define, field

from vera.core.errors import Error, ReadFault, ServiceUnavailable, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.library.adding_report import Added
from vera.verification.library.files import absolute, named, shown, within
from vera.verification.library.listing import Listed
from vera.verification.library.settling import Settling, Stamp

PAUSE = 2.0
"""Seconds between two looks, at least: a file that is the same in both is written to no more."""
_SHARE = 20
"""Times that a look took, before the next: at most a twentieth of a processor is used. A look at
10,000 files takes 0.1 s."""
_LONGEST = 60.0
"""Seconds between two tries while a server or the disk does not do its part."""


@define
class Watcher:
    """Keeps a library in step with `names`: files, folders and patterns.

    `papers` and `add` are those of `Library`. `told` is given what became of files; an error of its
    own ends it. `trouble` is told of errors that may pass, after which it is tried again, and of
    folders that go or come back. `sleep` waits some seconds.
    """

    papers: Callable[[], Result[tuple[Listed, ...]]]
    add: Callable[[Sequence[str]], Result[Added]]
    names: Sequence[str]
    told: Callable[[Added], Result[None]]
    trouble: Callable[[str], None]
    sleep: Callable[[float], None] = time.sleep
    _files: Settling = field(factory=Settling)
    _gone: set[str] = field(factory=set)
    _failed: str = ""

    def run(self) -> Failure[Error]:
        """Go on until an error that does not pass; a signal ends it between whole papers."""
        known = self.begin()
        if failed(known):
            return known
        wait = PAUSE
        while True:
            start = time.monotonic()
            looked = self.look()
            if failed(looked):
                return looked
            took = time.monotonic() - start if not looked.unwrap() else 0.0
            wait = min(2 * wait, _LONGEST) if self._failed else max(PAUSE, _SHARE * took)
            self.sleep(wait)

    def begin(self) -> Result[None]:
        """What is in the library of these names already, and may have gone meanwhile."""
        papers = self.papers()
        if failed(papers):
            return papers
        roots = [absolute(name) for name in self.names]
        paths = [absolute(paper.name) for paper in papers.unwrap() if not paper.vanished]
        self._files.done = {path: None for path in paths if within(path, roots)}
        return Success(None)

    def look(self) -> Result[bool]:
        """Look once, and add what has settled since the look before; whether there was any."""
        now = {file.path: _stamp(file.path, file.size, file.mtime_ns) for file in named(self.names)
               if file.there}  # fmt: skip
        settled, missing = self._files.look(now)
        away = self._away()
        gone = [path for path in missing if not within(path, away)]
        if not settled and not gone:
            return Success(False)
        done = self.add([*settled, *gone])
        if failed(done):
            return self._passing(done.failure())
        self._failed = ""
        self._files.done.update({path: now[path] for path in settled})
        for path in gone:
            del self._files.done[path]
        return self._tell(done.unwrap(), {shown(path) for path in gone}).map(lambda _: True)

    def _tell(self, added: Added, gone: set[str]) -> Result[None]:
        """What became of them; a file that was never in the library may go as it came."""
        added.unread = [
            error
            for error in added.unread
            if not (error.fault is ReadFault.MISSING and error.source in gone)
        ]
        return self.told(added)

    def _passing(self, error: Error) -> Result[bool]:
        """An error that may pass is told, once; then all that is not done is tried again."""
        if not isinstance(error, ServiceUnavailable | StorageFault):
            return Failure(error)
        if str(error) != self._failed:
            self._failed = str(error)
            self.trouble(f"{error}; it is tried again")
        return Success(True)

    def _away(self) -> list[str]:
        """The folders that are not there, told when they go and when they come back.

        What was in one stays as it is: a network that is down has taken no paper away.
        """
        paths = {name: absolute(name) for name in self.names}
        away = {name for name, path in paths.items() if self._is_away(path)}
        for name in sorted(away - self._gone):
            self.trouble(f"{shown(paths[name])} is not there; waiting for it")
        for name in sorted(self._gone - away):
            self.trouble(f"{shown(paths[name])} is there again")
        self._gone = away
        return [paths[name] for name in away]

    def _is_away(self, path: str) -> bool:
        """Whether that is a folder, or a pattern of none, which cannot be read."""
        if os.path.isfile(path) or path in self._files.done:  # noqa: PTH113
            return False
        with suppress(OSError):
            os.listdir(path)  # noqa: PTH208
            return False
        return not any(mark in path for mark in "*?[")


def _stamp(path: str, size: int, mtime_ns: int) -> Stamp:
    """The size and time; `named` hides the time of a file that changed just now."""
    with suppress(OSError):
        return size, os.stat(path).st_mtime_ns if mtime_ns < 0 else mtime_ns  # noqa: PTH116
    return size, mtime_ns
