"""A program of the sandbox that does what a file that has taken over its reader would do.

Each attack returns if it went well, and else raises what the system says. The request names those
that are tried in this order, and the protections that are put in force before. Answers "T" with the
name before each, then "A" with "done" or with why not.
"""

from __future__ import annotations

import _thread
import ctypes
import encodings.idna  # noqa: F401 - asking for a name loads it
import fcntl
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.sandbox.harness import Answer, serve

if TYPE_CHECKING:
    from collections.abc import Callable

_MACHINE = int(os.uname().machine == "aarch64")
_IO_URING_SETUP, _PIDFD_GETFD = 425, 438
_USERFAULTFD, _BPF = (323, 282), (321, 280)
_PTRACE_SEIZE, _NEW_USER, _NEW_NETWORK, _IPC_CREATE = 0x4206, 0x10000000, 0x40000000, 0o1000


class _Region(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def _libc(name: str, *arguments: Any) -> int:
    found: int = getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments)
    if found < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


def _call(number: int, *arguments: Any) -> int:
    return _libc("syscall", ctypes.c_long(number), *arguments)


def _open(path: str, flags: int = os.O_RDONLY) -> None:
    descriptor = os.open(path, flags, 0o600)
    if flags == os.O_RDONLY:
        os.read(descriptor, 1)
    os.close(descriptor)


def _open_from(folder: str, path: str) -> None:
    start = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.read(os.open(path, os.O_RDONLY, dir_fd=start), 1)


def _relative(path: str) -> None:
    os.chdir(os.path.dirname(path))  # noqa: PTH120
    _open(os.path.basename(path))  # noqa: PTH119


def _connect(family: int, kind: int, to: Any) -> None:
    with socket.socket(family, kind) as made:
        made.connect(to)
        made.send(b"x")


def _bind() -> None:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))


def _fork() -> None:
    number = os.fork()
    if number == 0:
        os._exit(0)
    os.waitpid(number, 0)


def _execute(program: Any, name: str) -> None:
    """Become a shell that answers in our place."""
    said = rf"A\002\{len(name):03o}\000\000\000\004\000\000\000{name}done"
    os.execve(program, ["sh", "-c", f"printf '{said}'"], {})  # noqa: S606


def _execute_open(name: str) -> None:
    _execute(os.open("/bin/sh", os.O_RDONLY), name)


def _peek(parent: int, address: int) -> None:
    place = ctypes.create_string_buffer(8)
    mine = _Region(ctypes.cast(place, ctypes.c_void_p), 8)
    theirs = _Region(address, 8)
    _libc("process_vm_readv", parent, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)


def _listed(folder: str, name: str) -> None:
    if name not in os.listdir(folder):  # noqa: PTH208
        raise FileNotFoundError(name)


def _system() -> None:
    if _libc("system", b"true"):
        raise OSError("no shell ran")


def _load_filter() -> None:
    _call(_BPF[_MACHINE], 0, struct.pack("=4I112x", 2, 4, 4, 1), 128)  # an array of one number


def _queue() -> None:
    made = _libc("shmget", 0x7E57, 4096, _IPC_CREATE | 0o600)
    _libc("shmctl", made, 0, None)


def _signal_by_file(parent: int) -> None:
    fcntl.fcntl(0, fcntl.F_SETOWN, parent)


def _mount(folder: str) -> None:
    place = folder.encode()
    _libc("mount", b"x", place, b"tmpfs", ctypes.c_ulong(0), None)
    _libc("umount2", place, 2)  # MNT_DETACH


def _raise_limit() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


def _map_shared(path: str) -> None:
    descriptor = os.open(path, os.O_RDWR)
    mmap.mmap(descriptor, 1)


