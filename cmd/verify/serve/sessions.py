"""Who asks, and what each has dropped and begun: nobody is told of what is another's."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, define, field

from vera.core.document import Document
from vera.core.errors import Error, InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verify.serve.jobs import Job
from vera.verify.serve.problems import Refused, missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


PAPERS = 200
"""Papers that a session may have at once."""
SESSIONS = 100
"""Sessions that are kept: the one that was used longest ago goes, with its papers."""
JOBS = 500
"""Jobs of a session that are kept, with their verdicts; the oldest that are over go."""


@define(eq=False)
class Dropped:
    """A file that was dropped: `name` is its own in the session, `real` where it lies.

    `sent` is what its sender called it. `head` is what is known of it once it is open, without its
    text; `error` why it is not, by the password `tried`.
    """

    id: str
    name: str
    real: str
    size: int
    password: str | None = field(default=None, repr=False)
    error: Error | None = None
    tried: str | None = field(default=None, repr=False)
    head: Document | None = None
    chunks: int = 0
    job: str = ""
    opening: threading.Lock = Factory(threading.Lock)
    sent: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sent = self.name


@define(eq=False)
class Session:
    """What one browser, or the programs together, have dropped and begun.

    `works` are what jobs made, by their ids, where more can be asked of that.
    """

    id: str
    papers: dict[str, Dropped] = Factory(dict)
    jobs: OrderedDict[str, Job] = Factory(OrderedDict)
    works: dict[str, object] = Factory(dict)
    lock: threading.Lock = Factory(threading.Lock)

    def paper(self, id_: str) -> Dropped | Refused:
        """The file of that id."""
        with self.lock:
            return self.papers.get(id_) or missing("paper")

    def drop(self, dropped: Dropped) -> Result[Dropped]:
        """Take a file in, under a name that no other one has; there may be too many."""
        with self.lock:
            if len(self.papers) >= PAPERS:
                rule = f"are {PAPERS} already; remove some first"
                return Failure(InvalidInput("drop", (Problem("papers", len(self.papers), rule),)))
            dropped.name = _unlike(dropped.name, {it.name for it in self.papers.values()})
            self.papers[dropped.id] = dropped
        return Success(dropped)

    def remove(self, id_: str) -> Dropped | None:
        """Let go of a file; its jobs are the caller's."""
        with self.lock:
            gone = self.papers.pop(id_, None)
        if gone is not None:
            Path(gone.real).unlink(missing_ok=True)
        return gone

    def begun(self, job: Job) -> Job:
        """Keep a job, so that it can be asked for."""
        with self.lock:
            self.jobs[job.id] = job
            over = [it for it in self.jobs.values() if it.state.over]
            old = over[: max(0, len(self.jobs) - JOBS)]
        for each in old:
            self.forget(each)
        return job

    def forget(self, job: Job) -> None:
        """Let go of a job, and of what it made."""
        with self.lock:
            self.jobs.pop(job.id, None)
            self.works.pop(job.id, None)

    def job(self, id_: str) -> Job | Refused:
        """The job of that id."""
        with self.lock:
            return self.jobs.get(id_) or missing("job")


class Sessions:
    """All that there are. The programs, who send the token itself, have one together."""

    def __init__(self, gone: Callable[[Session], None]) -> None:
        self._gone = gone
        self._lock = threading.Lock()
        self._all: OrderedDict[str, Session] = OrderedDict()
        self.programs = Session("")

    def begin(self) -> Session:
        """A new one, of a browser that has shown the token."""
        session = Session(secrets.token_urlsafe(32))
        with self._lock:
            self._all[session.id] = session
            gone = [self._all.popitem(last=False)[1] for _ in range(len(self._all) - SESSIONS)]
        for each in gone:
            self._gone(each)
        return session

    def of(self, cookie: str) -> Session | None:
        """The one that a cookie names, if it is one of ours."""
        with self._lock:
            found = self._all.get(cookie)
            if found is not None:
                self._all.move_to_end(cookie)
        return found

    def trim(self, most: int) -> None:
        """Let the oldest jobs that are over go until no more events than that are kept."""
        jobs = [(each, job) for each in self.all() for job in list(each.jobs.values())]
        kept = sum(len(job.events) for _, job in jobs)
        for session, job in sorted(jobs, key=lambda it: it[1].seen):
            if kept <= most:
                return
            if job.state.over:
                kept -= len(job.events)
                session.forget(job)

    def all(self) -> Iterator[Session]:
        """Each, the programs' too."""
        with self._lock:
            return iter([self.programs, *self._all.values()])


def _unlike(name: str, taken: set[str]) -> str:
    path, number, found = Path(name), 1, name
    while found in taken:
        number += 1
        found = f"{path.stem}-{number}{path.suffix}"
    return found
