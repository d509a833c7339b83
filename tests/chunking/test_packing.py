"""The packing loop on units made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.chunk import ChunkConfig
from vera.core.document import Document
from vera.verification.chunking.packing import Run, pack
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.rulers import Characters
from vera.verification.chunking.sentence import SentenceChunker
from vera.verification.chunking.units import Unit, Units

if TYPE_CHECKING:
    from collections.abc import Iterator


def units(*lengths: int) -> list[Unit]:
    """Units of these lengths, one space between."""
    made, at = [], 0
    for length in lengths:
        made.append(Unit(at, at + length))
        at += length + 1
    return made


def packed(made: list[Unit], config: ChunkConfig, text: str = "") -> list[Run]:
    """The runs that the units are packed into, sizes in characters."""
    ruler = Characters(made[-1].end)
    return list(pack(Units.batches(made), ruler, config, text))


def runs(made: list[Unit], config: ChunkConfig, text: str = "") -> list[tuple[int, int]]:
    """Where the runs begin and end."""
    return [(run.start, run.end) for run in packed(made, config, text)]


def text_of(made: list[Unit], **gaps: str) -> str:
    r"""A text with these units, `u3="\n"` for what stands before the fourth; one space else."""
    return "".join(
        gaps.get(f"u{index}", " " if index else "") + "x" * (unit.end - unit.start)
        for index, unit in enumerate(made)
    )


def test_units_fill_a_run_up_to_the_target() -> None:
    """Three units of 9 and the two spaces between them make 29; a fourth would pass 30."""
    assert runs(units(9, 9, 9, 9, 9), ChunkConfig(30, 0, 0, 50)) == [(0, 29), (30, 49)]


def test_the_next_run_begins_with_the_units_that_fit_the_overlap() -> None:
    """With 20 of 30 to share, two units of 9 and their space (19) are shared, not three."""
    config = ChunkConfig(30, 2 / 3, 0, 50)
    assert runs(units(9, 9, 9, 9, 9), config) == [(0, 29), (10, 39), (20, 49)]


def test_the_overlap_leaves_room_for_the_next_unit() -> None:
    """The shared units give way when with them the next one would pass the maximum."""
    assert runs(units(9, 9, 9, 25), ChunkConfig(30, 2 / 3, 0, 40)) == [(0, 29), (20, 55)]


def test_a_short_last_run_joins_the_run_before_it() -> None:
    """A last unit of 5 under a minimum of 10 goes into the run before, past the target."""
    assert runs(units(9, 9, 9, 5), ChunkConfig(30, 0, 10, 40)) == [(0, 35)]


def test_a_short_last_run_stays_alone_where_joining_passes_the_maximum() -> None:
    """The maximum wins over the minimum."""
    assert runs(units(9, 9, 9, 5), ChunkConfig(30, 0, 10, 34)) == [(0, 29), (30, 35)]


def test_what_is_shared_does_not_count_towards_the_minimum() -> None:
    """A last run of 9 shared and 5 new characters adds 5, so it joins."""
    assert runs(units(9, 9, 9, 5), ChunkConfig(30, 0.4, 10, 40)) == [(0, 35)]


def test_a_run_under_the_minimum_grows_past_the_target() -> None:
    """A heading of 5 is not left alone before a unit of 28."""
    assert runs(units(5, 28, 20), ChunkConfig(30, 0, 10, 40)) == [(0, 34), (35, 55)]


def test_parts_of_a_cut_unit_are_never_shared() -> None:
    """A run that ends in a part shares nothing with the next."""
    made = [Unit(0, 9), Unit(10, 20, cut_after=True), Unit(21, 30, cut_before=True), Unit(31, 39)]
    first, second = packed(made, ChunkConfig(20, 0.5, 0, 30))
    assert (first.start, first.end, first.cut_before, first.cut_after) == (0, 20, False, True)
    assert (second.start, second.end, second.cut_before, second.cut_after) == (21, 39, True, False)


def test_units_are_read_as_runs_are_asked_for() -> None:
    """A run is given out while the units of the run after the next are still unread."""
    read: list[int] = []

    def slowly() -> Iterator[Units]:
        for unit in units(*[9] * 100):
            read.append(unit.start)
            yield Units.of([unit])

    next(pack(slowly(), Characters(1000), ChunkConfig(30, 0.2, 0, 50), ""))
    assert len(read) <= 16


def test_a_run_that_is_full_enough_ends_before_a_line_end() -> None:
    """Of runs of at most 30, one may end at a line end behind 19 or more of them, not behind 9."""
    made, config = units(9, 9, 9, 9, 9), ChunkConfig(30, 0, 0, 50)
    assert runs(made, config, text_of(made, u3="\n")) == [(0, 29), (30, 49)]
    made = units(9, 10, 8, 9, 9)
    assert runs(made, config, text_of(made, u2="\n")) == [(0, 20), (21, 49)]
    assert runs(made, config, text_of(made, u1="\n")) == [(0, 29), (30, 49)]


def test_a_blank_line_is_a_better_end_than_a_later_line_end() -> None:
    """The paragraph ends the run, not the line behind it."""
    made = [Unit(0, 20), Unit(22, 25), Unit(26, 29), Unit(30, 39)]
    text = text_of(made, u1="\n\n", u2="\n")
    assert runs(made, ChunkConfig(30, 0, 0, 50), text) == [(0, 20), (22, 39)]


def test_a_line_end_in_a_unit_or_behind_a_cut_is_none() -> None:
    """Only between whole units is a place to end at."""
    made = [Unit(0, 20), Unit(21, 25, cut_after=True), Unit(26, 29, cut_before=True), Unit(30, 39)]
    inside = text_of(made)[:22] + "\n" + text_of(made)[23:]
    config = ChunkConfig(30, 0, 0, 50)
    assert runs(made, config, inside) == runs(made, config, text_of(made, u2="\n"))
    assert runs(made, config, inside) == [(0, 29), (30, 39)]


def test_what_a_run_adds_is_not_under_the_minimum_for_a_line_end() -> None:
    """A paragraph that would end before the minimum of 25 is passed."""
    made = units(9, 10, 8, 9, 9)
    text = text_of(made, u2="\n")
    assert runs(made, ChunkConfig(30, 0, 25, 50), text) == [(0, 49)]


def test_a_long_sentence_is_cut_at_a_good_place() -> None:
    """A sentence over the maximum is cut after a clause, and its chunks say where."""
    text = "It is short. We count " + "cells, " * 15 + "and stop. The end."
    document = Document(text, "a paper", "")
    config = ChunkConfig(50, 0.2, 0, 60)
    chunks = list(SentenceChunker(config).chunk(document, PysbdSplitter().split(document)))
    assert [(chunk.cut_before, chunk.cut_after) for chunk in chunks] == [
        (False, False),
        (False, True),
        (True, True),
        (True, False),
    ]
    assert all(chunk.text.endswith(",") for chunk in chunks if chunk.cut_after)