def attacks(at: dict[str, Any]) -> dict[str, Callable[[], Any]]:
    """All attacks by name; `at` has paths, ports and numbers of what is attacked."""
    secret, parent, new = at["secret"], at["parent"], at["folder"] + "/new"
    folder = at["folder"]
    return {
        # files, to read
        "read a file": lambda: _open(secret),
        "read a file of its folder": lambda: _relative(secret),
        "read through a link": lambda: _open(at["allowed"] + "/link"),
        "read up the tree": lambda: _open(at["allowed"] + "/../" + at["name"]),
        "read up the tree from a folder": lambda: _open_from(at["allowed"], "../" + at["name"]),
        "read through /proc": lambda: _open("/proc/self/root" + secret),
        "read the users": lambda: _open("/etc/passwd"),
        "read own environment": lambda: _open("/proc/self/environ"),
        "read parent's environment": lambda: _open(f"/proc/{parent}/environ"),
        "read parent's memory map": lambda: _open(f"/proc/{parent}/maps"),
        "list parent's files": lambda: os.listdir(f"/proc/{parent}/fd"),  # noqa: PTH208
        "list a folder": lambda: _listed(folder, at["name"]),
        "list the root": lambda: _listed("/", "etc"),
        "open standard input again": lambda: _open("/proc/self/fd/0"),
        # files, what is told of them
        "ask for a file": lambda: os.stat(secret),  # noqa: PTH116
        "ask where it runs": lambda: os.readlink("/proc/self/exe"),  # noqa: PTH115
        # files, to write
        "write a file": lambda: _open(secret, os.O_WRONLY),
        "append to a file": lambda: _open(secret, os.O_RDWR | os.O_APPEND),
        "map a file to write": lambda: _map_shared(secret),
        "make a file": lambda: _open(new, os.O_WRONLY | os.O_CREAT),
        "make a file among the readable": lambda: _open(
            at["allowed"] + "/new", os.O_WRONLY | os.O_CREAT
        ),
        "make a temporary file": lambda: tempfile.TemporaryFile(dir=folder).close(),
        "make an unnamed file": lambda: _open(folder, os.O_TMPFILE | os.O_RDWR),
        "make a folder": lambda: os.mkdir(new + " folder"),  # noqa: PTH102
        "make a link": lambda: os.symlink(secret, new + " link"),  # noqa: PTH211
        "make a hard link": lambda: os.link(secret, new + " hard"),
        "make a pipe": lambda: os.mkfifo(new + " pipe"),
        "cut a file": lambda: os.truncate(at["victim"], 0),
        "rename a file": lambda: os.rename(at["victim"], at["victim"] + "2"),  # noqa: PTH104
        "delete a file": lambda: os.unlink(at["victim"] + "2"),  # noqa: PTH108
        "change a file's mode": lambda: os.chmod(secret, 0o644),  # noqa: PTH101
        "change a file's time": lambda: os.utime(secret, (1, 1)),
        "tag a file": lambda: os.setxattr(secret, "user.vera", b"x"),
        "write parent's memory": lambda: _open(f"/proc/{parent}/mem", os.O_RDWR),
        # network
        "connect by TCP": lambda: _connect(
            socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", at["tcp"])
        ),
        "send by UDP": lambda: _connect(
            socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", at["udp"])
        ),
        "connect to a socket file": lambda: _connect(
            socket.AF_UNIX, socket.SOCK_STREAM, at["unix"]
        ),
        "connect to an abstract socket": lambda: _connect(
            socket.AF_UNIX, socket.SOCK_STREAM, at["abstract"]
        ),
        "bind a port": _bind,
        "ask for a name": lambda: socket.getaddrinfo("localhost", 80),
        "make a pair of sockets": socket.socketpair,
        "ask the kernel for routes": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
        # processes
        "fork": _fork,
        "start a thread": lambda: _thread.start_new_thread(int, ()),
        "run a shell": lambda: subprocess.run(["/bin/true"], check=True),
        "spawn a shell": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "call system": _system,
        "execute": lambda: _execute("/bin/sh", "execute"),
        "execute an open file": lambda: _execute_open("execute an open file"),
        "make a file in memory": lambda: os.memfd_create("x"),
        "trace the parent": lambda: _libc("ptrace", _PTRACE_SEIZE, parent, None, None),
        "read the parent": lambda: _peek(parent, at["address"]),
        "signal the parent": lambda: os.kill(parent, 0),
        "signal by a descriptor": lambda: signal.pidfd_send_signal(os.pidfd_open(parent), 0),
        "signal by a file": lambda: _signal_by_file(parent),
        "take the parent's file": lambda: _call(_PIDFD_GETFD, os.pidfd_open(parent), 1, 0),
        "limit the parent": lambda: resource.prlimit(parent, resource.RLIMIT_NOFILE),
        "slow the parent down": lambda: os.setpriority(
            os.PRIO_PROCESS, parent, os.getpriority(os.PRIO_PROCESS, parent)
        ),
        "share memory": _queue,
        # the kernel
        "raise a limit": _raise_limit,
        "mount": lambda: _mount(folder),
        "set up io_uring": lambda: _call(_IO_URING_SETUP, 1, ctypes.create_string_buffer(120)),
        "load a filter": _load_filter,
        "watch page faults": lambda: _call(_USERFAULTFD[_MACHINE], 1),
        "watch a folder": lambda: _libc("inotify_init1", 0),
        "make a user namespace": lambda: _libc("unshare", _NEW_USER),
        "make a network": lambda: _libc("unshare", _NEW_NETWORK),
        "change the root": lambda: os.chroot(at["allowed"]),
    }


_ONLY: list[str] = []


def _prepare(request: dict[str, Any], _: bytes) -> tuple[str, ...]:
    _ONLY.extend(request["only"])
    return (request["at"]["allowed"],)


def _attack(answer: Answer, request: dict[str, Any], _: bytes) -> None:
    known = attacks(request["at"])
    for name in request["attacks"]:
        answer.send(b"T", name.encode())
        try:
            known[name]()
        except (OSError, RuntimeError, ValueError) as error:  # of threads, and of limits
            said = f"{type(error).__name__}: {error}"
        else:
            said = "done"
        answer.send(b"A", name.encode(), said.encode())


def main() -> None:
    """Serve one request."""
    serve(_attack, _prepare, _ONLY)
