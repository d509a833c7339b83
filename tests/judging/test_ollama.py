"""What the Ollama judge does when the server, or what it is asked, is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeOllama, breaks_off, is_silent, patience_in, says
from tests.ollama.process import free_port
from vera.core.errors import EmbeddingFault, InvalidInput, ServiceUnavailable
from vera.core.ports import Asked, Opinion
from vera.verification.judging.ollama import OllamaJudge, connect
from vera.verification.judging.prompts import MINICHECK, PLAIN, filled
from vera.verification.ollama.client import ModelMissing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import RunningOllama
    from tests.fakes import Reply

_PAIR = Asked("Bees sleep.", "Bees sleep at night.")


@pytest.fixture
def server() -> Iterator[FakeOllama]:
    """A server without faults, until it is told of some."""
    with FakeOllama("bespoke-minicheck:latest") as fake:
        yield fake


@pytest.fixture
def waits() -> list[float]:
    """The seconds that the judge wanted to wait."""
    return []


@pytest.fixture
def judge(server: FakeOllama, waits: list[float], request: pytest.FixtureRequest) -> OllamaJudge:
    """A judge on the fake server that does not really wait; nothing was asked yet."""
    connected = connect(
        "bespoke-minicheck", host=server.host, timeout=patience_in(request), sleep=waits.append
    )
    server.requests.clear()
    return connected.unwrap()


def _reads(answer: str) -> Callable[[str], str]:
    """A model that gives this answer, and says no to a control."""
    return lambda prompt: "No" if ", and the number of " in prompt else answer


@pytest.mark.parametrize(
    "fault",
    [says(503, {"error": "server busy"}), says(500, {"error": {}}), breaks_off, is_silent],
    ids=["busy", "runner crashed", "killed", "slow"],
)
class TestPassingFaults:
    """Faults that another try may find gone."""

    def test_tried_again(
        self, server: FakeOllama, judge: OllamaJudge, waits: list[float], fault: Reply
    ) -> None:
        """The request is repeated after a wait, and nothing is lost."""
        server.replies.extend([fault, fault])
        assert judge.judge([_PAIR]).unwrap() == (Opinion.YES,)
        assert waits == [0.5, 1.0]

    def test_given_up(self, server: FakeOllama, judge: OllamaJudge, fault: Reply) -> None:
        """After four tries the service is unavailable, and the error says how to go on."""
        server.replies.extend([fault] * 4)
        error = judge.judge([_PAIR]).failure()
        assert isinstance(error, ServiceUnavailable)
        assert error.attempts == 4
        assert "leave out the judge" in error.hint


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        (says(400, {"error": '"minilm" does not support generate'}), "does not support generate"),
        (says(200, b"<html>hello</html>"), "not Ollama's"),
        (says(200, {"models": []}), "not Ollama's"),
        (says(200, {"response": ["Yes"]}), "not Ollama's"),
        (says(404, {"error": "model 'bespoke-minicheck' not found"}), "does not have the model"),
        (says(401, {"error": "no"}), "401"),
    ],
)
def test_worthless_answers(
    server: FakeOllama, judge: OllamaJudge, waits: list[float], reply: Reply, detail: str
) -> None:
    """What is no answer of Ollama's is an error at once, never an opinion."""
    server.replies.append(reply)
    error = judge.judge([_PAIR]).failure()
    assert isinstance(error, EmbeddingFault)
    assert detail in str(error)
    assert waits == []


@pytest.mark.parametrize(
    "answer",
    [
        *("", " ", "flurble", "N/A", "Nope", "Yesterday", "1. Yes", "The answer is yes."),
        *("Yes and no", "Yes or no?", "No?\nYes", "No. Wait, yes.", "Yes, but", "<think>Yes"),
        *("Yes, only in mice.", "Yes. The document contradicts it.", "Yes, the claim is false."),
        *("Yes, it says that bees sleep.", "No, the document does not say that.", "Yes?", "Y"),
        *("Yes\nNo", "Yes Yes", "Answer: Yes", "yes/no", '{"answer": "maybe"}', '{"answer": yes}'),
        *('{"answer": "no", "answer": "yes"}', '{"answer": "yes", "but": "no"}', '["yes"]'),
    ],
)
def test_unclear_answers_are_undetermined(
    server: FakeOllama, judge: OllamaJudge, answer: str
) -> None:
    """Anything but the one word that was asked for determines nothing."""
    server.says = _reads(answer)
    assert judge.judge([_PAIR]).unwrap() == (Opinion.UNDETERMINED,)


