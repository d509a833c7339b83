"""The Ollama embedder against a real server."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.embedding.contract import TEXTS
from tests.ollama.process import ServerProcess
from vera.core.errors import ServiceUnavailable, TextTooLong
from vera.core.ports import Role
from vera.verification.embedding.minilm import load_minilm
from vera.verification.embedding.ollama import ModelMissing, OllamaEmbedder, answering, connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import RunningOllama
    from tests.ollama.build import Build


@pytest.fixture(scope="module")
def embedder(ollama_server: RunningOllama) -> OllamaEmbedder:
    """All-MiniLM-L6-v2 on a real server."""
    return connect(ollama_server.model, ollama_server.host).unwrap()


@pytest.fixture
def own_server(ollama_build: Build) -> Iterator[ServerProcess]:
    """A real server that a test may harm."""
    with ServerProcess(ollama_build.run, ollama_build.models) as server:
        yield server


def test_info(embedder: OllamaEmbedder, ollama_server: RunningOllama) -> None:
    """The server tells dimension, limit, version and the model's digest."""
    assert answering(ollama_server.host)
    info = embedder.info
    assert (info.name, info.dimension, info.max_tokens) == ("ollama:minilm", 384, 256)
    assert "0.5.4" in info.fingerprint


def test_known_vector(embedder: OllamaEmbedder) -> None:
    """The model is all-MiniLM-L6-v2: its vector of "hello world" begins as published."""
    row = embedder.embed(["hello world"], Role.QUERY).unwrap()[0]
    assert np.allclose(row[:3], [-0.0345, 0.0309, 0.0067], atol=2e-4)


def test_limit(embedder: OllamaEmbedder) -> None:
    """A query of as many tokens as the model reads is embedded, one token more is too long."""
    assert embedder.embed(["the " * 256], Role.QUERY).unwrap().shape == (1, 384)
    error = embedder.embed(["short", "the " * 257], Role.QUERY).failure()
    assert isinstance(error, TextTooLong)
    assert (error.index, error.limit) == (1, 256)


def test_missing_model(ollama_server: RunningOllama) -> None:
    """A model that was never pulled is told apart."""
    assert isinstance(connect("no-such-model", ollama_server.host).failure(), ModelMissing)


@pytest.mark.parametrize("name", ["minilm:latest", "library/minilm", "MiniLM"])
def test_names(ollama_server: RunningOllama, embedder: OllamaEmbedder, name: str) -> None:
    """A model is the same under each of its names."""
    assert connect(name, ollama_server.host).unwrap().info.fingerprint == embedder.info.fingerprint


def test_parity(embedder: OllamaEmbedder) -> None:
    """A text has the same vector from this server as from the embedded model."""
    minilm = load_minilm().unwrap()
    texts = [*TEXTS, "The accuracy of the model rose by 3.2% (p < 0.05). " * 10]
    here = embedder.embed(texts, Role.PASSAGE).unwrap()
    there = minilm.embed(texts, Role.PASSAGE).unwrap()
    assert (np.sum(here * there, axis=1) >= 0.998).all()


@pytest.mark.parametrize(
    "text", ["nai\u0308ve A\u030angstro\u0308m", "ＦＵＬＬ ﬁne ﬂow", "x₁² ∑ 𝒜 β≤3"]
)
def test_parity_of_odd_letters(embedder: OllamaEmbedder, text: str) -> None:
    """Decomposed accents, wide letters, ligatures and symbols are read as the other reads them."""
    here = embedder.embed([text], Role.PASSAGE).unwrap()[0]
    there = load_minilm().unwrap().embed([text], Role.PASSAGE).unwrap()[0]
    assert here @ there >= 0.998


def test_parity_of_long_passages(embedder: OllamaEmbedder) -> None:
    """A passage that is longer than the model reads means the same to both, wherever they cut."""
    minilm = load_minilm().unwrap()
    texts = [" ".join(f"{text} It is remark {n}." for n in range(40)) for text in TEXTS[:3]]
    here = embedder.embed(texts, Role.PASSAGE).unwrap()
    there = minilm.embed(texts, Role.PASSAGE).unwrap()
    assert (np.sum(here * there, axis=1) >= 0.95).all()


def test_restart(own_server: ServerProcess) -> None:
    """A server that is restarted in the middle of a run costs a wait and nothing else."""
    embedder = connect("minilm", own_server.host, sleep=lambda _: own_server.start()).unwrap()
    before = embedder.embed(list(TEXTS), Role.PASSAGE).unwrap()
    own_server.kill()
    assert np.allclose(embedder.embed(list(TEXTS), Role.PASSAGE).unwrap(), before, atol=1e-5)


def test_killed_in_mid_request(own_server: ServerProcess) -> None:
    """A server that dies with a request in its hands is an unavailable service."""
    embedder = connect("minilm", own_server.host, sleep=lambda _: None).unwrap()
    own_server.suspend()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(embedder.embed, list(TEXTS), Role.PASSAGE)
        own_server.kill()
        error = asked.result().failure()
    assert isinstance(error, ServiceUnavailable)
    assert error.attempts == 4


def test_hangs(own_server: ServerProcess) -> None:
    """A server that hangs is asked again."""
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        own_server.resume()

    embedder = connect("minilm", own_server.host, timeout=2, sleep=sleep).unwrap()
    own_server.suspend()
    assert embedder.embed(["a cat"], Role.QUERY).unwrap().shape == (1, 384)
    assert waits[0] == 0.5


def _alive_in_session(leader: int) -> list[str]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if fields[3] == str(leader) and fields[0] != "Z":
            found.append(status.parent.name)
    return found


def test_no_orphans(ollama_build: Build) -> None:
    """When the server ends, the runner of its model ends with it."""
    with ServerProcess(ollama_build.run, ollama_build.models) as server:
        connect("minilm", server.host).unwrap()
        leader = server.pid
        assert os.getsid(leader) == leader
        assert len(_alive_in_session(leader)) > 1
    give_up = time.monotonic() + 10  # who is killed still takes a moment to leave
    while _alive_in_session(leader) and time.monotonic() < give_up:
        time.sleep(0.01)
    assert _alive_in_session(leader) == []
