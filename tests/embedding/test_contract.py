"""Every embedder, and each fake of one, keeps the one contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.embedding.contract import EmbedderContract
from tests.fakes import FakeEmbedder, FakeOllama
from vera.verification.embedding.minilm import load_minilm
from vera.verification.embedding.ollama import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import RunningOllama
    from vera.core.ports import Embedder


@pytest.fixture(scope="module", params=["fake", "fake server", "minilm", "ollama"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    """Each embedder in turn."""
    match request.param:
        case "fake":
            yield FakeEmbedder()
        case "fake server":
            with FakeOllama() as server:
                yield connect("fake", server.host).unwrap()
        case "minilm":
            yield load_minilm().unwrap()
        case "ollama":
            server_process: RunningOllama = request.getfixturevalue("ollama_server")
            yield connect(server_process.model, server_process.host).unwrap()


class TestEveryEmbedder(EmbedderContract):
    """See `tests.embedding.contract`."""
