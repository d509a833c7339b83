"""A file of configuration is found upward, and only what is plainly meant for us is read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from vera.core.errors import StorageFault
from vera.verify import toml_file

if TYPE_CHECKING:
    from pathlib import Path


def _found() -> Path | None:
    file = toml_file.find().unwrap()
    return file.path if file else None


def _refusal() -> str:
    error = toml_file.find().failure()
    assert isinstance(error, StorageFault)
    return str(error)


def test_none(folder: Path) -> None:
    """Where there is no file, nothing is found; a pyproject.toml of others is none."""
    assert _found() is None
    (folder / "pyproject.toml").write_text("[tool.other]\nx = 1", "utf-8")
    assert _found() is None
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'", "utf-8")
    assert _found() is None


def test_the_nearest_holds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the current folder upward the first that says something for us, and it alone."""
    deep = folder / "a" / "b"
    deep.mkdir(parents=True)
    (folder / "vera.toml").write_text("top-k = 1", "utf-8")
    monkeypatch.chdir(deep)
    assert _found() == folder / "vera.toml"
    (folder / "a" / "pyproject.toml").write_text("[tool.other]", "utf-8")
    assert _found() == folder / "vera.toml"
    (folder / "a" / "pyproject.toml").write_text("[tool.vera]", "utf-8")
    assert _found() == folder / "a" / "pyproject.toml"
    (folder / "a" / "vera.toml").write_text("", "utf-8")
    assert _found() == folder / "a" / "vera.toml"


def test_a_repository_ends_the_search(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing above its top is looked at, be `.git` a folder or the file of a worktree."""
    top = folder / "repository"
    (top / "docs").mkdir(parents=True)
    (folder / "vera.toml").write_text("", "utf-8")
    monkeypatch.chdir(top / "docs")
    (top / ".git").write_text("gitdir: elsewhere", "utf-8")
    assert _found() is None
    (top / "vera.toml").write_text("", "utf-8")
    assert _found() == top / "vera.toml"


_BROKEN = [
    ("vera.toml", b"x = [", "it is no TOML"),
    ("vera.toml", b"\xff", "it is no UTF-8"),
    ("vera.toml", b"#" * (toml_file.LARGEST + 1), "it has more than 1,048,576 bytes"),
    ("vera.toml", b"x = " + b"[" * 100_000, "it is no TOML"),
    ("pyproject.toml", b"[tool", "it is no TOML"),
    ("pyproject.toml", b"tool = 1", "tool must be a table"),
    ("pyproject.toml", b"[tool]\nvera = 1", "tool.vera must be a table"),
]


@pytest.mark.parametrize(("name", "content", "told"), _BROKEN)
def test_a_broken_file_is_an_error(folder: Path, name: str, content: bytes, told: str) -> None:
    """It may have said something; it is named."""
    (folder / name).write_bytes(content)
    assert _refusal().startswith(f"{name}: {told}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_is_not_waited_for(folder: Path) -> None:
    """A pipe, a folder and a link to nowhere are errors."""
    os.mkfifo(folder / "vera.toml")
    assert "it is no regular file" in _refusal()
    (folder / "vera.toml").unlink()
    (folder / "vera.toml").mkdir()
    assert "vera.toml: it " in _refusal()
    (folder / "vera.toml").rmdir()
    (folder / "vera.toml").symlink_to("nowhere")
    assert "it cannot be read" in _refusal()


def test_a_file_of_another_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that somebody left above the user's own folder is refused, but for root's."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    (folder / "mine").mkdir()
    (folder / "vera.toml").write_text("threshold = 0", "utf-8")
    os.chown(folder / "vera.toml", 12345, -1)
    monkeypatch.chdir(folder / "mine")
    assert "it belongs to another user" in _refusal()
    assert not toml_file.chosen(folder / "vera.toml").unwrap().found
    os.chown(folder / "mine", 12345, -1)
    assert _found() == folder / "vera.toml"


def test_a_folder_that_was_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found from it, and nothing fails."""
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    assert _found() is None


def test_one_that_is_named_must_say_something_for_us(folder: Path) -> None:
    """A pyproject.toml without our table was named by mistake; an empty vera.toml turns all off."""
    (folder / "pyproject.toml").write_text("[tool.other]", "utf-8")
    error = toml_file.chosen(folder / "pyproject.toml").failure()
    assert str(error) == "pyproject.toml: it has no table [tool.vera]"
    (folder / "none.toml").write_text("", "utf-8")
    assert toml_file.chosen(folder / "none.toml").unwrap().table == {}
