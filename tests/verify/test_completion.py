"""A shell completes command lines of verify by the script that it prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.program import verify

_PARTS = {
    "": {"library", "batch", "watch", "claims.txt", "papers"},
    "c": {"chunks", "completion", "config", "claims.txt"},
    "--emb": {"--embedder"},
    "--rule ": {"calibrated", "cosine"},
    "claims.txt papers/x.pdf --agg": {"--aggregate"},
    "library ": {"add", "list", "import", "export"},
    "batch claims.txt --engine ": {"pool", "ray"},
    "claims.txt --library ": {"ants", "bees"},
    "library list b": {"bees"},
    "search words --library a": {"ants"},
    "completion ": {"bash", "zsh", "fish"},
}
"""What is typed behind "verify ", and some of what must be offered."""


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and libraries to be completed, and this project's `verify` on the path."""
    (folder / "papers").mkdir()
    (folder / "claims.txt").touch()
    (folder / "libraries").mkdir()
    for name in ("ants", "bees"):
        (folder / "libraries" / f"{name}.sqlite").touch()
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(folder))


def _shell(name: str, *line: str) -> set[str]:
    """The words that a shell prints, given what it reads."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    run = subprocess.run([name, *line], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    return {word.split("\t")[0].strip() for word in run.stdout.splitlines()}


_BASH = """
source <(verify completion bash)
complete -p verify | grep -q _verify_completion || exit 1
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_verify_completion verify
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("part", _PARTS)
def test_bash(part: str) -> None:
    """Commands, options, their values, libraries and, where files may stand, those."""
    offered = _shell("bash", "--norc", "-c", _BASH, "bash", "verify", *part.split(" "))
    assert offered >= _PARTS[part]
    assert all(word.startswith(part.rpartition(" ")[2]) for word in offered)


def test_bash_offers_files_of_its_own() -> None:
    """Behind a file of claims stands a paper, which bash completes itself."""
    asked = "compopt() { echo $*; }\n" + _BASH
    assert "-o default" in _shell(
        "bash", "--norc", "-c", asked, "bash", "verify", "claims.txt", "pa"
    )


@pytest.mark.parametrize("part", _PARTS)
def test_fish(part: str) -> None:
    """The same."""
    asked = f"verify completion fish | source; complete -C 'verify {part}'"
    assert _shell("fish", "--no-config", "-c", asked) >= _PARTS[part]


_ZSH = """
compdef() { :; }
compadd() { print -l -- ${(P)@[-1]}; }
_describe() { print -l -- ${(P)3}; }
_path_files() { print files; }
source <(verify completion zsh)
words=("$@"); CURRENT=$#
_verify_completion
"""
"""With the functions of its completion that only a terminal has, in a form that prints."""


@pytest.mark.parametrize("part", _PARTS)
def test_zsh(part: str) -> None:
    """The same; it shows what an option is for, too."""
    offered = _shell("zsh", "-f", "-c", _ZSH, "zsh", "verify", *part.split(" "))
    assert {word.partition(":")[0] for word in offered} >= _PARTS[part]


def test_no_file_name_is_put_into_a_line_as_a_command(folder: Path) -> None:
    """A shell quotes the names that it completes itself, and those that are offered it does not."""
    for name in ("c$(touch pwned)", "c;pwned", "c pwned", "c\nplain,pwned", "-c"):
        (folder / name).touch()
    offered = _shell("bash", "--norc", "-c", _BASH, "bash", "verify", "c")
    assert offered == {"chunks", "completion", "config", "claims.txt"}


def test_broken_requests() -> None:
    """What no shell asks is refused without a word about defects."""
    for asked in ("bash_nonsense", "nonsense_complete", "x"):
        run = subprocess.run(
            [sys.executable, "-m", "vera.verify"],
            env=os.environ | {"_VERIFY_COMPLETE": asked},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (run.returncode, run.stdout, run.stderr) == (2, "", "")
    assert verify("completion", "tcsh").returncode == 2


def test_a_broken_configuration_breaks_no_completion(folder: Path) -> None:
    """What is wrong with it is told when a command is run, not at each key."""
    (folder / "vera.toml").write_text("broken", "utf-8")
    offered = _shell("bash", "--norc", "-c", _BASH, "bash", "verify", "--rule", "")
    assert offered >= {"calibrated", "cosine"}
