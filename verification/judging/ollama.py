"""Asks a model that an Ollama server has whether evidence supports a claim."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.core.ports import Asked, JudgeInfo, Opinion
from vera.core.result import Failure, Result, Success, failed
from vera.verification.judging.pool import each
from vera.verification.judging.prompts import (
    FORM,
    PLAIN,
    checked,
    control,
    filled,
    opinion_of,
    prompt_of,
)
from vera.verification.ollama.client import OllamaClient, reach
from vera.verification.ollama.faults import Fault, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ollama import GenerateResponse

_CONTEXT, _ANSWER = 4096, 32
"""Tokens that the model reads, and of its answer."""
_OPTIONS = {"temperature": 0.0, "seed": 0, "num_ctx": _CONTEXT, "num_predict": _ANSWER}
_FRAME = 256
"""Tokens left for what a server puts around a prompt: the model's template and its instructions."""
_MOST_BYTES = _CONTEXT - _ANSWER - _FRAME
"""A prompt of so many bytes cannot have been cut: no token is less than a byte."""


@frozen(eq=False)
class OllamaJudge:
    """Satisfies `vera.core.ports.Judge`; made by `connect`. Safe to use from several threads.

    A server that is busy, slow or restarting is asked again with growing waits, then it is a
    `ServiceUnavailable`.
    """

    info: JudgeInfo
    _client: OllamaClient
    _prompt: str
    _form: dict[str, Any] | None = None

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        """One opinion a pair; the first error ends it. A yes counts beside a no to the control."""
        return each(self._ask, pairs)

    def _ask(self, asked: Asked) -> Result[Opinion]:
        said = self._said(asked)
        if failed(said) or said.unwrap() is not Opinion.YES:
            return said
        more = self._said(control(asked))
        return more.map(lambda told: Opinion.YES if told is Opinion.NO else Opinion.UNDETERMINED)

    def _said(self, asked: Asked) -> Result[Opinion]:
        prompt = filled(self._prompt, asked)
        reply = self._client.generate(prompt, _OPTIONS, self._form)
        if not isinstance(reply, Refusal):
            return Success(_read(reply, prompt))
        if reply.fault is Fault.TOO_LONG:
            return Success(Opinion.UNDETERMINED)
        return Failure(self._client.error(reply, "judge"))


def _read(reply: GenerateResponse, prompt: str) -> Opinion:
    """The opinion, if it is one on the whole prompt: a server may cut a long one in silence."""
    if len(prompt.encode("utf-8", "replace")) > _MOST_BYTES:
        read = reply.prompt_eval_count or _CONTEXT
        if read >= _CONTEXT - _ANSWER:
            return Opinion.UNDETERMINED
    return opinion_of(reply.response or "", whole=reply.done_reason == "stop")


def connect(
    model: str,
    prompt: str | None = None,
    host: str | None = None,
    *,
    timeout: float = 120.0,
    sleep: Callable[[float], None] = time.sleep,
) -> Result[OllamaJudge]:
    """The judge of a model on the server at `host` (or OLLAMA_HOST, or 127.0.0.1:11434).

    `prompt` has {document} and {claim} where the evidence and the claim go; without one it is the
    model's own where that is known. A server that does not listen is a `ServiceUnavailable` at
    once; a model that it lacks is a `ModelMissing`, which is an `EmbeddingFault`. The model is
    loaded first, for which it has five minutes. A request that is not answered whole within
    `timeout` seconds (VERA_OLLAMA_TIMEOUT stands above it) is repeated once at most, and a server
    that does not even tell its version meanwhile is given up; `sleep` waits a number of seconds
    between tries.
    """
    if prompt is not None and failed(worded := checked(prompt)):
        return worded
    reached = reach(model, host, timeout, sleep, "leave out the judge")
    return reached.bind(lambda client: ready(client, prompt))


def ready(client: OllamaClient, prompt: str | None = None) -> Result[OllamaJudge]:
    """The judge of the client's model, loaded; the prompt was checked. Else as `connect`."""
    asks = prompt_of(client.model) if prompt is None else prompt
    identity = client.identity()
    if failed(identity):
        return identity
    version = client.version()
    if failed(version):
        return version
    loaded = client.load()
    if isinstance(loaded, Refusal):
        return Failure(client.error(loaded, "connect"))
    form = FORM if asks == PLAIN and _knows_forms(version.unwrap()) else None
    depends = (identity.unwrap(), repr(asks), str(_OPTIONS), str(form), "one word and a control")
    return Success(OllamaJudge(JudgeInfo(client.name, "; ".join(depends)), client, asks, form))


def _knows_forms(version: str) -> bool:
    """Whether a server of a version lets an answer have a schema: 0.5.0 was the first.

    >>> _knows_forms("0.4.7"), _knows_forms("0.12.3-rc1"), _knows_forms("odd")
    (False, True, False)
    """
    numbers = re.match(r"(\d+)\.(\d+)\.", version)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= (0, 5)
