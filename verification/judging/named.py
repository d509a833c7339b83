"""The judges by name. A new one is a file named after what it wraps, and a case here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result

if TYPE_CHECKING:
    from vera.core.ports import Judge

NAMES = "auto or ollama:MODEL"


def named(name: str, prompt: str | None = None) -> Result[Judge]:
    """The judge of that name, one of `NAMES`, connected; `prompt` is as in `ollama.connect`.

    "auto" is the best that the server has (`ollama_choice.best`).

    >>> print(named("minicheck").failure())
    choose the judge: judge must be auto or ollama:MODEL (got 'minicheck')
    """
    kind, _, model = name.partition(":")
    match kind, model:
        case "auto", "":
            from vera.verification.judging.ollama_choice import best

            return best(prompt)
        case "ollama", model if model:
            from vera.verification.judging.ollama import connect

            return connect(model, prompt)
    problem = Problem("judge", name, f"must be {NAMES}")
    return Failure(InvalidInput("choose the judge", (problem,)))
