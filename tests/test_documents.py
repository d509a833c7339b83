"""What the documents show has been run, and what they link to is there."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

_ROOT = Path(__file__).parents[1]
_SHOWN = [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]
_LINKED = [*sorted(_ROOT.glob("*.md")), *sorted(_ROOT.glob("ADR/*.md")), *_SHOWN[1:]]
_README_LINES = 120
"""About a page and a half of print; what would make it longer goes to docs/."""


def _tokens(document: Path) -> list[Token]:
    return MarkdownIt().enable("table").parse(document.read_text("utf-8"))


def _name(document: Path) -> str:
    return document.relative_to(_ROOT).as_posix()


def _programs() -> Iterator[object]:
    """Each program that has what it prints right below it."""
    for document in _SHOWN:
        tokens = _tokens(document)
        for program, output in itertools.pairwise(tokens):
            if (program.info, output.info) == ("python", "text"):
                place = f"{_name(document)}:{(program.map or [0])[0] + 1}"
                yield pytest.param(program.content, output.content, id=place)


def _sessions() -> Iterator[object]:
    """Each session, a block of the kind "console"."""
    for document in _SHOWN:
        for token in _tokens(document):
            if token.info == "console":
                place = f"{_name(document)}:{(token.map or [0])[0] + 1}"
                yield pytest.param(token.content, id=place)


_PROGRAMS, _SESSIONS = list(_programs()), list(_sessions())


def _run(command: list[str], cache: Path, libraries: Path) -> str:
    """What a command prints in testdata/, where `verify` is this project's."""
    here = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(
        command,
        cwd=_ROOT / "testdata",
        env=os.environ
        | here
        | {
            "VERA_CACHE_DIR": str(cache),
            "VERA_CALIBRATION_DIR": str(cache / "calibrations"),
            "VERA_LIBRARY_DIR": str(libraries),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return _without_noise(run.stdout)


def _without_noise(text: str) -> str:
    """Without what may differ between machines: the last digits of scores, what a kernel offers."""
    text = re.sub(r'("sandbox": \[)[^]]+', r"\1", text)
    return re.sub(r"(\d\.\d\d)\d+", r"\1", text)


def test_there_is_something_to_run() -> None:
    """The README and the pages below docs/ show programs and sessions."""
    assert len(_PROGRAMS) >= 5
    assert len(_SESSIONS) >= 9


@pytest.mark.parametrize(("program", "output"), _PROGRAMS)
def test_programs(program: str, output: str, cache_folder: Path, tmp_path: Path) -> None:
    """A Python example prints what stands below it."""
    told = _run([sys.executable, "-c", program], cache_folder, tmp_path / "libraries")
    assert told == _without_noise(output)


@pytest.mark.parametrize("session", _SESSIONS)
def test_sessions(session: str, cache_folder: Path, tmp_path: Path) -> None:
    """A session begins with a command; it, and each one after it, prints what stands below it."""
    assert session.startswith("$ ")
    for step in session.removeprefix("$ ").split("\n$ "):
        line, _, said = step.partition("\n")
        told = _run(["sh", "-c", line], cache_folder, tmp_path / "libraries")
        assert told.rstrip("\n") == _without_noise(said).rstrip("\n")


def _anchors(document: Path) -> set[str]:
    """What the headings of a document are called in links, as hosts of Markdown name them."""
    tokens = _tokens(document)
    return {
        re.sub(r"[^\w\- ]", "", inline.content.lower()).replace(" ", "-")
        for opened, inline in itertools.pairwise(tokens)
        if opened.type == "heading_open"
    }


def _targets(document: Path) -> Iterator[str]:
    """Where the links and pictures of a document lead, those to other machines left out."""
    for token in _tokens(document):
        for child in token.children or ():
            target = child.attrGet("href") or child.attrGet("src")
            if target and not re.match(r"https?://|mailto:", str(target)):
                yield str(target)


def test_links_are_found() -> None:
    """The README links to every page below docs/."""
    linked = {target.partition("#")[0] for target in _targets(_ROOT / "README.md")}
    assert {_name(page) for page in _SHOWN[1:]} <= linked


@pytest.mark.parametrize("document", _LINKED, ids=_name)
def test_links_lead_somewhere(document: Path) -> None:
    """A link to a file of the checkout, or to a heading, leads to one that is there."""
    for target in _targets(document):
        path, _, anchor = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), target
        assert not anchor or anchor in _anchors(file), target


def test_the_readme_is_a_page() -> None:
    """The README stays short."""
    assert len((_ROOT / "README.md").read_text("utf-8").splitlines()) <= _README_LINES
