"""The bytes of a file are of one moment and no more than allowed; nothing is awaited in vain."""

from __future__ import annotations

import hashlib
import os
import socket
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.pdfs import Sheet, Words, pdf
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification import wiring
from vera.verification.ingestion import content, reading
from vera.verification.ingestion.content import content_of, content_of_descriptor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vera.core.result import Result

_MOST = 1 << 20


def _fault(result: Result[object]) -> UnreadableDocument:
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.hint
    return error


@contextmanager
def _written(
    number: int, data: bytes, times: int = 1, after: threading.Event | None = None
) -> Iterator[None]:
    """Write to a descriptor in a thread, as long as somebody reads it."""

    def write() -> None:
        if after is not None:
            after.wait()
        with suppress(BrokenPipeError), open(number, "wb", buffering=0) as file:
            file.writelines(data for _ in range(times))

    writer = threading.Thread(target=write)
    writer.start()
    yield
    writer.join()


@pytest.fixture
def after_a_part(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], object]], None]:
    """Calls a function with the number of each part of 4 KiB that is read, after it was."""

    def hook(then: Callable[[int], object]) -> None:
        real, count = os.read, 0

        def read(number: int, size: int) -> bytes:
            nonlocal count
            part = real(number, size)
            count += 1
            then(count)
            return part

        monkeypatch.setattr(content, "_PART", 4096)
        monkeypatch.setattr(os, "read", read)

    return hook


def _changes(path: Path, what: str) -> None:
    match what:
        case "grows":
            with path.open("ab") as file:
                file.write(b"b")
        case "shrinks":
            os.truncate(path, 5000)
        case "is emptied":
            path.write_bytes(b"")
        case "is written over":
            with path.open("r+b") as file:
                file.seek(9000)
                file.write(b"b" * 100)
        case _:
            other = path.with_name("other")
            other.write_bytes(b"c" * 12000)
            other.replace(path)


every_change = pytest.mark.parametrize(
    "what", ["grows", "shrinks", "is emptied", "is written over", "is replaced"]
)


@every_change
def test_a_file_that_changes_once(
    tmp_path: Path, after_a_part: Callable[[Callable[[int], object]], None], what: str
) -> None:
    """A file that changes while it is read is read again, and is what it is then."""
    path = tmp_path / "paper.txt"
    path.write_bytes(b"a" * 12000)
    after_a_part(lambda part: _changes(path, what) if part == 2 else None)
    found = content_of(path, "paper", _MOST)
    if what == "is emptied":
        assert _fault(found).fault is ReadFault.EMPTY
    else:
        assert found.unwrap().data == path.read_bytes() != b"a" * 12000


@every_change
def test_a_file_that_goes_on_changing(
    tmp_path: Path, after_a_part: Callable[[Callable[[int], object]], None], what: str
) -> None:
    """A file that changes again is refused, and never read short."""
    path = tmp_path / "paper.txt"
    path.write_bytes(b"a" * 12000)
    turns = iter([what, "grows"])
    after_a_part(lambda part: _changes(path, next(turns)) if part in {2, 5} else None)
    found = content_of(path, "paper", _MOST)
    if what == "is emptied":
        assert _fault(found).fault is ReadFault.EMPTY
        return
    error = _fault(found)
    assert error.fault is ReadFault.BROKEN_IO
    assert error.detail == "it changed while it was read"


def test_no_mixture_is_read(tmp_path: Path) -> None:
    """Of a file that is written over all the time, a version is read or none, never two in one."""
    path = tmp_path / "paper.txt"
    versions = [bytes([letter]) * 300_000 for letter in b"abcd"]
    path.write_bytes(versions[0])
    stop = threading.Event()

    def rewrite() -> None:
        with path.open("r+b", buffering=0) as file:
            while not stop.wait(0.015):
                for version in versions:
                    os.pwrite(file.fileno(), version, 0)

    writer = threading.Thread(target=rewrite)
    writer.start()
    try:
        found = [content_of(path, "paper", _MOST) for _ in range(40)]
    finally:
        stop.set()
        writer.join()
    refused = [_fault(each) for each in found if failed(each)]
    assert {error.fault for error in refused} <= {ReadFault.BROKEN_IO}
    assert {each.unwrap().data for each in found if not failed(each)} <= set(versions)
    assert content_of(path, "paper", _MOST).unwrap().data in versions


