"""Takes from this process what reading a file does not need (ADR 0025).

What `harness` limits is how much; here it is what: files, network, other processes. All that is
loaded stays. A protection that the system does not have is left out, and told.
"""

from __future__ import annotations

import os
import sys

from vera.verification.ingestion.sandbox import landlock, namespaces, seatbelt, seccomp, system

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_PR_SET_NO_NEW_PRIVS = 38  # linux/prctl.h
_DESCRIPTORS = 64
"""Most of them for folders of fonts in folders; a reader has one file open at a time."""


def _no_new_privileges() -> str:
    system.prctl(_PR_SET_NO_NEW_PRIVS, 1)
    return "no_new_privs"


def _process_limit() -> str:
    """No process beside this one, but for root: it may have one. Few descriptors."""
    import resource

    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (_DESCRIPTORS, _DESCRIPTORS))
    return "process limit"


_LINUX: dict[str, Callable[[Sequence[str]], str]] = {
    "no_new_privs": lambda _: _no_new_privileges(),
    "user namespace": lambda _: namespaces.user(),
    "pid namespace": lambda _: namespaces.processes(),
    "network namespace": lambda _: namespaces.network(),
    "ipc namespace": lambda _: namespaces.messages(),
    "empty root": namespaces.empty_root,
    "no capabilities": lambda _: namespaces.no_capabilities(),
    "landlock": landlock.restrict,
    "process limit": lambda _: _process_limit(),
    "seccomp": lambda _: seccomp.restrict(),
}
"""By name, in the order in which one needs what the next takes away."""
_MACOS: dict[str, Callable[[Sequence[str]], str]] = {
    "process limit": lambda _: _process_limit(),
    "seatbelt": seatbelt.restrict,
}
PROTECTIONS = {"linux": _LINUX, "darwin": _MACOS}.get(sys.platform, {})


def confine(
    readable: Iterable[str], only: Iterable[str] = PROTECTIONS
) -> tuple[list[str], list[str]]:
    """Put these protections in force; what is in force, and what is not and why.

    `readable` are the folders that can still be read, those of them that there are.
    """
    folders: list[str] = []
    for folder in readable:
        inside = any(folder.startswith(other + os.sep) for other in folders)
        if not inside and os.path.isdir(folder):  # noqa: PTH112 - to import pathlib takes 10 ms
            folders.append(folder)
    held, missing = [], []
    for name in only:
        try:
            held.append(PROTECTIONS[name](folders))
        except (OSError, ValueError, AttributeError) as error:
            missing.append(f"{name}: {error}")
    return held, missing
