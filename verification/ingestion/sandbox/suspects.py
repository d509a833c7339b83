"""The texts of a page that may not be seen: a cheap test, which the picture of the page decides.

Text is asked about whose colour is near that of the paper or of what is painted under it, that is
transparent, painted otherwise than filled, clipped, or painted over (ADR 0072).
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from itertools import compress

from vera.verification.ingestion.sandbox.library import (
    IMAGE,
    INVISIBLE,
    PATH,
    SHADING,
    TEXT,
)
from vera.verification.ingestion.sandbox.objects import Asked, Drawn, holds_word

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from vera.verification.ingestion.sandbox.objects import Numbers

    Colour = tuple[int, int, int]
    Area = tuple[int, Numbers, Colour | None]

_FILLED = 0
_PAPER = (255, 255, 255)
_NEAR = 64
"""How far a colour is from its ground, of 255, that is surely seen: a quarter of what there is."""
_OPAQUE = 128
_OVER = 1.0
"""Points by which an area and a text overlap: neighbours touch."""
_MOST_SEGMENTS = 100
"""Of a path that clips: a rectangle has five."""


class Suspects:
    """Addresses of text objects: invisible by themselves, faint on their ground, covered; all.

    `pictures` are left, bottom, right and top of the images.
    """

    def __init__(self, texts: Iterable[int]) -> None:
        self.texts = set(texts)
        self.invisible: set[int] = set()
        self.faint: set[int] = set()
        self.covered: set[int] = set()
        self.pictures: list[Numbers] = []

    def any(self) -> bool:
        """Whether there are some."""
        return bool(self.invisible or self.faint or self.covered)


class Doubts:
    """Asks for the suspects of pages; the places that pdfium writes to are made once.

    With `all_texts` every text is one: layers that are off may hide any.
    """

    all_texts = False

    def __init__(self, library: Any) -> None:
        self._library = library
        self._fills = Asked(library.FPDFPageObj_GetFillColor, ctypes.c_uint, "I")
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._fill, self._stroke = ctypes.c_int(), ctypes.c_int()

    def of(self, drawn: Drawn, path_bounds: Sequence[Numbers]) -> Suspects:
        """Those of the page; `path_bounds` are the bounds of its paths, each in its own form."""
        library = self._library
        areas = [*self._pictures(drawn), *self._painted(drawn, path_bounds)]
        texts = drawn.of(TEXT)
        addresses = [drawn.addresses[at] for at in texts]
        found = Suspects(addresses)
        found.pictures = [sides for _, sides, colour in areas if colour is None]
        modes = list(map(library.FPDFTextObj_GetTextRenderMode, addresses))
        if INVISIBLE in modes:
            shown = [mode != INVISIBLE for mode in modes]
            found.invisible = {*compress(addresses, [not one for one in shown])}
            texts, addresses, modes = (
                list(compress(row, shown)) for row in (texts, addresses, modes)
            )
        styles = list(zip(*self._fills.of(drawn.items(texts)), modes, strict=True))
        odd = {style for style in {*styles} if _is_faint(*style)}
        if self.all_texts:
            found.faint = {*addresses}
        elif odd:
            found.faint = {*compress(addresses, map(odd.__contains__, styles))}
        found.covered = {drawn.addresses[at] for at in self._clipped(drawn, texts)}
        if areas and texts:
            boxes = drawn.on_page(texts, drawn.bounds(texts))
            for k, (at, _, colour) in _overlaps(boxes, areas):
                if at > texts[k]:
                    found.covered.add(addresses[k])
                elif colour is None or _is_near(colour, styles[k][:3]):
                    found.faint.add(addresses[k])
        found.faint -= found.covered
        return found

    def _pictures(self, drawn: Drawn) -> Iterator[Area]:
        """The images; their colours are not known."""
        for kind in (IMAGE, SHADING):
            places = drawn.of(kind)
            for at, sides in zip(places, drawn.on_page(places, drawn.bounds(places)), strict=True):
                if holds_word(sides):
                    yield at, sides, None

    def _painted(self, drawn: Drawn, bounds: Sequence[Numbers]) -> Iterator[Area]:
        """What is painted over an area, with its colour."""
        library, found = self._library, []
        places = drawn.of(PATH)
        for at, sides in zip(places, drawn.on_page(places, bounds), strict=True):
            if holds_word(sides):
                library.FPDFPath_GetDrawMode(drawn.addresses[at], self._fill, self._stroke)
                if self._fill.value:
                    found.append((at, sides))
        fills = self._fills.of(drawn.items(at for at, _ in found))
        for (at, sides), *colour, alpha in zip(found, *fills, strict=True):
            if alpha:
                yield at, sides, tuple(colour)

    def _clipped(self, drawn: Drawn, texts: Sequence[int]) -> Iterator[int]:
        """The indices of the texts that reach out of what they are clipped to."""
        library = self._library
        clips = map(library.FPDFPageObj_GetClipPath, [drawn.addresses[at] for at in texts])
        counts = zip(texts, map(library.FPDFClipPath_CountPaths, clips), strict=True)
        clipped = {at: count for at, count in counts if count > 0}
        for at, sides in zip(clipped, drawn.bounds(list(clipped)), strict=True):
            inner = self._inside(drawn.addresses[at], clipped[at])
            if inner is None or not (
                inner[0] <= sides[0] + _OVER
                and inner[1] <= sides[1] + _OVER
                and inner[2] >= sides[2] - _OVER
                and inner[3] >= sides[3] - _OVER
            ):
                yield at

    def _inside(self, address: int, count: int) -> Numbers | None:
        """The sides of what all paths that clip an object leave; None where that is not simple."""
        library, x, y = self._library, self._x, self._y
        clip = library.FPDFPageObj_GetClipPath(address)
        sides: list[Numbers] = []
        for path in range(count):
            segments = library.FPDFClipPath_CountPathSegments(clip, path)
            if not 0 < segments <= _MOST_SEGMENTS:
                return None
            xs, ys = [], []
            for at in range(segments):
                one = library.FPDFClipPath_GetPathSegment(clip, path, at)
                if not library.FPDFPathSegment_GetPoint(one, x, y):
                    return None
                xs.append(x.value)
                ys.append(y.value)
            sides.append((min(xs), min(ys), max(xs), max(ys)))
        left, bottom, right, top = zip(*sides, strict=True)
        return max(left), max(bottom), min(right), min(top)


def _is_near(colour: Sequence[int], other: Sequence[int]) -> bool:
    return all(abs(one - two) < _NEAR for one, two in zip(colour, other, strict=True))


def _is_faint(red: int, green: int, blue: int, alpha: int, mode: int) -> bool:
    """Whether text of that colour and mode may not be seen on paper."""
    return mode != _FILLED or alpha < _OPAQUE or _is_near(_PAPER, (red, green, blue))


def _overlaps(texts: Sequence[Numbers], areas: Sequence[Area]) -> Iterator[tuple[int, Area]]:
    """The indices of texts with the areas that overlap them."""
    lefts, bottoms, rights, tops = zip(*(sides for _, sides, _ in areas), strict=True)
    left, bottom, right, top = min(lefts), min(bottoms), max(rights), max(tops)
    near = [
        k
        for k, own in enumerate(texts)
        if own[1] < top and own[3] > bottom and own[0] < right and own[2] > left
    ]
    near.sort(key=lambda k: texts[k][1])
    starts = [texts[k][1] for k in near]
    tallest = max((texts[k][3] - texts[k][1] for k in near), default=0.0)
    for area in areas:
        left, bottom, right, top = area[1]
        first = bisect_left(starts, bottom - tallest)
        for k in near[first : bisect_right(starts, top - _OVER)]:
            own = texts[k]
            if own[0] < right - _OVER and own[2] > left + _OVER and own[3] > bottom + _OVER:
                yield k, area
