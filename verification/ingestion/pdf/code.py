"""Code, and what a program prints: lines whose letters are all of one width (ADR 75).

A document whose text is set in such type is a manuscript, and none of it is code by that.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.document import Form, Ints, Kind
from vera.verification.ingestion.pdf.formulas import is_numbered_formula
from vera.verification.ingestion.pdf.lines import ADDED
from vera.verification.ingestion.pdf.paragraphs import ends_sentence, has_bullet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph
    from vera.verification.ingestion.pdf.typewriter import Typewriters

_FEWEST = 2
"""Lines of code in a paragraph at least: a single one may be a name that fills its line."""
_FAR = 3.0
"""Type sizes from line to line of one listing, at most."""
_SAME_ROW = 0.5
"""Type sizes between the baselines of two pieces of one line, at most."""
_BLANKS = re.compile(" +")


def with_code(blocks: Sequence[Paragraph], typewriters: Typewriters) -> list[Paragraph]:
    """The blocks, each listing as one."""
    if not typewriters.faces or _is_typed(blocks, typewriters):
        return list(blocks)
    done: list[Paragraph] = []
    for block in blocks:
        if not _may_hold_code(block):
            done.append(block)
            continue
        for part, is_code in _parted(block, typewriters):
            if is_code and done and done[-1].form is Form.CODE and _goes_on(done[-1], part):
                done[-1] = evolve(done[-1], lines=done[-1].lines + part.lines)
            else:
                done.append(evolve(part, form=Form.CODE) if is_code else part)
    return done


def _may_hold_code(block: Paragraph) -> bool:
    is_text = block.kind is Kind.BODY and block.form is Form.PROSE
    return is_text and not block.is_caption and not has_bullet(block.lines[0])


def in_text(blocks: Sequence[Paragraph]) -> list[Paragraph]:
    """The blocks, those that are no part of the text as prose: addresses, and URLs in notes."""
    text = (Kind.BODY, Kind.ABSTRACT, Kind.APPENDIX)
    return [
        evolve(block, form=Form.PROSE)
        if block.form is Form.CODE and block.kind not in text
        else block
        for block in blocks
    ]


def _is_typed(blocks: Sequence[Paragraph], typewriters: Typewriters) -> bool:
    """Whether most of a document is set so."""
    letters = {True: 0, False: 0}
    for block in blocks:
        for line in block.lines:
            letters[typewriters.set_line(line)] += len(line.text)
    return letters[True] > letters[False]


def _parted(block: Paragraph, typewriters: Typewriters) -> Iterator[tuple[Paragraph, bool]]:
    """The code in a block, and what stands around it; whether each is code."""
    lines = block.lines
    typed = [typewriters.set_line(line) for line in lines]
    if all(typed):
        yield block, not is_numbered_formula(block.text)
        return
    end = 0
    for is_typed, run in groupby(range(len(lines)), key=typed.__getitem__):
        own = list(run)
        start, after = own[0], own[-1] + 1
        if not (is_typed and _stands_apart(lines, start, after)):
            continue
        if end < start:
            yield evolve(block, lines=lines[end:start]), False
        yield evolve(block, lines=lines[start:after]), True
        end = after
    if end < len(lines):
        yield evolve(block, lines=lines[end:]), False


def _stands_apart(lines: Sequence[Line], start: int, end: int) -> bool:
    """Whether no sentence runs from the lines of a block into lines [start, end), or out of it."""
    return (
        end - start >= _FEWEST
        and (start == 0 or ends_sentence(lines[start - 1].text))
        and (end == len(lines) or not lines[end].text[:1].islower())
    )


def _goes_on(listing: Paragraph, block: Paragraph) -> bool:
    """Whether a block of code belongs to the listing before it."""
    above, below = listing.lines[-1], block.lines[0]
    return above.page == below.page and 0 <= below.baseline - above.baseline <= _FAR * above.size


def laid_out(lines: Sequence[Line], boxes: Floats) -> Iterator[tuple[str, Ints, bool]]:
    """The lines as they are printed, each behind the blanks that its place tells.

    Gives pieces of the text with their glyphs, and whether a printed line begins with the piece;
    `boxes` float32 (n, 4) are those of the document's glyphs.
    """
    steps = np.concatenate([_steps(line, boxes) for line in lines])
    width = float(np.median(steps)) if len(steps) else lines[0].size / 2
    left = min(line.x0 for line in lines)
    before: Line | None = None
    for line in lines:
        text, glyphs = _widened(line, boxes, width)
        beside = (
            before is not None
            and abs(line.baseline - before.baseline) < _SAME_ROW * line.size
            and line.x0 >= before.x1
        )
        if before is None:
            lead = ""
        elif beside:
            lead = " " * max(round((line.x0 - before.x1) / width), 1)
        else:
            lead = "\n" + " " * round((line.x0 - left) / width)
        added = np.full(len(lead), ADDED, dtype=np.int32)
        yield lead + text, np.concatenate([added, glyphs]), not beside
        before = line


def _steps(line: Line, boxes: Floats) -> Floats:
    """From letter to letter, in points."""
    shown = line.glyphs[(line.glyphs >= 0) & np.array([sign != " " for sign in line.text])]
    middle = (boxes[shown, 0] + boxes[shown, 2]) / 2
    steps: Floats = np.diff(middle)
    return steps[steps > 0]


def _widened(line: Line, boxes: Floats, width: float) -> tuple[str, Ints]:
    """The line with as many blanks between its words as there is room for."""
    text, glyphs, reached = "", [], 0
    middle = (boxes[line.glyphs, 0] + boxes[line.glyphs, 2]) / 2
    for blank in _BLANKS.finditer(line.text):
        start, end = blank.span()
        more = 0
        if start > 0 and end < len(line.text):
            more = round(float(middle[end] - middle[start - 1]) / width) - 1 - (end - start)
        text += line.text[reached:end] + " " * more
        glyphs += [line.glyphs[reached:end], np.full(max(more, 0), ADDED, dtype=np.int32)]
        reached = end
    return text + line.text[reached:], np.concatenate([*glyphs, line.glyphs[reached:]])
