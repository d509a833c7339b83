"""Which of a server's models judges where `auto` is asked for."""

from __future__ import annotations

import logging

import pytest
from attrs import evolve

from tests.fakes import FakeOllama, Reply, breaks_off, says
from tests.judging.serving import Model, ServingOllama, reads
from tests.ollama.process import free_port
from vera.core.errors import InvalidInput, ServiceUnavailable
from vera.core.ports import Asked, Opinion
from vera.verification.judging.named import named
from vera.verification.judging.ollama import OllamaJudge, connect
from vera.verification.judging.ollama_choice import best
from vera.verification.ollama.address import Address
from vera.verification.ollama.client import ModelMissing

_PAIR = Asked("Bees sleep.", "Bees sleep at night.")
_MINI = Model("bespoke-minicheck:latest", "7.7B")
_SMALL, _LARGE = Model("llama3.2:latest", "3.2B"), Model("qwen3:32b", "32.8B")
_EMBEDS = Model("nomic-embed-text:latest", "137M", can=("embedding",), family="nomic-bert")


def _best(server: FakeOllama, prompt: str | None = None) -> OllamaJudge:
    return best(prompt, server.host, sleep=lambda _: None).unwrap()


@pytest.mark.parametrize(
    ("models", "chosen"),
    [
        ([_LARGE, _EMBEDS, _MINI, _SMALL], "bespoke-minicheck"),
        ([Model("a/minicheck:1b", "1B"), _MINI], "bespoke-minicheck"),
        ([_SMALL, _LARGE, _EMBEDS], "qwen3:32b"),
        ([Model("own:latest"), _SMALL], "llama3.2"),
        ([Model("phi:latest", "999M"), _SMALL], "llama3.2"),
        ([Model("b:latest", "3B"), Model("a:latest", "3B")], "a"),
        ([_SMALL, Model("old:latest", "8B", can=())], "old"),
        ([_SMALL, Model("own:latest", "8B", can=("embedding",))], "llama3.2"),
        ([_SMALL, Model("llama3:8b-text", "8B")], "llama3.2"),
        ([_SMALL, Model("llama-guard3:8b", "8B")], "llama3.2"),
        ([_SMALL, Model("gpt-oss:120b-cloud", "116.8B")], "llama3.2"),
        ([_SMALL, Model("copied:latest", "116.8B", size=384)], "llama3.2"),
    ],
)
def test_which_model_judges(models: list[Model], chosen: str) -> None:
    """MiniCheck, else the largest chat model that the server itself runs; no other is asked."""
    with ServingOllama(*models) as server:
        judge = _best(server)
        assert judge.info.name == f"ollama:{chosen}"
        assert judge.judge([_PAIR]).unwrap() == (Opinion.YES,)
        assert server.judged() == [chosen]


def test_it_is_the_judge_of_that_name() -> None:
    """Its opinions are kept under the same digest and prompt as those of the model by its name."""
    with ServingOllama(_SMALL, _EMBEDS) as server:
        assert _best(server).info == connect("llama3.2", host=server.host).unwrap().info
        own = "Claim: {claim}\nDocument: {document}"
        named = connect("llama3.2", own, server.host).unwrap()
        server.models = (evolve(_SMALL, says=_backwards),)
        assert _best(server, own).info == named.info


def _backwards(prompt: str) -> str:
    claim, _, document = prompt.removeprefix("Claim: ").partition("\nDocument: ")
    return reads(f"Document: {document}\nClaim: {claim}")


@pytest.mark.parametrize(
    "answer", ["Hm", "yes", '{"answer": "yes"}', "no", "<think>Let me see"], ids=str
)
def test_a_model_that_cannot_judge(answer: str, caplog: pytest.LogCaptureFixture) -> None:
    """One that is not clear on a plain case, or says yes to all, is passed over with a word."""
    with ServingOllama(Model("gpt-oss:20b", "20.9B", lambda _: answer), _SMALL) as server:
        assert _best(server).info.name == "ollama:llama3.2"
        assert server.judged() == ["gpt-oss:20b", "llama3.2"]
    assert "not judging with ollama:gpt-oss:20b: on a plain case" in caplog.text


@pytest.mark.parametrize(
    "models",
    [[], [_EMBEDS], [Model("qwen3:cloud", "9B")], [Model("own:latest", says=lambda _: "Hm")]],
    ids=["none", "embeds", "elsewhere", "mumbles"],
)
def test_no_model_that_can_judge(models: list[Model]) -> None:
    """That is an error that says how to fetch one: nothing is judged without the judge."""
    with ServingOllama(*models) as server:
        error = best(host=server.host, sleep=lambda _: None).failure()
    assert isinstance(error, ModelMissing)
    assert "has no model that can judge" in str(error)
    assert "ollama pull bespoke-minicheck" in error.hint


@pytest.mark.parametrize("path", ["/api/tags", "/api/show", "/api/generate"])
@pytest.mark.parametrize("reply", [breaks_off, says(500, {"error": "too little memory"})])
def test_a_server_that_fails_meanwhile(path: str, reply: Reply) -> None:
    """No other model takes the place of the best because the server was busy or short of memory."""
    with ServingOllama(_MINI, _SMALL) as server:
        server.paths[path] = reply
        error = best(host=server.host, sleep=lambda _: None).failure()
        assert server.judged() == []
    assert isinstance(error, ServiceUnavailable)
    assert "--judge ollama:MODEL" in error.hint


def test_a_model_that_is_unusable(caplog: pytest.LogCaptureFixture) -> None:
    """One that the server refuses to ask is passed over with the server's reason."""
    with ServingOllama(_MINI, _SMALL) as server:
        server.replies.append(says(400, {"error": "this model does not support generate"}))
        assert _best(server).info.name == "ollama:llama3.2"
    assert "not judging with ollama:bespoke-minicheck" in caplog.text
    assert "does not support generate" in caplog.text


def test_no_server() -> None:
    """A server that does not listen is unavailable at once."""
    error = best(host=f"127.0.0.1:{free_port()}").failure()
    assert isinstance(error, ServiceUnavailable)
    assert "ollama serve" in error.hint


def test_a_prompt_without_a_text() -> None:
    """A prompt that makes no sense is told before a server is asked."""
    error = named("auto", "Is {claim} true?").failure()
    assert isinstance(error, InvalidInput)


@pytest.mark.parametrize("here", [True, False])
def test_another_machine(
    here: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """That text leaves this machine is said, since nobody named a server's model."""
    monkeypatch.setattr(Address, "is_here", lambda _: here)
    with ServingOllama(_SMALL) as server, caplog.at_level(logging.WARNING):
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        assert named("auto").unwrap().info.name == "ollama:llama3.2"
    assert ("leave this machine" in caplog.text) is not here
    assert caplog.text.count("plain http") == (not here)
