"""A manuscript in a real Neovim, configured as docs/editors.md shows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.editors.conftest import documented

_NEOVIM = shutil.which("nvim")
_DRIVE = Path(__file__).with_name("neovim.lua")


def _configuration() -> str:
    """The one for the Neovim that is here."""
    said = subprocess.run(["nvim", "--version"], stdout=subprocess.PIPE, text=True, check=True)
    version = re.match(r"NVIM v(\d+)\.(\d+)", said.stdout)
    assert version, said.stdout
    new = (int(version[1]), int(version[2])) >= (0, 11)
    return documented("lua", "vim.lsp.config" if new else "vim.lsp.start_client")


@pytest.mark.skipif(_NEOVIM is None, reason="Neovim is not installed")
def test_what_is_wrong_is_marked_told_and_mended(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error at its line, the quote beside it, and the paper's number put in by an action."""
    Path("init.lua").write_text(_configuration(), "utf-8")
    monkeypatch.setenv("SEEN", str(folder / "seen.json"))
    run = subprocess.run(
        ["nvim", "--headless", "-i", "NONE", "-n", "-u", "init.lua", "a.md", "-S", str(_DRIVE)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert run.returncode == 0, run.stdout
    seen = json.loads(Path("seen.json").read_text("utf-8"))
    (told,) = seen["told"]
    assert (told["line"], told["severity"], told["code"]) == (4, 1, "contradicted")
    assert "claim says 167, paper says 67" in told["message"]
    assert any("With pdfplumber only 67 sentences survived" in line for line in seen["hover"])
    assert seen["titles"][:2] == ["Write 67, as the paper does", "Insert the quote as a comment"]
    assert seen["lines"][4].startswith("With pdfplumber only 67 sentences")
    assert seen["left"] == 0
