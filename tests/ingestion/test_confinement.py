"""A file that takes over its reader gets nowhere: every attack fails, and the papers still read."""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import numpy as np
import pytest

from tests.hostile import _torn
from tests.ingestion.probes.run import ATTACKS, ended, started_with
from tests.pdfs import Sheet, Words, pdf
from vera.core.document import Document
from vera.core.errors import InvalidInput, ReadFault, UnreadableDocument
from vera.core.result import Result, failed
from vera.verification import wiring
from vera.verification.ingestion import child, confinement
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.confinement import Confinement
from vera.verification.ingestion.pdf import repair
from vera.verification.ingestion.reading import parse, read
from vera.verification.ingestion.sandbox.confine import PROTECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the attacks are on Linux")

PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
PAGE = pdf(Sheet(Words("A page of words", 100, 700).content))

NOT_FOR_ALL = {
    "read the parent",
    "trace the parent",
    "write parent's memory",
    "take the parent's file",
    "raise a limit",
    "mount",
    "load a filter",
    "watch page faults",
    "make a user namespace",
    "make a network",
    "change the root",
    "set up io_uring",
    "tag a file",
}
"""What some systems refuse to a plain process, too."""
LOOKS = {name for name in ATTACKS if name.startswith(("read ", "list ", "open ", "ask "))} - {
    "read the parent",
    "read a file of its folder",  # needs chdir
    "ask where it runs",
    "ask for a name",
}
"""Files are opened to read, or asked for, by calls that a reader needs: seccomp cannot tell."""
FILES = {
    name
    for name in ATTACKS[: ATTACKS.index("connect by TCP")]
    if name not in {"open standard input again", "delete a file"}
}
TOLD = {name for name in FILES if name.startswith(("ask ", "change ", "tag "))}
"""Landlock does not cover what is told of a file, and its mode, time and tags."""
ALONE = ("no_new_privs",)


def _done(found: dict[str, str], names: Iterable[str] = ATTACKS) -> set[str]:
    return {name for name in names if found[name] == "done"}


def test_the_attacks_are_real(tmp_path: Path) -> None:
    """In a child that is limited and no more, all that needs no privilege goes well."""
    found = ended(tmp_path, ())
    wanted = set(ATTACKS) - NOT_FOR_ALL
    assert {name: found[name] for name in wanted - _done(found)} == {}


def test_every_attack_fails(tmp_path: Path) -> None:
    """With all protections there is no file, network or process to get at."""
    found = ended(tmp_path, PROTECTIONS)
    assert list(found) == list(ATTACKS)
    assert _done(found) == set()
    for name in ("execute", "connect by TCP", "make a pair of sockets", "trace the parent"):
        assert found[name].startswith("killed: its reader broke down on it: it was led to"), name
    assert (tmp_path / "secret").read_text("utf-8") == "the secret"
    assert {path.name for path in tmp_path.iterdir()} == {"allowed", "secret", "victim", "socket"}


def test_landlock_alone_keeps_files_and_others_away(tmp_path: Path) -> None:
    """On any kernel that has it: no file; on a newer one no TCP, no signal, no abstract socket."""
    abi = _abi()
    found = ended(tmp_path, (*ALONE, "landlock"))
    kept = FILES - TOLD - {"cut a file"} | {"trace the parent", "read the parent"}
    kept |= {"cut a file"} if abi >= 3 else set()
    kept |= {"connect by TCP", "bind a port"} if abi >= 4 else set()
    others = {"signal the parent", "signal by a descriptor", "connect to an abstract socket"}
    kept |= others if abi >= 6 else set()
    assert _done(found, kept) == set()


def _abi() -> int:
    told = child.confined().unwrap()
    return next((int(it.split()[1]) for it in told.held if it.startswith("landlock")), 0)


def test_seccomp_alone_leaves_nothing_but_to_look(tmp_path: Path) -> None:
    """No write, no socket, no process, no other call of the kernel; files can still be read."""
    found = ended(tmp_path, (*ALONE, "seccomp"))
    assert _done(found) <= LOOKS
    refused = f"[Errno {errno.ENOSYS}]"
    assert refused in found["set up io_uring"]
    assert refused in found["signal the parent"]