def test_the_digest_is_of_what_was_read(
    tmp_path: Path, after_a_part: Callable[[Callable[[int], object]], None]
) -> None:
    """A document's text, digest and time are of the same content."""
    path = tmp_path / "paper.txt"
    path.write_bytes(b"a" * 12000)
    after_a_part(lambda part: _changes(path, "grows") if part == 2 else None)
    found = reading.read(path).unwrap()
    assert found.digest == hashlib.sha256(found.text.encode()).hexdigest()
    assert found.text == "a" * 12000 + "b"
    assert found.modified == path.stat().st_mtime


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    """A named pipe and one that a shell made for `<(...)` are read; they have no time."""
    path, data = tmp_path / "pipe.txt", b"words " * 100_000
    os.mkfifo(path)
    both = os.open(path, os.O_RDWR)  # so that the writer opens at once
    with _written(os.open(path, os.O_WRONLY), data):
        read = os.open(path, os.O_RDONLY)
        os.close(both)
        found = content_of(path, "pipe", _MOST).unwrap()
        os.close(read)
    assert (found.data, found.modified) == (data, None)
    reader, writer = os.pipe()
    with _written(writer, data):
        assert content_of(Path(f"/dev/fd/{reader}"), "pipe", _MOST).unwrap().data == data
    os.close(reader)


def test_a_paper_from_a_pipe() -> None:
    """A paper that comes from a pipe is known by its content."""
    paper = pdf(Sheet(Words("Enough words to be read as a page of text.", 100, 700).content))
    reader, writer = os.pipe()
    with _written(writer, paper):
        found = wiring.read_document(Path(f"/dev/fd/{reader}")).unwrap()
    os.close(reader)
    assert found.media_type == "application/pdf"
    assert found.digest == hashlib.sha256(paper).hexdigest()
    assert found.modified is None


def test_a_pipe_without_a_writer(tmp_path: Path) -> None:
    """A pipe that nobody writes to is an error and not a wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    error = _fault(content_of(tmp_path / "pipe", "pipe", _MOST))
    assert error.fault is ReadFault.NOT_A_FILE
    assert "nobody writes" in error.detail


def test_a_pipe_whose_writer_says_nothing() -> None:
    """A writer that leaves without a word gives an empty file, also where it took its time."""
    reader, writer = os.pipe()
    leaving = threading.Timer(0.1, os.close, [writer])
    leaving.start()
    assert _fault(content_of(Path(f"/dev/fd/{reader}"), "pipe", _MOST)).fault is ReadFault.EMPTY
    leaving.join()
    os.close(reader)


@pytest.mark.parametrize("way", ["path", "descriptor"])
@pytest.mark.parametrize("over", [0, 1, 1_000_000])
def test_a_pipe_without_an_end(way: str, over: int) -> None:
    """No more than a byte beyond the limit is taken from a pipe; up to the limit all of it."""
    reader, writer = os.pipe()
    with _written(writer, b"x" * 1000, (_MOST + over) // 1000 + 1):
        most = (_MOST + over) // 1000 * 1000 + 1000 - over
        if way == "path":
            found = content_of(Path(f"/dev/fd/{reader}"), "it", most).map(lambda it: it.data)
        else:
            found = content_of_descriptor(reader, "it", most)
        os.close(reader)
    if over:
        assert _fault(found).fault is ReadFault.TOO_LARGE
    else:
        assert found.unwrap() == b"x" * most


def test_no_more_is_read_than_allowed(tmp_path: Path) -> None:
    """Of what has no end one byte too many is taken; a file that is too large is not read."""
    path = tmp_path / "large"
    path.touch()
    os.truncate(path, 1 << 40)
    assert _fault(content_of(path, "it", _MOST)).fault is ReadFault.TOO_LARGE
    with path.open("rb") as file:
        assert _fault(content_of_descriptor(file.fileno(), "it", _MOST)).fault is (
            ReadFault.TOO_LARGE
        )
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == _MOST + 1


def test_a_file_without_a_size_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no size is empty or made up, and to read it may take for ever."""
    (tmp_path / "none").touch()

    def read(*_arguments: object) -> bytes:
        raise AssertionError("read")

    monkeypatch.setattr(os, "read", read)
    assert _fault(content_of(tmp_path / "none", "it", _MOST)).fault is ReadFault.EMPTY


