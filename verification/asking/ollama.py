"""Has a chat model of an Ollama server write an answer."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.asking.json_answer import drafted
from vera.verification.asking.prompts import FORM, SYSTEM, prompt
from vera.verification.ollama.address import answering
from vera.verification.ollama.client import OllamaClient, reach
from vera.verification.ollama.faults import Fault, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.verification.asking.answer import Drafted

_log = logging.getLogger(__name__)

_CONTEXT, _ANSWER = 8192, 1024
"""Tokens that the model reads with its answer, and of its answer."""
_OPTIONS = {"temperature": 0.0, "seed": 0, "num_ctx": _CONTEXT, "num_predict": _ANSWER}
_MOST_BYTES = 18_000
"""Of passages, in UTF-8: some 5,000 tokens of English. Other texts may have more: see `write`."""
_SECONDS = 300.0
"""For an answer: a laptop reads some thirty tokens a second."""
_INSTEAD = "let the passages speak for themselves (`--model none`)"


@frozen
class Nobody:
    """There is no model to ask, and none was asked for."""

    why: str


@frozen(eq=False)
class OllamaWriter:
    """Satisfies `vera.verification.asking.answer.Writer`; made by `connect`."""

    name: str
    _client: OllamaClient

    def write(self, question: str, passages: Sequence[str]) -> Result[tuple[Drafted, ...]]:
        """As `Writer.write`. Passages that do not fit are not shown, the last ones first.

        A server may cut what it cannot read in silence; its count of tokens tells, and then it is
        asked again with half of the passages.
        """
        shown = _fitting(passages)
        while True:
            asked = prompt(question, shown)
            reply = self._client.chat(SYSTEM, asked, _OPTIONS, FORM)
            if not isinstance(reply, Refusal):
                read = reply.prompt_eval_count or 0
                whole = len(asked.encode()) + len(SYSTEM) < _CONTEXT - _ANSWER - 256
                if whole or 0 < read < _CONTEXT - _ANSWER:
                    return self._read(reply.message.content or "", reply.done_reason)
            elif reply.fault is not Fault.TOO_LONG:
                return Failure(self._client.error(reply, "ask"))
            if len(shown) == 1:
                return self._fault("cannot read as much as a passage at once")
            shown = shown[: len(shown) // 2]

    def _read(self, said: str, reason: str | None) -> Result[tuple[Drafted, ...]]:
        if reason != "stop":
            return self._fault(f"did not end its answer within {_ANSWER} tokens")
        found = drafted(said)
        return (
            self._fault(f"gave an answer that {found}")
            if isinstance(found, str)
            else Success(found)
        )

    def _fault(self, detail: str) -> Failure[EmbeddingFault]:
        hint = f"try another model (`--model`), or {_INSTEAD}"
        return Failure(EmbeddingFault("ask", self.name, detail, hint))


def connect(
    model: str | None = None,
    host: str | None = None,
    *,
    timeout: float = _SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> Result[OllamaWriter] | Nobody:
    """A model on the server at `host` (or OLLAMA_HOST, or 127.0.0.1:11434), loaded.

    Without a name it is the first that answers questions, in the server's order, `Nobody` where no
    server listens or it has none. Errors and seconds are as for a judge.
    """
    if model is None and not answering(host):
        return Nobody("no Ollama server answers here")
    reached = reach(model or "any", host, timeout, sleep, _INSTEAD)
    if failed(reached):
        return reached
    client = reached.unwrap()
    if model is None:
        chosen = _first(client)
        if failed(chosen):
            return chosen
        if chosen.unwrap() is None:
            return Nobody(f"{client.service} has no model that answers questions")
        client = client.of(chosen.unwrap() or "")
        if not client.is_here:
            _log.warning(
                "the question and text of papers leave this machine, for %s, which OLLAMA_HOST "
                "names; `--model none` keeps them here",
                client.service,
            )
    there = client.digest()
    if failed(there):
        return there
    loaded = client.load()
    if isinstance(loaded, Refusal):
        return Failure(client.error(loaded, "ask"))
    return Success(OllamaWriter(client.name, client))


def _first(client: OllamaClient) -> Result[str | None]:
    """The first model that answers questions, by its name, its family and what the server says."""
    listed = client.models()
    if failed(listed):
        return listed
    for model in listed.unwrap():
        if not model.answers:
            continue
        told = client.of(model.name).generates()
        if failed(told):
            return told
        if told.unwrap():
            return Success(model.name)
    return Success(None)


def _fitting(passages: Sequence[str]) -> Sequence[str]:
    """The first passages, one at least, that have no more than `_MOST_BYTES` together."""
    room, count = _MOST_BYTES, 0
    for text in passages:
        room -= len(text.encode("utf-8", "replace"))
        if count and room < 0:
            break
        count += 1
    return passages[:count]
