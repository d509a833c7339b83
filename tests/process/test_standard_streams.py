"""Closed and full streams are no defects: each program, with each stream in each state."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAPER = str(Path(__file__).parents[2] / "testdata" / "papers" / "plain.txt")
_CLAIMS = str(Path(__file__).parents[2] / "testdata" / "claims" / "notes.txt")
_MINILM = ("--embedder", "minilm")

_COMMANDS = {
    "a run": (("vera.verify", _CLAIMS, _PAPER, *_MINILM), 1),
    "a paper is missing": (("vera.verify", _PAPER, "nowhere.pdf", _PAPER, *_MINILM), 3),
    "a quiet run": (("vera.verify", _CLAIMS, _PAPER, "--quiet", *_MINILM), 1),
    "help": (("vera.verify", "--help"), 0),
    "version": (("vera.verify", "--version"), 0),
    "usage": (("vera.verify", "--nothing"), 2),
    "read": (("vera.verify", "read", _PAPER), 0),
    "chunks": (("vera.verify", "chunks", _PAPER), 0),
    "bench help": (("vera.bench", "--help"), 0),
    "help of a command of bench": (("vera.bench", "compare", "--help"), 0),
}
"""What is run, and the exit code that it has by itself."""
_NAMES = {"vera.verify": "verify", "vera.bench": "vera-bench"}
"""What a program calls itself, by the package that is run."""
_PRINTS_NOTHING = {"a quiet run", "usage"}

_OUTPUT = {
    ">&-": "it is closed",
    ">/dev/full": "No space left on device",
    "| reader that is gone": "",
}
"""The states of standard output, and what is said of them."""
_ERRORS = ("2>&-", "2>/dev/full", "2>| reader that is gone")


@pytest.fixture(autouse=True)
def _cache(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that the tests share."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))


@pytest.fixture
def nobody_reads() -> Iterator[int]:
    """The end to write to of a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def _run(
    arguments: tuple[str, ...], redirections: str = "", stdout: int = -1, stderr: int = -1
) -> subprocess.CompletedProcess[str]:
    """Run a program by a shell that redirects; -1 is a pipe that is read."""
    program = [sys.executable, "-m", *arguments]
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *program],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        encoding="utf-8",
        check=False,
    )


@cache
def _usual(name: str) -> subprocess.CompletedProcess[str]:
    """What the command does with streams that are in order."""
    arguments, code = _COMMANDS[name]
    usual = _run(arguments)
    assert usual.returncode == code, usual.stderr
    assert bool(usual.stdout) is (name not in _PRINTS_NOTHING)
    return usual


@pytest.mark.parametrize("state", _OUTPUT)
@pytest.mark.parametrize("name", _COMMANDS)
def test_standard_output(name: str, state: str, nobody_reads: int) -> None:
    """What cannot be printed is said in one line, exit 3; a reader that left ends it, exit 141."""
    usual, arguments = _usual(name), _COMMANDS[name][0]
    gone = not _OUTPUT[state]
    run = _run(arguments, "", nobody_reads) if gone else _run(arguments, state)
    code, errors = usual.returncode, usual.stderr
    if usual.stdout:
        program, code = _NAMES[arguments[0]], 141 if gone else 3
        why = f"{program}: standard output: cannot be written: {_OUTPUT[state]}\n"
        errors += "" if gone else why
    assert (run.returncode, run.stderr) == (code, errors)
    assert not run.stdout


@pytest.mark.parametrize("state", _ERRORS)
@pytest.mark.parametrize("name", _COMMANDS)
def test_standard_error(name: str, state: str, nobody_reads: int) -> None:
    """Where nothing can be complained about, the output and the exit code are as ever."""
    usual, arguments = _usual(name), _COMMANDS[name][0]
    gone = state == _ERRORS[-1]
    run = _run(arguments, stderr=nobody_reads) if gone else _run(arguments, state)
    assert (run.returncode, run.stdout) == (usual.returncode, usual.stdout)
    assert not run.stderr


@pytest.mark.parametrize("state", ["<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("name", _COMMANDS)
def test_several_are_closed(name: str, state: str) -> None:
    """Without standard input all is as ever; without any stream the exit code says what is said."""
    usual = _usual(name)
    run = _run(_COMMANDS[name][0], state)
    if state == "<&-":
        assert (run.returncode, run.stdout, run.stderr) == (
            usual.returncode,
            usual.stdout,
            usual.stderr,
        )
    else:
        lost = usual.stdout and usual.returncode < 2
        assert run.returncode == (3 if lost else usual.returncode)


@pytest.mark.parametrize(
    ("redirection", "why"),
    [
        ("<&-", "it cannot be read: it is closed"),
        ("</dev/null", "it is empty (0 bytes)"),
        ("</dev/zero", "it is larger than 64 MiB"),
    ],
)
def test_claims_from_a_standard_input_without_claims(redirection: str, why: str) -> None:
    """Standard input that is closed, empty or has no end is an error that says so, exit 3."""
    run = _run(("vera.verify", "-", _PAPER, *_MINILM), redirection)
    assert run.returncode == 3
    assert run.stderr.startswith(f"verify: standard input: {why}\nverify: hint: ")


@pytest.mark.parametrize("state", ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_nothing_is_printed_into_a_file(tmp_path: Path, state: str) -> None:
    """A complaint does not end up in the report, the number of whose file it would be."""
    bees = tmp_path / "bees"
    bees.write_text("Bees sleep at night.\n", "utf-8")
    papers = (str(bees), "nowhere.pdf", str(bees))
    command = ("vera.verify", *papers, *_MINILM, "--no-cache", "--output")
    usual, report = tmp_path / "usual", tmp_path / "report"
    assert _run((*command, str(usual))).returncode == 3
    assert _run((*command, str(report)), state).returncode == 3
    assert report.read_bytes() == usual.read_bytes()


@pytest.mark.parametrize("way", ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"])
def test_standard_output_as_a_file(tmp_path: Path, way: str) -> None:
    """--output /dev/stdout writes where standard output goes on, also into a file."""
    usual = _usual("a run").stdout
    command = (*_COMMANDS["a run"][0], "--output", way)
    assert _run(command).stdout == usual
    target = tmp_path / "all"
    target.write_text("before\n")
    with target.open("a") as file:
        assert _run(command, stdout=file.fileno()).returncode == 1
    assert target.read_text("utf-8") == "before\n" + usual
    closed = _run(command, ">&-")
    assert closed.returncode == 3
    assert closed.stderr.startswith(f"verify: {way}: cannot be written: ")


def test_a_full_pipe_that_does_not_block() -> None:
    """A pipe that someone made non-blocking is waited for, and all of the output arrives."""
    code = (
        "import os, sys\n"
        "from vera.process import standard_streams\n"
        "os.set_blocking(1, False)\n"
        "standard_streams.secure()\n"
        "sys.stdout.write('x' * 1_000_000)\n"
        "sys.exit(standard_streams.unwritten(flush=True) is not None)\n"
    )
    whole = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert whole.stdout == b"x" * 1_000_000
