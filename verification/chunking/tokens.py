"""Windows of tokens that begin and end with whole words (ADR 0014).

Words are found as arrays, not one by one: windows of a long text cost little beside its tokens.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from vera.core.chunk import ChunkConfig, Measure
from vera.core.cutting import inside_cluster
from vera.core.document import Kind, Span
from vera.verification.chunking.rulers import Tokens
from vera.verification.chunking.strategy import Material, Strategy
from vera.verification.chunking.units import Units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_LONG = 24
"""Characters: a longer word, or text without spaces, is parted at its tokens."""
_WHITE = np.array([chr(code).isspace() for code in range(0x3002)])
"""Whether a character is whitespace; none behind U+3000 is."""
_SPACE, _NEXT_LINE = 0x20, 0x85  # between these two none is
_BYTES = 4
"""The most bytes of a character, and so the most tokens."""


def units(material: Material) -> Iterator[Units]:
    """The words; a table that fits into a chunk is one unit, else each of its rows that fits."""
    starts, ends = _words(material.document.text)
    starts, ends = _parted(material, starts, ends)
    starts, ends = _together(starts, ends, list(_tables(material)))
    yield from _fitting(material, starts, ends)


def _words(text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the runs of characters that are no whitespace begin and end."""
    codes = _codes(text)
    white = codes <= _SPACE
    maybe = np.flatnonzero((codes < _SPACE) | ((codes >= _NEXT_LINE) & (codes < len(_WHITE))))
    white[maybe] = _WHITE[codes[maybe]]
    edges = np.flatnonzero(np.diff(white, prepend=True, append=True))
    return edges[::2], edges[1::2]


def _codes(text: str) -> NDArray[Any]:
    """The code of each character, in the fewest bytes."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    codes: NDArray[Any] = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    if len(codes) == len(text):
        return codes
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _fitting(
    material: Material, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> Iterator[Units]:
    """The units, those over the maximum cut into pieces: a long word, or any under a tiny one."""
    most, done = material.config.maximum, 0
    for at in np.flatnonzero((ends - starts) * _BYTES > most).tolist():
        start, end = int(starts[at]), int(ends[at])
        if material.ruler.size(start, end) > most:
            if at > done:
                yield Units.plain(starts[done:at], ends[done:at])
            yield from Units.batches(material.pieces(start, end, most))
            done = at + 1
    if len(starts) > done:
        yield Units.plain(starts[done:], ends[done:])


def _parted(
    material: Material, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same, with words that are long parted where the ruler has a position."""
    text, long = material.document.text, np.flatnonzero(ends - starts > _LONG)
    if not len(long):
        return starts, ends
    places = _positions(material)
    first = places.searchsorted(starts[long], "right")
    last = places.searchsorted(ends[long], "left")
    inside = np.concatenate([places[low:high] for low, high in zip(first, last, strict=True)])
    cuts = np.array(
        [at for at in dict.fromkeys(inside.tolist()) if not inside_cluster(text, at)],
        dtype=np.int64,
    )
    if not len(cuts):
        return starts, ends
    return (
        np.insert(starts, starts.searchsorted(cuts), cuts),
        np.insert(ends, ends.searchsorted(cuts), cuts),
    )


def _positions(material: Material) -> NDArray[np.int64]:
    if isinstance(material.ruler, Tokens):
        return material.ruler.starts
    return np.arange(len(material.document.text))


def _tables(material: Material) -> Iterator[Span]:
    """The tables that fit into a chunk, and of the others the rows that do."""
    most, size = material.config.target, material.ruler.size
    for kind, blocks in groupby(material.document.blocks, key=lambda block: block.kind):
        if kind is not Kind.TABLE:
            continue
        rows = [block.span for block in blocks]
        table = Span(rows[0].start, rows[-1].end)
        fitting = [table] if size(table.start, table.end) <= most else rows
        yield from (span for span in fitting if size(span.start, span.end) <= most)


def _together(
    starts: NDArray[np.int64], ends: NDArray[np.int64], spans: list[Span]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The units with those of each span as one."""
    if not spans:
        return starts, ends
    keep_start, keep_end = np.ones(len(starts), np.bool_), np.ones(len(ends), np.bool_)
    for span in spans:
        low = int(starts.searchsorted(span.start, "left"))
        high = int(ends.searchsorted(span.end, "right"))
        keep_start[low + 1 : high] = False
        keep_end[low : high - 1] = False
    return starts[keep_start], ends[keep_end]


def _sized(target: int, overlap: int, whole: int = 0) -> ChunkConfig:
    return ChunkConfig(target, overlap / target, 0, target, Measure.TOKENS, whole)


TOKENS = Strategy(
    "tokens",
    units,
    _sized(512, 50),
    presets={
        "qa": _sized(384, 50),
        "summaries": _sized(1024, 100),
        "tables": _sized(512, 50),
        "legal": _sized(256, 100),
    },
)
