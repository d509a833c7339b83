"""The pages of `man verify` are those of the commands, and are read without a warning."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_PAGES = sorted((_ROOT / "man").glob("*.1"))


def test_the_pages_are_those_of_the_commands(tmp_path: Path) -> None:
    """A command or option that was changed wants `make man`; none is left out or left over."""
    pytest.importorskip("click_man", reason="the extra dev is not installed")
    subprocess.run([sys.executable, "docs/man.py", str(tmp_path)], cwd=_ROOT, check=True)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in _PAGES}
    assert made == kept, "run `make man`"


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.stem)
def test_a_page_is_read_without_a_warning(page: Path) -> None:
    """What `man` runs finds nothing to complain of, and shows the command under its name."""
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    run = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-P-c", str(page)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stderr == ""
    assert page.stem.split("-")[0].upper() in run.stdout


def test_what_a_script_needs_is_in_the_page() -> None:
    """Exit codes and the variables of the environment, which the help has behind its options."""
    page = (_ROOT / "man" / "verify.1").read_text("utf-8")
    assert '.SH "EXIT CODES"' in page
    assert "OLLAMA_HOST" in page
