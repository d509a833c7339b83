"""The folder that a batch writes into; the only file of this room that writes to the disk.

    batch.json          what the batch depends on: it goes on only where that is the same
    batch.lock          locked by the run that writes here now
    parts/ab/abcd...    the verdicts on one paper
    verdicts.jsonl      all of them, when the batch is done; verdicts.parquet the same
    unread.jsonl        the papers that could not be read, and why

Each file is written under another name, brought to the disk and renamed, so that it is whole or not
there.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import shutil
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success
from vera.verification.batch import lock, pyarrow
from vera.verification.batch.identity import SCHEMA, text_of
from vera.verification.batch.part import head_of, rows_of
from vera.verification.batch.rows import line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from vera.verification.batch.part import Head

T = TypeVar("T")
_log = logging.getLogger(__name__)

_OP = "write a batch"
_MANIFEST, _LOCK, _PARTS = "batch.json", "batch.lock", "parts"
VERDICTS, PARQUET, UNREAD = "verdicts.jsonl", "verdicts.parquet", "unread.jsonl"
_OURS = {_MANIFEST, _LOCK, _PARTS, VERDICTS, PARQUET, UNREAD}
_NEW = ".new"
"""What a file ends in that is not whole yet."""
_FULL = {errno.ENOSPC, errno.EDQUOT}


class Folder:
    """A folder that this process alone writes into. Made by `take`; `close` gives it back."""

    def __init__(self, path: Path, held: int) -> None:
        self.path = path
        self._held = held

    @classmethod
    def take(cls, path: Path) -> Result[Folder]:
        """Make the folder if there is none, and lock it.

        An `InvalidInput` where it holds what is not of a batch; a `StorageFault` where another run
        writes into it, or it cannot be written.
        """
        return _guarded(path, lambda: _take(path))

    def close(self) -> None:
        """Let others write into it."""
        os.close(self._held)

    def begun_with(self) -> Result[dict[str, Any] | None]:
        """What the batch in it depends on; None where none was begun."""
        path = self.path / _MANIFEST

        def read() -> Result[dict[str, Any] | None]:
            if not path.exists():
                return Success(None)
            try:
                said = json.loads(path.read_bytes())
            except ValueError:
                said = None
            if not isinstance(said, dict) or said.get("schema") != SCHEMA:
                return _fault(path, "it does not say what was begun", "give another folder")
            return Success(said)

        return _guarded(path, read)

    def begin(self, identity: dict[str, Any]) -> Result[None]:
        """Begin a batch: what was there of another is removed."""

        def work() -> Result[None]:
            for name in (VERDICTS, PARQUET, UNREAD):
                (self.path / name).unlink(missing_ok=True)
            if (self.path / _PARTS).exists():
                shutil.rmtree(self.path / _PARTS)
            (self.path / _PARTS).mkdir()
            _put(self.path / _MANIFEST, text_of(identity).encode())
            return Success(None)

        return _guarded(self.path, work)

    def clear(self) -> Result[None]:
        """Remove what an earlier run began to write and did not finish."""

        def work() -> Result[None]:
            for path in (*self.path.glob(f"*{_NEW}"), *self.path.glob(f"{_PARTS}/*/*{_NEW}")):
                path.unlink()
            return Success(None)

        return _guarded(self.path, work)

    def keep(self, key: str, part: bytes) -> Result[None]:
        """Keep a part; it is on the disk when this returns."""
        path = self._part(key)

        def work() -> Result[None]:
            path.parent.mkdir(exist_ok=True)
            _put(path, part)
            return Success(None)

        return _guarded(path, work)

    def drop(self, keys: Iterable[str]) -> Result[None]:
        """Remove parts."""

        def work() -> Result[None]:
            for key in keys:
                self._part(key).unlink(missing_ok=True)
            return Success(None)

        return _guarded(self.path, work)

    def part(self, key: str, rows: int) -> Result[Head | None]:
        """What a sound part says of itself; None where there is none.

        A part that is damaged, or another's, is removed, and a warning says so.
        """
        path = self._part(key)

        def work() -> Result[Head | None]:
            if not path.exists():
                return Success(None)
            with path.open("rb") as file:
                head = head_of(file, key, rows)
            if head is None:
                path.unlink()
                _log.warning("%s: it is damaged; its paper is asked again", path)
            return Success(head)

        return _guarded(path, work)

    def finish(
        self, heads: Sequence[Head], rows: int, unread: Sequence[dict[str, Any]]
    ) -> Result[bool]:
        """Write the results, from parts in this order; tells whether Parquet could be written."""
        try:
            return _guarded(self.path, lambda: Success(self._finish(heads, rows, unread)))
        finally:
            for name in (VERDICTS, PARQUET, UNREAD):
                with suppress(OSError):
                    _new(self.path / name).unlink()

    def _finish(self, heads: Sequence[Head], rows: int, unread: Sequence[dict[str, Any]]) -> bool:
        paths = [str(self._part(head.key)) for head in heads]
        files = [(path, os.stat(path).st_size) for path in paths]  # noqa: PTH116
        names = [VERDICTS, UNREAD]
        with ExitStack() as stack:
            verdicts = stack.enter_context(_new(self.path / VERDICTS).open("wb"))
            table = None
            if pyarrow.installed():
                table = stack.enter_context(pyarrow.Table(_new(self.path / PARQUET)))
                names.append(PARQUET)
            for each in rows_of(files, rows):
                verdicts.write(each)
                if table is not None:
                    table.add(each)
        _new(self.path / UNREAD).write_bytes(b"".join(map(line, unread)))
        for name in names:
            _to_disk(_new(self.path / name))
        if table is None:  # that of an earlier run would tell of other papers
            (self.path / PARQUET).unlink(missing_ok=True)
        for name in names:
            _new(self.path / name).replace(self.path / name)
        _to_disk(self.path)
        return table is not None

    def _part(self, key: str) -> Path:
        return self.path / _PARTS / key[:2] / f"{key}.jsonl"


def _take(path: Path) -> Result[Folder]:
    path.mkdir(parents=True, exist_ok=True)
    if strange := _strange(path):
        rule = f"must be a folder of its own, and {strange} is in it"
        return Failure(InvalidInput(_OP, (Problem("out", str(path), rule),)))
    held = os.open(path / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    if lock.taken(held):
        os.ftruncate(held, 0)
        os.write(held, f" {os.getpid()}\n".encode())  # its first byte is what Windows locks
        return Success(Folder(path, held))
    other = "unknown"
    with suppress(OSError):  # where a locked file cannot be read
        os.lseek(held, 1, os.SEEK_SET)
        other = os.read(held, 20).decode("ascii", "replace").strip()
    os.close(held)
    detail = f"another run (process {other}) writes into it"
    return _fault(path, detail, "wait for its end, or give another folder")


def _strange(path: Path) -> str:
    """What is in a folder that no batch has put there: nothing of it may be removed."""
    found = {each.name.removesuffix(_NEW) for each in path.iterdir()}
    begun = _MANIFEST in found and (path / _MANIFEST).is_file()
    strange = found - (_OURS if begun else {_MANIFEST, _LOCK, _PARTS})
    if not begun and (path / _PARTS).exists():
        strange.update(f"{_PARTS}/{each.name}" for each in (path / _PARTS).iterdir())
    return min(strange, default="")


def _put(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    new = _new(path)
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    _to_disk(path.parent)


def _new(path: Path) -> Path:
    return path.with_name(path.name + _NEW)


def _to_disk(path: Path) -> None:
    """Bring what was written to a file, or renamed in a folder, to the disk."""
    if path.is_dir() and os.name == "nt":
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _guarded(path: Path, work: Callable[[], Result[T]]) -> Result[T]:
    try:
        return work()
    except OSError as error:
        if error.errno in _FULL:
            detail, hint = "there is no room on its disk", "make room and run it again: it goes on"
        else:
            detail, hint = f"it cannot be written: {error.strerror or error}", ""
        return _fault(path, detail, hint)


def _fault(path: Path, detail: str, hint: str = "") -> Failure[StorageFault]:
    return Failure(StorageFault(_OP, str(path), detail, hint))
