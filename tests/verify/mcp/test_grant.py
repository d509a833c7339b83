"""What lies outside of the granted folders is not read, and nobody learns whether it is there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verify.mcp.grant import Grant

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def grant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grant:
    """A folder `granted` beside a secret; the working directory is that of both."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "granted" / "below").mkdir(parents=True)
    (tmp_path / "granted" / "paper.txt").write_text("A paper.")
    (tmp_path / "granted" / ".env").write_text("KEY=1")
    (tmp_path / "granted-too").mkdir()
    (tmp_path / "granted-too" / "secret.txt").write_text("A secret.")
    (tmp_path / "secret.txt").write_text("A secret.")
    return Grant.create(["granted"]).unwrap()


def _refusal(grant: Grant, name: str) -> str:
    error = grant.find(name).failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.FORBIDDEN
    return str(error).removeprefix(name) + error.hint


@pytest.mark.parametrize("name", ["paper.txt", "granted/paper.txt", "below/../paper.txt"])
def test_a_paper_in_a_granted_folder(grant: Grant, tmp_path: Path, name: str) -> None:
    """It is found by its name in the folder, from the working directory, and from the root."""
    paper = tmp_path / "granted" / "paper.txt"
    assert grant.file(name).unwrap().path == str(paper)
    assert grant.file(str(paper)).unwrap().real == os.path.realpath(paper)


@pytest.mark.parametrize(
    ("there", "missing"),
    [
        ("../secret.txt", "../nothing.txt"),
        ("below/../../secret.txt", "below/../../nothing.txt"),
        ("/etc/passwd", "/etc/nothing-of-that-name"),
        ("//etc/passwd", "//etc/nothing-of-that-name"),
        ("/dev/null", "/dev/nothing-of-that-name"),
        ("../granted-too/secret.txt", "../granted-too/nothing.txt"),
        (".env", ".nothing"),
        ("", "\0"),
        ("~/", "\\\\host\\share\\paper.pdf\0"),
    ],
)
def test_outside_is_refused_alike(grant: Grant, there: str, missing: str) -> None:
    """Whether there is such a file or not, the refusal is the same to the letter."""
    if there == "~/":
        there = os.path.expanduser("~/")  # noqa: PTH111
    assert _refusal(grant, there) == _refusal(grant, missing)


def test_a_link_out_is_refused_alike(grant: Grant, tmp_path: Path) -> None:
    """A link that leads out is refused, whether what it leads to is there or not."""
    for name, target in (("one", "secret.txt"), ("two", "nothing.txt"), ("folder", ".")):
        (tmp_path / "granted" / name).symlink_to(tmp_path / target)
    assert _refusal(grant, "one") == _refusal(grant, "two")
    assert _refusal(grant, "folder/secret.txt") == _refusal(grant, "folder/nothing.txt")


def test_a_link_within_is_followed(grant: Grant, tmp_path: Path) -> None:
    """A link from one granted place to another is no way out."""
    (tmp_path / "granted" / "other.txt").symlink_to(tmp_path / "granted" / "paper.txt")
    assert grant.file("other.txt").unwrap().real.endswith("paper.txt")


def test_a_way_through_what_lies_outside_is_not_looked_at(grant: Grant, tmp_path: Path) -> None:
    """A path that leaves and comes back is taken as text: what lies outside plays no part."""
    (tmp_path / "outside").symlink_to(tmp_path / "granted-too")
    known = grant.file(f"{tmp_path}/outside/../granted/paper.txt")
    assert known.unwrap().path == str(tmp_path / "granted" / "paper.txt")
    assert not failed(grant.file(f"{tmp_path}/nothing/../granted/paper.txt"))


def test_what_is_no_file_on_a_disk(grant: Grant, tmp_path: Path) -> None:
    """A folder, a pipe and a name that is not there are errors of their own."""
    os.mkfifo(tmp_path / "granted" / "pipe.txt")
    for name, fault in (
        ("below", ReadFault.NOT_A_FILE),
        ("pipe.txt", ReadFault.NOT_A_FILE),
        ("nothing.txt", ReadFault.MISSING),
    ):
        error = grant.file(name).failure()
        assert isinstance(error, UnreadableDocument)
        assert error.fault is fault


def test_a_folder_with_a_way_out_is_refused_whole(grant: Grant, tmp_path: Path) -> None:
    """A folder may be added if all its papers may be read; else the one that may not is named."""
    assert grant.tree("granted").unwrap().path == str(tmp_path / "granted")
    (tmp_path / "granted" / "below" / "out.txt").symlink_to(tmp_path / "secret.txt")
    assert str(grant.tree("granted").failure()).startswith("granted/below/out.txt: it is no file")
    os.mkfifo(tmp_path / "granted" / "pipe.txt")
    (tmp_path / "granted" / "below" / "out.txt").unlink()
    assert str(grant.tree(str(tmp_path / "granted")).failure()).startswith(
        f"{tmp_path}/granted/pipe.txt: "
    )


def test_the_working_directory_is_granted_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not where that is the root or the home folder, unless they are named."""
    monkeypatch.chdir(tmp_path)
    assert Grant.create([]).unwrap().folders == (str(tmp_path),)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "the root or the home folder" in str(Grant.create([]).failure())
    assert not failed(Grant.create(["."]))
    monkeypatch.chdir("/")
    assert "the root or the home folder" in str(Grant.create([]).failure())


def test_what_is_no_folder_cannot_be_granted(grant: Grant) -> None:
    """Each wrong name is told."""
    assert grant
    wrong = str(Grant.create(["granted", "secret.txt", "nothing"]).failure())
    assert "got 'secret.txt'" in wrong
    assert "got 'nothing'" in wrong
    assert "got 'granted'" not in wrong
