"""A library with the embedded model, and servers that answer questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.asking.chatting import TEXTS, ChatOllama
from tests.library.shelves import write
from vera.verification.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.library import Hit


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory, cache_folder: object) -> Iterator[Library]:
    """Papers on bees and on wasps, each of one chunk, judged as a user's would be."""
    folder = tmp_path_factory.mktemp("asking")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VERA_LIBRARY_DIR", str(folder / "libraries"))
        patch.setenv("VERA_CALIBRATION_DIR", str(folder / "calibrations"))
        patch.setenv("VERA_CACHE_DIR", str(cache_folder))
        opened = Library.open("insects", embedder="minilm", create=True).unwrap()
        opened.add([write(folder / "papers", TEXTS)]).unwrap()
        yield opened
        opened.close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatOllama]:
    """A server with a chat model."""
    with ChatOllama() as fake:
        monkeypatch.setenv("OLLAMA_HOST", fake.host)
        yield fake


def number(hits: tuple[Hit, ...], name: str) -> int:
    """The number of the passage of a paper."""
    return next(at for at, hit in enumerate(hits, 1) if hit.paper.endswith(f"{name}.txt"))