@pytest.mark.parametrize(
    ("answer", "opinion"),
    [
        *(("Yes", Opinion.YES), ("yes.", Opinion.YES), ("\n **YES**\n", Opinion.YES)),
        *(("No", Opinion.NO), ("“No”", Opinion.NO), ("`no`", Opinion.NO)),
        *(('{"answer": "yes"}', Opinion.YES), (' {"answer":"no"}\n', Opinion.NO)),
    ],
)
def test_clear_answers(
    server: FakeOllama, judge: OllamaJudge, answer: str, opinion: Opinion
) -> None:
    """A word alone counts, with marks around it or in the form that was asked for."""
    server.says = _reads(answer)
    assert judge.judge([_PAIR]).unwrap() == (opinion,)


def test_an_answer_that_was_cut_off(server: FakeOllama, judge: OllamaJudge) -> None:
    """What would have come next is not known, so nothing is determined."""
    server.stops = "length"
    server.says = _reads("Yes")
    assert judge.judge([_PAIR]).unwrap() == (Opinion.UNDETERMINED,)


def test_yes_to_everything(server: FakeOllama, judge: OllamaJudge) -> None:
    """A judge that says yes even to what no paper can say has said nothing."""
    server.says = lambda _: "Yes"
    assert judge.judge([_PAIR]).unwrap() == (Opinion.UNDETERMINED,)
    assert len(server.prompts()) == 2


@pytest.mark.parametrize("counts", [True, False])
def test_a_prompt_that_may_have_been_cut(
    server: FakeOllama, judge: OllamaJudge, counts: bool
) -> None:
    """Where a server read less than the prompt, or does not say how much, nothing is determined."""
    server.counts, server.says = counts, _reads("Yes")
    long = Asked("Bees sleep.", "word " * 5000)
    assert judge.judge([long, _PAIR]).unwrap() == (Opinion.UNDETERMINED, Opinion.YES)


def test_a_prompt_that_is_refused_as_too_long(server: FakeOllama, judge: OllamaJudge) -> None:
    """A server that says so leaves the claim undetermined."""
    server.replies.append(says(400, {"error": "input length exceeds maximum context length"}))
    assert judge.judge([_PAIR]).unwrap() == (Opinion.UNDETERMINED,)


def test_what_is_sent(server: FakeOllama, judge: OllamaJudge) -> None:
    """The published prompt, at temperature 0, with a fixed seed and no thinking aloud."""
    judge.judge([_PAIR]).unwrap()
    path, body = server.requests[0]
    assert path == "/api/generate"
    assert body["prompt"] == "Document: Bees sleep at night.\nClaim: Bees sleep."
    assert body["think"] is False
    assert body["stream"] is False
    assert (body["options"]["temperature"], body["options"]["seed"]) == (0, 0)
    assert body["options"]["num_predict"] <= 32
    assert body.get("format") is None
    assert server.prompts()[1].startswith(body["prompt"].rstrip("."))


def test_the_first_error_ends_it(server: FakeOllama, judge: OllamaJudge) -> None:
    """What follows an error is not asked: one that waits for a dead server is enough."""
    server.replies.extend([says(401, {"error": "no"})] * 100)
    assert isinstance(judge.judge([_PAIR] * 100).failure(), EmbeddingFault)
    assert len(server.prompts()) < 50


def test_no_server() -> None:
    """A server that does not listen is unavailable at once."""
    error = connect("bespoke-minicheck", host=f"127.0.0.1:{free_port()}").failure()
    assert isinstance(error, ServiceUnavailable)
    assert "leave out the judge" in error.hint


