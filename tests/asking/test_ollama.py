"""What becomes of an answer when the server, the model or what it says is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.asking.chatting import QUESTION, TRUE, ChatOllama
from tests.fakes import breaks_off, is_silent, patience, pours, says
from tests.ollama.process import free_port
from vera.core.errors import EmbeddingFault, ServiceUnavailable
from vera.verification.asking.ollama import Nobody, OllamaWriter, connect
from vera.verification.ollama.address import Address
from vera.verification.ollama.client import ModelMissing

if TYPE_CHECKING:
    from tests.fakes import Reply
    from vera.verification.asking.answer import Answer
    from vera.verification.library import Library


def _writer(model: str | None = None, fault: Reply | None = None) -> OllamaWriter:
    """A writer that does not really wait between tries."""
    connected = connect(model, timeout=patience(fault), sleep=lambda _: None)
    assert not isinstance(connected, Nobody)
    return connected.unwrap()


def _asked(library: Library) -> Answer:
    """The answer, which is none of a model's: the passages are there."""
    found = library.ask(QUESTION, _writer()).unwrap()
    assert (found.sentences, found.left_out, found.model) == ((), (), "")
    assert len(found.passages) == 2
    assert found.error is not None
    assert found.without == str(found.error)
    return found


@pytest.mark.parametrize(
    ("said", "detail"),
    [
        ("", "is not the JSON"),
        ("Bees sleep at night [1].", "is not the JSON"),
        ('{"sentences": [', "is not the JSON"),
        ('{"answer": "Bees sleep."}', "another form"),
        ("I cannot answer that.", "is not the JSON"),
    ],
    ids=["empty", "prose", "broken", "another form", "refused"],
)
def test_what_is_no_answer(library: Library, server: ChatOllama, said: str, detail: str) -> None:
    """Nothing of it is shown: the passages are, and the reason."""
    server.chats = lambda _: said
    error = _asked(library).error
    assert isinstance(error, EmbeddingFault)
    assert detail in error.detail
    assert "--model none" in error.hint


def test_an_answer_that_does_not_end(library: Library, server: ChatOllama) -> None:
    """What was cut off counts for nothing, though it be whole by chance."""
    server.stops = "length"
    assert "did not end its answer" in _asked(library).without


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        (breaks_off, "broke the connection"),
        (is_silent, "no answer in time"),
        (pours(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 9999), "more than the"),
        (says(503, {"error": "server busy"}), "server busy"),
        (says(500, {"error": {}}), "500"),
        (says(400, {"error": "unsupported"}), "400"),
        (says(200, b"<html>hello</html>"), "not Ollama's"),
        (says(200, {"message": {"role": "assistant"}}), "not Ollama's"),
        (says(404, {"error": "model 'llama3.2' not found"}), "does not have the model"),
    ],
    ids=[
        "gone in the middle", "silent", "endless", "busy", "crashed", "refused", "a page",
        "no content", "model gone",
    ],
)  # fmt: skip
def test_a_server_that_fails(
    library: Library, server: ChatOllama, reply: Reply, detail: str
) -> None:
    """The passages are shown, and what happened is told."""
    writer = _writer(fault=reply)
    server.paths["/api/chat"] = reply
    found = library.ask(QUESTION, writer).unwrap()
    assert found.sentences == ()
    assert detail in found.without
    assert isinstance(found.error, ServiceUnavailable | EmbeddingFault)


def test_a_server_that_comes_back(library: Library, server: ChatOllama) -> None:
    """A fault that passes is waited for."""
    left = [breaks_off, breaks_off]

    def reply(connection: object) -> None:
        if left:
            left.pop()(connection)  # type: ignore[arg-type]
        else:
            server.paths.clear()
            connection.reply(*server.answer(*server.requests[-1]))  # type: ignore[attr-defined]

    writer = _writer()
    server.paths["/api/chat"] = reply
    assert [each.text for each in library.ask(QUESTION, writer).unwrap().sentences] == [TRUE]


