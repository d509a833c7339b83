"""Where the papers, libraries and calibrations of a test lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.batch.drivers import STARTED
from tests.library.shelves import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No library or calibration of this machine counts, for this process and for workers."""
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """A driver does not outlive its test."""
    yield
    while STARTED:
        driver = STARTED.pop()
        if driver.returncode is None:
            driver.kill()
            driver.communicate()


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A folder of four papers."""
    return write(tmp_path / "papers")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where the results go."""
    return tmp_path / "out"
