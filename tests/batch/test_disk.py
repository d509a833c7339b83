"""What goes wrong on the disk is told, and loses nothing."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.batch.batches import done, job, parts, results
from tests.library.shelves import write
from vera.core.errors import StorageFault
from vera.verification.batch import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MANY = {f"{at:03}": f"Report {at} tells of item {at}." * 20 for at in range(60)}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB; only root can make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=256k,mode=0700", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(["mount", *options], check=False).returncode:
        pytest.skip("only root can make a small disk, and not in every container")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def _remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    """It is told, nothing half is left, and with more room the next run goes on."""
    papers, out = write(tmp_path / "papers", _MANY), small_disk / "out"
    full = run(job(), papers, out, workers=2).failure()
    assert isinstance(full, StorageFault)
    assert "no room" in full.detail
    assert "it goes on" in full.hint
    held = parts(out)
    assert held
    assert not list(out.glob("**/*.new"))
    _remount(small_disk, "size=50m")
    before = {path: path.stat().st_ino for path in held}
    assert done(papers, out).papers == len(_MANY)
    assert {path: path.stat().st_ino for path in held} == before
    done(papers, tmp_path / "whole")
    assert results(out) == results(tmp_path / "whole")


def test_a_disk_that_is_full_at_the_end(small_disk: Path, tmp_path: Path) -> None:
    """Where the results do not fit beside the parts, those of before stay as they were."""
    papers, out = write(tmp_path / "papers", dict(list(_MANY.items())[:12])), small_disk / "out"
    _remount(small_disk, "size=50m")
    done(papers, out)
    before = results(out)
    (small_disk / "ballast").write_bytes(b"\0" * 100)
    used = sum(path.stat().st_blocks * 512 for path in small_disk.rglob("*"))
    _remount(small_disk, f"size={used + 16384}")
    full = run(job(), papers, out, workers=1).failure()
    assert isinstance(full, StorageFault)
    assert "no room" in full.detail
    assert results(out) == before
    _remount(small_disk, "size=50m")
    done(papers, out)
    assert results(out) == before
    assert not list(out.glob("**/*.new"))


def test_a_read_only_disk(small_disk: Path, papers: Path) -> None:
    """It is an error that names the folder, before any paper is asked."""
    _remount(small_disk, "ro")
    refused = run(job(), papers, small_disk / "out").failure()
    assert isinstance(refused, StorageFault)
    assert str(small_disk) in str(refused)
    _remount(small_disk, "rw")


def test_results_that_are_a_file(papers: Path, out: Path) -> None:
    """A file in the place of the folder is refused, and stays."""
    out.write_text("years of work")
    assert isinstance(run(job(), papers, out).failure(), StorageFault)
    assert out.read_text() == "years of work"
