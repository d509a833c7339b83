"""Which of a server's models judges where none is named. ADR 0044."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from vera.core.errors import EmbeddingFault
from vera.core.ports import Asked, Opinion
from vera.core.result import Failure, Result, Success, failed
from vera.verification.judging.ollama import OllamaJudge, ready
from vera.verification.judging.prompts import MINICHECK, checked, prompt_of
from vera.verification.ollama.client import ModelMissing, reach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vera.verification.ollama.client import OllamaClient
    from vera.verification.ollama.models import Listed

_log = logging.getLogger(__name__)

_INSTEAD = "name another judge (`--judge ollama:MODEL`), or leave it out"
_PLAINLY_SAID = Asked("Bees sleep at night.", "Bees sleep at night, and so do some wasps.")


def best(
    prompt: str | None = None,
    host: str | None = None,
    *,
    timeout: float = 120.0,
    sleep: Callable[[float], None] = time.sleep,
) -> Result[OllamaJudge]:
    """The first of the server's models, in the order of `ranked`, that shows it can judge.

    It says yes to a claim that its evidence says word for word, and no to the control. One that
    does not is passed over with a warning. A server with no other is a `ModelMissing`; one that
    fails meanwhile is a `ServiceUnavailable`, so that no weaker model judges because of that. Else
    as `ollama.connect`.
    """
    if prompt is not None and failed(worded := checked(prompt)):
        return worded
    reached = reach("auto", host, timeout, sleep, _INSTEAD)
    if failed(reached):
        return reached
    server = reached.unwrap()
    listed = server.models()
    if failed(listed):
        return listed
    for model in ranked(listed.unwrap()):
        client = server.of(model.name.removesuffix(":latest"))
        told = client.generates()
        if failed(told):
            return told
        if not told.unwrap():
            continue
        _log.info("trying %s as the judge", client.name)
        tried = _tried(client, prompt)
        if not failed(tried):
            _tell_where(server)
            return tried
        error = tried.failure()
        if not isinstance(error, EmbeddingFault):
            return tried
        _log.warning("not judging with %s", error)
    hint = "fetch one with `ollama pull bespoke-minicheck`, or leave out the judge"
    return Failure(ModelMissing("connect", server.service, "has no model that can judge", hint))


def ranked(models: Iterable[Listed]) -> list[Listed]:
    """Those that may judge, best first: MiniCheck, then chat models, the larger before the smaller.

    No model of Ollama's cloud is among them: what is asked would leave the server.

    >>> from vera.verification.ollama.models import Listed
    >>> told = [("all-minilm", "23M"), ("qwen3:4b", "4.0B"), ("llama3:8b", "8.0B")]
    >>> [it.name for it in ranked(Listed(name, "", size) for name, size in told)]
    ['llama3:8b', 'qwen3:4b']
    """
    able = [model for model in models if model.answers or (_checks(model) and model.is_here)]
    return sorted(able, key=lambda model: (not _checks(model), -model.parameters, model.name))


def _checks(model: Listed) -> bool:
    return prompt_of(model.name) == MINICHECK


def _tried(client: OllamaClient, prompt: str | None) -> Result[OllamaJudge]:
    """The judge; a model that cannot judge is an `EmbeddingFault`."""
    made = ready(client, prompt)
    if failed(made):
        return made
    said = made.unwrap().judge([_PLAINLY_SAID])
    if failed(said):
        return said
    if said.unwrap() != (Opinion.YES,):
        detail = "on a plain case it says no clear yes, or says yes to more than is there"
        return Failure(EmbeddingFault("connect", client.name, detail))
    return Success(made.unwrap())


def _tell_where(server: OllamaClient) -> None:
    if not server.is_here:
        _log.warning(
            "claims and text of papers leave this machine, for %s, which OLLAMA_HOST names; "
            "without a judge they stay here",
            server.service,
        )
