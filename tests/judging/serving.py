"""A server with several models, of which each judges in its own way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from tests.fakes import FakeOllama, tokens


def reads(prompt: str) -> str:
    """What a model says that answers any of our prompts as `FakeJudge` judges."""
    document, _, rest = prompt.partition("Document: ")[2].partition("Claim: ")
    claim = rest.partition("\n")[0]
    yes = set(tokens(claim)) <= set(tokens(document))
    word = "yes" if yes else "no"
    return f'{{"answer": "{word}"}}' if "{" in prompt else word


@frozen
class Model:
    """A model: as the server lists it, and what it says to a prompt."""

    name: str
    parameters: str = ""
    says: Callable[[str], str] = reads
    can: tuple[str, ...] = ("completion",)
    family: str = "llama"
    size: int = 1 << 30


class ServingOllama(FakeOllama):
    """Lists its `models`, each with a digest of its own."""

    def __init__(self, *models: Model) -> None:
        super().__init__()
        self.models = models

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:
        """Status and body of the answer to a request."""
        if path == "/api/tags":
            return 200, {"models": [_listed(model) for model in self.models]}
        known = {model.name.removesuffix(":latest"): model for model in self.models}
        asked = str(body.get("model", "")).removesuffix(":latest")
        if asked not in known:
            return super().answer(path, body)
        model = known[asked]
        if path == "/api/show":
            return 200, {"capabilities": list(model.can), "model_info": {}}
        self.says = model.says
        return super().answer(path, {**body, "model": self.model})

    def judged(self) -> list[str]:
        """The models that were asked something, each once, in order."""
        asked = [body for path, body in self.requests if path == "/api/generate"]
        return list(dict.fromkeys(body["model"] for body in asked if body["prompt"]))


def _listed(model: Model) -> dict[str, Any]:
    details = {"family": model.family, "parameter_size": model.parameters}
    digest = f"digest of {model.name}"
    return {"model": model.name, "digest": digest, "size": model.size, "details": details}
