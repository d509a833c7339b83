"""Where the libraries of a test lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.library.shelves import write

if TYPE_CHECKING:
    from pathlib import Path


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
