"""`verify hook` takes several files of claims, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verify.program import verify

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _here(folder: Path) -> None:
    """A paper, two files of claims, and what they are asked of."""
    (folder / "bees.txt").write_text("Bees sleep at night. A hive holds 30,000 workers.", "utf-8")
    (folder / "vera.toml").write_text('papers = ["bees.txt"]\nembedder = "minilm"', "utf-8")
    (folder / "good.txt").write_text("Bees sleep at night.\n", "utf-8")
    (folder / "bad.txt").write_text("A hive holds 50,000 workers.\n", "utf-8")


def test_the_highest_code_is_that_of_all() -> None:
    """One file that is not grounded, or cannot be read, is not hidden by the others."""
    assert verify("hook", "good.txt", "good.txt", "-q").returncode == 0
    assert verify("hook", "bad.txt", "good.txt", "-q").returncode == 1
    run = verify("hook", "bad.txt", "gone.txt", "good.txt")
    assert run.returncode == 3
    assert run.stdout.count("bees.txt: 1 chunk") == 2
    assert "gone.txt: there is no such file" in run.stderr


def test_the_options_are_those_of_verify(folder: Path) -> None:
    """Given behind it or in the file, and in a table of its own."""
    assert verify("hook", "good.txt", "-q", "--threshold", "1").returncode == 1
    (folder / "vera.toml").write_text(
        'papers = ["bees.txt"]\nembedder = "minilm"\n[hook]\nthreshold = 1.0', "utf-8"
    )
    assert verify("hook", "good.txt", "-q").returncode == 1
    assert verify("good.txt", "-q").returncode == 0


def test_what_cannot_be_done_is_said(folder: Path) -> None:
    """Several reports into one file, or claims without papers: the command line is wrong."""
    several = verify("hook", "good.txt", "bad.txt", "--output", "report.txt")
    assert several.returncode == 2
    assert not (folder / "report.txt").exists()
    (folder / "vera.toml").unlink()
    assert verify("hook", "good.txt").returncode == 2
    assert verify("hook", "good.txt", "--papers", "bees.txt", "-q").returncode == 0
    assert verify("hook").returncode == 2
