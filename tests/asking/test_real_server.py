"""Questions to a real Ollama server, whose models were made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.asking.chatting import ELSEWHERE, FALSE, QUESTION, TRUE, answer
from tests.asking.model import model
from tests.ollama.process import ServerProcess
from vera.core.errors import EmbeddingFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import RunningOllama
    from tests.ollama.build import Build
    from vera.verification.library import Library


@pytest.fixture(scope="module")
def chatting(ollama_build: Build, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a model that always gives the same answer."""
    folder = tmp_path_factory.mktemp("models")
    said = answer((TRUE, [1]), (FALSE, [1]), (ELSEWHERE, [2]), (TRUE, [7]))
    with ServerProcess(ollama_build.run, folder) as server:
        _create(server, folder, "chatter", model(said))
        yield server.host


def _create(server: ServerProcess, folder: Path, name: str, weights: bytes) -> None:
    path = folder / f"{name}.gguf"
    path.write_bytes(weights)
    modelfile = folder / f"{name}.modelfile"
    template = "{{ .System }} {{ .Prompt }}"
    modelfile.write_text(f"FROM {path}\nTEMPLATE {template}\n")
    server.command("create", name, "-f", str(modelfile))


def test_an_answer(library: Library, chatting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is found, takes the form of an answer, and what is not so of it is left out."""
    monkeypatch.setenv("OLLAMA_HOST", chatting)
    found = library.ask(QUESTION).unwrap()
    assert found.model == "ollama:chatter:latest"
    assert [each.text for each in found.sentences] == [TRUE]
    assert [each.text for each in found.left_out] == [FALSE, ELSEWHERE, TRUE]


def test_a_model_that_cannot_fill_in_the_form(
    library: Library,
    ollama_server: RunningOllama,
    ollama_build: Build,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it says is no answer, and the passages are shown."""
    monkeypatch.setenv("OLLAMA_HOST", ollama_server.host)
    found = library.ask(QUESTION, ollama_build.judge).unwrap()
    assert isinstance(found.error, EmbeddingFault)
    assert found.sentences == found.left_out == ()
    assert len(found.passages) == 2


def test_models_that_do_not_answer(
    library: Library, ollama_server: RunningOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that embeds and one that judges are not asked unless they are named."""
    monkeypatch.setenv("OLLAMA_HOST", ollama_server.host)
    found = library.ask(QUESTION).unwrap()
    assert found.error is None
    assert "has no model that answers questions" in found.without
