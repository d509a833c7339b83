"""Where the libraries of a test lie."""

from __future__ import annotations

import os
import subprocess
from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.library.server import PostgresServer
from tests.library.shelves import PREFIX, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NUMBERS = count()


@pytest.fixture(autouse=True)
def libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for libraries; no calibration of this machine counts."""
    folder = tmp_path / "libraries"
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(folder))
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    return folder


@pytest.fixture
def papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of four papers, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "papers")


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A real server that runs as long as the tests do."""
    made = PostgresServer()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where `shelf` keeps libraries: in files, or, where a test says so, on a server."""
    kind: str = getattr(request, "param", "sqlite")
    prefix = ""
    if kind == "postgres":
        made: PostgresServer = request.getfixturevalue("server")
        prefix = f"{made.url()}#t{next(_NUMBERS)}_"
    monkeypatch.setenv(PREFIX, prefix)
    return kind


@pytest.fixture
def small_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file system of a megabyte for libraries; only root can make one."""
    folder = tmp_path / "disk"
    folder.mkdir(mode=0o700)
    options = ["-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(["mount", *options], check=False).returncode:
        pytest.skip("only root can make a small disk, and not in every container")
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(folder))
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
