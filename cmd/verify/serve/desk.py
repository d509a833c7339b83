"""What all requests of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from vera.core.document import Document
from vera.core.errors import UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.verify.serve.folder import Folder
from vera.verify.serve.jobs import Job, Queue
from vera.verify.serve.pictures import Pictures
from vera.verify.serve.sessions import Dropped, Session, Sessions
from vera.verify.served.opened import Opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.verification.verifier import Paper, Verifier

_READERS = 2
"""Papers that are read and embedded at once: a model that embeds takes all processors by itself."""
_ASKERS = 2
"""Jobs at once that ask papers."""


EVENTS = 20_000
"""Events of all jobs that are kept, some 10 KB each: then the oldest jobs that are over go."""


@frozen
class Limits:
    """How much a client may send, and how long that may take, in bytes and seconds."""

    file: int = 256 << 20
    """Of one file; the readers take 1 GiB, and no paper that was measured had 100 MB."""
    files: int = 4 << 30
    """Of all that lie in the folder."""
    request: int = 8 << 20
    """Of any other request: a thousand long claims."""
    slow: float = 20.0
    """Seconds between two pieces of what is sent."""
    receive: float = 600.0
    """Seconds that all of it may take."""


@define(eq=False)
class Desk:
    """The engine, what lies open, who asks, and what is worked on."""

    opened: Opened
    folder: Folder
    limits: Limits = field(factory=Limits)
    pictures: Pictures = field(factory=Pictures)
    coming: dict[str, int] = field(factory=dict)
    """Bytes so far of the files that come just now, by their ids."""
    reading: Queue = field(init=False)
    asking: Queue = field(init=False)
    sessions: Sessions = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reading = Queue("reading", _READERS, self.opened.forget)
        self.asking = Queue("asking", _ASKERS, self.opened.forget)
        self.sessions = Sessions(self.leave)

    def begin(self, session: Session, queue: Queue, job: Job) -> Result[Job]:
        """Let a job of a session wait its turn."""
        begun = queue.put(job).map(session.begun)
        self.sessions.trim(EVENTS)
        return begun

    def cancel(self, job: Job) -> None:
        """Give a job up."""
        for queue in (self.reading, self.asking):
            queue.cancel(job)

    def leave(self, session: Session) -> None:
        """Let go of a session: its jobs, and what it dropped."""
        for job in list(session.jobs.values()):
            self.cancel(job)
        for id_ in list(session.papers):
            session.remove(id_)

    def give_up(self) -> None:
        """Cancel the jobs that nobody has listened to for a while."""
        for queue in (self.reading, self.asking):
            for job in queue.jobs():
                if job.abandoned:
                    queue.cancel(job)

    def close(self) -> None:
        """Let go of all jobs, and of the threads: the server ends."""
        for queue in (self.reading, self.asking):
            queue.close()

    def held(self) -> int:
        """Bytes of what was dropped and is there still, or comes just now."""
        there = sum(it.size for each in self.sessions.all() for it in list(each.papers.values()))
        return there + sum(list(self.coming.values()))

    def open(
        self, dropped: Dropped, job: Job | None = None, verifier: Verifier | None = None
    ) -> Result[Paper]:
        """The paper of a file that was dropped, read and embedded if it is not at hand.

        Errors: why it cannot be read, which stays known; those of the embedder.
        """
        if verifier is None:
            made = self.opened.verifier(Settings())
            if failed(made):
                return made
            verifier = made.unwrap()
        with dropped.opening:
            password = dropped.password
            if dropped.error is not None and dropped.tried == password:
                return Failure(dropped.error)
            if job is not None:
                job.progress("reading", 0, 1, dropped.name)
            found = self.opened.papers([dropped], verifier, _progress(job, dropped.name), password)
            if failed(found):
                return found
            (paper,) = found.unwrap()
            if failed(paper):
                dropped.error, dropped.tried = paper.failure(), password
                return paper
            dropped.error = None
            dropped.head, dropped.chunks = head(paper.unwrap().document), len(paper.unwrap().chunks)
            return paper


def head(document: Document) -> Document:
    """What is known of a document without its text: some kilobytes."""
    bare = Document("", document.source, document.digest)
    kept = ("media_type", "pages", "title", "authors", "notes", "modified", "damaged", "about")
    return evolve(bare, **{name: getattr(document, name) for name in kept})


def _progress(job: Job | None, name: str) -> Callable[[str], Callable[[int, int], None]]:
    def on(_path: str) -> Callable[[int, int], None]:
        def embedded(done: int, total: int) -> None:
            if job is not None:
                job.progress("embedding", done, total, name)

        return embedded

    return on


def unreadable(result: Result[Paper]) -> Result[UnreadableDocument]:
    """Why one paper cannot be read; an error that is not of one paper is that of all."""
    error = result.failure()
    return Success(error) if isinstance(error, UnreadableDocument) else Failure(error)