def test_no_server(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a name the passages are the answer; with one a server that is not there is told."""
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{free_port()}")
    found = library.ask(QUESTION).unwrap()
    assert (found.without, found.error) == ("no Ollama server answers here", None)
    named = library.ask(QUESTION, "llama3.2").unwrap()
    assert isinstance(named.error, ServiceUnavailable)
    assert named.passages


def test_no_such_model(library: Library, server: ChatOllama) -> None:
    """The command that fetches it is told; no other model answers in its place."""
    found = library.ask(QUESTION, "mistral").unwrap()
    assert isinstance(found.error, ModelMissing)
    assert "ollama pull mistral" in found.error.hint
    assert server.asked() == []


@pytest.mark.parametrize(
    ("models", "chosen"),
    [
        ([("nomic-embed-text:latest", "nomic-bert", ["embedding"])], None),
        ([("bespoke-minicheck:7b", "internlm2", ["completion"])], None),
        ([("own:latest", "bert", [])], None),
        ([("own:latest", "llama", ["embedding"])], None),
        ([("old:latest", "llama", [])], "ollama:old:latest"),
        ([("qwen3:480b-cloud", "qwen3", ["completion"])], None),
        ([("llama3:8b-text", "llama", ["completion"])], None),
        (
            [
                ("all-minilm:latest", "bert", ["embedding"]),
                ("llama-guard3:latest", "llama", ["completion"]),
                ("qwen3:4b", "qwen3", ["completion", "thinking"]),
                ("llama3.2:latest", "llama", ["completion"]),
            ],
            "ollama:qwen3:4b",
        ),
        ([], None),
    ],
)
def test_which_model_answers(
    server: ChatOllama, models: list[tuple[str, str, list[str]]], chosen: str | None
) -> None:
    """The first that answers questions: none that embeds, judges, guards or runs elsewhere."""
    server.models = models
    connected = connect()
    if chosen is None:
        assert isinstance(connected, Nobody)
        assert "has no model that answers questions" in connected.why
    else:
        assert not isinstance(connected, Nobody)
        assert connected.unwrap().name == chosen


_LONG = [f"Passage {at}. " + "word " * 600 for at in range(8)]


def _shown(server: ChatOllama) -> list[int]:
    """How many passages each request held."""
    return [body["messages"][-1]["content"].count('"passage":') for body in server.asked()]


def test_the_first_passages_are_shown(server: ChatOllama) -> None:
    """As many as fit; one at least."""
    _writer().write(QUESTION, _LONG).unwrap()
    _writer().write(QUESTION, ["word " * 4000, "bees"]).unwrap()
    assert _shown(server) == [5, 1]


def test_a_prompt_that_may_have_been_cut(server: ChatOllama) -> None:
    """Where a server read less than it was sent it is asked again with fewer passages."""
    server.counted = lambda asked: min(len(asked) // 2, 8192 - 1024)
    _writer().write(QUESTION, _LONG).unwrap()
    assert _shown(server) == [5, 2]


@pytest.mark.parametrize("counted", [0, 8192 - 1024])
def test_a_passage_that_cannot_be_read(server: ChatOllama, counted: int) -> None:
    """A server that reads no passage whole, or does not say how much, gives no answer."""
    server.counted = lambda _: counted
    fault = _writer().write(QUESTION, ["word " * 1800] * 2).failure()
    assert isinstance(fault, EmbeddingFault)
    assert "cannot read as much" in fault.detail


def test_a_server_elsewhere(
    server: ChatOllama, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """That text leaves this machine is told, unless the user named the model."""
    monkeypatch.setattr(Address, "is_here", lambda _: False)
    _writer("llama3.2")
    assert "leave this machine" not in caplog.text
    assert caplog.text.count("plain http") == 1
    _writer()
    assert "the question and text of papers leave this machine" in caplog.text
    assert server.host in caplog.text
