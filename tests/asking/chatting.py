"""A server with a model that answers questions as it is told to, and papers to ask about."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.fakes import FakeOllama

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

QUESTION = "When do bees sleep, and how many live in a hive?"
TRUE = "A hive of honey bees holds about 30,000 workers in summer."
FALSE = "A hive of honey bees holds about 60,000 workers in summer."
NEGATED = "Honey bees do not sleep at night."
ELSEWHERE = "The glacier lost a third of its volume in fifty years."
TEXTS = {
    "bees": (
        "Honey bees sleep at night for six hours. A hive of honey bees holds about 30,000 workers "
        "in summer. In winter the number falls to 8,000."
    ),
    "wasps": (
        "Paper wasps build nests of chewed wood. A nest of paper wasps holds 400 workers at most. "
        "Wasps do not make honey."
    ),
}


def answer(*sentences: tuple[str, Sequence[int]]) -> str:
    """What a model says that writes these sentences, each with what it cites."""
    told = [{"text": text, "citations": list(cited)} for text, cited in sentences]
    return json.dumps({"sentences": told})


class ChatOllama(FakeOllama):
    """Answers `/api/chat`, too: `chats` is what it says to the passages it is shown.

    `counted` is how many tokens it says that those are. `models` are the name, the family and the
    capabilities of each model that it lists.
    """

    def __init__(self, model: str = "llama3.2:latest") -> None:
        super().__init__(model, digest="cafe")
        self.chats: Callable[[str], str] = lambda _asked: answer((TRUE, [1]))
        self.models = [(model, "llama", ["completion"])]
        self.counted: Callable[[str], int] = lambda asked: len(asked) // 3

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:
        """Status and body of the answer to a request."""
        if path == "/api/tags":
            return 200, {
                "models": [
                    {"model": name, "digest": self.digest, "details": {"family": family}}
                    for name, family, _ in self.models
                ]
            }
        names = {name.removesuffix(":latest"): can for name, _, can in self.models}
        name = str(body.get("model", "")).removesuffix(":latest")
        if path == "/api/show" and name in names:
            return 200, {"capabilities": names[name], "model_info": {}}
        if path == "/api/chat" and name in names:
            return 200, self._chatted(body)
        if path == "/api/generate" and name in names:
            return super().answer(path, {**body, "model": self.model})
        return super().answer(path, body)

    def _chatted(self, body: dict[str, Any]) -> dict[str, Any]:
        asked = body["messages"][-1]["content"]
        return {
            "model": body["model"],
            "created_at": "2026-01-01T00:00:00Z",
            "message": {"role": "assistant", "content": self.chats(asked)},
            "done": True,
            "done_reason": self.stops,
            "prompt_eval_count": self.counted(asked),
        }

    def asked(self) -> list[dict[str, Any]]:
        """The requests for an answer, in order."""
        return [body for path, body in self.requests if path == "/api/chat"]