def test_namespaces_alone_leave_no_files_and_no_network(tmp_path: Path) -> None:
    """In a root and a network of its own, neither a path nor an address leads anywhere."""
    others = {"empty root", "no capabilities"}
    own = tuple(it for it in PROTECTIONS if it.endswith("namespace") or it in others)
    told = child.confined().unwrap()
    if not set(own) <= set(told.held):
        pytest.skip(f"this system has no such namespaces: {told.missing}")
    found = ended(tmp_path, own)
    assert _done(found, FILES) == set()
    for name in ("connect by TCP", "send by UDP", "connect to an abstract socket", "mount"):
        assert found[name] != "done", name
    assert found["connect to a socket file"] != "done"
    for name in ("signal the parent", "trace the parent"):
        assert f"[Errno {errno.ESRCH}]" in found[name], name


def _below(process: int) -> list[int]:
    """The processes that this one started, and those that they did."""
    try:
        said = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return []
    found = [int(number) for number in said.split()]
    return [*found, *(each for child_ in found for each in _below(child_))]


@pytest.mark.parametrize("which", [0, 1], ids=["who waits", "who reads"])
def test_neither_process_outlives_the_other(tmp_path: Path, which: int) -> None:
    """One of the two is killed, and the other ends with it."""
    if "pid namespace" not in child.confined().unwrap().held:
        pytest.skip("this system has no such namespace")
    before = set(_below(os.getpid()))
    with _program(tmp_path, "all(x == 0 for x in iter(int, 1))") as messages:
        while len(pair := [it for it in _below(os.getpid()) if it not in before]) < 2:
            time.sleep(0.01)
        os.kill(pair[which], signal.SIGKILL)
        with pytest.raises(child.StoppedError):
            next(messages)
    for _ in range(1000):
        if not any(Path(f"/proc/{it}").exists() for it in pair):
            break
        time.sleep(0.01)
    assert not any(Path(f"/proc/{it}").exists() for it in pair)


def _told(result: Result[Document]) -> dict[str, object]:
    """All that a document has, or the error."""
    if failed(result):
        return {"error": result.failure()}
    found = result.unwrap()
    told = {field.name: getattr(found, field.name) for field in attrs.fields(Document)}
    if found.places is not None:
        places = attrs.astuple(found.places, recurse=False)
        told["places"] = [np.asarray(part).tolist() for part in places]
    return told


