"""What the Ollama embedder does when the server, or what it is asked, is at fault."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import httpcore
import httpx
import numpy as np
import ollama
import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ollama._client import _parse_host

from tests.fakes import FakeOllama, breaks_off, is_silent, patience_in, says
from vera.core.errors import EmbeddingFault, InvalidInput, ServiceUnavailable, TextTooLong
from vera.core.ports import Role
from vera.verification.embedding.ollama import ModelMissing, OllamaEmbedder, answering, connect
from vera.verification.embedding.ollama_models import prefixes
from vera.verification.embedding.ollama_sentinels import WORDS
from vera.verification.ollama.address import address
from vera.verification.ollama.faults import PASSING, Fault, foreign_errors, refusal
from vera.verification.ollama.names import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fakes import Connection, Reply

_LONG = "the quick brown fox jumps over the lazy dog. " * 20  # 200 words
_TOO_LONG = (
    says(400, {"error": "input length exceeds maximum context length"}),
    says(400, {"error": "the input length exceeds the context length"}),
    says(413, b"too large"),
)


@pytest.fixture
def server() -> Iterator[FakeOllama]:
    """A server without faults, until it is told of some."""
    with FakeOllama() as fake:
        yield fake


@pytest.fixture
def waits() -> list[float]:
    """The seconds that the embedder wanted to wait."""
    return []


@pytest.fixture
def embedder(
    server: FakeOllama, waits: list[float], request: pytest.FixtureRequest
) -> OllamaEmbedder:
    """An embedder on the fake server that does not really wait; nothing was sent yet."""
    seconds = patience_in(request)
    connected = connect("fake", server.host, timeout=seconds, sleep=waits.append).unwrap()
    server.requests.clear()
    return connected


def _answer(made: Callable[[int], list[list[float]]]) -> Reply:
    """A reply with the rows that are made for the number of texts that were sent."""

    def reply(connection: Connection) -> None:
        texts = connection.fake.requests[-1][1]["input"]
        connection.reply(200, {"model": "fake", "embeddings": made(len(texts))})

    return reply


def _own(batch: list[str]) -> list[str]:
    """The texts of a request that are no sentinels."""
    return [text for text in batch if text not in WORDS]


@pytest.mark.parametrize(
    "fault",
    [
        says(503, {"error": "server busy, please try again.  maximum pending requests exceeded"}),
        says(500, {"error": {}}),
        says(502, b"<html>bad gateway</html>"),
        breaks_off,
        is_silent,
    ],
    ids=["busy", "runner crashed", "gateway", "killed", "silent"],
)
class TestPassingFaults:
    """Faults that another try may find gone."""

    def test_tried_again(
        self, server: FakeOllama, embedder: OllamaEmbedder, waits: list[float], fault: Reply
    ) -> None:
        """The request is repeated after a wait, and nothing is lost."""
        server.replies.extend([fault, fault])
        assert embedder.embed(["a cat", "a dog"], Role.QUERY).unwrap().shape == (2, 32)
        assert waits == [0.5, 1.0]

    def test_given_up(
        self, server: FakeOllama, embedder: OllamaEmbedder, waits: list[float], fault: Reply
    ) -> None:
        """After four tries the service is unavailable, and the error says how to go on."""
        server.replies.extend([fault] * 5)
        error = embedder.embed(["a cat"], Role.QUERY).failure()
        assert isinstance(error, ServiceUnavailable)
        assert (error.attempts, waits) == (4, [0.5, 1.0, 2.0])
        assert error.retry_after is not None
        assert server.host in error.service
        assert "ollama serve" in error.hint


@pytest.mark.parametrize("status", [302, 400, 401, 403, 404, 409, 418, 429])
def test_other_refusals(
    server: FakeOllama, embedder: OllamaEmbedder, waits: list[float], status: int
) -> None:
    """A refusal that another try cannot change is told at once, with what the server said."""
    server.replies.append(says(status, {"error": "no\nthanks"}, Location="http://192.0.2.1/"))
    error = embedder.embed(["a cat"], Role.PASSAGE).failure()
    assert isinstance(error, EmbeddingFault)
    assert f"{status}: no thanks" in error.detail
    assert waits == []
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        (_answer(lambda _: []), "0 vectors for 5 texts"),
        (_answer(lambda n: [[1.0] * 32] * (n - 1)), "4 vectors for 5 texts"),
        (_answer(lambda n: [[1.0] * 32] * (n + 1)), "6 vectors for 5 texts"),
        (_answer(lambda n: [[1.0] * 31] * n), "[31] numbers, not 32"),
        (_answer(lambda n: [[1.0] * 32] * (n - 1) + [[1.0] * 31]), "[31, 32] numbers"),
        (_answer(lambda n: [[]] * n), "[0] numbers"),
        (_answer(lambda n: [[1.0] * 32] * (n - 1) + [[0.0] * 32]), "no length"),
        (_answer(lambda n: [[32**-0.5] * 32] * (n - 1) + [[3.0] + [0.0] * 31]), "length 3.000"),
        (_answer(lambda n: [[1.0] * 32] * (n - 1) + [[float("nan")] * 32]), "NaN"),
        (_answer(lambda n: [[1.0] * 32] * (n - 1) + [[float("inf")] * 32]), "infinity"),
        (says(400, {"error": "embedding contains NaN or Inf values"}), "NaN or Inf"),
        (says(500, {"error": "json: unsupported value: NaN"}), "unsupported value: NaN"),
        (says(200, b"<html>hello</html>"), "not Ollama's"),
        (says(200, b"\xff\xfe"), "not Ollama's"),
        (says(200, [1, 2]), "not Ollama's"),
        (says(200, {"embeddings": "words"}), "not Ollama's"),
        (says(400, ["odd"]), "not Ollama's"),
        (says(200, b"[" * 100_000), "not Ollama's"),
    ],
)
def test_worthless_answers(
    server: FakeOllama, embedder: OllamaEmbedder, waits: list[float], reply: Reply, detail: str
) -> None:
    """An answer that cannot be trusted is an embedding fault that says what is wrong with it."""
    server.replies.append(reply)
    error = embedder.embed(["a cat", "a dog"], Role.QUERY).failure()
    assert isinstance(error, EmbeddingFault)
    assert detail in error.detail
    assert waits == []


class TestTooLong:
    """Texts that are longer than the model reads."""

    @pytest.mark.parametrize("wording", _TOO_LONG)
    def test_query(self, server: FakeOllama, embedder: OllamaEmbedder, wording: Reply) -> None:
        """A query that the server calls too long is an error, in each wording."""
        server.replies.append(wording)
        error = embedder.embed(["a cat"], Role.QUERY).failure()
        assert isinstance(error, TextTooLong)
        assert (error.index, error.limit) == (0, 64)

    @pytest.mark.parametrize("wording", _TOO_LONG)
    def test_passage(self, server: FakeOllama, embedder: OllamaEmbedder, wording: Reply) -> None:
        """A passage that the server calls too long is sent in halves that lose nothing."""
        text = "The cat sat. The dog ran."
        server.replies.append(wording)
        assert embedder.embed([text], Role.PASSAGE).unwrap().shape == (1, 32)
        halves = _own(server.sent()[1])
        assert text in {"".join(halves), "".join(halves[::-1])}

    def test_weights(self, server: FakeOllama, embedder: OllamaEmbedder) -> None:
        """The longer half counts for more, by its characters."""
        halves = ["A cat sat on a mat.\n", "It rained."]
        one, other = embedder.embed(halves, Role.PASSAGE).unwrap()
        server.replies.append(_TOO_LONG[0])
        found = embedder.embed(["".join(halves)], Role.PASSAGE).unwrap()[0]
        mean = len(halves[0]) * one + len(halves[1]) * other
        assert np.allclose(found, mean / np.linalg.norm(mean), atol=1e-5)

    @settings(max_examples=20, deadline=None)
    @given(sizes=st.lists(st.integers(1, 200), min_size=1, max_size=6), seed=st.integers(0, 99))
    def test_pooled(self, sizes: list[int], seed: int) -> None:
        """A passage is the mean of its pieces by length, and its neighbours are untouched."""
        chance = np.random.default_rng(seed)
        texts = [" ".join(f"w{n}" for n in chance.integers(0, 50, size)) for size in sizes]
        with FakeOllama() as server:
            found = connect("fake", server.host).unwrap().embed(texts, Role.PASSAGE).unwrap()
        with FakeOllama(max_tokens=10_000) as roomy:
            whole = connect("fake", roomy.host).unwrap().embed(texts, Role.PASSAGE).unwrap()
        same = np.sum(found * whole, axis=1)
        assert (same > 0.9).all()
        assert (same[np.array(sizes) <= 64] > 0.9999).all()

    def test_culprit_found(self, embedder: OllamaEmbedder) -> None:
        """One text that the server refuses among many does not keep the others from it."""
        texts = [f"text {n}" for n in range(20)]
        texts[7] = _LONG
        error = embedder.embed(texts, Role.QUERY).failure()
        assert isinstance(error, TextTooLong)
        assert error.index == 7
        assert embedder.embed(texts, Role.PASSAGE).unwrap().shape == (20, 32)

    def test_even_one_character(self, server: FakeOllama, embedder: OllamaEmbedder) -> None:
        """A server that calls everything too long is at fault; cutting comes to an end."""
        server.max_tokens = 0
        error = embedder.embed(["ab"], Role.PASSAGE).failure()
        assert isinstance(error, EmbeddingFault)
        assert "one character" in error.detail


class _CrashesOnLongTexts(FakeOllama):
    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:
        if any(len(text) > 600 for text in body.get("input", [])):
            return 500, {"error": "do embedding request: EOF"}
        return super().answer(path, body)


def test_crash_on_long_passages() -> None:
    """Where a server crashes on what is too long, long passages are embedded in pieces."""
    with _CrashesOnLongTexts(max_tokens=10_000) as server:
        embedder = connect("fake", server.host, sleep=lambda _: None).unwrap()
        assert embedder.embed(["short", _LONG], Role.PASSAGE).unwrap().shape == (2, 32)
        assert isinstance(embedder.embed([_LONG], Role.QUERY).failure(), ServiceUnavailable)


class TestRequests:
    """What is sent."""

    def test_batches(self, server: FakeOllama, embedder: OllamaEmbedder) -> None:
        """Texts of like length go together, at most 32 at once, and must not be truncated."""
        texts = ["word " * (n % 7) + str(n) for n in range(100)]
        seen: list[int] = []
        assert embedder.embed(texts, Role.PASSAGE, seen.append).unwrap().shape == (100, 32)
        assert seen == [32, 32, 32, 4]
        batches = list(map(_own, server.sent()))
        assert [len(batch) for batch in batches] == [32, 32, 32, 4, 1]
        assert sorted(text for batch in batches[:4] for text in batch) == sorted(texts)
        assert all(len(one) <= len(more) for one in batches[0] for more in batches[3])
        assert set(batches[4]) <= set(texts)
        assert all(body["truncate"] is False for _, body in server.requests)

    @pytest.mark.parametrize("name", ["nomic-embed-text", "me/nomic-embed-text:v1.5"])
    def test_prefixes(self, name: str) -> None:
        """A model that was trained with prefixes gets them, by role."""
        with FakeOllama(canonical(name)) as server:
            embedder = connect(name, server.host).unwrap()
            server.requests.clear()
            embedder.embed(["a cat"], Role.QUERY)
            embedder.embed(["a cat"], Role.PASSAGE)
            query, passage = ["search_query: a cat"], ["search_document: a cat"]
            assert list(map(_own, server.sent())) == [query, query, passage, passage]
            assert "search_query" in embedder.info.fingerprint

    @pytest.mark.parametrize(
        ("name", "query", "passage"),
        [
            ("mxbai-embed-large", "Represent this sentence", ""),
            ("snowflake-arctic-embed:22m", "Represent this sentence", ""),
            ("snowflake-arctic-embed2:latest", "query: ", ""),
            ("embeddinggemma:300m", "task: fact checking | query: ", "title: none | text: "),
            ("dengcao/Qwen3-Embedding-0.6B:Q8_0", "Instruct: ", ""),
            ("jeffh/intfloat-multilingual-e5-large:f16", "query: ", "passage: "),
            ("jeffh/intfloat-multilingual-e5-large-instruct:f16", "Instruct: ", ""),
            ("bge-large:335m", "Represent this sentence", ""),
            ("bge-m3", "", ""),
            ("all-minilm", "", ""),
        ],
    )
    def test_known_models(self, name: str, query: str, passage: str) -> None:
        """Each known family has the prefixes of its card."""
        assert prefixes(name).query.startswith(query)
        assert bool(prefixes(name).query) == bool(query)
        assert prefixes(name).passage == passage


class _OtherServer(FakeOllama):
    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:  # noqa: ARG002 - any
        return 200, b"<html>hello</html>"


class TestConnect:
    """Finding a server and its model."""

    def test_no_server(self, waits: list[float]) -> None:
        """Where nothing listens that is said at once."""
        with FakeOllama() as server:
            host = server.host
        assert not answering(host)
        error = connect("fake", host, sleep=waits.append).failure()
        assert isinstance(error, ServiceUnavailable)
        assert "ollama serve" in error.hint
        assert waits == []

    def test_gone(self, waits: list[float]) -> None:
        """A server that goes away after the model was found is an unavailable service."""
        with FakeOllama() as leaving:
            embedder = connect("fake", leaving.host, sleep=waits.append).unwrap()
        error = embedder.embed(["a cat"], Role.QUERY).failure()
        assert isinstance(error, ServiceUnavailable)
        assert error.attempts == 4

    def test_missing_model(self, server: FakeOllama, embedder: OllamaEmbedder) -> None:
        """A model that the server lacks, or loses, is told apart, with how to get it."""
        error = connect("other", server.host).failure()
        assert isinstance(error, ModelMissing)
        assert isinstance(error, EmbeddingFault)
        assert "ollama pull other" in error.hint
        server.model = "another:latest"
        assert isinstance(embedder.embed(["a cat"], Role.QUERY).failure(), ModelMissing)

    @pytest.mark.parametrize("model", ["", "  "])
    def test_no_name(self, server: FakeOllama, model: str) -> None:
        """A model must have a name."""
        assert isinstance(connect(model, server.host).failure(), InvalidInput)

    @pytest.mark.parametrize("host", ["127.0.0.1:port", "ftp://127.0.0.1", "http://[::1"])
    def test_no_address(self, host: str) -> None:
        """A host that is no address is invalid input and answers nothing."""
        assert isinstance(connect("fake", host).failure(), InvalidInput)
        assert not answering(host)

    @pytest.mark.parametrize("host", ["..", "a" * 300, "nowhere.invalid"])
    def test_unknown_host(self, host: str) -> None:
        """A host that does not exist answers nothing."""
        assert not answering(host)

    def test_environment(self, server: FakeOllama, monkeypatch: pytest.MonkeyPatch) -> None:
        """OLLAMA_HOST names the server; a proxy is not asked."""
        monkeypatch.setenv("OLLAMA_HOST", f"http://{server.host}/")
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
        assert answering()
        assert connect("fake").unwrap().info.name == "ollama:fake"

    def test_fingerprint(self, server: FakeOllama) -> None:
        """A fingerprint depends on the model's digest and the server's version."""
        fingerprints = {connect("fake", server.host).unwrap().info.fingerprint}
        server.version = "0.9.4"
        fingerprints.add(connect("fake:latest", server.host).unwrap().info.fingerprint)
        server.digest = "beef"
        fingerprints.add(connect("fake", server.host).unwrap().info.fingerprint)
        assert len(fingerprints) == 3

    def test_not_ollama(self) -> None:
        """A server that is something else is told apart from one that is down."""
        with _OtherServer() as server:
            error = connect("fake", server.host).failure()
        assert isinstance(error, EmbeddingFault)
        assert not isinstance(error, ModelMissing)


@pytest.mark.parametrize(
    "host",
    [
        *("", "1.2.3.4", ":56789", "1.2.3.4:56789", "http://1.2.3.4", "https://1.2.3.4"),
        *("example.com/", "example.com:56789/path/", "https://example.com:56789/path"),
        *("[0001:002:003:0004::1]", "http://[0001:002:003:0004::1]:56789/path"),
        "0.0.0.0",  # noqa: S104 - what OLLAMA_HOST often is; nothing is bound to it here
    ],
)
def test_address(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address means what it means to the client package."""
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    assert address(host).unwrap().url == _parse_host(host)


