"""Runs a program of the sandbox in a child process with limits (ADR 0010), confined (ADR 0025).

The child is a fresh interpreter, not a copy of this process: no thread, lock or secret of the
caller's is in it, and it reads the file from memory that only it and we hold. What it answers is
not trusted: sizes are checked before anything is read.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from struct import pack, unpack
from typing import IO, TYPE_CHECKING, Any

from attrs import define, frozen

import vera
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion import confinement, spare
from vera.verification.ingestion.confinement import Confinement

if sys.platform == "linux":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

_STARTED_BY = (
    "import sys; root = type(sys)('vera'); root.__path__ = [sys.argv[1]];"
    "sys.modules['vera'] = root;"
    "from vera.verification.ingestion.sandbox.{program} import main; main()"
)
"""Stands in for `vera`, so that nothing beside it can be imported from where it lies."""

_NEEDED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_ALLOCATOR = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=60000"}
"""Lets glibc keep what a page of a PDF gave back for the next one; elsewhere it says nothing."""
_MOST_PARTS = 16
_SPLIT = "check that it is the file, or split it into smaller ones"
_INSTALL = "install this program and what it needs again"
_ALLOW = (
    f"use a Linux kernel from 5.13 on that allows both (`verify --version -v` tells), or unset "
    f"{confinement.DEMAND}"
)


@frozen
class Limits:
    """What reading one file may take; the defaults are justified in ADR 0010.

    `cpu` and `wall` are in seconds, `memory` (of the child) and `output` (from it) in bytes.
    `pages` and `of_a_page` (characters) are of PDFs, `blocks` of the other formats.
    """

    cpu: int = 60
    wall: float = 120.0
    memory: int = 2 << 30
    output: int = 256 << 20
    pages: int = 5_000
    characters: int = 3_000_000
    of_a_page: int = 250_000
    blocks: int = 200_000


@frozen
class Message:
    """A part of an answer: `kind` is one letter."""

    kind: bytes
    parts: tuple[bytes, ...]


class StoppedError(Exception):
    """The child gave no whole answer."""


class TooMuchError(StoppedError):
    """The child passed a limit; the message says which, as in "more than 60 s of CPU time"."""


class BrokenOffError(StoppedError):
    """The child ended before its answer did; the message says how."""


class NotStartedError(StoppedError):
    """The child did not come to the point of reading the file; the message says why."""


class UnconfinedError(NotStartedError):
    """The child was not as confined as it has to be; the message says what is missing."""


def too_large(detail: str) -> tuple[ReadFault, str, str]:
    """The fault, detail and hint of a file that passes a limit."""
    return ReadFault.TOO_LARGE, detail, _SPLIT


def unreadable(error: StoppedError, name: str, mend: str) -> UnreadableDocument:
    """What an answer that was not whole means for the file `name`.

    `mend` is what to do about a file on which its reader broke down. Errors: TOO_LARGE, DAMAGED,
    BROKEN_IO, and FORBIDDEN where VERA_SANDBOX asks for more than the system offers.

    >>> print(unreadable(TooMuchError("more than 60 s"), "a.pdf", ""))
    a.pdf: reading it takes more than 60 s
    """
    why = (ReadFault.DAMAGED, str(error), mend)
    if isinstance(error, TooMuchError):
        why = too_large(f"reading it takes {error}")
    if isinstance(error, NotStartedError):
        why = (ReadFault.BROKEN_IO, str(error), _INSTALL)
    if isinstance(error, UnconfinedError):
        why = (ReadFault.FORBIDDEN, str(error), _ALLOW)
    return UnreadableDocument("read", name, *why)


def folders() -> tuple[str, ...]:
    """Where a program of the sandbox finds this package's modules and the libraries they need."""
    known = [*sys.path, str(Path(str(vera.__file__)).parents[1])]
    return tuple(dict.fromkeys(folder for folder in known if folder and Path(folder).is_dir()))


@define
class _Stream:
    """The child's output, of which at most `left` bytes more are taken."""

    pipe: IO[bytes]
    left: int
    most: int

    def take(self, count: int) -> bytes | None:
        """Exactly so many bytes, or None at the end."""
        self.left -= count
        if self.left < 0:
            raise TooMuchError(f"more than {self.most >> 20} MiB of text and images")
        found = self.pipe.read(count)
        return found if len(found) == count else None

    def message(self) -> Message | None:
        head = self.take(2)
        if head is None or head[1] > _MOST_PARTS:
            return None
        sizes = self.take(4 * head[1])
        if sizes is None:
            return None
        parts = []
        for size in unpack(f"<{head[1]}I", sizes):
            part = self.take(size)
            if part is None:
                return None
            parts.append(part)
        return Message(head[:1], tuple(parts))


