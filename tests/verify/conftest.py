"""What tests of the program share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty; libraries and calibrations lie in it, and no server answers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    return tmp_path