def _kinds_of_errors() -> list[type[Exception]]:
    found: set[type[Exception]] = {json.JSONDecodeError, pydantic.ValidationError}
    found |= {UnicodeEncodeError, UnicodeDecodeError, ConnectionError, ConnectionResetError}
    for library in (httpcore, httpx, ollama):
        for thing in vars(library).values():
            if isinstance(thing, type) and issubclass(thing, Exception):
                found.add(thing)
    found.discard(httpx.CookieConflict)  # raised by reading cookies, which nobody does here
    return sorted(found, key=lambda kind: kind.__name__)


def _example(kind: type[Exception]) -> Exception:
    """An error of this kind; some cannot be made without their whole context, so they have none."""
    if kind is ollama.ResponseError:
        return ollama.ResponseError("said", 500)
    if kind is httpx.HTTPStatusError:
        request = httpx.Request("POST", "http://127.0.0.1")
        return httpx.HTTPStatusError("said", request=request, response=httpx.Response(503))
    if kind is pydantic.ValidationError:
        return pydantic.ValidationError.from_exception_data("said", [])
    return kind.__new__(kind, "said")


@pytest.mark.parametrize("kind", _kinds_of_errors())
def test_every_foreign_error_is_mapped(kind: type[Exception]) -> None:
    """Each exception of the client package and what it stands on has its meaning."""
    error = _example(kind)
    assert isinstance(error, foreign_errors())
    meant = refusal(error)
    assert meant.detail
    passing: tuple[type[Exception], ...] = (OSError,)
    passing += (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)
    passing += (httpcore.TimeoutException, httpcore.NetworkError, httpcore.RemoteProtocolError)
    if isinstance(error, passing):
        assert meant.fault in PASSING
    elif kind not in {ollama.ResponseError, httpx.HTTPStatusError}:
        assert meant.fault in {Fault.UNUSABLE, Fault.UNREACHABLE}


def test_import_is_light() -> None:
    """Asking whether a server is there imports neither the client package nor what it needs."""
    program = (
        "import sys; from vera.verification.embedding.ollama import answering\n"
        "answering('127.0.0.1:9')\n"
        "print({'ollama', 'httpx', 'pydantic'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "set()", done.stderr