def _in_memory() -> IO[bytes]:
    """A file without a name."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("vera", os.MFD_CLOEXEC), "w+b")
    return tempfile.TemporaryFile()


def _start(
    program: str, request: dict[str, Any], data: bytes | None = None
) -> subprocess.Popen[bytes]:
    """The program, with its file, or waiting for it (`spare.give`)."""
    asked = marshal.dumps(request | {"waits": data is None})
    head = pack("<I", len(asked)) + asked
    try:
        if data is None:
            process = _process(program, subprocess.PIPE)
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            os.write(process.stdin.fileno(), head)
            return process
        with _in_memory() as given:
            given.writelines((head, data))
            given.seek(0)
            return _process(program, given)
    except OSError as error:
        raise NotStartedError(str(error)) from error


def _process(program: str, given: IO[bytes] | int) -> subprocess.Popen[bytes]:
    root = str(Path(__file__).parents[2])
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", "-c", _STARTED_BY.format(program=program), root],
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_ALLOCATOR | {name: os.environ[name] for name in _NEEDED if name in os.environ},
        start_new_session=True,
    )


def _wait(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """How the child ended, and its most memory in bytes, 0 where that is not known.

    Linux counts our own peak among the child's; a peak that is not above ours says nothing.
    """
    if sys.platform != "linux":
        return process.wait(), 0
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except ChildProcessError:  # someone else has waited for it
        return process.wait(), 0
    process.returncode = os.waitstatus_to_exitcode(status)
    ours = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return process.returncode, usage.ru_maxrss << 10 if usage.ru_maxrss > ours else 0


def _unconfined(told: Confinement) -> UnconfinedError:
    return UnconfinedError(
        f"{confinement.DEMAND} refuses to read it without Landlock and seccomp: {told.lacks()}"
    )


def _why_ended(process: subprocess.Popen[bytes], late: bool, limits: Limits) -> StoppedError:
    code, peak = _wait(process)
    if late:
        return TooMuchError(f"more than {limits.wall:g} s")
    if hasattr(signal, "SIGXCPU") and code in (-signal.SIGXCPU, -signal.SIGKILL):
        return TooMuchError(f"more than {limits.cpu} s of work")
    if hasattr(signal, "SIGSYS") and code == -signal.SIGSYS:
        return BrokenOffError("its reader broke down on it: it was led to what no reader may do")
    if peak > limits.memory // 2:
        return TooMuchError(f"more than {limits.memory >> 20} MiB of memory")
    return BrokenOffError("its reader broke down on it")


def _messages(
    process: subprocess.Popen[bytes],
    data: bytes,
    limits: Limits,
    tell: Callable[[Confinement], None],
) -> Generator[Message, None, None]:
    """What the child says, up to its end, also one that waits for `data`.

    What confines it goes to `tell`.
    """
    late = threading.Event()

    def stop() -> None:
        late.set()
        process.kill()

    assert process.stdout is not None  # noqa: S101 - it is a pipe
    stream = _Stream(process.stdout, limits.output, limits.output)
    timer = threading.Timer(limits.wall, stop)
    timer.daemon = True
    timer.start()
    ready = False
    try:
        if process.stdin is not None:
            spare.give(process, data)
        while message := stream.message():
            match message.kind:
                case b"R" if not ready and len(message.parts) == 2:
                    ready = True
                    tell(Confinement.told(message.parts))
                case b"N" if not ready and len(message.parts) == 2:
                    raise _unconfined(Confinement.told(message.parts))
                case b"E":
                    return
                case b"M":
                    raise TooMuchError(f"more than {limits.memory >> 20} MiB of memory")
                case b"X":
                    name = message.parts[0][:40].decode("ascii", "replace") if message.parts else ""
                    raise BrokenOffError(f"reading it failed ({name})")
                case _:
                    yield message
        with contextlib.suppress(OSError):
            process.stdout.close()  # a child that still writes ends
        reason = _why_ended(process, late.is_set(), limits)
    finally:
        timer.cancel()
    if not ready and isinstance(reason, BrokenOffError):
        raise NotStartedError(f"the process that reads it ended with {process.returncode}")
    raise reason


@contextlib.contextmanager
def answer(
    program: str,
    request: dict[str, Any],
    data: bytes,
    limits: Limits,
    tell: Callable[[Confinement], None] = confinement.record,
    *,
    again: bool = False,
) -> Iterator[Iterator[Message]]:
    """The messages that the program of that name in `sandbox` answers for `data`.

    What confines it is told to `tell`, which keeps it. The child is dead and gone when the block is
    left, however that happens. Raises StoppedError, also while the messages are read. With `again`
    it is one of those that `start_another` is for.
    """
    needs = confinement.needs()
    if failed(needs):
        raise UnconfinedError(str(needs.failure()))
    request = request | {"cpu": limits.cpu, "memory": limits.memory, "parent": os.getpid()}
    request["needs"] = needs.unwrap()
    waiting = spare.took((program, request)) if again else None
    process = waiting or _start(program, request, data)
    messages = _messages(process, data, limits, tell)
    try:
        yield messages
    finally:
        process.kill()
        messages.close()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()


def start_another() -> None:
    """Start a process for a file like the first that this thread has read since it last did so.

    For who reads such a file again and has time before: to start and to load what reads it is most
    of the time that a short file takes. It reads one file, with the limits that any has, and ends
    with the thread. Where none can be started, the next reading tells.
    """
    wanted = spare.missing()
    if wanted is not None:
        with contextlib.suppress(NotStartedError):
            spare.keep(wanted, _start(*wanted))


def confined() -> Result[Confinement]:
    """What is in force in a child that reads a file here. Errors: as `unreadable`."""
    found: list[Confinement] = []
    try:
        with answer("report_confinement", {}, b"", Limits(wall=10.0), found.append) as messages:
            list(messages)
    except StoppedError as error:
        return Failure(unreadable(error, "the sandbox", _INSTALL))
    return Success(found[0])
