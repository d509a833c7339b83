"""Where chunks begin and end, what they repeat, and whether sizes and offsets hold."""

from __future__ import annotations

from bisect import bisect_left
from statistics import mean
from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.chunking.gold import Gold, shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.chunking.chunkers import Piece, Size


@frozen
class Edges:
    """Of all chunks: how many have both, or one, edge at a sentence, and what is wrong with them.

    `overlap` is the mean of what is repeated, in characters; `allowed` the mean of what the most
    whole sentences at each end come to that are no more than asked; `beyond` are chunks that repeat
    more than asked. `inexact` are chunks whose text does not stand where the library says (or says
    nowhere); `lost` are characters that are no blanks and in no chunk.
    """

    chunks: int
    whole: int
    begin: int
    end: int
    overlap: float
    allowed: float
    beyond: int
    over: int
    inexact: int
    lost: int


def placed(text: str, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """The stretch of each piece without blanks at its ends: where it says, or is found in order."""
    spans, at = [], 0
    for piece in pieces:
        bare = piece.text.strip()
        start = -1 if piece.start is None else piece.start
        if start < 0 or text[start : piece.end] != piece.text:
            start = text.find(piece.text, at)
            start = text.find(piece.text) if start < 0 else start
        if not bare or start < 0:
            continue
        start += len(piece.text) - len(piece.text.lstrip())
        spans.append((start, start + len(bare)))
        at = start + 1
    return spans


def _allowed(gold: Gold, spans: Sequence[tuple[int, int]], most: int) -> list[int]:
    """For each piece but the last, how much the most whole sentences at its end come to."""
    starts, allowed = sorted(gold.starts), []
    for begin, end in spans[:-1]:
        first = bisect_left(starts, max(end - most, begin + 1))
        start = starts[first] if first < len(starts) else end
        allowed.append(max(end - start, 0))
    return allowed


def measure(gold: Gold, pieces: Sequence[Piece], size: Size) -> Edges:
    """The counts of one chunker on one text."""
    spans = placed(gold.text, pieces)
    begin = [start in gold.starts for start, _ in spans]
    end = [end in gold.ends for _, end in spans]
    covered, lost = 0, 0
    for start, stop in sorted(spans):
        if start > covered:
            lost += sum(not character.isspace() for character in gold.text[covered:start])
        covered = max(covered, stop)
    lost += sum(not character.isspace() for character in gold.text[covered:])
    repeated = shared(spans) or [0]
    return Edges(
        len(pieces),
        sum(one and other for one, other in zip(begin, end, strict=True)),
        sum(begin),
        sum(end),
        mean(repeated),
        mean(_allowed(gold, spans, size.overlap) or [0]),
        sum(each > size.overlap for each in repeated),
        sum(size.count(piece.text) > size.most for piece in pieces),
        sum(
            piece.start is None or gold.text[piece.start : piece.end] != piece.text
            for piece in pieces
        ),
        lost,
    )
