"""A batch from its claims and papers to its results; the same again goes on where it ended."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, evolve, field, frozen

from vera.core.errors import (
    Distrusted,
    InvalidInput,
    Problem,
    ServiceUnavailable,
    UnreadableDocument,
)
from vera.core.result import Failure, Result, Success, failed
from vera.core.verdict import Status
from vera.verification.batch import pool, ray
from vera.verification.batch.asking import Asking
from vera.verification.batch.folder import Folder
from vera.verification.batch.identity import differences, text_of
from vera.verification.batch.job import Job, Shard, once
from vera.verification.batch.papers import Papers, find
from vera.verification.batch.part import Head, counted, head_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from vera.verification.batch.job import Reply

    Engine: TypeAlias = Callable[
        [Job, dict[str, Any], Sequence[Shard], int], Generator[Reply, None, None]
    ]

_log = logging.getLogger(__name__)
_OP = "run a batch"
POOL, RAY = ENGINES = ("pool", "ray")
"""What can run it: processes of this machine, or a cluster of Ray."""


@frozen
class Opening:
    """What is known before the work: how many claims and papers, and how many are done already."""

    claims: int
    papers: int
    done: int
    copies: int
    repeated: int


@frozen
class Watching:
    """Who is told: `opening` before the work, `progress` of papers done, and of how many."""

    opening: Callable[[Opening], None] = lambda _opening: None
    progress: Callable[[int, int], None] = lambda _done, _total: None


@frozen
class Summary:
    """What became of a batch: verdicts by their status, and the papers that gave none.

    `incomplete` papers were not read whole. `parquet` says whether there are results in Parquet.
    `states_nothing` are those of the unchecked that `--only-claims` left out.
    """

    counts: Counter[Status]
    papers: int
    incomplete: int
    unread: tuple[UnreadableDocument, ...]
    parquet: bool
    states_nothing: int = 0


def run(
    job: Job,
    papers: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    engine: str = POOL,
    workers: int | None = None,
    anew: bool = False,
    watching: Watching | None = None,
) -> Result[Summary]:
    """Ask all claims of all papers; the results are in the folder `out` when it returns.

    `papers` is a folder, a file or the name of a library. What an earlier run with the same claims
    and settings has done in `out` is not done again; one with others is an `InvalidInput`, but that
    with `anew` its results are removed. A paper that cannot be read is told of in the summary, and
    the others go on; any other error ends the run, and what was done is kept. `workers` is by
    default the number of processors.
    """
    wanted = _checked(engine, workers)
    if failed(wanted):
        return wanted
    found = find(papers)
    if failed(found):
        return found
    asked = evolve(job, claims=once(job.claims), library=found.unwrap().library)
    begun = Asking.begin(asked)
    if failed(begun):
        return begun
    identity = begun.unwrap().identity
    if asked.embedder == "auto":  # what it stands for may change
        asked = evolve(asked, embedder=identity["embedder"]["name"])
    taken = Folder.take(Path(out))
    if failed(taken):
        return taken
    with closing(taken.unwrap()) as folder:
        ready = _prepared(folder, identity, anew=anew)
        if failed(ready):
            return ready
        repeated = len(job.claims) - len(asked.claims)
        batch = _Batch(asked, identity, found.unwrap(), folder, watching or Watching(), repeated)
        return batch.run(pool.run if engine == POOL else ray.run, wanted.unwrap())


@define
class _Batch:
    job: Job
    identity: dict[str, Any]
    papers: Papers
    folder: Folder
    watching: Watching
    repeated: int
    _heads: dict[str, Head] = field(factory=dict)
    _written: list[str] = field(factory=list)
    _unread: list[tuple[Shard, UnreadableDocument]] = field(factory=list)

    def run(self, engine: Engine, workers: int) -> Result[Summary]:
        waiting = self._waiting()
        if failed(waiting):
            return waiting
        done = self._ask(engine, waiting.unwrap(), workers)
        if failed(done):
            if isinstance(done.failure(), Distrusted):
                forgotten = self.folder.drop(self._written)
                return forgotten if failed(forgotten) else done
            return done
        return self._finish()

    def _waiting(self) -> Result[list[Shard]]:
        """The papers without a sound part, those first that take longest."""
        waiting = []
        for shard in self.papers.shards:
            key = self._key(shard)
            part = self.folder.part(key, len(self.job.claims))
            if failed(part):
                return part
            head = part.unwrap()
            if head is None:
                waiting.append(shard)
            else:
                self._heads[key] = head
        count = len(self.papers.shards)
        done, copies = count - len(waiting), self.papers.copies
        self.watching.opening(Opening(len(self.job.claims), count, done, copies, self.repeated))
        return Success(sorted(waiting, key=lambda shard: -shard.size))

    def _ask(self, engine: Engine, shards: Sequence[Shard], workers: int) -> Result[None]:
        """Have all papers asked that wait for it; the first error that is not of one ends it."""
        total = len(self.papers.shards)
        done, said, missing = total - len(shards), set[str](), set(range(len(shards)))
        self.watching.progress(done, total)
        if not shards:
            return Success(None)
        with closing(engine(self.job, self.identity, shards, workers)) as replies:
            for reply in replies:
                for text in reply.said:
                    if text not in said:
                        _log.warning("%s", text)
                        said.add(text)
                taken = self._take(shards, reply)
                if failed(taken):
                    return taken
                missing.discard(reply.at)
                self.watching.progress(total - len(missing), total)
        if missing:
            detail = f"{len(missing)} papers came back from no worker"
            return Failure(ServiceUnavailable(_OP, "the workers", detail, hint="run it again"))
        return Success(None)

    def _take(self, shards: Sequence[Shard], reply: Reply) -> Result[None]:
        if failed(reply.outcome):
            error = reply.outcome.failure()
            if not isinstance(error, UnreadableDocument):
                return reply.outcome
            self._unread.append((shards[reply.at], error))
            return Success(None)
        part, key = reply.outcome.unwrap(), self._key(shards[reply.at])
        head = head_of(BytesIO(part), key, len(self.job.claims))
        if head is None:
            detail = "a worker sent what is no part of this batch"
            return Failure(ServiceUnavailable(_OP, "the workers", detail, hint="run it again"))
        self._heads[key] = head
        self._written.append(key)
        return self.folder.keep(key, part)

    def _finish(self) -> Result[Summary]:
        """Write the results; files of two suffixes may be one document, which is told once."""
        first: dict[tuple[str, str], Head] = {}
        for head in sorted(self._heads.values(), key=lambda it: it.path):
            first.setdefault((head.document, head.media_type), head)
        heads = [first[document] for document in sorted(first)]
        unread = sorted(self._unread, key=lambda it: it[0].name)
        told = [_told(shard, error) for shard, error in unread]
        written = self.folder.finish(heads, len(self.job.claims), told)
        return written.map(
            lambda parquet: Summary(
                counted(heads),
                len(heads),
                sum(not head.complete for head in heads),
                tuple(error for _, error in unread),
                parquet,
                sum(head.states_nothing for head in heads),
            )
        )

    def _key(self, shard: Shard) -> str:
        return shard.key(text_of(self.identity))


def _told(shard: Shard, error: UnreadableDocument) -> dict[str, Any]:
    """A row of the papers that were not read."""
    return {
        "path": shard.name,
        "document": shard.digest or None,
        "error": error.fault.value,
        "message": str(error),
        "hint": error.hint or None,
    }


def _checked(engine: str, workers: int | None) -> Result[int]:
    """The number of workers, if there can be such an engine with them."""
    problems = []
    if engine not in ENGINES:
        problems.append(Problem("engine", engine, f"must be one of {', '.join(ENGINES)}"))
    if workers is not None and workers < 1:
        problems.append(Problem("workers", workers, "must be at least 1"))
    if problems:
        return Failure(InvalidInput(_OP, tuple(problems)))
    count = workers or len(_processors()) or 1
    return ray.installed().map(lambda _: count) if engine == RAY else Success(count)


def _processors() -> Sequence[int]:
    """Those that this process may use, where that is known."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return range(os.cpu_count() or 1)


def _prepared(folder: Folder, identity: dict[str, Any], *, anew: bool) -> Result[None]:
    """The folder holds a batch of this identity, begun now or before."""
    before = folder.begun_with()
    if failed(before):
        return before
    known = before.unwrap()
    if known is None or anew:
        return folder.begin(identity)
    if other := differences(known, identity):
        rule = (
            f"holds a batch that differs in {', '.join(other)}: give another folder, or --anew, "
            "which removes what is in it"
        )
        return Failure(InvalidInput(_OP, (Problem("out", str(folder.path), rule),)))
    return folder.clear()
