"""A manuscript in a real Emacs with Eglot, configured as docs/editors.md shows."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.editors.conftest import documented

_DRIVE = Path(__file__).with_name("emacs.el")
_START = ["emacs", "--batch", "--eval", "(package-initialize)"]


def _lacking() -> str:
    """Why it cannot be tried here; "" where it can."""
    if shutil.which("emacs") is None:
        return "Emacs is not installed"
    run = subprocess.run([*_START, "--eval", "(require 'eglot)"], capture_output=True, check=False)
    return "Emacs has no Eglot" if run.returncode else ""


def test_what_is_wrong_is_marked_told_and_mended(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error at its line, the quote beside it, and the paper's number put in by an action."""
    lacking = _lacking()
    if lacking:
        pytest.skip(lacking)
    Path("init.el").write_text(documented("lisp", "eglot-server-programs"), "utf-8")
    monkeypatch.setenv("SEEN", str(folder / "seen.json"))
    monkeypatch.setenv("TEXT", str(folder / "a.tex"))
    run = subprocess.run(
        [*_START, "-l", "init.el", "-l", str(_DRIVE)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert run.returncode == 0, run.stdout
    seen = json.loads(Path("seen.json").read_text("utf-8"))
    ((line, kind, message),) = seen["told"]
    assert (line, kind) == (5, "eglot-error")
    assert "claim says 167, paper says 67" in message
    assert "With pdfplumber only 67 sentences survived" in seen["hover"]
    assert seen["titles"][:2] == ["Write 67, as the paper does", "Insert the quote as a comment"]
    assert "With pdfplumber only 67 sentences" in Path("a.tex").read_text("utf-8")
    assert seen["left"] == 0
