"""The files beside a library that hold its vectors and words as arrays, made of it. ADR 0038.

They lie in a folder of their own: `head` says which state of the library the others hold, and is
replaced when these are whole on the disk; to the others rows are only added. So a run that ends in
the middle leaves the state before. Whatever is wrong with them is a fault here, and nobody else's:
who has none goes on without, and makes them anew.
"""

from __future__ import annotations

import mmap
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from vera.core.ports import Matrix
from vera.core.result import Failure, Result, Success, failed
from vera.verification.index.permissions import Place, private_file, private_folder
from vera.verification.index.sqlite_file import locked
from vera.verification.library.faiss_index import load
from vera.verification.library.matrix_head import BLOCK, Head, Near, WordsPart, extended, summed
from vera.verification.retrieval.postings import Postings, merged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from typing import TypeVar

    from vera.core.errors import StorageFault
    from vera.verification.library.faiss_index import Approximate, Recall

    T = TypeVar("T")

_OWNER = 16
"""Bytes of a chunk's id and its document's."""
_KIB = 1024


@frozen(eq=False)
class Batch:
    """Some rows more: chunks and documents (n, 2), vectors (n, dimension), and their words."""

    owners: NDArray[np.int64] = field(repr=False)
    vectors: Matrix = field(repr=False)
    words: Postings = field(repr=False)


@frozen(eq=False)
class Opened:
    """What the files hold, mapped into memory: `head.rows` rows, and the words of each."""

    head: Head
    owners: NDArray[np.int64] = field(repr=False)
    vectors: Matrix = field(repr=False)
    words: tuple[Postings, ...] = field(repr=False)


