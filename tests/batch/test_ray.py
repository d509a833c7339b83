"""The same batch on Ray: the same results, whatever is killed."""

from __future__ import annotations

import importlib.util
import os
import signal
from typing import TYPE_CHECKING

import pytest

from tests.batch.batches import MANY, done, job, parts, results
from tests.batch.drivers import alive, drive, names, wait_for, wait_for_parts
from tests.library.shelves import write
from vera.core.errors import InvalidInput
from vera.verification.batch import run

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import Popen

_COUNT = 12
_SAID = f"{3 * _COUNT} verdicts, 0 unread\n"
on_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="ray is not installed (the extra ray)"
)


@pytest.fixture
def some(tmp_path: Path) -> Path:
    """A dozen papers."""
    return write(tmp_path / "papers", dict(list(MANY.items())[:_COUNT]))


@pytest.fixture
def whole(some: Path, tmp_path: Path) -> dict[str, bytes]:
    """The results of a batch of them by a pool."""
    done(some, tmp_path / "whole")
    return results(tmp_path / "whole")


def ended(driver: Popen[str]) -> str:
    """What a driver printed that came to its end, if this machine could start Ray in its time."""
    output, errors = driver.communicate()
    if "timed out during startup" in errors:
        pytest.skip(f"Ray did not start within its own limits: {errors.strip()}")
    assert driver.returncode == 0, errors
    return output


@on_ray
def test_a_worker_and_a_process_of_ray_are_killed(
    some: Path,
    whole: dict[str, bytes],
    out: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kill -9 of a worker, and of the process of Ray beside another: no byte differs.

    All of it with a folder for temporary files that is too deep for the sockets of Ray.
    """
    deep = tmp_path / "a folder for temporary files" / "with a long name"
    deep.mkdir(parents=True)
    monkeypatch.setenv("TMPDIR", str(deep))
    told = tmp_path / "told"
    driver = drive(some, out, told, engine="ray", pause=500)
    wait_for(lambda: len(parts(out)) >= 1 or driver.poll() is not None)
    if driver.poll() is None:
        os.kill(alive(told)[0], signal.SIGKILL)
        wait_for_parts(out, 4)
        os.kill(_parent(alive(told)[0]), signal.SIGKILL)
    assert ended(driver) == _SAID
    assert len(names(told)) == 2 + 2
    assert results(out) == whole
    wait_for(lambda: not alive(told))


@on_ray
def test_the_driver_is_killed(
    some: Path, whole: dict[str, bytes], out: Path, tmp_path: Path
) -> None:
    """No worker of it stays, the next run goes on, by a pool too, and no byte differs."""
    told = tmp_path / "told"
    driver = drive(some, out, told, engine="ray", pause=500)
    wait_for(lambda: len(parts(out)) >= 3 or driver.poll() is not None)
    if driver.poll() is not None:
        ended(driver)
    driver.kill()
    driver.communicate()
    wait_for(lambda: not alive(told))
    held = {path: path.stat().st_ino for path in parts(out)}
    assert 3 <= len(held) < _COUNT
    assert drive(some, out, told, pause=0).communicate() == (_SAID, "")
    assert {path: path.stat().st_ino for path in held} == held
    assert results(out) == whole


def test_ray_is_not_installed(papers: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is said before anything is done, with what to install."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    refused = run(job(), papers, out, engine="ray").failure()
    assert isinstance(refused, InvalidInput)
    assert "pip install 'vera-verify[ray]'" in str(refused)
    assert not out.exists()


def _parent(pid: int) -> int:
    """The process that started another (Linux: proc(5))."""
    with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
        return int(stat.read().rpartition(")")[2].split()[1])
