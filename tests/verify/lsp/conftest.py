"""What tests of the server for editors share."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.verify.lsp.editor import Editor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_TESTDATA = Path(__file__).parents[3] / "testdata"


@pytest.fixture
def folder(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the manuscript of the tests and the papers that it cites; no server answers."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    for name in ("manuscript", "probes"):
        shutil.copytree(_TESTDATA / name, tmp_path / name)
    return tmp_path


@pytest_asyncio.fixture
async def editor(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Editor]:
    """An editor that has begun no session; it ends it as editors do."""
    monkeypatch.chdir(folder)
    editor = await Editor.start()
    yield editor
    await editor.end()
