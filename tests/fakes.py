"""Fakes, written by hand; each passes the same tests as what it stands for."""

from __future__ import annotations

import json
import math
import re
import threading
import zlib
from collections import deque
from collections.abc import Sequence
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from attrs import define
from numpy.typing import NDArray

from vera.core.chunk import Chunk
from vera.core.errors import InvalidInput, Problem, TextTooLong
from vera.core.ports import Asked, EmbedderInfo, Entailment, JudgeInfo, Matrix, Opinion, Role
from vera.core.result import Failure, Result, Success
from vera.verification.embedding.pooling import unit_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import Self

    import pytest

    from vera.core.document import Document, Span
    from vera.core.errors import Error

_TOKEN = re.compile(r"\w+|[^\w\s]")

Vector: TypeAlias = NDArray[np.float32]
Reply: TypeAlias = "Callable[[Connection], None]"


def tokens(text: str) -> list[str]:
    """The words and marks of a text, in lower case."""
    return _TOKEN.findall(text.lower())


@cache
def _direction(token: str, dimension: int) -> Vector:
    chance = np.random.default_rng(zlib.crc32(token.encode("utf-8", "surrogatepass")))
    return chance.standard_normal(dimension).astype(np.float32)


def bag_of_words(words: Sequence[str], dimension: int) -> Vector:
    """The sum of one fixed random direction (dimension,) a word, not scaled."""
    total = np.zeros(dimension, dtype=np.float32)
    for word in words:
        total += _direction(word, dimension)
    return total


class FakeEmbedder:
    """Embeds by words: the cosine of two texts is about the share of words that they share.

    The vector of a passage that is longer than `max_tokens` words is the mean of its pieces'.
    """

    def __init__(self, dimension: int = 64, max_tokens: int = 256) -> None:
        fingerprint = f"words; {dimension}; {max_tokens}"
        self.info = EmbedderInfo("fake", "words", fingerprint, dimension, max_tokens)

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """One row a text, as `vera.core.ports.Embedder` has it."""
        blank = [at for at, text in enumerate(texts) if not text.strip()]
        if blank:
            problems = tuple(Problem(f"texts[{at}]", texts[at], "is blank") for at in blank)
            return Failure(InvalidInput("embed", problems))
        rows = np.zeros((len(texts), self.info.dimension), dtype=np.float32)
        for at, text in enumerate(texts):
            words, most = tokens(text), self.info.max_tokens
            if role is Role.QUERY and len(words) > most:
                return Failure(TextTooLong("embed", self.info.name, at, len(words), most))
            rows[at] = self._mean([words[i : i + most] for i in range(0, len(words), most)])
        if progress is not None and texts:
            progress(len(texts))
        return unit_rows(rows, self.info.name)

    def _mean(self, pieces: Sequence[Sequence[str]]) -> Vector:
        total = np.zeros(self.info.dimension, dtype=np.float32)
        for piece in pieces:
            row = bag_of_words(piece, self.info.dimension)
            total += row / np.linalg.norm(row) * sum(map(len, piece))
        return total


class FakeJudge:
    """Says of a claim what it is told to, else yes when the evidence holds all of its words.

    `asked` holds the pairs of each call.
    """

    def __init__(self, opinions: Mapping[str, Opinion] | None = None, name: str = "fake") -> None:
        self.info = JudgeInfo(name, f"words; {name}")
        self.opinions = dict(opinions or {})
        self.asked: list[list[Asked]] = []

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        """One opinion a pair, as `vera.core.ports.Judge` has it."""
        self.asked.append(list(pairs))
        return Success([self.opinions.get(pair.claim, self._by_words(pair)) for pair in pairs])

    def _by_words(self, pair: Asked) -> Opinion:
        held = set(tokens(pair.claim)) <= set(tokens(pair.evidence))
        return Opinion.YES if held else Opinion.NO


class FakeCrossEncoder:
    """Takes a claim for entailed as far as the evidence holds its words; `asked` are the pairs.

    With an `error` it cannot be asked. Without a `name` it stands for the packaged one.
    """

    def __init__(self, error: Error | None = None, name: str = "packaged") -> None:
        self.name, self.fingerprint = name, "words"
        self.error = error
        self.asked: list[Asked] = []

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """One answer a pair, as `vera.core.ports.CrossEncoder` has it."""
        if self.error is not None:
            return Failure(self.error)
        self.asked += pairs
        return Success(list(map(self._by_words, pairs)))

    def _by_words(self, pair: Asked) -> Entailment:
        claim = set(tokens(pair.claim))
        share = len(claim & set(tokens(pair.evidence))) / max(len(claim), 1)
        entailed = 0.05 + 0.9 * share
        return Entailment(math.log(entailed), math.log(0.02), math.log(0.98 - entailed))


def says_by_words(prompt: str) -> str:
    """What a model says that answers MiniCheck's prompt as `FakeJudge` judges."""
    document, _, claim = prompt.removeprefix("Document: ").rpartition("\nClaim: ")
    return "Yes" if set(tokens(claim)) <= set(tokens(document)) else "No"


@define
class FakeChunker:
    """Gives the chunks it was told, and keeps the vectors it was given."""

    chunks: Sequence[Chunk]
    uses_vectors: bool = False
    rows: Matrix | None = None

    def chunk(
        self,
        document: Document,  # noqa: ARG002 - a Chunker
        sentences: Iterable[Span],  # noqa: ARG002
        rows: Matrix | None = None,
    ) -> Iterator[Chunk]:
        """The chunks, whatever the document."""
        self.rows = rows
        yield from self.chunks