KOREAN = b"<html><head><meta charset=euc-kr><title>x</title></head><p>\xb0\xa1 and words</p></html>"
JAPANESE = (
    b'<?xml version="1.0" encoding="Shift_JIS"?><article><body><p>'
    b"\x83\x65\x83\x58\x83\x67 and words</p></body></article>"
)
FRONT = b"\r\n---\r\ntitle: On claims\r\ntags: [a, b]\r\n---\r\n\r\nSome words.\r\n"
MADE = {
    "a.html": KOREAN,
    "a.xml": JAPANESE,
    "a.md": FRONT.lstrip(),
    "wide.md": "\ufeff---\ntitle: On claims\n---\n\nSome words.\n".encode("utf-16"),
    "broken.md": b"---\ntitle: [On claims\n---\n\nSome words.\n",
    "unknown.html": KOREAN.replace(b"euc-kr", b"euc-zz"),
    "torn.xml": JAPANESE[:-20],
    "a.pdf": PAGE,
    "half.pdf": PAGE[: len(PAGE) // 2],
    "flipped.pdf": _torn((PAPERS / "vera" / "vera.pdf").read_bytes(), 14),  # is rebuilt, with lxml
    "table.pdf": PAGE.replace(b"startxref", b"startxxxx"),
}


@pytest.mark.parametrize("name", [*MADE, *(path.name for path in sorted(PAPERS.glob("*.*[!py]")))])
def test_confined_readers_read_the_same(name: str) -> None:
    """Every format, in any encoding, damaged or not, gives the same document or error as before."""
    data = MADE[name] if name in MADE else (PAPERS / name).read_bytes()
    now = _told(parse(data, name))
    with started_with(
        "from vera.verification.ingestion.sandbox.confine import PROTECTIONS", "PROTECTIONS.clear()"
    ):
        assert _told(parse(data, name)) == now


def test_the_rebuilder_is_confined_and_works() -> None:
    """A file without its table is rebuilt by qpdf in a child that reaches nothing else."""
    with started_with():
        assert repair.repaired(MADE["table.pdf"], None, Limits()) is not None
        assert confinement.in_force() is not None


@contextmanager
def _program(folder: Path, work: str) -> Iterator[Iterator[child.Message]]:
    """The answers of a program of the sandbox that does this work."""
    source = (
        "import os\n"
        "from vera.verification.ingestion.sandbox.harness import serve\n"
        "def main():\n"
        f"    serve(lambda answer, request, data: {work}, lambda *_: ())\n"
    )
    (folder / "at_work.py").write_text(source, "utf-8")
    with (
        started_with(f"room.__path__.append({str(folder)!r})"),
        child.answer("at_work", {}, b"", Limits()) as messages,
    ):
        yield messages


def test_no_descriptor_is_left_over(tmp_path: Path) -> None:
    """What the caller has open, even for its children, is not open in the child."""
    with (tmp_path / "kept").open("w") as kept:
        os.set_inheritable(kept.fileno(), True)
        asked = "answer.send(b'O', *[str(os.fstat(at)).encode() for at in (0, 1, 2)])"
        with _program(tmp_path, asked) as messages:
            assert len(next(messages).parts) == 3
        asked = f"os.fstat({kept.fileno()})"
        with _program(tmp_path, asked) as messages, pytest.raises(child.BrokenOffError) as error:
            next(messages)
        assert "OSError" in str(error.value)


def test_what_a_reader_says_of_itself_later_is_not_believed(tmp_path: Path) -> None:
    """Only what a child tells before it has the file is kept: a second word is no such word."""
    with _program(tmp_path, "answer.send(b'R', b'landlock 99', b'')") as messages:
        assert [message.kind for message in messages] == [b"R"]
        found = confinement.in_force()
        assert found is not None
        assert "landlock 99" not in found.held


WITHOUT = (
    "from vera.verification.ingestion.sandbox.confine import PROTECTIONS",
    "exec(\"def lost(_): raise OSError(38, 'Function not implemented')\")",
)


@pytest.mark.parametrize("name", ["landlock", "seccomp"])
def test_what_is_not_in_force_is_left_out_and_told(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """On a kernel without one of them, files are read, and what is missing is said, once."""
    with started_with(*WITHOUT, f"PROTECTIONS[{name!r}] = lost"):
        for _ in range(2):
            assert not failed(parse(PAGE, "a.pdf"))
        found = confinement.in_force()
    assert found is not None
    assert not any(it.startswith(name) for it in found.held)
    assert "no_new_privs" in found.held
    said = f"less confined than they should be: {name}: [Errno 38] Function not implemented"
    assert [record.getMessage() for record in caplog.records] == [f"files are read {said}"]


@pytest.mark.parametrize("name", ["landlock", "seccomp"])
def test_require_refuses_to_read_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With VERA_SANDBOX=require, a paper is read only where both are in force."""
    monkeypatch.setenv("VERA_SANDBOX", "require")
    assert not failed(parse(PAGE, "a.pdf"))
    with started_with(*WITHOUT, f"PROTECTIONS[{name!r}] = lost"):
        for file, data in (("a.pdf", PAGE), ("a.html", KOREAN)):
            error = parse(data, file).failure()
            assert isinstance(error, UnreadableDocument)
            assert error.fault is ReadFault.FORBIDDEN
            assert name in error.detail
            assert "VERA_SANDBOX" in error.hint
        assert confinement.in_force() is None


def test_an_unknown_demand_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that VERA_SANDBOX does not have is no wish to be read without."""
    monkeypatch.setenv("VERA_SANDBOX", "of")
    for path in (PAPERS / "notes.html", PAPERS / "plain.txt"):
        assert isinstance(wiring.read_document(path).failure(), InvalidInput)
    assert failed(read(PAPERS / "notes.html"))
    assert failed(wiring.confinement())


def test_what_held_in_every_child_is_kept() -> None:
    """One child that is less confined than the others is what the report tells."""
    log = confinement._Log()
    assert log.least() is None
    log.add(Confinement(("no_new_privs", "seccomp"), ("landlock: no",)))
    log.add(Confinement(("no_new_privs",), ("landlock: no", "seccomp: no")))
    log.add(Confinement(("no_new_privs", "landlock 7", "seccomp")))
    assert log.least() == Confinement(("no_new_privs",), ("landlock: no", "seccomp: no"))
