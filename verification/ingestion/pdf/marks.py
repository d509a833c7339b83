"""Raised text: marks of notes and works are taken out of the text, exponents stay with a caret.

What is not surely a mark stays in the text: nothing is dropped (ADR 0062).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Calls, Kind
from vera.verification.ingestion.pdf.mark_evidence import evidence_of
from vera.verification.ingestion.pdf.mark_writing import rewritten
from vera.verification.ingestion.pdf.raised_runs import Run, moved_lines, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.mark_writing import Decided, Raised
    from vera.verification.ingestion.pdf.paragraphs import Paragraph
    from vera.verification.ingestion.pdf.scripts import Levels


def with_marks(
    blocks: Sequence[Paragraph], levels: Levels, boxes: Floats, body: float
) -> tuple[list[Paragraph], dict[int, list[Raised]]]:
    """The blocks with exponents written and marks taken out; the marks by the identity of a line.

    `levels` and `boxes` are those of the document's glyphs, `body` is its body type's size.
    """
    blocks = [
        part
        for block in blocks
        for part in (_parted(block, levels) if block.kind is Kind.FOOTNOTE else (block,))
    ]
    runs: dict[tuple[int, int], list[Run]] = {}
    for at, n, line in moved_lines(blocks, levels):
        runs[at, n] = list(runs_of(at, n, line, levels, blocks[at], boxes))
    evidence = evidence_of(blocks, [run for found in runs.values() for run in found], body)
    decided: dict[tuple[int, int], list[Decided]] = {}
    called: set[int] = set()
    for place, found in runs.items():
        decided[place] = []
        for run in found:
            calls = evidence.calls(run)
            note = None
            if calls is Calls.NOTE:
                note = evidence.note_of(run)
                called.add(note)
                note = None if note == run.block else note
            if calls is not None or run.is_raised:
                decided[place].append((run, calls, note))
    for (_, label), at in evidence.notes.items():
        if at in called:
            others = [it for it in decided.get((at, 0), []) if it[0].start]
            decided[at, 0] = [_own_label(at, blocks[at], label), *others]
    done = {at: list(blocks[at].lines) for at, _ in decided}
    marks: dict[int, list[Raised]] = {}
    for (at, n), chosen in decided.items():
        done[at][n], taken = rewritten(done[at][n], chosen, boxes)
        if taken:
            marks[id(done[at][n])] = taken
    return [
        _with_lines(block, done[at]) if at in done else block for at, block in enumerate(blocks)
    ], marks


def _own_label(at: int, block: Paragraph, label: str) -> Decided:
    """The label that a note begins with, as a mark of its own."""
    line, end = block.lines[0], len(label)
    run = Run(
        at, 0, 0, end, label, "", line.text[end:], block.kind, line.page, "." * len(line.text)
    )
    return run, Calls.NOTE, None


def _parted(block: Paragraph, levels: Levels) -> Iterator[Paragraph]:
    """The notes of a block of notes, each of which begins with a raised number."""
    starts = [0]
    for at, line in enumerate(block.lines[1:], 1):
        if line.glyphs[0] >= 0 and levels[line.glyphs[0]] == 1 and line.text[0].isdigit():
            starts.append(at)
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        yield evolve(block, lines=block.lines[start:end])


def _with_lines(block: Paragraph, lines: Sequence[Line]) -> Paragraph:
    """The block with other lines for its own; the cells of a row have the same ones."""
    new = {id(old): line for old, line in zip(block.lines, lines, strict=True)}
    cells = tuple(evolve(it, lines=tuple(new[id(line)] for line in it.lines)) for it in block.cells)
    return evolve(block, lines=tuple(lines), cells=cells)
