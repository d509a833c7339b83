"""A result replaces a regular file when it is whole, and nothing else, ever."""

from __future__ import annotations

import os
import resource
import stat
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.users import ordinary_user
from vera.core.errors import InvalidInput, StorageFault
from vera.core.result import failed
from vera.process import output_file
from vera.process.output_file import open_output

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vera.core.errors import Error
    from vera.core.result import Result

_ROOT = os.geteuid() == 0


def _write(path: Path, *pieces: str | bytes) -> None:
    with open_output(path).unwrap() as output:
        for piece in pieces:
            output.write(piece).unwrap()
        output.finish().unwrap()


def _fault(result: Result[object]) -> Error:
    assert failed(result)
    return result.failure()


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@given(st.lists(st.text(max_size=20) | st.binary(max_size=20), max_size=8))
def test_all_pieces_arrive(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str | bytes]
) -> None:
    """What was written stands in the file, in order, as UTF-8; what UTF-8 lacks is named."""
    path = tmp_path_factory.mktemp("output") / "report"
    path.write_text("old")
    _write(path, *pieces)
    data = [it.encode("utf-8", "backslashreplace") if isinstance(it, str) else it for it in pieces]
    assert path.read_bytes() == b"".join(data)
    assert _names(path.parent) == {"report"}


@pytest.mark.parametrize("old", ["old", None])
def test_what_is_not_finished_is_not_there(tmp_path: Path, old: str | None) -> None:
    """Until all is written the file is as it was; what is not finished leaves nothing behind."""
    path = tmp_path / "report"
    if old is not None:
        path.write_text(old)
    with open_output(path).unwrap() as output:
        output.write("new" * 10_000).unwrap()
        assert (path.read_text() if old else path.exists()) == (old or False)
    assert _names(tmp_path) == ({"report"} if old else set())
    assert (path.read_text() if old else None) == old


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666, 0o755])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    """A file that is replaced keeps its mode; while it is written nobody else may read it."""
    path = tmp_path / "report"
    path.write_text("old")
    path.chmod(mode)
    before = set(tmp_path.iterdir())
    with open_output(path).unwrap() as output:
        (unfinished,) = set(tmp_path.iterdir()) - before
        assert stat.S_IMODE(unfinished.stat().st_mode) == mode
        output.finish().unwrap()
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_is_like_any_other(tmp_path: Path, mask: int) -> None:
    """Its mode is what the user's mask leaves."""
    old = os.umask(mask)
    try:
        _write(tmp_path / "report", "new")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "report").stat().st_mode) == 0o666 & ~mask


