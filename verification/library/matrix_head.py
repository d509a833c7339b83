"""What is known of the files beside a library that hold its vectors and words as arrays."""

from __future__ import annotations

import json
import zlib
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from attrs import asdict, frozen

from vera.verification.library.changes import Change
from vera.verification.library.faiss_index import Recall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BLOCK = 4096
"""Rows that have one checksum together, 6 MB of 384 dimensions."""
FORM = 2
"""Of the files; files of another form are made anew."""


@frozen
class WordsPart:
    """A file of postings: its number, of how many rows, its bytes and their CRC-32."""

    number: int
    rows: int
    size: int
    sum: int


@frozen
class Near:
    """The file of an approximate index of the first `rows` rows, and what it was found to find.

    `sums` are the CRC-32 of each `BLOCK` KiB of its `size`.
    """

    number: int
    rows: int
    size: int
    sums: tuple[int, ...]
    recall: Recall


@frozen
class Head:
    """Which state of a library the files hold, and their checksums.

    `last` is the change of the library that is the last in them, `gone` are rows of documents that
    are no more, [first, last). `vectors` and `owners` are the CRC-32 of each `BLOCK` of rows;
    `weights` are those of the fields in the words. `series` is in the files' names, and `next` will
    be in the name of the next file of words.
    """

    series: str
    generation: int
    dimension: int
    weights: tuple[float, ...]
    last: Change
    rows: int = 0
    gone: tuple[tuple[int, int], ...] = ()
    vectors: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    words: tuple[WordsPart, ...] = ()
    next: int = 0
    near: Near | None = None
    form: int = FORM

    @property
    def dead(self) -> NDArray[np.intp]:
        """The rows of documents that are no more."""
        stretches = [np.arange(first, last) for first, last in self.gone]
        return np.concatenate([*stretches, np.empty(0)]).astype(np.intp)

    @property
    def names(self) -> frozenset[str]:
        """The files that it speaks of, and its own."""
        words = (self.words_name(part) for part in self.words)
        near = () if self.near is None else (self.near_name(self.near),)
        return frozenset(("head", self.vectors_name, self.owners_name, *words, *near))

    @property
    def vectors_name(self) -> str:
        """Of the file of vectors, float32 (rows, dimension)."""
        return f"vectors-{self.series}"

    @property
    def owners_name(self) -> str:
        """Of the file of each row's chunk and document, int64 (rows, 2)."""
        return f"owners-{self.series}"

    def words_name(self, part: WordsPart) -> str:
        """Of a file of postings."""
        return f"words-{self.series}-{part.number}"

    def near_name(self, near: Near) -> str:
        """Of the file of an approximate index."""
        return f"near-{self.series}-{near.number}"

    def to_bytes(self) -> bytes:
        """A line of JSON, and its checksum before it."""
        body = json.dumps(asdict(self)).encode()
        return blake2b(body, digest_size=16).hexdigest().encode() + b"\n" + body

    @classmethod
    def from_bytes(cls, data: bytes) -> Head | None:
        """The same again; None where it is none, or of another form."""
        seal, _, body = data.partition(b"\n")
        if seal != blake2b(body, digest_size=16).hexdigest().encode():
            return None
        said = json.loads(body)
        if said["form"] != FORM:
            return None
        for name in ("weights", "vectors", "owners"):
            said[name] = tuple(said[name])
        said["gone"] = tuple((first, last) for first, last in said["gone"])
        said["last"] = Change(**said["last"])
        said["words"] = tuple(WordsPart(**part) for part in said["words"])
        if said["near"] is not None:
            near = said["near"]
            recall, sums = Recall(**near["recall"]), tuple(near["sums"])
            said["near"] = Near(**{**near, "recall": recall, "sums": sums})
        return cls(**said)


def summed(data: memoryview, width: int, block: int = BLOCK) -> list[int]:
    """The CRC-32 of each block of rows of so many bytes."""
    step = block * width
    return [zlib.crc32(data[at : at + step]) for at in range(0, len(data), step)]


def extended(sums: Sequence[int], rows: int, data: memoryview, width: int) -> tuple[int, ...]:
    """The checksums of `rows` rows and then more.

    >>> one, two = memoryview(bytes(3)), memoryview(bytes(range(4)))
    >>> extended(summed(one, 1), 3, two, 1) == tuple(summed(memoryview(bytes(one) + bytes(two)), 1))
    True
    """
    room = -rows % BLOCK * width
    more = summed(data[room:], width)
    if room:
        return (*sums[:-1], zlib.crc32(data[:room], sums[-1]), *more)
    return (*sums, *more)