class Files:
    """The files of a library that lies in `library`. Each process checks each block once."""

    def __init__(self, library: Place) -> None:
        folder = library.path.with_suffix(".made")
        op = "keep the matrix of a library"
        self._place = Place(folder / "head", op, library.variable, without="")
        self._sound: set[tuple[str, int, int]] = set()

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._place.path.parent

    def locked(self, work: Callable[[], Result[T]]) -> Result[T]:
        """Do the work while no other process does any on these files."""
        return locked(self._place, work)

    def head(self) -> Result[Head | None]:
        """Which state they hold; None where there are none, or of another form."""
        read = self._bytes("head")
        return read.map(lambda data: None if data is None else Head.from_bytes(data))

    def grow(self, head: Head, batches: Iterable[Result[Batch]]) -> Result[Head]:
        """Add rows, and say then that the files hold the state of `head`."""
        settled = {head.words_name(part) for part in head.words}
        try:
            if not head.rows:
                self._clean(head)
            for batch in batches:
                if failed(batch):
                    return batch
                grown = self._add(head, batch.unwrap())
                if failed(grown):
                    return grown
                head = grown.unwrap()
            self._settle(head.names - {"head"} - settled)
            self._keep(head)
        except OSError as error:
            return self._place.broken(error)
        return Success(head)

    def propose(self, head: Head, index: Path, rows: int, recall: Recall) -> Result[Near]:
        """Take in the file of an approximate index of the first rows."""
        try:
            index.chmod(0o600)
            with index.open("r+b") as file:
                os.fsync(file.fileno())
                sums = tuple(summed(memoryview(file.read()), _KIB))
            size = index.stat().st_size
            near = Near(head.next, rows, size, sums, recall)
            head = evolve(head, next=head.next + 1, near=near)
            index.replace(self._path(head.near_name(near)))
            self._keep(head)
        except OSError as error:
            return self._place.broken(error)
        return Success(near)

    def owners(self, head: Head) -> Result[NDArray[np.int64]]:
        """The chunk and document of each row (rows, 2)."""
        mapped = self._map(head.owners_name, head.rows * _OWNER)
        if failed(mapped):
            return mapped
        data = mapped.unwrap()
        if self._wrong([(head.owners_name, data, _OWNER * BLOCK, head.owners)]):
            return self._place.fault(f"{head.owners_name} is damaged")
        return Success(data.view("<i8").reshape(-1, 2))

    def open(self, head: Head) -> Result[Opened]:
        """Map them into memory; a `StorageFault` where one is missing or too short."""
        owners = self._map(head.owners_name, head.rows * _OWNER)
        if failed(owners):
            return owners
        width = 4 * head.dimension
        vectors = self._map(head.vectors_name, head.rows * width)
        if failed(vectors):
            return vectors
        words = []
        for part in head.words:
            mapped = self._map(head.words_name(part), part.size)
            if failed(mapped):
                return mapped
            words.append(mapped.unwrap())
        parts = [
            (head.owners_name, owners.unwrap(), _OWNER * BLOCK, head.owners),
            (head.vectors_name, vectors.unwrap(), width * BLOCK, head.vectors),
            *((head.words_name(part), data, part.size, (part.sum,))
              for part, data in zip(head.words, words, strict=True)),
        ]  # fmt: skip
        wrong = self._wrong(parts)
        if wrong:
            return self._place.fault(f"{wrong} is damaged")
        return Success(
            Opened(
                head,
                owners.unwrap().view("<i8").reshape(-1, 2),
                vectors.unwrap().view("<f4").reshape(-1, head.dimension),
                tuple(map(Postings.from_bytes, words)),
            )
        )

    def proposing(self, head: Head) -> Result[Approximate | None]:
        """The approximate index, where there is one."""
        near = head.near
        if near is None:
            return Success(None)
        name = head.near_name(near)
        mapped = self._map(name, near.size)
        if failed(mapped):
            return mapped
        if self._wrong([(name, mapped.unwrap(), _KIB * BLOCK, near.sums)]):
            return self._place.fault(f"{name} is damaged")
        return load(self._path(name), near.rows, near.recall.lists)

    def unusable(self, why: str) -> Failure[StorageFault]:
        """They must be made anew."""
        return self._place.fault(why)

    def remove(self) -> Result[None]:
        """Remove them all; what needs them makes them anew."""
        try:
            for path in self._others(frozenset()):
                path.unlink(missing_ok=True)
        except OSError as error:
            return self._place.broken(error)
        return Success(None)

    def size(self) -> int:
        """Bytes that they take."""
        with suppress(OSError):
            return sum(path.lstat().st_size for path in self._others(frozenset()))
        return 0

    def _wrong(self, parts: Iterable[tuple[str, NDArray[np.uint8], int, tuple[int, ...]]]) -> str:
        """The first file that is not as it was written, in the blocks not looked at before."""
        blocks = [
            ((name, at, expected), data[at * step : (at + 1) * step])
            for name, data, step, sums in parts
            for at, expected in enumerate(sums)
            if (name, at, expected) not in self._sound
        ]

        def sound(block: tuple[tuple[str, int, int], NDArray[np.uint8]]) -> bool:
            (_, _, expected), data = block
            return summed(data.data, 1, max(len(data), 1)) == [expected]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for (key, _), good in zip(blocks, pool.map(sound, blocks), strict=True):
                if not good:
                    return key[0]
                self._sound.add(key)
        return ""

    def _add(self, head: Head, batch: Batch) -> Result[Head]:
        owners = batch.owners.astype("<i8").tobytes()
        vectors = batch.vectors.astype("<f4").tobytes()
        width = 4 * head.dimension
        self._append(head.owners_name, head.rows * _OWNER, owners)
        self._append(head.vectors_name, head.rows * width, vectors)
        words, kept = batch.words, list(head.words)
        for _ in range(merged([part.rows for part in kept], len(batch.owners))):
            before = kept.pop()
            mapped = self._map(head.words_name(before), before.size)
            if failed(mapped):
                return mapped
            if self._wrong(
                [(head.words_name(before), mapped.unwrap(), before.size, (before.sum,))]
            ):
                return self._place.fault(f"{head.words_name(before)} is damaged")
            words = Postings.from_bytes(mapped.unwrap()).and_then(words)
        data = words.to_bytes()
        (sum_,) = summed(memoryview(data), 1, len(data))
        part = WordsPart(head.next, len(words.lengths), len(data), sum_)
        self._write(head.words_name(part), data)
        return Success(
            evolve(
                head,
                rows=head.rows + len(batch.owners),
                next=head.next + 1,
                owners=extended(head.owners, head.rows, memoryview(owners), _OWNER),
                vectors=extended(head.vectors, head.rows, memoryview(vectors), width),
                words=(*kept, part),
            )
        )

    def _path(self, name: str) -> Path:
        return self._place.path.with_name(name)

    def _append(self, name: str, size: int, data: bytes) -> None:
        """Write behind the first `size` bytes, in the place of what a killed run left there."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(self._path(name), flags, 0o600), "r+b") as file:
            if os.fstat(file.fileno()).st_size < size:
                raise OSError(f"{name} was cut short")
            file.truncate(size)
            file.seek(size)
            file.write(data)

    def _keep(self, head: Head) -> None:
        """The files hold this state from now on."""
        self._write("head.new", head.to_bytes())
        self._settle({"head.new"})
        self._path("head.new").replace(self._path("head"))
        self._clean(head)

    def _write(self, name: str, data: bytes) -> None:
        """A file under this name, in the place of what a killed run left there."""
        self._path(name).unlink(missing_ok=True)
        with open(self._path(name), "xb", opener=partial(os.open, mode=0o600)) as file:
            file.write(data)

    def _settle(self, names: Iterable[str]) -> None:
        """Wait until they are on the disk."""
        for name in names:
            with self._path(name).open("r+b") as file:
                os.fsync(file.fileno())

    def _bytes(self, name: str) -> Result[bytes | None]:
        looked = private_folder(self._place).bind(
            lambda _: private_file(self._place, self._path(name))
        )
        if failed(looked):
            return looked
        try:
            return Success(self._path(name).read_bytes() if looked.unwrap() else None)
        except OSError as error:
            return self._place.broken(error)

    def _map(self, name: str, size: int) -> Result[NDArray[np.uint8]]:
        """The first bytes of a file."""
        looked = private_file(self._place, self._path(name))
        if failed(looked):
            return looked
        found = looked.unwrap()
        if found is None or found.st_size < size:
            return self._place.fault(f"{name} was cut short")
        if not size:
            return Success(np.empty(0, dtype=np.uint8))
        try:
            with self._path(name).open("rb") as file:
                data = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            return self._place.broken(error)
        return Success(np.frombuffer(data, dtype=np.uint8))

    def _clean(self, head: Head) -> None:
        """Remove what the head does not speak of; what is in use on Windows stays till later."""
        for path in self._others(head.names):
            with suppress(PermissionError):
                path.unlink(missing_ok=True)

    def _others(self, names: frozenset[str]) -> list[Path]:
        ours = self._place.path.parent.iterdir()
        return [path for path in ours if path.name not in {*names, "head.lock"}]
