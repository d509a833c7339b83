"""Talks to an Ollama server, patiently."""

from __future__ import annotations

import copy
import logging
import re
import unicodedata
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import frozen

from vera.core.errors import EmbeddingFault, Error, InvalidInput, Problem, ServiceUnavailable
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ollama.address import address, answering
from vera.verification.ollama.faults import Fault, Refusal, foreign_errors, refusal
from vera.verification.ollama.models import Listed
from vera.verification.ollama.names import canonical
from vera.verification.ollama.patience import ENVIRONMENT, WAITS, Reply, Watch, retried, seconds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ollama import ChatResponse, Client, EmbedResponse, GenerateResponse, ShowResponse
    from pydantic.json_schema import JsonSchemaValue

    from vera.verification.ollama.address import Address

T = TypeVar("T")

_log = logging.getLogger(__name__)

_SOON, _ALIVE = 10.0, 5.0
"""Seconds for an answer that needs no model, and for a sign of life."""
_LOADING = 300.0
"""Seconds for a model that answers to be loaded: as long as a server itself allows by default."""
_SHORT, _SAID, _LISTED = 1 << 16, 1 << 20, 1 << 22
"""Bytes that an answer may have: of a version, of words, and of hundreds of models or a licence."""
_NUMBER, _MOST_NUMBERS = 25, 1 << 14
"""Bytes of a number of a vector with what parts it from the next, and numbers of a vector, at most:
a float32 needs 16 bytes in JSON, and the largest models in Ollama's library have 4,096 numbers."""


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
    that a whole answer may take, and all tries together may take `SPARE` more; `sleep` waits a
    number of seconds before another try, and `instead` says what a user can do without the server,
    for the hints.
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

        tls = httpx.create_ssl_context(trust_env=False) if where.scheme == "https" else None
        self._url, self._tls = where.url, tls
        self._foreign = foreign_errors()
        self._timeout, self._soon = timeout, min(timeout, _SOON)
        self._sleep = sleep
        self._instead = instead
        self.model = model
        self.name = f"ollama:{model}"
        self.service = f"Ollama at {where.url}"
        self.is_here = where.is_here()

    def of(self, model: str) -> OllamaClient:
        """The same server, asked about another model."""
        other = copy.copy(self)
        other.model, other.name = model, f"ollama:{model}"
        return other

    def _settings(self, most: int, seconds: float, watch: Callable[[], None]) -> dict[str, Any]:
        """What both kinds of client are made with, anew for each request: its bounds differ."""
        from vera.verification.ollama.httpcore import BoundedTransport

        return {
            "transport": BoundedTransport(most, seconds, watch, self._tls),
            "headers": {"Accept-Encoding": "identity"},
            "trust_env": False,
            "follow_redirects": False,
        }

    def identity(self) -> Result[str]:
        """The model's digest and the server's version: what its answers depend on."""
        digest = self.digest()
        if failed(digest):
            return digest
        return self.version().map(lambda version: f"{digest.unwrap()} of Ollama {version}")

    def digest(self) -> Result[str]:
        """The digest of the model that the server has under this name."""
        listed = self._told(self._patiently(lambda client: client.list(), _LISTED, self._soon))
        if failed(listed):
            return listed
        wanted = canonical(self.model)
        for model in listed.unwrap().models:
            if model.digest and canonical(model.model or "") == wanted:
                return Success(model.digest)
        return Failure(self._missing("connect"))

    def models(self) -> Result[tuple[Listed, ...]]:
        """The models that the server has, in its order."""
        listed = self._told(self._patiently(lambda client: client.list(), _LISTED, self._soon))
        return listed.map(
            lambda found: tuple(
                Listed(
                    model.model,
                    (model.details and model.details.family) or "",
                    (model.details and model.details.parameter_size) or "",
                    model.size,
                )
                for model in found.models
                if model.model
            )
        )

    def generates(self) -> Result[bool]:
        """Whether the model answers with text, as far as the server tells: older ones do not."""
        shown = self._patiently(lambda client: client.show(self.model), _LISTED, self._soon)
        return self._told(shown).map(
            lambda found: not found.capabilities or "completion" in found.capabilities
        )

    def version(self) -> Result[str]:
        """The server's version: vectors of one model differ between versions."""
        return self._told(self._retried(self._version, self._soon))

    def _version(self, seconds: float, watch: Callable[[], None]) -> str:
        import httpx

        with httpx.Client(base_url=self._url, **self._settings(_SHORT, seconds, watch)) as client:
            answer = client.get("/api/version").raise_for_status().json()
            return str(answer.get("version", ""))

    def _lives(self) -> bool:
        """Whether a server that is silent on one request answers another."""
        reply = self._once(lambda: self._version(_ALIVE, lambda: None))
        return not (isinstance(reply, Refusal) and reply.fault is Fault.UNREACHABLE)

    def max_tokens(self) -> Result[int]:
        """The most tokens that the model reads at once; 0 where the server does not tell."""
        shown = self._patiently(lambda client: client.show(self.model), _LISTED, self._soon)
        return self._told(shown).map(_limit)

    def _told(self, reply: Reply[T]) -> Result[T]:
        if isinstance(reply, Refusal):
            return Failure(self.error(reply, "connect"))
        return Success(reply)

    def embed(self, texts: Sequence[str], dimension: int = 0) -> Reply[EmbedResponse]:
        """The server's answer for texts that it must not cut; `dimension` is 0 where not known."""
        sent = [_wire(text) for text in texts]
        most = _SHORT + len(sent) * (dimension or _MOST_NUMBERS) * _NUMBER
        return self._patiently(
            lambda client: client.embed(self.model, sent, truncate=False), most, self._timeout
        )

    def load(self) -> Reply[GenerateResponse]:
        """Have the server load a model that answers, which may take minutes from a slow disk."""
        seconds = max(_LOADING, self._timeout)
        return self._patiently(
            lambda client: client.generate(self.model, ""), _SAID, seconds, slow=True
        )

    def generate(
        self, prompt: str, options: Mapping[str, int | float], form: JsonSchemaValue | None = None
    ) -> Reply[GenerateResponse]:
        """What the model says to a prompt, without thinking aloud; JSON of a form, if one is given.

        A server that is silent for long is asked for its version meanwhile: one that does not
        answer that either is not waited for.
        """
        sent = _wire(prompt)

        def ask(client: Client) -> GenerateResponse:
            answer = client.generate(self.model, sent, options=options, think=False, format=form)
            if answer.response is None:  # the package takes any JSON object for an answer
                raise TypeError("an answer without a response")
            return answer

        return self._patiently(ask, _SAID, self._timeout, slow=True)

    def chat(
        self, system: str, user: str, options: Mapping[str, int | float], form: JsonSchemaValue
    ) -> Reply[ChatResponse]:
        """What the model says in a conversation of one turn; else as `generate`."""
        messages = [
            {"role": "system", "content": _wire(system)},
            {"role": "user", "content": _wire(user)},
        ]

        def ask(client: Client) -> ChatResponse:
            answer = client.chat(self.model, messages, options=options, think=False, format=form)
            if answer.message.content is None:  # the package takes any JSON object for an answer
                raise TypeError("an answer without content")
            return answer

        return self._patiently(ask, _SAID, self._timeout, slow=True)

    def _once(self, ask: Callable[[], T]) -> Reply[T]:
        try:
            return ask()
        except self._foreign as error:
            return refusal(error)

    def _patiently(
        self, ask: Callable[[Client], T], most: int, seconds: float, *, slow: bool = False
    ) -> Reply[T]:
        """Ask for an answer of at most so many bytes, within so many seconds."""
        import ollama

        def once(seconds: float, watch: Watch) -> T:
            return ask(ollama.Client(self._url, **self._settings(most, seconds, watch)))

        return self._retried(once, seconds, slow=slow)

    def _retried(
        self, ask: Callable[[float, Watch], T], seconds: float, *, slow: bool = False
    ) -> Reply[T]:
        watch = Watch(self.service, self._lives if slow else None)
        return retried(
            lambda left: self._once(lambda: ask(left, watch)), seconds, watch, self._sleep
        )

    def error(self, refused: Refusal, op: str) -> Error:
        """The error that a caller is told."""
        match refused.fault:
            case Fault.UNREACHABLE | Fault.FAILED:
                slow = f"; {ENVIRONMENT} gives it more seconds to answer"
                longer = slow if refused.waited >= self._timeout else ""
                return ServiceUnavailable(
                    op,
                    self.service,
                    refused.detail,
                    refused.tries,
                    refused.waited,
                    retry_after=2 * WAITS[-1],
                    hint=f"see that Ollama runs (`ollama serve`) and try again, "
                    f"or {self._instead}{longer}",
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
    """The client of the server at `host` (or OLLAMA_HOST, or 127.0.0.1:11434), if it listens.

    `timeout` is in seconds, for an answer; VERA_OLLAMA_TIMEOUT stands above it.
    """
    if not model.strip():
        problem = Problem("model", model, "must name a model")
        return Failure(InvalidInput("connect to Ollama", (problem,)))
    where = address(host)
    if failed(where):
        return where
    seconds = seconds_of(timeout)
    if failed(seconds):
        return seconds
    client = OllamaClient(where.unwrap(), model.strip(), seconds.unwrap(), sleep, instead)
    if not answering(host):
        hint = f"start it with `ollama serve`, or {instead}"
        detail = "nothing answers there"
        return Failure(ServiceUnavailable("connect", client.service, detail, hint=hint))
    if not client.is_here and where.unwrap().scheme == "http":
        _log.warning(
            "%s asks %s over plain http: what is sent can be read, and answers changed, on the way",
            client.name,
            client.service,
        )
    return Success(client)
