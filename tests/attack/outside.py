"""The targets beyond files: what a server answers, and what lies in the cache's folder."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.attack.invariants import BrokenError, hold
from tests.attack.targets import TARGETS
from tests.fakes import FakeOllama
from vera.core.ports import Asked, Opinion, Role
from vera.core.result import failed
from vera.verification.embedding import ollama as embedding
from vera.verification.index.sqlite import open_store
from vera.verification.judging import ollama as judging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fakes import Connection

HEAD = 3
"""Bytes of an input for a server that say which answer is another one, and how."""
_TEXTS = ("A hive holds thirty thousand workers.", "Bees sleep at night.", "The sum is 12.5 kg.")
_PAIRS = (Asked("Bees sleep.", "Bees sleep at night."), Asked("Bees dance.", "Hives are warm."))


class _Hostile(FakeOllama):
    """Answers as Ollama does, but one time, or from then on, with the `payload`.

    `at` is the request's number; `mode` says whether the payload is a body, a body with another
    status, all that is sent, or is put into the middle of a good body.
    """

    def __init__(self) -> None:
        super().__init__()
        self._thread.daemon = True  # it serves as long as the program runs
        self.told = self.at = self.mode = 0
        self.payload, self.always = b"", False

    def prepare(self, data: bytes) -> None:
        """Take what to do from an input."""
        at, how, *_ = data[:HEAD]
        self.at, self.mode, self.always = at % 12, how % 4, bool(data[2] & 1)
        self.payload, self.told = data[HEAD:], 0
        self.requests.clear()

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, object]:
        """Status and body of the answer to a request."""
        status, good = super().answer(path, body)
        turn, self.told = self.told, self.told + 1
        if turn != self.at and not (self.always and turn > self.at):
            return status, good
        if self.mode == 1:
            return 200 + (self.payload[0] if self.payload else 0) * 2, self.payload[1:]
        return 200, self.payload

    def raw(self, connection: Connection) -> None:
        """Send the payload alone, without a line of HTTP before it."""
        connection.wfile.write(self.payload)


@cache
def _server() -> _Hostile:
    server = _Hostile()
    server.__enter__()
    return server


def _wait(_: float) -> None:
    """Not at all."""


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the engine's warnings, which are what is provoked here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _hostile(data: bytes) -> _Hostile | None:
    if len(data) < HEAD:
        return None
    server = _server()
    server.prepare(data)
    server.replies.clear()
    if server.mode == 2:
        server.replies.extend([server.raw] * (1 + 8 * server.always))
        server.at = -1
    return server


@_quiet()
def embeds(data: bytes) -> None:
    """Whatever a server answers, there are unit vectors or an error."""
    server = _hostile(data)
    if server is None:
        return
    made = embedding.connect("fake", server.host, timeout=5, sleep=_wait)
    if failed(made):
        return
    embedder = made.unwrap()
    found = embedder.embed(_TEXTS, Role.PASSAGE)
    if failed(found):
        return
    rows = found.unwrap()
    hold(rows.shape == (len(_TEXTS), embedder.info.dimension), "a vector for each text")
    hold(bool((np.abs(np.linalg.norm(rows, axis=1) - 1) < 1e-5).all()), "vectors have length 1")


@_quiet()
def judges(data: bytes) -> None:
    """Whatever a server answers, there are opinions or an error."""
    server = _hostile(data)
    if server is None:
        return
    made = judging.connect("fake", host=server.host, timeout=5, sleep=_wait)
    if failed(made):
        return
    found = made.unwrap().judge(_PAIRS)
    if not failed(found):
        hold(len(found.unwrap()) == len(_PAIRS), "an opinion for each pair")
        hold(all(isinstance(each, Opinion) for each in found.unwrap()), "opinions are opinions")


_KEPT = {f"key {n}": bytes([n]) * (n * 40) for n in range(20)}
_NAME = "cache.sqlite"
_FILES = (_NAME, f"{_NAME}-wal", "cache.lock")


@cache
def _sound() -> dict[str, bytes]:
    """The files of a store that holds `_KEPT` and was not closed."""
    folder = Path(tempfile.mkdtemp(prefix="vera-attack-"))
    store = open_store(folder / _NAME).unwrap()
    store.put(_KEPT).unwrap()
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    store.close()
    shutil.rmtree(folder)
    return files


def seeds_of_cache() -> list[bytes]:
    """Each file of a sound store, behind the byte that says which it is."""
    return [bytes([at]) + _sound().get(name, b"") for at, name in enumerate(_FILES)]


@_quiet()
def cached(data: bytes) -> None:
    """Whatever lies in the cache's files, no wrong value is read, and it can be written again."""
    if not data:
        return
    memory = Path("/dev/shm")  # noqa: S108 - in memory where the system has it
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        folder = Path(name)
        for part, content in _sound().items():
            folder.joinpath(part).write_bytes(content)
        folder.joinpath(_FILES[data[0] % len(_FILES)]).write_bytes(data[1:])
        opened = open_store(folder / _NAME)
        if failed(opened):
            return
        store = opened.unwrap()
        try:
            read = store.get(list(_KEPT))
            for key, value in (read.value_or({})).items():
                hold(_KEPT[key] == value, "a value is what was put")
            if failed(store.put({"new": b"value"})):
                return
            again = store.get(["new"])
            if not failed(again) and again.unwrap().get("new", b"value") != b"value":
                raise BrokenError("a value that was just put is that value")
        finally:
            store.close()


ALL: dict[str, Callable[[bytes], None]] = {
    **TARGETS,
    "embeds": embeds,
    "judges": judges,
    "cache": cached,
}
