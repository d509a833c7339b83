"""A folder with a manuscript that cites, as somebody has it open in an editor."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_WRONG = "With pdfplumber only 167 sentences survived"


@pytest.fixture
def folder(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a paper, a bibliography, and a sentence with a wrong number.

    It is on the fifth line of a.md and of a.tex. `verify` is on the path, no settings of the user's
    are found, and no Ollama server answers.
    """
    folder = tmp_path / "folder"
    (folder / ".git").mkdir(parents=True)
    (folder / "papers").mkdir()
    shutil.copy(_ROOT / "testdata" / "papers" / "plain.txt", folder / "papers")
    bib = "@misc{plain, title = {Reading}, file = {papers/plain.txt}}\n"
    (folder / "refs.bib").write_text(bib, "utf-8")
    head = "---\nbibliography: refs.bib\n---\n\n"
    (folder / "a.md").write_text(f"{head}{_WRONG} [@plain].\n", "utf-8")
    head = "\\documentclass{article}\n\\begin{document}\n\n\n"
    end = "\n\\bibliography{refs}\n\\end{document}\n"
    (folder / "a.tex").write_text(f"{head}{_WRONG}~\\cite{{plain}}.\n{end}", "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "home"))
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{path}")
    return folder


def documented(kind: str, containing: str) -> str:
    """The one block of that kind in docs/editors.md that contains some words."""
    page = (_ROOT / "docs" / "editors.md").read_text("utf-8")
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (block,) = (it for it in blocks if containing in it)
    return str(block)
