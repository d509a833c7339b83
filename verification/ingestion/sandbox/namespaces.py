"""Namespaces: no other process, network or mail, and a root with nothing in it (ADR 0025, 0041).

The user namespace comes first: in it, this process may make the others without being root. Numbers
are those of linux/sched.h, linux/mount.h and linux/capability.h.
"""

from __future__ import annotations

import ctypes
import os
from struct import pack

from vera.verification.ingestion.sandbox import system

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

_NEW_MOUNTS, _NEW_IPC, _NEW_USER, _NEW_NETWORK = 0x20000, 0x08000000, 0x10000000, 0x40000000
_NEW_PROCESSES = 0x20000000
_PR_SET_PDEATHSIG, _SIGKILL = 1, 9  # linux/prctl.h, signal(7); to import `signal` takes long
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442  # alike on all machines
_CLONE, _RECURSIVE, _EMPTY_PATH = 1, 0x8000, 0x1000  # OPEN_TREE_CLONE, AT_RECURSIVE, AT_EMPTY_PATH
_FROM_EMPTY_PATH = 4  # MOVE_MOUNT_F_EMPTY_PATH
_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 1, 2, 4, 8  # MOUNT_ATTR_* and MS_* alike
_SMALL = b"size=4k,nr_inodes=100,mode=755"
_CAPABILITIES = 0x20080522  # _LINUX_CAPABILITY_VERSION_3
_HERE = -100  # AT_FDCWD


def _unshared(flag: int, name: str) -> str:
    system.libc("unshare", flag)
    return name


def user() -> str:
    """A user namespace of this process's own, in which it is itself and nobody else."""
    who, group = os.geteuid(), os.getegid()
    _unshared(_NEW_USER, "")
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{who} {who} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        file = os.open(f"/proc/self/{name}", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)
    return "user namespace"


def processes() -> str:
    """No process beside this one: what goes on from here is a copy, the first of its namespace.

    Who called waits for the copy, and ends as it ends, so that a caller sees no difference; each
    dies with the other.
    """
    _unshared(_NEW_PROCESSES, "")
    lives, end = os.pipe()  # the end is closed when who waits is gone
    copy = os.fork()
    if copy:
        _end_as(copy)
    os.close(end)
    system.prctl(_PR_SET_PDEATHSIG, _SIGKILL)
    os.set_blocking(lives, False)
    try:
        os.read(lives, 1)
        os._exit(1)  # it was gone before we had asked to die with it
    except BlockingIOError:
        os.close(lives)
    return "pid namespace"


def _end_as(copy: int) -> NoReturn:
    """Wait for the copy; then end with its exit code, or by the signal that ended it."""
    for standard in (0, 1):
        os.close(standard)  # only the copy answers
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(abs(code))


def network() -> str:
    """A network without any way out, not even to this machine."""
    return _unshared(_NEW_NETWORK, "network namespace")


def messages() -> str:
    """Shared memory and message queues that no other process has."""
    return _unshared(_NEW_IPC, "ipc namespace")


def _copy(folder: str) -> int:
    """The tree under a folder, not yet anywhere, which nobody can write to."""
    flags = ctypes.c_uint(_CLONE | _RECURSIVE | os.O_CLOEXEC)
    tree = system.call(_OPEN_TREE, _HERE, os.fsencode(folder), flags)
    _seal(tree)
    return tree


def _seal(tree: int) -> None:
    wanted = pack("=4Q", _READ_ONLY | _NO_SETUID | _NO_DEVICES, 0, 0, 0)  # struct mount_attr
    flags = ctypes.c_uint(_EMPTY_PATH | _RECURSIVE)
    system.call(_MOUNT_SETATTR, tree, b"", flags, wanted, ctypes.c_size_t(len(wanted)))


def empty_root(readable: Iterable[str]) -> str:
    """A root in which there are these folders and nothing else: no file can even be asked for."""
    _unshared(_NEW_MOUNTS, "")
    trees = {folder: _copy(folder) for folder in readable}
    place = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120 - has no use from here on
    flags = ctypes.c_ulong(_NO_SETUID | _NO_DEVICES | _NO_PROGRAMS)
    system.libc("mount", b"vera", os.fsencode(place), b"tmpfs", flags, _SMALL)
    root = os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    for folder, tree in trees.items():
        inside = place + folder
        os.makedirs(inside, exist_ok=True)  # noqa: PTH103 - pathlib takes 10 ms to import
        to = os.fsencode(inside)
        system.call(_MOVE_MOUNT, tree, b"", _HERE, to, ctypes.c_uint(_FROM_EMPTY_PATH))
        os.close(tree)
    _seal(root)
    os.fchdir(root)
    os.chroot(".")
    os.close(root)
    return "empty root"


def no_capabilities() -> str:
    """Give up what being root, here or in a user namespace of one's own, allows."""
    head = pack("=Ii", _CAPABILITIES, 0)
    system.libc("capset", head, bytes(24))
    return "no capabilities"
