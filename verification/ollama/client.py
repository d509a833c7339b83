"""Talks to an Ollama server, patiently."""

from __future__ import annotations

import re
import time
import unicodedata
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from attrs import frozen

from core.errors import EmbeddingFault, Error, InvalidInput, Problem, ServiceUnavailable
from core.result import Failure, Result, Success, failed
from verification.ollama.address import address, answering
from verification.ollama.faults import (
    PASSING,
    Fault,
    Refusal,
    foreign_errors,
    refusal,
)
from verification.ollama.names import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ollama import EmbedResponse, GenerateResponse, ShowResponse

    from verification.ollama.address import Address

T = TypeVar("T")

_WAITS = (0.5, 1.0, 2.0)  # seconds before the second, third and fourth try


Reply: TypeAlias = T | Refusal


@frozen
class ModelMissing(EmbeddingFault):
    """A server answers, but does not have the model."""


def _limit(shown: ShowResponse) -> int:
    told = [
        int(n) for n in re.findall(r"^num_ctx\s+(\d+)\s*$", shown.parameters or "", re.MULTILINE)
    ]
    told += [
        value
        for key, value in (shown.modelinfo or {}).items()
        if key.endswith(".context_length") and isinstance(value, int)
    ]
    return min((tokens for tokens in told if tokens > 0), default=0)


def _wire(text: str) -> str:
    """A text as it is sent: composed (NFC), and U+FFFD for half of a surrogate pair.

    A server's tokenizer can miss the accents of decomposed letters; half a pair has no UTF-8.
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unicodedata.normalize("NFC", whole)


class OllamaClient:
    """Asks one server about one model. Safe to use from several threads.

    No proxy and no redirect is followed: nothing but the server is contacted. No connection is kept
    between requests, so that none is left open and none has gone stale. `timeout` is the seconds
    that an answer may take, `sleep` waits a number of seconds before another try, and `instead`
    says what a user can do without the server, for the hints.
    """

    def __init__(
        self,
        where: Address,
        model: str,
        timeout: float,
        sleep: Callable[[float], None],
        instead: str,
    ) -> None:
        import httpx
        import ollama

        kept = httpx.Limits(max_keepalive_connections=0)
        settings: dict[str, Any] = {
            "timeout": timeout,
            "trust_env": False,
            "follow_redirects": False,
            "limits": kept,
        }
        self._client = ollama.Client(where.url, **settings)
        self._plain = httpx.Client(base_url=where.url, **settings)
        self._foreign = foreign_errors()
        self._sleep = sleep
        self._instead = instead
        self.model = model
        self.name = f"ollama:{model}"
        self.service = f"Ollama at {where.url}"

    def identity(self) -> Result[str]:
        """The model's digest and the server's version: what its answers depend on."""
        digest = self.digest()
        if failed(digest):
            return digest
        return self.version().map(lambda version: f"{digest.unwrap()} of Ollama {version}")

    def digest(self) -> Result[str]:
        """The digest of the model that the server has under this name."""
        listed = self._told(self._patiently(self._client.list))
        if failed(listed):
            return listed
        wanted = canonical(self.model)
        for model in listed.unwrap().models:
            if model.digest and canonical(model.model or "") == wanted:
                return Success(model.digest)
        return Failure(self._missing("connect"))

    def version(self) -> Result[str]:
        """The server's version: vectors of one model differ between versions."""

        def ask() -> str:
            answer = self._plain.get("/api/version").raise_for_status().json()
            return str(answer.get("version", ""))

        return self._told(self._patiently(ask))

    def max_tokens(self) -> Result[int]:
        """The most tokens that the model reads at once; 0 where the server does not tell."""
        return self._told(self._patiently(lambda: self._client.show(self.model))).map(_limit)

    def _told(self, reply: Reply[T]) -> Result[T]:
        if isinstance(reply, Refusal):
            return Failure(self.error(reply, "connect"))
        return Success(reply)

    def embed(self, texts: Sequence[str]) -> Reply[EmbedResponse]:
        """The server's answer for texts that it must not cut."""
        sent = [_wire(text) for text in texts]
        return self._patiently(lambda: self._client.embed(self.model, sent, truncate=False))

    def generate(self, prompt: str, options: Mapping[str, int | float]) -> Reply[GenerateResponse]:
        """What the model says to a prompt, without thinking aloud."""
        sent = _wire(prompt)

        def ask() -> GenerateResponse:
            answer = self._client.generate(self.model, sent, options=options, think=False)
            if answer.response is None:  # the package takes any JSON object for an answer
                raise TypeError("an answer without a response")
            return answer

        return self._patiently(ask)

    def _once(self, ask: Callable[[], T]) -> Reply[T]:
        try:
            return ask()
        except self._foreign as error:
            return refusal(error)

    def _patiently(self, ask: Callable[[], T]) -> Reply[T]:
        """Ask again, with growing waits, while the same request may yet succeed."""
        start, tries = time.monotonic(), 1
        reply = self._once(ask)
        for wait in _WAITS:
            if not (isinstance(reply, Refusal) and reply.fault in PASSING):
                break
            self._sleep(wait)
            tries += 1
            reply = self._once(ask)
        if isinstance(reply, Refusal):
            return Refusal(reply.fault, reply.detail, tries, time.monotonic() - start)
        return reply

    def error(self, refused: Refusal, op: str) -> Error:
        """The error that a caller is told."""
        match refused.fault:
            case Fault.UNREACHABLE | Fault.FAILED:
                return ServiceUnavailable(
                    op,
                    self.service,
                    refused.detail,
                    refused.tries,
                    refused.waited,
                    retry_after=2 * _WAITS[-1],
                    hint=f"see that Ollama runs (`ollama serve`) and try again, or {self._instead}",
                )
            case Fault.MISSING:
                return self._missing(op)
            case Fault.TOO_LONG | Fault.REFUSED | Fault.UNUSABLE:
                hint = f"update Ollama, or pull the model again (`ollama pull {self.model}`)"
                return EmbeddingFault(op, self.name, f"{self.service} {refused.detail}", hint)

    def _missing(self, op: str) -> ModelMissing:
        """The server does not have the model."""
        return ModelMissing(
            op,
            self.name,
            f"{self.service} does not have the model {self.model}",
            f"fetch it with `ollama pull {self.model}`",
        )


def reach(
    model: str,
    host: str | None,
    timeout: float,
    sleep: Callable[[float], None],
    instead: str,
) -> Result[OllamaClient]:
    """The client of the server at `host` (or OLLAMA_HOST, or 127.0.0.1:11434), if it listens."""
    if not model.strip():
        problem = Problem("model", model, "must name a model")
        return Failure(InvalidInput("connect to Ollama", (problem,)))
    where = address(host)
    if failed(where):
        return where
    client = OllamaClient(where.unwrap(), model.strip(), timeout, sleep, instead)
    if not answering(host):
        hint = f"start it with `ollama serve`, or {instead}"
        detail = "nothing answers there"
        return Failure(ServiceUnavailable("connect", client.service, detail, hint=hint))
    return Success(client)
