"""`verify ask` as a user of the program has it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

import jsonschema
import pytest

from tests.asking.chatting import FALSE, QUESTION, TEXTS, TRUE, ChatOllama, answer
from tests.library.shelves import write
from tests.verify.program import verify

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

_SCHEMA = files("vera.verification.report") / "schema" / "answer-1.json"


@pytest.fixture(autouse=True)
def server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatOllama]:
    """A library in the current folder, and a server with a chat model."""
    monkeypatch.delenv("VERA_CHAT_MODEL", raising=False)
    write(folder / "papers", TEXTS)
    with ChatOllama() as fake:
        fake.chats = lambda _: answer((TRUE, [1]), (FALSE, [1]))
        monkeypatch.setenv("OLLAMA_HOST", fake.host)
        added = verify("library", "add", "insects", "papers", "--embedder", "minilm")
        assert added.returncode == 0, added.stderr
        yield fake


def _ask(*options: str) -> subprocess.CompletedProcess[str]:
    return verify("ask", QUESTION, "--library", "insects", *options)


def test_an_answer() -> None:
    """The sentences that hold, what they cite, and how many were left out."""
    run = _ask()
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == (
        f"{TRUE} [1]\n\n[1] “{TRUE}”\n    papers/bees.txt\n\n"
        "1 sentence of ollama:llama3.2:latest, checked; 1 left out that did not hold "
        "(--show-failed shows what)\n"
    )


def test_what_was_left_out() -> None:
    """It is shown where that is asked for, and marked, with the reason."""
    told = _ask("--show-failed").stdout
    assert f"\nNOT SUPPORTED: {FALSE} [1]\n  because: papers/bees.txt denies it: claim" in told


def test_nothing_holds(server: ChatOllama) -> None:
    """That is said, the passages are shown, and the exit code is 1."""
    server.chats = lambda _: answer((FALSE, [1]))
    run = _ask()
    assert run.returncode == 1
    assert run.stdout.startswith(
        "nothing that ollama:llama3.2:latest wrote is borne out by what it cites; these passages "
        "speak to the question:\n\n1. papers/bees.txt\n   “Honey bees sleep at night for six hours."
    )
    assert FALSE not in run.stdout


def test_signals() -> None:
    """The options of a search choose the passages, and one that is none is refused."""
    own = ("--model", "none")
    assert "papers/wasps.txt" in _ask(*own).stdout
    few = _ask(*own, "--where", "path ~ bees", "--without", "graph", "--recent", "--neighbours=2")
    assert (few.returncode, few.stderr) == (0, "")
    assert "papers/wasps.txt" not in few.stdout
    refused = _ask(*own, "--without", "words", "--without", "meaning")
    assert refused.returncode == 2
    assert "must leave meaning or words" in refused.stderr


def test_no_model(server: ChatOllama) -> None:
    """Where none is asked for or there, the passages are the answer; one that is named must be."""
    assert _ask("--model", "none").stdout.startswith("no model was asked for; these passages")
    server.models = []
    run = _ask()
    assert (run.returncode, run.stderr) == (0, "")
    assert "has no model that answers questions; these passages" in run.stdout
    missing = _ask("--model", "mistral")
    assert missing.returncode == 4
    assert "1. papers/bees.txt" in missing.stdout
    assert "verify: hint: fetch it with `ollama pull mistral`" in missing.stderr


@pytest.mark.parametrize("options", [(), ("--show-failed",), ("--model", "none")])
def test_json(options: tuple[str, ...]) -> None:
    """It is as its schema has it, and what was left out is in it only where asked for."""
    run = _ask("--format", "json", *options)
    found = json.loads(run.stdout)
    jsonschema.validate(found, json.loads(_SCHEMA.read_text("utf-8")))
    assert (FALSE in run.stdout) == ("--show-failed" in options)
    assert [hit["document"] for hit in found["passages"]] == ["papers/bees.txt", "papers/wasps.txt"]


def test_a_blank_question() -> None:
    """It is refused as what it is."""
    run = verify("ask", " ", "--library", "insects")
    assert run.returncode == 2
    assert "blank" in run.stderr
