"""Workers and drivers that are killed: nothing is lost, and nothing is doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.batch.batches import MANY, Deadly, done, job, parts, results, rows
from tests.batch.drivers import alive, drive, names, wait_for, wait_for_parts
from tests.library.shelves import TEXTS, put, write
from vera.core.errors import StorageFault
from vera.verification.batch import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Forty papers."""
    return write(tmp_path / "papers", MANY)


@pytest.fixture
def whole(many: Path, tmp_path: Path) -> dict[str, bytes]:
    """The results of a batch of them that nothing happened to."""
    done(many, tmp_path / "whole")
    return results(tmp_path / "whole")


def test_a_driver_is_killed(many: Path, whole: dict[str, bytes], out: Path, tmp_path: Path) -> None:
    """After kill -9 at any moment no worker stays, the next run goes on, no byte differs."""
    chance, told, held = random.Random(0), tmp_path / "told", 0  # noqa: S311 - no secret
    for more in (0, 1, 9, 9):
        driver = drive(many, out, told)
        wait_for_parts(out, held + more)
        time.sleep(chance.random() * 0.1)
        driver.kill()
        driver.communicate()
        wait_for(lambda: not alive(told))
        assert held <= len(parts(out)) < len(MANY)
        held = len(parts(out))
        assert not results(out)
    last = drive(many, out, told)
    assert last.communicate()[0] == f"{3 * len(MANY)} verdicts, 0 unread\n"
    assert results(out) == whole
    assert not list(out.glob("**/*.new"))


def test_workers_are_killed(many: Path, whole: dict[str, bytes], out: Path, tmp_path: Path) -> None:
    """Kill -9 of one worker after another: their papers are asked again, no byte differs."""
    told = tmp_path / "told"
    driver = drive(many, out, told, pause=50)
    for before in (1, 6, 12, 18):
        wait_for_parts(out, before)
        os.kill(alive(told)[0], signal.SIGKILL)
    assert driver.communicate() == (f"{3 * len(MANY)} verdicts, 0 unread\n", "")
    assert len(names(told)) == 2 + 4
    assert results(out) == whole


@pytest.mark.parametrize("times", [2, 3])
def test_a_paper_that_kills_its_worker(papers: Path, out: Path, tmp_path: Path, times: int) -> None:
    """It is tried three times, and then named and left; no other paper is."""
    put(papers / "deadly.txt", "Arsenic is deadly.")
    (tmp_path / "told").mkdir()
    summary = done(papers, out, job(Deadly("Arsenic", tmp_path / "told", times)))
    assert len(names(tmp_path / "told")) == times
    assert summary.papers == len(TEXTS) + (times < 3)
    unread = [(row["path"], row["message"]) for row in rows(out, "unread.jsonl")]
    how = "deadly.txt: the worker that asked it ended 3 times, at last: it was ended by SIGKILL"
    assert unread == ([("deadly.txt", how)] if times == 3 else [])


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_the_program_is_ended(papers: Path, out: Path, tmp_path: Path, name: str) -> None:
    """A signal ends the program with its code and one line, and all workers; it can go on."""
    claims = tmp_path / "claims.txt"
    claims.write_text("Bees sleep at night.\n", "utf-8")
    command = [sys.executable, "-m", "vera.verify", "batch", str(claims), "--papers", str(papers)]
    command += ["--out", str(out), "--workers", "1", "--embedder", "minilm", "--no-cache"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: bool(parts(out)))
    program.send_signal(getattr(signal, name))
    output, errors = program.communicate()
    words = {"SIGTERM": "terminated", "SIGINT": "interrupted"}[name]
    if program.returncode == 0:  # the end was nearer than the signal
        assert results(out)
        return
    assert program.returncode == 128 + getattr(signal, name)
    assert errors == f"verify: 1 claim asked of 4 papers\nverify: {words}\n"
    assert output == ""
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert len(rows(out)) == len(TEXTS)


def test_two_runs_do_not_mix(many: Path, out: Path, tmp_path: Path) -> None:
    """While one run writes another is refused and told which, and the first comes to its end."""
    driver = drive(many, out, tmp_path / "told")
    wait_for(lambda: bool(parts(out)))
    refused = run(job(), many, out).failure()
    assert isinstance(refused, StorageFault)
    assert f"another run (process {driver.pid}) writes into it" in str(refused)
    assert driver.communicate()[0] == f"{3 * len(MANY)} verdicts, 0 unread\n"
