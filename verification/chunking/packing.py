"""The one packing loop: units in order become chunks that share whole units with the next.

A strategy supplies only the units and how a stretch of text is measured (ADR 0003).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from core.chunk import Chunk, chunk_id
from core.document import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from core.chunk import ChunkConfig
    from core.document import Document

    Size: TypeAlias = Callable[[int, int], int]
    """The size of the text from one offset to another, never smaller for a longer stretch."""


@frozen
class Unit:
    """A stretch [start, end) of a text that is packed as one; offsets in characters.

    `cut_before` and `cut_after` say that it begins or ends where the text had to be cut.
    """

    start: int
    end: int
    cut_before: bool = False
    cut_after: bool = False

    @property
    def whole(self) -> bool:
        """Whether it is not a part of something that had to be cut."""
        return not (self.cut_before or self.cut_after)


def characters(start: int, end: int) -> int:
    """The size of a stretch of text in characters."""
    return end - start


def pack(units: Iterable[Unit], size: Size, config: ChunkConfig) -> Iterator[Unit]:
    """Runs of neighbouring units, each run as one unit; sizes include what lies between units.

    * No unit may be over `config.maximum`, and no run is.
    * A run ends before the unit with which it would pass the target; while what it adds to the run
      before it is under the minimum, it goes on to the maximum instead.
    * The next run begins with the most units at the end of this one that are whole, together no
      larger than `overlap * target`, not all of this one, and leave room for the next unit.
    * A last run that adds less than the minimum joins the run before it, unless that would pass the
      maximum: the maximum wins.

    Holds two runs at a time.
    """
    before: list[Unit] = []
    run: list[Unit] = []
    shared = 0
    for unit in units:
        if run and _is_full(run, shared, unit, size, config):
            if before:
                yield _join(before, before)
            before, run = run, _overlap(run, unit, size, config)
            shared = len(run)
        run.append(unit)
    if not run:
        return
    short = size(run[shared].start, run[-1].end) < config.minimum
    if before and short and size(before[0].start, run[-1].end) <= config.maximum:
        yield _join(before, run)
        return
    if before:
        yield _join(before, before)
    yield _join(run, run)


def _is_full(run: list[Unit], shared: int, unit: Unit, size: Size, config: ChunkConfig) -> bool:
    grown = size(run[0].start, unit.end)
    if grown > config.maximum:
        return True
    return grown > config.target and size(run[shared].start, run[-1].end) >= config.minimum


def _overlap(run: list[Unit], unit: Unit, size: Size, config: ChunkConfig) -> list[Unit]:
    """The units at the end of `run` that the next run, which goes on with `unit`, begins with."""
    first = len(run)
    while first > 1:
        start = run[first - 1].start
        fits = size(start, run[-1].end) <= config.overlap * config.target
        if not (fits and run[first - 1].whole and size(start, unit.end) <= config.maximum):
            break
        first -= 1
    return run[first:]


def _join(first: Sequence[Unit], last: Sequence[Unit]) -> Unit:
    return Unit(first[0].start, last[-1].end, first[0].cut_before, last[-1].cut_after)


def chunks(document: Document, runs: Iterable[Unit]) -> Iterator[Chunk]:
    """The chunk of each run, with its place in the document."""
    for index, run in enumerate(runs):
        span = Span(run.start, run.end)
        text = span.of(document.text)
        yield Chunk(
            id=chunk_id(index, span, text),
            text=text,
            source=document.source,
            span=span,
            index=index,
            pages=document.pages_of(span),
            section=document.section_of(run.start),
            cut_before=run.cut_before,
            cut_after=run.cut_after,
        )