@pytest.mark.skipif(not _ROOT, reason="only root may give a file away")
def test_the_owner_stays(tmp_path: Path) -> None:
    """As root, a file that is replaced still belongs to its owner and group."""
    path = tmp_path / "report"
    path.write_text("old")
    os.chown(path, 12345, 23456)
    _write(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)
    assert path.read_text() == "new"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays(tmp_path: Path, there: bool) -> None:
    """What a link points to is replaced, or made; the link stays."""
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "real", tmp_path / "link"
    if there:
        target.write_text("old")
    link.symlink_to("elsewhere/real")
    _write(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert not target.is_symlink()
    assert _names(tmp_path / "elsewhere") == {"real"}


def test_a_device_stays(tmp_path: Path) -> None:
    """A device is written into; as root it would be easy to put a file in its place."""
    path = tmp_path / "null"
    if _ROOT:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    else:
        path.symlink_to("/dev/null")  # which only root can replace
    _write(path, "new")
    assert stat.S_ISCHR(path.stat().st_mode)
    assert _names(tmp_path) == {"null"}


def test_a_full_device(tmp_path: Path) -> None:
    """What a device does not take is a fault, and the device stays."""
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    with open_output(link).unwrap() as output:
        output.write("new").unwrap()
        assert "No space left" in str(_fault(output.finish()))
    assert stat.S_ISCHR(link.stat().st_mode)


def test_a_pipe_stays(tmp_path: Path) -> None:
    """A named pipe gets the report, and is there afterwards."""
    path, got = tmp_path / "pipe", list[bytes]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    _write(path, "new")
    reader.join()
    assert got == [b"new"]
    assert path.is_fifo()


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"])
def test_a_descriptor_is_written_where_it_stands(tmp_path: Path, folder: str) -> None:
    """/dev/stdout and its like are written into where they are, also where they are a file."""
    path = tmp_path / "out"
    with path.open("wb") as file:
        file.write(b"before ")
        file.flush()
        link = tmp_path / "link"
        link.symlink_to(f"{folder}/{file.fileno()}")
        _write(link, "new")
        file.write(b" after")
    assert path.read_text() == "before new after"
    assert _names(tmp_path) == {"out", "link"}


@pytest.mark.parametrize("way", ["itself", "dots", "hard link", "link", "link to it", "descriptor"])
def test_an_input_is_refused(tmp_path: Path, way: str) -> None:
    """What the run reads is not written to, by whatever path, and stays as it is."""
    paper, output = tmp_path / "paper", tmp_path / "output"
    paper.write_text("words")
    read: Path | int = paper
    match way:
        case "itself":
            output = paper
        case "dots":
            output = tmp_path / ".." / tmp_path.name / "paper"
        case "hard link":
            output.hardlink_to(paper)
        case "link":
            output.symlink_to(paper)
        case "link to it":
            output = paper
            read = tmp_path / "alias"
            read.symlink_to(paper)
        case _:
            output, read = paper, os.open(paper, os.O_RDONLY)
    error = _fault(open_output(output, [tmp_path / "nowhere", read]))
    assert isinstance(error, InvalidInput)
    assert "is an input of this run" in str(error)
    assert paper.read_text() == "words"
    assert paper.stat().st_nlink == (2 if way == "hard link" else 1)
    if isinstance(read, int):
        os.close(read)


def test_a_device_may_be_read_and_written(tmp_path: Path) -> None:
    """To read from a terminal and to write to it is no loss."""
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    with open_output(link, [link]).unwrap() as output:
        assert not failed(output.finish())


@pytest.fixture
def reachable(tmp_path: Path) -> Iterator[Path]:
    """A folder that an ordinary user comes to."""
    above = {folder: folder.stat().st_mode for folder in (tmp_path, *list(tmp_path.parents)[:2])}
    for folder in above:
        folder.chmod(0o755)
    yield tmp_path
    for folder, mode in above.items():
        folder.chmod(mode)


def test_a_folder_that_may_not_be_written(reachable: Path) -> None:
    """Nothing can be replaced there, which is said before anything is lost."""
    path = reachable / "report"
    path.write_text("old")
    path.chmod(0o666)
    reachable.chmod(0o555)
    with ordinary_user():
        error = _fault(open_output(path))
        new = _fault(open_output(reachable / "new"))
    assert isinstance(error, StorageFault)
    assert isinstance(new, StorageFault)
    assert "Permission denied" in str(error)
    assert error.hint
    assert path.read_text() == "old"
    assert _names(reachable) == {"report"}


def test_a_file_that_may_not_be_written(reachable: Path) -> None:
    """A file that its owner protected is not replaced, although its folder would allow it."""
    reachable.chmod(0o777)
    path = reachable / "report"
    path.write_text("old")
    path.chmod(0o444)
    with ordinary_user():
        assert "Permission denied" in str(_fault(open_output(path)))
    assert path.read_text() == "old"


@pytest.mark.parametrize("name", ["nowhere/report", "file/report", "folder", "loop"])
def test_what_cannot_be_opened(tmp_path: Path, name: str) -> None:
    """A folder, a loop of links and a path that leads nowhere are faults."""
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    assert isinstance(_fault(open_output(tmp_path / name)), StorageFault)
    assert _names(tmp_path) == {"file", "folder", "loop"}


@pytest.mark.parametrize("size", [50_000, 100])
def test_a_full_disk(tmp_path: Path, size: int) -> None:
    """A report that does not fit is a fault; the old one is whole, and nothing is left beside it.

    The limit on the size of files stands for the disk; what fits the buffer fails at the end.
    """
    path = tmp_path / "report"
    path.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, limits[1]))
    try:
        with open_output(path).unwrap() as output:
            written = output.write("x" * size).bind(lambda _: output.finish())
            assert "File too large" in str(_fault(written))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text() == "old"
    assert _names(tmp_path) == {"report"}


def test_two_at_once(tmp_path: Path) -> None:
    """Two runs that write the same file do not mix: it is the whole report of the last one."""
    path = tmp_path / "report"
    with open_output(path).unwrap() as first, open_output(path).unwrap() as second:
        for _ in range(3000):
            first.write("first ").unwrap()
            second.write("second ").unwrap()
        second.finish().unwrap()
        assert path.read_text() == "second " * 3000
        first.finish().unwrap()
    assert path.read_text() == "first " * 3000
    assert _names(tmp_path) == {"report"}


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_came_in_its_place_stays(tmp_path: Path, kind: str) -> None:
    """If a pipe or a folder has taken the file's name meanwhile, it is not replaced either."""
    path = tmp_path / "report"
    with open_output(path).unwrap() as output:
        output.write("new").unwrap()
        os.mkfifo(path) if kind == "pipe" else path.mkdir()
        assert isinstance(_fault(output.finish()), StorageFault)
    assert path.is_fifo() or path.is_dir()
    assert _names(tmp_path) == {"report"}


@pytest.mark.parametrize("name", ["n" * 255, "é" * 127])
def test_the_longest_names(tmp_path: Path, name: str) -> None:
    """A name of as many bytes as there may be has room for its unfinished form."""
    _write(tmp_path / name, "new")
    assert (tmp_path / name).read_text() == "new"


def test_what_is_unfinished_is_known(tmp_path: Path) -> None:
    """Its name says what it is, and one call removes all that there is of it."""
    with open_output(tmp_path / "report").unwrap() as output:
        output.write("new").unwrap()
        (name,) = _names(tmp_path)
        assert name.startswith(".report.")
        assert name.endswith(".vera-part")
        output_file.abandon()
        assert not _names(tmp_path)
