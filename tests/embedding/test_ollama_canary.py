"""What is found out about a server before it is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.fakes import FakeOllama, says, tokens
from vera.core.errors import EmbeddingFault, ServiceUnavailable, TextTooLong
from vera.core.ports import Role
from vera.verification.embedding.ollama import connect

if TYPE_CHECKING:
    from collections.abc import Callable

_LONG = "the quick brown fox jumps over the lazy dog. " * 20  # 200 words


def _unknown_where(is_unknown: Callable[[str], bool]) -> Callable[[str], list[str]]:
    """Reads a text as a model whose vocabulary lacks some words: they are all one to it."""
    return lambda text: [
        "[UNK]" if is_unknown(word) else token
        for word, token in zip(text.split(), text.lower().split(), strict=True)
    ]


@pytest.mark.parametrize(
    ("unknown", "folding"),
    [
        (lambda word: word != word.lower(), "lower case"),
        (lambda word: not word.isascii(), "no accents"),
        (lambda word: word != word.lower() or not word.isascii(), "no accents"),
    ],
)
def test_confused_texts(
    unknown: Callable[[str], bool], folding: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Where capitals or accents are lost on a server, texts are sent without, and that is said."""
    with FakeOllama() as server:
        server.reads = _unknown_where(unknown)
        embedder = connect("fake", server.host).unwrap()
        pairs = ["REPLACE SUMP PUMP", "CREATE A SPREADSHEET", "replace sump pump"]
        rows = embedder.embed(pairs, Role.PASSAGE).unwrap()
    assert rows[0] @ rows[1] < 0.9
    assert rows[0] @ rows[2] > 0.999
    assert folding in embedder.info.fingerprint
    assert folding in caplog.text


def test_hopelessly_confused() -> None:
    """A model to which all texts are one is an embedding fault that says so."""
    with FakeOllama() as server:
        server.reads = lambda _: ["[UNK]"]
        error = connect("fake", server.host).failure()
    assert isinstance(error, EmbeddingFault)
    assert "have the same vector" in error.detail
    assert "update Ollama" in error.hint


def test_batch_differs() -> None:
    """A server that gives a text another vector in a batch than alone is not trusted."""
    with FakeOllama() as server:
        rows = np.eye(4, server.dimension).tolist()
        server.replies.append(says(200, {"model": "fake", "embeddings": rows}))
        error = connect("fake", server.host).failure()
    assert isinstance(error, EmbeddingFault)
    assert "alone" in error.detail


def test_fault_while_trying() -> None:
    """A server that fails while the model is tried is unavailable."""
    with FakeOllama() as server:
        server.replies.extend([says(503, {"error": "server busy"})] * 4)
        error = connect("fake", server.host, sleep=lambda _: None).failure()
    assert isinstance(error, ServiceUnavailable)


class TestCutInSilence:
    """A server that cuts long texts although it is told not to."""

    def test_noticed(self) -> None:
        """Long passages lose nothing, and a long query is an error, as with a sound server."""
        texts = [_LONG, "short", _LONG + "and then it rained all night " * 10]
        with FakeOllama() as server:
            sound = connect("fake", server.host).unwrap().embed(texts, Role.PASSAGE).unwrap()
        with FakeOllama() as server:
            server.truncates = True
            embedder = connect("fake", server.host).unwrap()
            rows = embedder.embed(texts, Role.PASSAGE).unwrap()
            error = embedder.embed(["short", _LONG], Role.QUERY).failure()
        assert embedder.info.max_tokens == 64
        assert isinstance(error, TextTooLong)
        assert error.index == 1
        assert (np.sum(rows * sound, axis=1) > 0.99).all()
        assert rows[0] @ rows[2] < 0.95

    def test_below_what_is_told(self) -> None:
        """What the server really reads is found out where it says that it reads more."""
        with _SaysMoreThanItReads() as server:
            embedder = connect("fake", server.host).unwrap()
            rows = embedder.embed([_LONG + "rain", _LONG + "sun"], Role.PASSAGE).unwrap()
        assert embedder.info.max_tokens == 40
        assert rows[0] @ rows[1] < 1 - 1e-6

    def test_not_told(self) -> None:
        """Where it does not tell how much it read, nothing can be trusted."""
        with FakeOllama() as server:
            server.truncates, server.counts = True, False
            error = connect("fake", server.host).failure()
        assert isinstance(error, EmbeddingFault)
        assert "in silence" in error.detail


class _SaysMoreThanItReads(FakeOllama):
    def __init__(self) -> None:
        super().__init__()
        self.reads = lambda text: tokens(text)[:40]


def test_reads_more_than_it_says() -> None:
    """A server that reads a text to its end, beyond what it says, is believed."""
    with FakeOllama() as server:
        server.shown_tokens = 16
        embedder = connect("fake", server.host).unwrap()
        assert embedder.embed(["word " * 60], Role.QUERY).unwrap().shape == (1, 32)
