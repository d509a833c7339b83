"""What every program of the sandbox does first and last: limit and confine itself, answer.

A request is on standard input: its length (uint32), the request itself as `marshal` has it (plain
values from our own parent), then the file's bytes. One that says that it waits comes by a pipe, and
then, at any time, the length of the file (uint64) and its bytes. An answer is messages on standard
output; each is a kind (one byte), the number of its parts (one byte), their lengths in bytes
(uint32 each, little-endian), then the parts.
"""

from __future__ import annotations

import gc
import marshal
import os
import sys
from struct import pack, unpack

from vera.verification.ingestion.sandbox.confine import PROTECTIONS, confine

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, BinaryIO

_SIGKILL = 9  # of Linux; to import `signal` is to import `enum`
_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def limit(cpu: int, memory: int, parent: int) -> None:
    """Die with the process `parent`, after `cpu` seconds of work, or beyond `memory` bytes.

    A limit that the system does not know is left out: what the parent limits holds everywhere.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
    try:
        import resource
    except ImportError:
        return
    wanted = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_AS, memory),
    ]
    for what, most in wanted:
        hard = resource.getrlimit(what)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (allowed, allowed))
        except (ValueError, OSError):
            continue  # macOS refuses RLIMIT_AS


class Answer:
    """The messages to the parent."""

    def __init__(self, to: int) -> None:
        self._to = to

    def send(self, kind: bytes, *parts: Any) -> None:
        """One message; a part is anything with the buffer protocol."""
        buffers = [memoryview(part).cast("B") for part in parts]
        lengths = [len(buffer) for buffer in buffers]
        head = memoryview(pack(f"<cB{len(parts)}I", kind, len(parts), *lengths))
        for buffer in (head, *buffers):
            done = 0
            while done < len(buffer):
                done += os.write(self._to, buffer[done:])


def _awaited(given: BinaryIO) -> bytes:
    """The file, when it comes; who goes away without one ends this process."""
    head = given.read(8)
    if len(head) < 8:
        os._exit(0)
    (length,) = unpack("<Q", head)
    data = given.read(length)
    if len(data) < length:
        os._exit(0)
    return data


def serve(
    work: Callable[[Answer, dict[str, Any], bytes], None],
    prepare: Callable[[dict[str, Any], bytes], Iterable[str]],
    protections: Iterable[str] = PROTECTIONS,
) -> None:
    """Limit this process, read the request, confine the process, and let `work` answer it.

    `prepare` loads all that `work` needs, and names the folders that it may yet read: from then on
    there is no other file. It may look at the bytes of the file, and parses nothing; of one
    that is waited for there are none yet.

    "R" says that the program is ready, before it touches the file, and what is in force and what is
    not (parted by NUL); "N" the same in its place where something is not in force that the request
    needs; "E" is the end of a whole answer; "M" that memory ran out; "X" that the file led to an
    exception, with its name.
    """
    given = sys.stdin.buffer
    (length,) = unpack("<I", given.read(4))
    request = marshal.loads(given.read(length))  # noqa: S302 - from our own parent
    limit(request["cpu"], request["memory"], request["parent"])
    answer, ready = Answer(sys.stdout.fileno()), False
    gc.disable()  # what is loaded is no garbage: to look for it takes 3 ms
    try:
        data = b"" if request["waits"] else given.read()
        readable = prepare(request, data)
        gc.freeze()
        gc.enable()
        held, missing = confine(readable, protections)
        told = ["\0".join(names).encode() for names in (held, missing)]
        kinds = {name.partition(" ")[0] for name in held}
        ready = kinds.issuperset(request["needs"])
        answer.send(b"R" if ready else b"N", *told)
        if ready:
            if request["waits"]:
                data = _awaited(given)
            work(answer, request, data)
            answer.send(b"E")
    except MemoryError:
        answer.send(b"M")
    except Exception as error:
        if not ready:
            raise  # nothing of the file: this program cannot run here
        answer.send(b"X", type(error).__name__.encode())
    os._exit(0)
