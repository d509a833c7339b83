"""One server for the tests that only ask, and a place of its own for what it keeps."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.serve.server import Server, running

if TYPE_CHECKING:
    from collections.abc import Iterator

_OWN = ("VERA_CACHE_DIR", "VERA_KEY_DIR", "VERA_LIBRARY_DIR", "TMPDIR")


@pytest.fixture(scope="module", autouse=True)
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Nothing of the user's is read or written, and no server of Ollama is asked."""
    own = {name: str(tmp_path_factory.mktemp(name.lower())) for name in _OWN}
    with pytest.MonkeyPatch.context() as patched:
        for name, folder in own.items():
            patched.setenv(name, folder)
        patched.setenv("OLLAMA_HOST", "127.0.0.1:9")
        yield own


@pytest.fixture(scope="module")
def server(folders: dict[str, str]) -> Iterator[Server]:
    """A server that the tests of a file share."""
    assert os.environ["TMPDIR"] == folders["TMPDIR"]
    with running() as started:
        yield started
