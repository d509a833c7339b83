"""Each fault that Ollama is known for, at the first request for vectors, a middle one and the last.

The cases are those of the contract as it was seen on real servers. Each ends in an error that says
what happened, or in the vectors that a sound server gives; once, or from there on for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.fakes import FakeOllama, breaks_off, is_silent, patience, says, well
from vera.core.errors import (
    Distrusted,
    EmbeddingFault,
    InvalidInput,
    ServiceUnavailable,
    TextTooLong,
)
from vera.core.ports import Role
from vera.core.result import Result, failed
from vera.verification.embedding.ollama import ModelMissing, connect

if TYPE_CHECKING:
    from tests.fakes import Connection, Reply
    from vera.core.errors import Error
    from vera.core.ports import Matrix

_TEXTS = [f"{word} number {n} IS HERE" for n in range(30) for word in ("bee", "wasp", "ant")]
_CLAIMS = ["a claim", "another of them"]
_BUSY = "server busy, please try again.  maximum pending requests exceeded"


def _answer(connection: Connection) -> tuple[int, dict[str, list[list[float]]]]:
    status, answer = connection.fake.answer(*connection.fake.requests[-1])
    assert isinstance(answer, dict)
    return status, answer


def _none(connection: Connection) -> None:
    """No vectors and no error, as for an empty input."""
    connection.reply(200, {"model": "fake", "embeddings": []})


def _zero(connection: Connection) -> None:
    """A last vector without length."""
    status, answer = _answer(connection)
    if status == 200:
        answer["embeddings"][-1] = [0.0] * connection.fake.dimension
    connection.reply(status, answer)


def _unscaled(connection: Connection) -> None:
    """Vectors that are not of length 1, as those of the older path."""
    status, answer = _answer(connection)
    if status == 200:
        answer["embeddings"] = [[3 * x for x in row] for row in answer["embeddings"]]
    connection.reply(status, answer)


def _shorter(connection: Connection) -> None:
    """Vectors of another dimension, scaled again."""
    status, answer = _answer(connection)
    if status == 200:
        rows = np.array(answer["embeddings"])[:, :16]
        scaled: list[list[float]] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).tolist()
        answer["embeddings"] = scaled
    connection.reply(status, answer)


def _updated(connection: Connection) -> None:
    """Vectors of another version of the server."""
    status, answer = _answer(connection)
    if status == 200:
        answer["embeddings"] = [row[1:] + row[:1] for row in answer["embeddings"]]
    connection.reply(status, answer)


def _capitals(connection: Connection) -> None:
    """One vector for all texts with capitals."""
    texts = connection.fake.requests[-1][1]["input"]
    status, answer = _answer(connection)
    if status == 200:
        one = np.eye(connection.fake.dimension)[0].tolist()
        for at, text in enumerate(texts):
            if text != text.lower():
                answer["embeddings"][at] = one
    connection.reply(status, answer)


_PASSING: dict[str, Reply] = {
    "queue full": says(503, {"error": _BUSY}),
    "runner crashed": says(500, {"error": {}}),
    "killed": breaks_off,
    "slow": is_silent,
    "gateway": says(502, b"<html>bad gateway</html>"),
}
_LASTING: dict[str, tuple[Reply, type[EmbeddingFault]]] = {
    "no vectors": (_none, EmbeddingFault),
    "model missing": (
        says(404, {"error": 'model "fake" not found, try pulling it first'}),
        ModelMissing,
    ),
    "not finite": (says(400, {"error": "embedding contains NaN or Inf values"}), EmbeddingFault),
    "not finite, older": (says(500, {"error": "json: unsupported value: NaN"}), EmbeddingFault),
    "zero vector": (_zero, EmbeddingFault),
    "not scaled": (_unscaled, EmbeddingFault),
    "other dimension": (_shorter, EmbeddingFault),
    "no JSON": (says(200, b"<html>hello</html>"), EmbeddingFault),
}
_TOO_LONG = (
    says(400, {"error": "input length exceeds maximum context length"}),
    says(400, {"error": "the input length exceeds the context length"}),
)


def _run(server: FakeOllama) -> Result[list[Matrix]]:
    """The vectors of a paper and of two claims."""
    seconds = patience(*server.replies)
    connected = connect("fake", server.host, timeout=seconds, sleep=lambda _: None)
    if failed(connected):
        return connected
    passages = connected.unwrap().embed(_TEXTS, Role.PASSAGE)
    if failed(passages):
        return passages
    claims = connected.unwrap().embed(_CLAIMS, Role.QUERY)
    return claims.map(lambda rows: [passages.unwrap(), rows])


@pytest.fixture(scope="module")
def sound() -> tuple[list[Matrix], int]:
    """What a sound server gives, and how often it is asked for vectors."""
    with FakeOllama() as server:
        return _run(server).unwrap(), len(server.sent())


def _with(fault: Reply, place: str, count: int, times: int) -> tuple[Result[list[Matrix]], int]:
    """A run in which a fault comes at a place of `count` requests; and how often it was asked."""
    before = {"first": 0, "middle": count // 2, "last": count - 1}[place]
    with FakeOllama() as server:
        server.replies.extend([*[well] * before, *[fault] * times])
        return _run(server), len(server.sent())


def _error(fault: Reply, place: str, count: int) -> Error:
    return _with(fault, place, count, 1000)[0].failure()


@pytest.mark.parametrize("place", ["first", "middle", "last"])
class TestEachPlace:
    """Wherever it comes."""

    @pytest.mark.parametrize("fault", _PASSING.values(), ids=_PASSING)
    def test_passing(self, sound: tuple[list[Matrix], int], place: str, fault: Reply) -> None:
        """What passes costs a wait; what stays is an unavailable service."""
        made, asked = _with(fault, place, sound[1], 2)
        assert asked == sound[1] + 2
        for rows, expected in zip(made.unwrap(), sound[0], strict=True):
            assert (np.sum(rows * expected, axis=1) > 0.999).all()
        assert isinstance(_error(fault, place, sound[1]), ServiceUnavailable)

    @pytest.mark.parametrize(("fault", "kind"), _LASTING.values(), ids=_LASTING)
    def test_lasting(
        self,
        sound: tuple[list[Matrix], int],
        place: str,
        fault: Reply,
        kind: type[EmbeddingFault],
    ) -> None:
        """What no other try can mend is told at once."""
        made, asked = _with(fault, place, sound[1], 1)
        error = made.failure()
        assert isinstance(error, kind)
        assert str(error)
        soon = {"first": 2, "middle": sound[1] // 2 + 1, "last": sound[1]}[place]
        assert asked <= soon  # a dimension is known to be wrong from the second answer on

    @pytest.mark.parametrize("fault", _TOO_LONG)
    def test_too_long(self, sound: tuple[list[Matrix], int], place: str, fault: Reply) -> None:
        """A refusal as too long is looked into, and what is too long for good is an error."""
        made, _ = _with(fault, place, sound[1], 1)
        if failed(made):  # a single text was refused: a claim, or one that was taken before
            assert isinstance(made.failure(), EmbeddingFault | TextTooLong)
        else:
            for rows, expected in zip(made.unwrap(), sound[0], strict=True):
                assert (np.sum(rows * expected, axis=1) > 0.999).all()
        error = _error(fault, place, sound[1])
        assert isinstance(error, EmbeddingFault | TextTooLong)

    @pytest.mark.parametrize("times", [1, 1000])
    def test_another_version(self, sound: tuple[list[Matrix], int], place: str, times: int) -> None:
        """Vectors of another version, for once or from there on, are not mixed with the others.

        A server that has been another one from the first answer on is simply that one.
        """
        made, _ = _with(_updated, place, sound[1], times)
        if (place, times) == ("first", 1000):
            assert not failed(made)
        else:
            assert isinstance(made.failure(), EmbeddingFault)

    def test_capitals(self, sound: tuple[list[Matrix], int], place: str) -> None:
        """Texts in capitals that share one vector are told from others, or the vectors are right.

        At the first request the canary sees it, and texts are sent in lower case; at the last, a
        text without capitals is asked for again.
        """
        made, _ = _with(_capitals, place, sound[1], 1000)
        if place == "middle":
            assert isinstance(made.failure(), Distrusted)
        else:
            for rows, expected in zip(made.unwrap(), sound[0], strict=True):
                assert (np.sum(rows * expected, axis=1) > 0.999).all()


def test_no_model() -> None:
    """A model without a name is not asked for."""
    with FakeOllama() as server:
        assert isinstance(connect(" ", server.host).failure(), InvalidInput)
        assert server.requests == []


def test_down() -> None:
    """A server that goes away in the middle is an unavailable service."""
    with FakeOllama() as server:
        embedder = connect("fake", server.host, sleep=lambda _: None).unwrap()
        embedder.embed(_TEXTS, Role.PASSAGE).unwrap()
    assert isinstance(embedder.embed(_CLAIMS, Role.QUERY).failure(), ServiceUnavailable)


@pytest.mark.parametrize("after", [1, 2, 4])
def test_cut_in_silence(after: int) -> None:
    """A server that begins to cut what is too long, when it was tried already, is caught."""
    texts = [f"{text} {'and so on ' * 30}" for text in _TEXTS]
    with FakeOllama() as server:

        def cuts(connection: Connection) -> None:
            server.truncates = True
            well(connection)

        embedder = connect("fake", server.host).unwrap()
        embedder.embed(_TEXTS, Role.PASSAGE).unwrap()
        server.replies.extend([*[well] * (after - 1), cuts])
        assert isinstance(embedder.embed(texts, Role.PASSAGE).failure(), Distrusted)
