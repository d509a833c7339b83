"""Pages that are pictures of text are read by OCR, where it is installed (ADR 0011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import define, evolve, field

from vera.verification.ingestion import child
from vera.verification.ingestion.pdf import tesseract
from vera.verification.ingestion.pdf.glyphs import UNKNOWN, Glyphs, Samples
from vera.verification.ingestion.pdf.rendering import Fineness, images

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.child import Limits
    from vera.verification.ingestion.pdf.tesseract import Line

_FINENESS = Fineness(dots=300.0, pixels=40_000_000)
"""What Tesseract's documentation asks for; and at most two pages of A3 so."""
_FEWEST_DOTS = 100.0

SURE = 60.0
"""Tesseract's confidence from which on a word is believed (ADR 0011)."""

SCAN = "an image with little text over it"
"""What a scan shows that somebody printed a line over (`sandbox/read_pages.py`)."""
_LITTLE_TEXT = 20
_MOSTLY = 0.5


def is_picture(page: Glyphs) -> bool:
    """Whether the page shows something of which the file does not say what it reads."""
    if page.unread:
        return False
    known = (page.codes > 0x20) & ~np.isin(page.codes, (0xFFFD, 0xFFFE, 0xFFFF))
    blank = np.isin(page.codes, (0x20, 0x0A, 0x0D))
    inked, read = int(np.count_nonzero(~blank)), int(np.count_nonzero(known))
    if read == 0 and page.shows:
        return True
    if page.shows == SCAN or (page.shows == "an image" and read < _LITTLE_TEXT):
        return True
    return inked >= _LITTLE_TEXT and read < _MOSTLY * inked


def _as_glyphs(page: Glyphs, lines: Sequence[Line], dots: float) -> Glyphs:
    """The page with the words of the lines for its glyphs; a word's box is split evenly.

    The letters of a word that is not sure are unknown: a made-up number would be evidence.
    """
    codes: list[int] = []
    boxes: list[tuple[float, float, float, float]] = []
    at: list[int] = []
    size: list[float] = []
    baseline: list[float] = []
    for line in lines:
        start = len(codes)
        for word in line.words:
            if len(codes) > start:
                codes.append(0x20)
                boxes.append((0, 0, 0, 0))
            letters = len(word.text)
            wide = (word.right - word.left) / letters
            for k, letter in enumerate(word.text):
                left = word.left + k * wide
                codes.append(ord(letter if word.confidence >= SURE else UNKNOWN))
                boxes.append((left, word.top, left + wide, word.bottom))
        places = sorted({start, (start + len(codes) - 1) // 2, len(codes) - 1})
        at += [place for place in places if codes[place] != 0x20]
        size += [line.size] * (len(at) - len(size))
        baseline += [line.baseline] * (len(at) - len(baseline))
        codes += [0x0D, 0x0A]
        boxes += [(0, 0, 0, 0)] * 2
    points = 72 / dots
    width, height = page.shown
    return evolve(
        page,
        width=width,
        height=height,
        turn=0,
        codes=np.array(codes, dtype=np.uint32),
        box=np.array(boxes, dtype=np.float32).reshape(-1, 4) * np.float32(points),
        samples=Samples(
            np.array(at, dtype=np.int32),
            np.array(size, dtype=np.float32) * np.float32(points),
            np.array(baseline, dtype=np.float32) * np.float32(points),
            np.zeros(len(at), dtype=np.bool_),
        ),
        sights=np.zeros(0, dtype=np.uint8),
        shows="",
    )


def _listed(numbers: Sequence[int]) -> str:
    """As a person says them.

    >>> _listed([3]), _listed([3, 4, 7])
    ('page 3 was', 'pages 3, 4 and 7 were')
    """
    if len(numbers) == 1:
        return f"page {numbers[0]} was"
    return f"pages {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} were"


@define
class _Report:
    """What became of the pages, by number; `words` counts all that were read, `unsure` of them."""

    read: dict[int, Glyphs] = field(factory=dict)
    failing: list[int] = field(factory=list)
    doubtful: list[int] = field(factory=list)
    words: int = 0
    unsure: int = 0

    def add(self, page: Glyphs, lines: Sequence[Line] | None, dots: float) -> None:
        """What the program found on the page, None where it failed."""
        if lines is None:
            self.failing.append(page.number)
            return
        sure = [word.confidence >= SURE for line in lines for word in line.words]
        if sum(sure) < _MOSTLY * len(sure):
            self.doubtful.append(page.number)
        elif sure:
            self.read[page.number] = _as_glyphs(page, lines, dots)
            self.words += len(sure)
            self.unsure += len(sure) - sum(sure)

    def notes(self) -> Iterator[str]:
        """A sentence for each thing that a reader should know."""
        if self.failing:
            yield f"{_listed(self.failing)} given to OCR, which failed"
        if self.doubtful:
            yield f"{_listed(self.doubtful)} given to OCR, which was unsure of most words"
        if self.read:
            yield f"{_listed(sorted(self.read))} read by OCR"
        if self.unsure:
            some = f"{self.unsure} of {self.words} words"
            yield f"OCR was unsure of {some}, whose letters are left unknown"


def read_pictures(
    pages: tuple[Glyphs, ...], data: bytes, password: str | None, library: str, limits: Limits
) -> tuple[tuple[Glyphs, ...], tuple[str, ...]]:
    """The pages with those that are pictures read by OCR, and what to say of that.

    A page on which OCR finds nothing or is unsure of most words, or of which no image can be made,
    is left as it is.
    """
    program = tesseract.program()
    pictures = [page.number for page in pages if is_picture(page)]
    if not program or not pictures:
        return pages, ()
    report = _Report()
    notes: list[str] = []
    try:
        for number, image in images(pictures, data, password, library, _FINENESS, limits):
            if image.dots >= _FEWEST_DOTS:
                report.add(pages[number - 1], tesseract.read(program, image), image.dots)
    except (child.TooMuchError, child.BrokenOffError, child.NotStartedError) as error:
        notes.append(f"OCR of scanned pages ended early: rendering them takes {error}")
    read = tuple(report.read.get(page.number, page) for page in pages)
    return read, (*notes, *report.notes())