def test_claims_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """64 MiB are the most for claims, from a file and from standard input alike."""
    path = tmp_path / "claims.txt"
    path.write_bytes(b"A bee sleeps.\n")
    os.truncate(path, reading.LARGEST_CLAIMS + 1)
    assert "larger than 64 MiB" in str(_fault(wiring.read_claims(path)))
    with path.open("rb") as file:
        assert "larger than 64 MiB" in str(_fault(wiring.read_claims(file.fileno())))
    assert "larger" not in str(_fault(wiring.read_document(path)))  # a paper may be


@pytest.mark.parametrize(
    "name",
    [
        "/dev/null",
        "/dev/zero",
        "/dev/full",
        "/dev/urandom",
        "/dev/tty",
        "/dev/ptmx",
        "/proc/self/mem",
        "/proc/self/maps",
        "/proc/self/environ",
        "/proc/cpuinfo",
        "/proc/kmsg",
        "/proc/sys/kernel/hostname",
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/proc",
        "/dev",
    ],
)
def test_what_is_no_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices and what the system makes up are not even opened, and the error says what it is."""
    if not Path(name).exists():
        pytest.skip(f"this system has no {name}")

    def opened(*_arguments: object) -> int:
        raise AssertionError("opened")

    monkeypatch.setattr(os, "open", opened)
    for read in (wiring.read_document, wiring.read_claims):
        error = _fault(read(Path(name)))
        assert error.fault is ReadFault.NOT_A_FILE
        assert error.detail in {
            "it is a folder",
            "it is a device",
            "it is made up by the system, and no file on a disk",
        }


def test_a_terminal_and_a_socket(tmp_path: Path) -> None:
    """Neither a terminal nor a socket is a file."""
    first, second = os.openpty()
    assert "a device" in _fault(content_of(Path(os.ttyname(second)), "it", _MOST)).detail
    os.close(first)
    os.close(second)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        assert "a socket" in _fault(content_of(tmp_path / "s", "it", _MOST)).detail
    one, other = socket.socketpair()
    with one as talking, other:
        path = Path(f"/dev/fd/{talking.fileno()}")
        assert "a socket" in _fault(content_of(path, "it", _MOST)).detail


def test_a_closed_descriptor() -> None:
    """A descriptor that is closed, or only written to, says so."""
    reader, writer = os.pipe()
    for number in (writer, reader):
        if number == reader:
            os.close(reader)
        error = _fault(content_of_descriptor(number, "standard input", _MOST))
        assert error.fault is ReadFault.BROKEN_IO
        assert str(error) == "standard input: it cannot be read: it is closed"
    os.close(writer)


def test_a_descriptor_that_does_not_block() -> None:
    """What comes late is waited for, also where the descriptor would rather not."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    late = threading.Event()
    with _written(writer, b"words", after=late):
        threading.Timer(0.1, late.set).start()
        assert content_of_descriptor(reader, "it", _MOST).unwrap() == b"words"
    os.close(reader)
