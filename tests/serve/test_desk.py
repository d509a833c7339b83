"""What a desk keeps of the papers that it opens."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from vera.core.result import Success, failed
from vera.verification.retrieval.passages import Passages
from vera.verify.serve import jobs
from vera.verify.serve.desk import Desk
from vera.verify.serve.endpoint import Call
from vera.verify.serve.folder import Folder
from vera.verify.serve.jobs import Job
from vera.verify.serve.papers import begin_reading, listed, shown
from vera.verify.serve.sessions import Dropped, Session
from vera.verify.served.opened import Opened

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = (Path(__file__).parents[2] / "testdata" / "papers" / "plain.txt").read_bytes()
_PATIENCE = 120.0


@pytest.fixture
def desk() -> Iterator[Desk]:
    """One without a server."""
    made = Desk(Opened("minilm"), Folder.create().unwrap())
    yield made
    made.close()
    made.folder.remove()


def _dropped(desk: Desk, name: str, content: bytes) -> Dropped:
    path = desk.folder.place("x", name)
    path.write_bytes(content)
    return Dropped("x", name, str(path), len(content))


def test_why_a_paper_cannot_be_read_is_known_until_a_password_comes(desk: Desk) -> None:
    """It is answered without reading the file anew, however often claims are asked of it."""
    dropped = _dropped(desk, "paper.txt", b"")
    first = desk.open(dropped).failure()
    Path(dropped.real).write_bytes(_PLAIN)
    assert desk.open(dropped).failure() == first
    dropped.password = "one"  # noqa: S105 - of no file
    assert not failed(desk.open(dropped))
    assert dropped.error is None


def test_a_paper_that_was_read_is_ready_for_any_claim(desk: Desk) -> None:
    """Nothing of it is left to be made by the first claim that asks for it."""
    dropped = _dropped(desk, "paper.txt", _PLAIN)
    job = begin_reading(desk, Session(""), dropped).unwrap()
    assert job.finished.wait(_PATIENCE)
    passages = desk.open(dropped).unwrap().passages
    lazy = {name for name, it in vars(Passages).items() if isinstance(it, cached_property)}
    assert lazy
    assert lazy <= vars(passages).keys()


def test_a_paper_that_is_asked_for_is_read_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its id or among all: who asks now and then need not listen to the job."""
    session, dropped = Session(""), _dropped(desk, "paper.txt", _PLAIN)
    session.drop(dropped).unwrap()
    job = session.begun(Job("reading", lambda _job: Success({})))
    dropped.job = job.id
    now = [job.seen]
    monkeypatch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for ask in (shown, listed):
        now[0] += jobs.AWAY + 1
        assert job.abandoned
        ask(Call(desk, session, {"paper": dropped.id}))
        assert not job.abandoned
