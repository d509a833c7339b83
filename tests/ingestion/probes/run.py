"""Runs attacks in the child, and tells how each ended."""

from __future__ import annotations

import ctypes
import os
import socket
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.ingestion.probes import attacks
from vera.verification.ingestion import child, confinement
from vera.verification.ingestion.child import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ATTACKS = tuple(attacks.attacks({"secret": "", "parent": 0, "folder": ""}))
_LIMITS = Limits(cpu=10, wall=60.0)


@contextmanager
def _targets(folder: Path) -> Iterator[dict[str, Any]]:
    """Files, servers and a process to attack: those of this test."""
    (folder / "allowed").mkdir()
    for name in ("secret", "victim"):
        (folder / name).write_text("the secret", "utf-8")
    (folder / "allowed" / "link").symlink_to(folder / "secret")
    kept = ctypes.create_string_buffer(b"the secret")
    with ExitStack() as stack:
        tcp, udp, unix, abstract = (
            stack.enter_context(socket.socket(family, kind))
            for family, kind in (
                (socket.AF_INET, socket.SOCK_STREAM),
                (socket.AF_INET, socket.SOCK_DGRAM),
                (socket.AF_UNIX, socket.SOCK_STREAM),
                (socket.AF_UNIX, socket.SOCK_STREAM),
            )
        )
        tcp.bind(("127.0.0.1", 0))
        udp.bind(("127.0.0.1", 0))
        unix.bind(str(folder / "socket"))
        abstract.bind(f"\0vera {os.getpid()} {folder}"[:100])
        for server in (tcp, unix, abstract):
            server.listen(20)
        yield {
            "secret": str(folder / "secret"),
            "name": "secret",
            "victim": str(folder / "victim"),
            "folder": str(folder),
            "allowed": str(folder / "allowed"),
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "unix": unix.getsockname(),
            "abstract": abstract.getsockname(),
            "parent": os.getpid(),
            "address": ctypes.addressof(kept),
        }


@contextmanager
def started_with(*statements: str) -> Iterator[None]:
    """Every child of the block runs these statements before its program; none is told of after."""
    first = ";".join(("import vera.verification.ingestion.sandbox as room", *statements, "from "))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child, "_STARTED_BY", child._STARTED_BY.replace("from ", first, 1))
        patch.setattr(confinement, "_CHILDREN", confinement._Log())
        yield


def ended(folder: Path, only: Iterable[str]) -> dict[str, str]:
    """How each attack ends with these protections in force: "done", what the system said, "killed".

    After an attack that ends the child, another goes on with the next.
    """
    found: dict[str, str] = {}
    here = str(Path(__file__).parent)
    with started_with(f"room.__path__.append({here!r})"), _targets(folder) as at:
        while left := [name for name in ATTACKS if name not in found]:
            request = {"attacks": left, "only": list(only), "at": at}
            tried = ""
            try:
                with child.answer("attacks", request, b"", _LIMITS) as messages:
                    for message in messages:
                        tried = message.parts[0].decode()
                        if message.kind == b"A":
                            found[tried] = message.parts[1].decode()
            except child.BrokenOffError as error:
                found.setdefault(tried, f"killed: {error}")
            if not tried:
                raise RuntimeError("the program of the attacks does not run")
    return found
