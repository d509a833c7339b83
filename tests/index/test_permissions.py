"""Which folders are the user's alone."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification.index import permissions
from vera.verification.index.permissions import Place, private_file, private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")


def place(folder: Path) -> Place:
    """A file in the folder."""
    return Place(folder / "file", "keep something", "SOME_DIR")


def mode(path: Path) -> int:
    """The permissions of what is there."""
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def no_mask() -> Iterator[None]:
    """Nothing is taken from the modes that a program asks for."""
    before = os.umask(0)
    yield
    os.umask(before)


class TestFolder:
    """What is on the way to a folder."""

    @pytest.mark.usefixtures("no_mask")
    def test_made(self, tmp_path: Path) -> None:
        """Every folder that is missing is made for the user alone, whatever the mask."""
        assert not failed(private_folder(place(tmp_path / "a" / "b" / "c")))
        for made in (tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"):
            assert mode(made) == 0o700

    def test_others_may_read(self, tmp_path: Path) -> None:
        """A folder that others may read but not write is the user's to use, and left as it is."""
        tmp_path.chmod(0o755)
        assert not failed(private_folder(place(tmp_path)))
        assert mode(tmp_path) == 0o755

    def test_sticky_above(self, tmp_path: Path) -> None:
        """Above the folder others may write where the sticky bit is, as in /tmp."""
        (tmp_path / "own").mkdir(0o700)
        tmp_path.chmod(0o1777)
        assert not failed(private_folder(place(tmp_path / "own")))

    def test_sticky(self, tmp_path: Path) -> None:
        """The folder itself must not be like /tmp: others could add files. /tmp is to stay so."""
        tmp_path.chmod(0o1777)
        error = private_folder(place(tmp_path)).failure()
        assert "can be written by others" in str(error)
        assert "chmod" not in error.hint

    def test_own_group_above(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Above the folder a group may write in which nobody else is, and no other group."""
        (tmp_path / "own").mkdir(0o700)
        tmp_path.chmod(0o770)
        for alone in (True, False):
            monkeypatch.setattr(permissions, "_alone_in", lambda _, alone=alone: alone)
            assert failed(private_folder(place(tmp_path / "own"))) is not alone

    @given(group=st.integers(2**20, 2**30))
    def test_unknown_group(self, group: int) -> None:
        """A group that the system does not know is not the user's own."""
        assert not permissions._alone_in(group)

    def test_own_links(self, tmp_path: Path) -> None:
        """Links of the user's own are followed, also to what is yet to be made."""
        (tmp_path / "real").mkdir()
        (tmp_path / "far").symlink_to(tmp_path / "real")
        (tmp_path / "near").symlink_to("real/../far/.")
        assert not failed(private_folder(place(tmp_path / "near" / "new")))
        assert mode(tmp_path / "real" / "new") == 0o700

    def test_way_of_a_link(self, tmp_path: Path) -> None:
        """The way to what a link points to is looked at as well."""
        (tmp_path / "open" / "inner").mkdir(parents=True)
        (tmp_path / "open").chmod(0o777)
        (tmp_path / "link").symlink_to("open/inner")
        error = private_folder(place(tmp_path / "link")).failure()
        assert isinstance(error, StorageFault)
        assert error.detail == f"{tmp_path / 'open'} can be written by others"
        assert error.hint.startswith(f"chmod go-w {tmp_path / 'open'}, or set SOME_DIR to ")

    def test_endless_links(self, tmp_path: Path) -> None:
        """Links that point to each other are a fault."""
        (tmp_path / "one").symlink_to("two")
        (tmp_path / "two").symlink_to("one")
        error = private_folder(place(tmp_path / "one" / "new")).failure()
        assert "symbolic links" in str(error)

    def test_a_file_for_a_folder(self, tmp_path: Path) -> None:
        """A file where the folder should be is a fault."""
        (tmp_path / "file").write_text("")
        assert "not a folder" in str(private_folder(place(tmp_path / "file")).failure())


class TestFile:
    """What is at a path."""

    def test_nothing(self, tmp_path: Path) -> None:
        """No file is nothing to complain of."""
        assert private_file(place(tmp_path), tmp_path / "none").unwrap() is None

    @given(bits=st.integers(0, 0o777))
    def test_modes(self, tmp_path_factory: pytest.TempPathFactory, bits: int) -> None:
        """A file is refused when others may write it, a secret when they may do anything."""
        file = tmp_path_factory.getbasetemp() / "modes"
        file.touch()
        file.chmod(bits)
        where = place(file.parent)
        assert failed(private_file(where, file)) == bool(bits & 0o022)
        assert failed(private_file(where, file, secret=True)) == bool(bits & 0o077)