class FakeOllama:
    """A server on 127.0.0.1 that answers as Ollama does and shows each fault it is told to.

    `replies` are played once each, in order, for the next texts that are sent, and those of `paths`
    each time that path is asked. The rest is how it is: `reads` is what the model makes of a text,
    `truncates` makes it cut in silence where it should refuse, `counts` makes it tell how many
    tokens it read, and `shown_tokens` is what it says that it reads. `says` is what it answers to a
    prompt, and `stops` why it ends there. `requests` holds, for each request, its path and its
    body.
    """

    def __init__(
        self, model: str = "fake:latest", max_tokens: int = 64, digest: str = "f00d"
    ) -> None:
        self.model = model
        self.max_tokens = max_tokens
        self.digest = digest
        self.version = "0.9.3"
        self.dimension = 32
        self.shown_tokens = max_tokens
        self.reads: Callable[[str], list[str]] = tokens
        self.truncates = False
        self.counts = True
        self.says: Callable[[str], str] = says_by_words
        self.stops = "stop"
        self.replies: deque[Reply] = deque()
        self.paths: dict[str, Reply] = {}
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.ended = threading.Event()
        self._server = _Server(self)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.ended.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def sent(self) -> list[list[str]]:
        """The texts of each request for vectors, in order."""
        return [list(body["input"]) for path, body in self.requests if path == "/api/embed"]

    def prompts(self) -> list[str]:
        """The prompts that were sent, in order; to load a model, none is."""
        sent = [body["prompt"] for path, body in self.requests if path == "/api/generate"]
        return [prompt for prompt in sent if prompt]

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:
        """Status and body of the answer to a request."""
        if path == "/api/version":
            return 200, {"version": self.version}
        if path == "/api/tags":
            return 200, {"models": [{"model": self.model, "digest": self.digest}]}
        if body.get("model") not in {self.model, self.model.removesuffix(":latest")}:
            return 404, {"error": f'model "{body.get("model")}" not found, try pulling it first'}
        if path == "/api/show":
            limit = {"fake.context_length": 4 * self.shown_tokens}
            return 200, {"parameters": f"num_ctx {self.shown_tokens}", "model_info": limit}
        if path == "/api/generate":
            return self._said(body)
        return self._embedded(body)

    def _said(self, body: dict[str, Any]) -> tuple[int, object]:
        prompt = body["prompt"]
        answer = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z", "done": True}
        answer |= {"response": self.says(prompt), "done_reason": self.stops}
        if self.counts:
            most = body.get("options", {}).get("num_ctx", 4096)
            answer["prompt_eval_count"] = min(len(self.reads(prompt)), most)
        return 200, answer

    def _embedded(self, body: dict[str, Any]) -> tuple[int, object]:
        read = [self.reads(text) for text in body["input"]]
        if self.truncates or body.get("truncate") is not False:
            read = [words[: self.max_tokens] for words in read]
        if any(len(words) > self.max_tokens for words in read):
            return 400, {"error": "input length exceeds maximum context length"}
        # As in a model that frames each text, something is there even when nothing was read.
        rows = [bag_of_words(["[CLS]", *words], self.dimension) for words in read]
        answer = {
            "model": body["model"],
            "embeddings": [(row / np.linalg.norm(row)).tolist() for row in rows],
        }
        if self.counts:
            answer["prompt_eval_count"] = sum(map(len, read))
        return 200, answer


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, fake: FakeOllama) -> None:
        self.fake = fake
        super().__init__(("127.0.0.1", 0), Connection)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what some tests are about."""


class Connection(BaseHTTPRequestHandler):
    """One request to the fake; a reply of `FakeOllama.replies` is given it to answer or not."""

    @property
    def fake(self) -> FakeOllama:
        """The server that was asked."""
        if not isinstance(self.server, _Server):
            raise TypeError("a connection to another server")
        return self.server.fake

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Write nothing."""

    def do_GET(self) -> None:
        """Answer what is asked without a body."""
        self._answer({})

    def do_POST(self) -> None:
        """Answer what is asked with a body."""
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, body: dict[str, Any]) -> None:
        fake = self.fake
        fake.requests.append((self.path, body))
        if self.path in {"/api/embed", "/api/generate"} and fake.replies:
            fake.replies.popleft()(self)
            return
        if self.path in fake.paths:
            fake.paths[self.path](self)
            return
        self.reply(*fake.answer(self.path, body))

    def reply(self, status: int, body: object, **headers: str) -> None:
        """Answer; `body` is sent as JSON, or as it is if it is bytes."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def says(status: int, body: object, **headers: str) -> Reply:
    """A reply of this status and body."""
    return lambda connection: connection.reply(status, body, **headers)


def well(connection: Connection) -> None:
    """Answer as a sound server does."""
    path, body = connection.fake.requests[-1]
    connection.reply(*connection.fake.answer(path, body))


def pours(head: bytes, again: bytes, pause: float = 0.0) -> Reply:
    """Sends a head and then the same bytes again and again, with a pause of seconds after each."""

    def reply(connection: Connection) -> None:
        connection.wfile.write(head)
        while not connection.fake.ended.wait(pause):
            connection.wfile.write(again)

    return reply


def breaks_off(connection: Connection) -> None:
    """Begin to answer and break the connection, as a server that is killed."""
    connection.send_response(200)
    connection.send_header("Content-Length", "1000")
    connection.end_headers()
    connection.wfile.write(b'{"model"')


def is_silent(connection: Connection) -> None:
    """Answer nothing as long as the server runs."""
    connection.fake.ended.wait()


def patience(*faults: object) -> float:
    """Seconds for an answer: few only where one is waited for in vain, as a machine may be busy."""
    return 0.5 if is_silent in faults else 20.0


def patience_in(request: pytest.FixtureRequest) -> float:
    """The `patience` that the test has which asks for a fixture."""
    chosen = getattr(request.node, "callspec", None)
    return patience(*chosen.params.values()) if chosen else patience()
