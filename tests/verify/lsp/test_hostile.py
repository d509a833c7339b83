"""Settings, files and messages that make no sense, and an editor that goes away."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.verify.lsp.editor import COMMAND

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verify.lsp.editor import Editor

_SETTINGS = {"papers": ["probes"], "embedder": "minilm", "pause": 0.1}
_FRAME = re.compile(rb"Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n")


_SENSELESS: tuple[tuple[dict[str, object], str], ...] = (
    ({"colour": 1}, "vera.colour is unknown"),
    ({"papers": ["nowhere"]}, " is no file or folder"),
    ({"papers": ["probes"], "threshold": 70}, "threshold must be a probability"),
    ({"papers": ["probes"], "bib": ["no.bib"]}, "no.bib: there is no such file"),
    ({"papers": ["probes"], "embedder": "ollama"}, "127.0.0.1:9"),
)


@pytest.mark.asyncio
async def test_settings_without_sense_are_told(editor: Editor, folder: Path) -> None:
    """Once as a message, and as a diagnostic: what nothing was checked of does not look sound."""
    path = folder / "manuscript" / "manuscript.md"
    await editor.begin(folder)
    (first,) = await editor.open(path)
    assert "vera.papers must name the cited papers, or vera.library, and not both" in first.message
    for number, (settings, said) in enumerate(_SENSELESS, 1):
        editor.configure(**settings)
        (told,) = await editor.told(path)
        assert said in told.message
        assert told.message.endswith(": nothing is checked")
        editor.save(path)
        assert await editor.told(path) == [told]
        assert len(editor.messages) == 1 + number
        assert said in editor.messages[-1]


@pytest.mark.asyncio
async def test_a_circle_is_told_on_its_line(editor: Editor, folder: Path) -> None:
    """What stands around it is checked."""
    path = folder / "a.tex"
    text = "Bees sleep at night~\\cite{gone}.\n\n\\input{a}\n\\input{../b}\n\\bibliography{no}\n"
    path.write_text(text, "utf-8")
    await editor.begin(folder, **_SETTINGS)
    told = {it.range.start.line: it.message for it in await editor.open(path)}
    assert told[0].startswith("unchecked: gone (no entry of the bibliography is that)")
    assert told[2] == "a takes in itself: it is not read there"
    assert told[3].startswith("../b lies outside the manuscript's folder")
    assert told[4] == "no: there is no such file"


@pytest.mark.asyncio
async def test_damaged_papers_and_hostile_text_are_told(editor: Editor, folder: Path) -> None:
    """A message names the paper; control characters of a text reach no message."""
    (folder / "probes" / "bees.pdf").write_bytes(b"%PDF-1.7 no")
    path = folder / "a.md"
    await editor.begin(folder, **_SETTINGS)
    text = "Bees\x1b[31m sleep \u202eat night [@go\x07ne; @x].\n\nBees sleep at night [@y].\n"
    told = await editor.open(path, text)
    assert told
    assert all(it.message.isprintable() for it in told)
    assert any("bees.pdf" in message for message in editor.messages)


@pytest.mark.asyncio
async def test_an_empty_text_and_another_kind_of_file(editor: Editor, folder: Path) -> None:
    """The first has nothing to be told of, one of commands alone has; another is not looked at."""
    await editor.begin(folder, **_SETTINGS)
    assert await editor.open(folder / "a.md", "") == []
    assert await editor.open(folder / "b.md", "Nobody is cited.\n") == []
    (told,) = await editor.open(folder / "c.tex", "\\documentclass{article}\n")
    assert told.message.endswith(": nothing is checked")
    editor.open_only(folder / "a.py", "Bees sleep [1].\n")
    assert (await editor.status())["open"] == 3
    assert editor.messages == []


@pytest.mark.asyncio
async def test_it_answers_while_a_large_text_is_checked(editor: Editor, folder: Path) -> None:
    """Of 2 MB, before anything is told of it; closing it stops that."""
    path = folder / "a.txt"
    await editor.begin(folder, **_SETTINGS)
    editor.open_only(path, "Nobody has seen it there before, and nobody will. " * 42_000 + "\n")
    assert (await editor.status())["checks"] == 0
    assert editor.waiting == 0
    editor.close(path)
    assert await editor.told(path) == []
    assert await editor.open(folder / "b.md", "Bees sleep at night [@gone].\n") != []
    assert (await editor.status())["checks"] == 1


def _framed(content: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(content), content)


def _message(method: str, number: int | None = None, **params: object) -> bytes:
    said = {"jsonrpc": "2.0", "method": method, "params": params}
    return _framed(json.dumps(said if number is None else {**said, "id": number}).encode())


def _begun(folder: Path) -> bytes:
    path = folder / "manuscript" / "manuscript.md"
    settings = {"vera": _SETTINGS}
    document = {"uri": path.as_uri(), "languageId": "markdown", "version": 1}
    return (
        _message(
            "initialize",
            1,
            capabilities={},
            rootUri=folder.as_uri(),
            initializationOptions=settings,
        )
        + _message("initialized")
        + _message("textDocument/didOpen", textDocument={**document, "text": path.read_text()})
    )


def _frames(output: bytes) -> list[dict[str, object]]:
    """The messages that an output is of; nothing else may be in it."""
    found, at = [], 0
    while at < len(output):
        head = _FRAME.match(output, at)
        assert head is not None, output[at : at + 200]
        at = head.end() + int(head[1])
        found.append(json.loads(output[head.end() : at]))
    return found


def _run(said: bytes, folder: Path) -> tuple[int, list[dict[str, object]], str]:
    run = subprocess.run(COMMAND, input=said, capture_output=True, cwd=folder, check=False)
    return run.returncode, _frames(run.stdout), run.stderr.decode()


def test_an_editor_that_goes_away_ends_it(folder: Path) -> None:
    """In the middle of a check: nothing but the protocol is on standard output, and no trace."""
    code, frames, errors = _run(_begun(folder), folder)
    assert code == 0
    assert frames[0]["id"] == 1
    assert "Traceback" not in errors


@pytest.mark.parametrize(("methods", "code"), [(("shutdown", "exit"), 0), (("exit",), 1)])
def test_the_exit_code_says_how_it_ended(methods: tuple[str, ...], code: int, folder: Path) -> None:
    """As the protocol has it: 1 where it was not asked to shut down before."""
    ending = b"".join(_message(it, 9 if it == "shutdown" else None) for it in methods)
    ended, _, errors = _run(_begun(folder) + ending, folder)
    assert ended == code
    assert "Traceback" not in errors


def test_what_is_no_message_is_told_and_passed_over(folder: Path) -> None:
    """No JSON, JSON that is no message, an unknown method, parameters without sense."""
    wrong = (b"{no json", b"[]", b'{"jsonrpc": "2.0"}', b"\xff\xfe", b"17")
    said = b"Nonsense: 1\r\n\r\n" + _begun(folder) + b"".join(map(_framed, wrong))
    said += _message("vera/unknown", 5) + _message("textDocument/hover", 6, textDocument=3)
    said += _message("workspace/executeCommand", 7, command="vera.open", arguments=["http://a/"])
    said += _message("vera/status", 8) + _message("shutdown", 9) + _message("exit")
    code, frames, _ = _run(said, folder)
    answers = {it["id"]: it for it in frames if "id" in it and "method" not in it}
    assert code == 0
    assert "error" in answers[5]
    assert answers[7]["result"] is False
    assert "result" in answers[8]


def test_without_pygls_it_says_what_to_install() -> None:
    """A typed error with what to do; nothing is raised."""
    code = (
        "import importlib.util, sys\n"
        "real = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *a: None if name == 'pygls' else real(name, *a)\n"
        "sys.argv = ['verify', 'lsp']\n"
        "from vera.verify.__main__ import main\n"
        "main()\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 3
    assert "pygls: is not installed" in run.stderr
    assert "pip install 'vera-verify[lsp]'" in run.stderr
    assert run.stdout == ""
