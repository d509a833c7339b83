"""Jobs without a server: the queue, who waits in it, and what ends them."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from vera.core.errors import Distrusted, EmbeddingFault, ServiceUnavailable
from vera.core.result import Failure, Result, Success
from vera.verify.serve import jobs
from vera.verify.serve.jobs import Job, Queue, State
from vera.verify.serve.sessions import Session, Sessions

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 60.0


@pytest.fixture
def queue() -> Iterator[Queue]:
    """One thread, which ends with the test."""
    made = Queue("test", 1, lambda: None)
    yield made
    made.close()


class _Gate:
    """Work that waits until it is let through."""

    def __init__(self) -> None:
        self.begun, self.open = threading.Event(), threading.Event()

    def work(self, job: Job) -> Result[dict[str, Any]]:
        """Tell that it was begun, wait, and tell that it is done."""
        self.begun.set()
        assert self.open.wait(_PATIENCE)
        job.tell("passed", {})
        return Success({"a": 1})


def _names(job: Job) -> list[str]:
    return [event.name for event in job.since(0)]


def test_jobs_wait_their_turn(queue: Queue) -> None:
    """Each is told how many are before it, also as that changes; one that is given up is out."""
    gate = _Gate()
    first, second, third = (Job("asking", gate.work) for _ in range(3))
    queue.put(first).unwrap()
    assert gate.begun.wait(_PATIENCE)
    queue.put(second).unwrap()
    queue.put(third).unwrap()
    assert (second.position, third.position) == (0, 1)
    queue.cancel(second)
    assert second.state is State.CANCELLED
    assert third.position == 0
    assert _names(third) == ["queued"]
    gate.open.set()
    assert third.finished.wait(_PATIENCE)
    assert _names(third) == ["passed", "done"]
    assert third.since(0)[-1].data == {"a": 1}
    numbers = [event.number for event in third.since(0)]
    assert numbers == sorted(set(numbers))


def test_what_runs_unwinds_where_it_next_tells(queue: Queue) -> None:
    """It is cancelled then, and tells nothing more; the next one is worked on."""
    gate, other = _Gate(), _Gate()
    job, next_ = Job("asking", gate.work), Job("asking", other.work)
    queue.put(job).unwrap()
    queue.put(next_).unwrap()
    assert gate.begun.wait(_PATIENCE)
    queue.cancel(job)
    assert job.state is State.RUNNING
    gate.open.set()
    assert job.finished.wait(_PATIENCE)
    assert _names(job) == ["cancelled"]
    other.open.set()
    assert next_.finished.wait(_PATIENCE)
    assert next_.state is State.DONE


def test_a_queue_has_an_end(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes then is told to try again."""
    monkeypatch.setattr(jobs, "WAITING", 2)
    gate = _Gate()
    queue.put(Job("asking", gate.work)).unwrap()
    assert gate.begun.wait(_PATIENCE)
    for _ in range(2):
        queue.put(Job("asking", gate.work)).unwrap()
    error = queue.put(Job("asking", gate.work)).failure()
    assert isinstance(error, ServiceUnavailable)
    assert error.retry_after
    gate.open.set()


def test_a_job_that_nobody_listens_to_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while somebody listens, not shortly after he left, and not when it is over."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    job = Job("asking", lambda _job: Success({}))

    def wake() -> None:
        """Nothing wants to be woken."""

    assert not job.abandoned
    job.listen(wake)
    now[0] += 10 * jobs.AWAY
    assert not job.abandoned
    job.ignore(wake)
    assert not job.abandoned
    now[0] += jobs.AWAY + 1
    assert job.abandoned
    job.look()
    assert not job.abandoned
    now[0] += jobs.AWAY + 1
    job.end(State.DONE, {})
    assert not job.abandoned


def test_a_defect_is_an_end(queue: Queue, capsys: pytest.CaptureFixture[str]) -> None:
    """Its text goes to standard error alone, and the queue goes on."""

    def broken(_job: Job) -> Result[dict[str, Any]]:
        raise ValueError("the secret of the house")

    job = Job("asking", broken)
    queue.put(job).unwrap()
    assert job.finished.wait(_PATIENCE)
    assert job.state is State.FAILED
    assert job.error is not None
    assert job.error["kind"] == "Defect"
    assert "secret" not in str(job.since(0))
    assert "secret" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "told"),
    [(EmbeddingFault("embed", "x", "no"), 0), (Distrusted("embed", "x", "forged"), 1)],
)
def test_an_error_is_an_end(error: EmbeddingFault, told: int) -> None:
    """One of a model that cannot be trusted lets go of all that it made."""
    forgotten: list[int] = []
    queue = Queue("test", 1, lambda: forgotten.append(1))
    job = Job("asking", lambda _job: Failure(error))
    queue.put(job).unwrap()
    assert job.finished.wait(_PATIENCE)
    queue.close()
    assert job.error is not None
    assert job.error["status"] == 503
    assert len(forgotten) == told


def test_old_jobs_go() -> None:
    """Of all sessions together only so many events are kept; what is not over stays."""
    gone: list[Session] = []
    sessions = Sessions(gone.append)
    session, other = sessions.begin(), sessions.begin()
    old, running, new = (Job("asking", lambda _job: Success({})) for _ in range(3))
    for at, (owner, job) in enumerate(((session, running), (session, old), (other, new))):
        job.seen = float(at)
        owner.begun(job)
        for number in range(10):
            job.tell("verdict", {"claim": number})
    for job in (old, new):
        job.end(State.DONE, {})
    sessions.trim(25)
    assert list(session.jobs) == [running.id]
    assert list(other.jobs) == [new.id]
    for _ in range(101):
        sessions.begin()
    assert session in gone
    assert sessions.of(session.id) is None