def test_no_model(server: FakeOllama) -> None:
    """A model that was never pulled is told apart, with the command that fetches it."""
    error = connect("llama3.2", host=server.host).failure()
    assert isinstance(error, ModelMissing)
    assert "ollama pull llama3.2" in error.hint


class TestPrompts:
    """Any model can be asked, in words of its own."""

    def test_each_model_has_its_own(self) -> None:
        """A model of which nothing is known is asked plainly."""
        with FakeOllama("llama3.2:latest") as server:
            server.says = _reads('{"answer": "yes"}')
            judge = connect("llama3.2", host=server.host).unwrap()
            assert judge.judge([_PAIR]).unwrap() == (Opinion.YES,)
            assert server.prompts()[0] == filled(PLAIN, _PAIR)
            assert server.requests[-1][1]["format"]["properties"]["answer"]["enum"] == ["yes", "no"]

    def test_a_server_that_knows_no_forms(self) -> None:
        """A server before 0.5.0 is asked in words alone, and its word is read as strictly."""
        with FakeOllama("llama3.2:latest") as server:
            server.version, server.says = "0.4.7", _reads("Yes")
            judge = connect("llama3.2", host=server.host).unwrap()
            assert judge.judge([_PAIR]).unwrap() == (Opinion.YES,)
            assert server.requests[-1][1].get("format") is None

    def test_a_prompt_of_ones_own(self, server: FakeOllama) -> None:
        """A prompt that is given is used as it stands."""
        own = connect("bespoke-minicheck", "{claim}? {document} {x}", server.host).unwrap()
        own.judge([_PAIR]).unwrap()
        assert server.prompts()[0] == "Bees sleep.? Bees sleep at night. {x}"

    @pytest.mark.parametrize("prompt", ["", "Is {claim} true?", "{document}"])
    def test_a_prompt_without_a_text(self, server: FakeOllama, prompt: str) -> None:
        """A prompt that leaves out the claim or the evidence judges nothing."""
        error = connect("bespoke-minicheck", prompt, server.host).failure()
        assert isinstance(error, InvalidInput)

    def test_fingerprint(self, server: FakeOllama) -> None:
        """An opinion depends on the model, the server's version and the prompt."""

        def fingerprint(prompt: str = MINICHECK) -> str:
            return connect("bespoke-minicheck", prompt, server.host).unwrap().info.fingerprint

        found = {fingerprint(), fingerprint(PLAIN)}
        server.digest = "beef"
        found.add(fingerprint())
        server.version = "9"
        found.add(fingerprint())
        assert len(found) == 4


class TestRealServer:
    """The same against the real server."""

    def test_silence_about_a_cut(self, ollama_server: RunningOllama, ollama_judge: str) -> None:
        """It cuts a long prompt without a word, answers yes, and is not believed."""
        judge = connect(ollama_judge, host=ollama_server.host).unwrap()
        texts = ["x " * 1500, "x " * 1950, "x " * 4000]
        said = judge.judge([Asked("So it is.", text) for text in texts]).unwrap()
        assert said == (Opinion.YES, Opinion.YES, Opinion.UNDETERMINED)

    def test_neither_yes_nor_no(self, ollama_server: RunningOllama, ollama_judge: str) -> None:
        """What is no clear answer determines nothing."""
        judge = connect(ollama_judge, host=ollama_server.host).unwrap()
        assert judge.judge([Asked("Is it?", "It is.")]).unwrap() == (Opinion.UNDETERMINED,)

    def test_a_form(self, ollama_server: RunningOllama, ollama_judge: str) -> None:
        """It takes the form of an answer; a model that cannot fill it in says nothing."""
        judge = connect(ollama_judge, PLAIN, ollama_server.host).unwrap()
        assert judge.judge([_PAIR]).unwrap() == (Opinion.UNDETERMINED,)

    def test_a_model_that_only_embeds(self, ollama_server: RunningOllama) -> None:
        """A model that cannot answer is an error that says so."""
        error = connect(ollama_server.model, host=ollama_server.host).failure()
        assert isinstance(error, EmbeddingFault)
        assert "does not support generate" in str(error)
