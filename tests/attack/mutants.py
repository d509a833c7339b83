"""PDFs damaged as files are damaged: the same mutants for the same seed, on every machine.

A mutant is a sound paper with one accident: bytes changed in a transfer or on a disk, a block that
is lost, zero, foreign, doubled or out of its place, a download that was cut or resumed wrongly, a
transfer as text, a stream that breaks off, a page's content that is torn and packed anew.
"""

from __future__ import annotations

import re
import zlib
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SECTOR = 512
"""Bytes: what a disk or a transfer loses at once is a multiple."""
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.DOTALL)
_SMALLEST = 64
"""Bytes: a shorter stream is no page's content."""


def _place(data: bytes, chance: Random, size: int) -> int:
    return chance.randrange(max(1, len(data) - size))


def _size(data: bytes, chance: Random) -> int:
    """Of a block: from 16 bytes to an eighth of the file, small ones as often as large ones."""
    most = max(32, len(data) // 8)
    return min(most, int(16 * (most / 16) ** chance.random()))


def _bits(data: bytes, chance: Random) -> bytes:
    out = bytearray(data)
    for _ in range(2 ** chance.randrange(9)):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def _bytes(data: bytes, chance: Random) -> bytes:
    out = bytearray(data)
    for _ in range(2 ** chance.randrange(9)):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _outside(data: bytes, chance: Random) -> bytes:
    """Bytes between the streams: objects, dictionaries, the table of objects."""
    inside = [found.span(1) for found in _STREAM.finditer(data)]
    out, left = bytearray(data), 2 ** chance.randrange(6)
    while left:
        at = chance.randrange(len(out))
        if not any(start <= at < end for start, end in inside):
            out[at] = chance.randrange(32, 127)
            left -= 1
    return bytes(out)


def _zeros(data: bytes, chance: Random) -> bytes:
    size = _size(data, chance)
    at = _place(data, chance, size)
    return data[:at] + b"\0" * size + data[at + size :]


def _noise(data: bytes, chance: Random) -> bytes:
    size = _size(data, chance)
    at = _place(data, chance, size)
    return data[:at] + chance.randbytes(size) + data[at + size :]


def _lost(data: bytes, chance: Random) -> bytes:
    size = _size(data, chance)
    at = _place(data, chance, size)
    return data[:at] + data[at + size :]


def _doubled(data: bytes, chance: Random) -> bytes:
    size = _size(data, chance)
    at = _place(data, chance, size)
    return data[: at + size] + data[at:]


def _swapped(data: bytes, chance: Random) -> bytes:
    size = min(_size(data, chance), len(data) // 4)
    first = chance.randrange(len(data) // 2 - size)
    second = chance.randrange(len(data) // 2, len(data) - size)
    return (
        data[:first]
        + data[second : second + size]
        + data[first + size : second]
        + data[first : first + size]
        + data[second + size :]
    )


def _sectors(data: bytes, chance: Random) -> bytes:
    """Some sectors are zero, as in a download by parts that was not finished."""
    out = bytearray(data)
    for _ in range(chance.randrange(1, 9)):
        at = chance.randrange(max(1, len(data) // _SECTOR)) * _SECTOR
        end = min(len(out), at + _SECTOR * 2 ** chance.randrange(6))
        out[at:end] = bytes(end - at)
    return bytes(out)


def _cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data) // 20, len(data))]


def _resumed(data: bytes, chance: Random) -> bytes:
    """Cut, and gone on with at another place."""
    at = _place(data, chance, 1)
    return data[:at] + data[min(len(data), at + chance.randrange(-20_000, 20_000)) :]


def _as_text(data: bytes, chance: Random) -> bytes:
    """Sent as text: line ends changed in all of the file, or from some place on."""
    at = chance.choice([0, chance.randrange(len(data))])
    old, new = chance.choice([(b"\r\n", b"\n"), (b"\n", b"\r\n"), (b"\r", b"\n"), (b"\r", b"")])
    return data[:at] + data[at:].replace(old, new)


def _a_stream(data: bytes, chance: Random) -> tuple[int, int]:
    found = [
        match.span(1)
        for match in _STREAM.finditer(data)
        if match.end(1) - match.start(1) >= _SMALLEST
    ]
    return chance.choice(found) if found else (0, len(data))


def _broken_off(data: bytes, chance: Random) -> bytes:
    """A stream ends early: blanks, zeros or nothing follow in its place."""
    start, end = _a_stream(data, chance)
    at = chance.randrange(start, end)
    filler = chance.choice([b" ", b"\0", b""])
    return data[:at] + filler * (end - at) + data[end:]


def _repacked(data: bytes, chance: Random, torn: Callable[[bytes], bytes]) -> bytes:
    """The content of a page is torn, and packed anew in the same place with a right checksum."""
    for _ in range(50):
        start, end = _a_stream(data, chance)
        try:
            plain = zlib.decompress(data[start:end])
        except zlib.error:
            continue
        if b"Tj" not in plain and b"TJ" not in plain:
            continue
        packed = zlib.compress(torn(plain), 9)
        if len(packed) <= end - start:
            return data[:start] + packed + b"\n" * (end - start - len(packed)) + data[end:]
    return _broken_off(data, chance)


def _torn(data: bytes, chance: Random) -> bytes:
    """One end of a page's content is lost."""

    def torn(plain: bytes) -> bytes:
        at = chance.randrange(len(plain))
        return chance.choice([plain[:at], plain[at:]])

    return _repacked(data, chance, torn)


def _middle(data: bytes, chance: Random) -> bytes:
    """A piece in the middle of a page's content is lost, from any place to any other."""

    def torn(plain: bytes) -> bytes:
        one, two = sorted(chance.randrange(len(plain)) for _ in range(2))
        return plain[:one] + plain[two:]

    return _repacked(data, chance, torn)


_DAMAGES: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "bits": _bits,
    "bytes": _bytes,
    "outside": _outside,
    "zeros": _zeros,
    "noise": _noise,
    "lost": _lost,
    "doubled": _doubled,
    "swapped": _swapped,
    "sectors": _sectors,
    "cut": _cut,
    "resumed": _resumed,
    "as text": _as_text,
    "broken off": _broken_off,
    "torn": _torn,
    "middle": _middle,
}
KINDS = tuple(_DAMAGES)


def mutant(data: bytes, kind: str, seed: int) -> bytes:
    """The file damaged in that way, one of `KINDS`; the same for the same seed."""
    return _DAMAGES[kind](data, Random(f"{kind} {seed}"))  # noqa: S311 - the same each time
