"""The ruled lines of a page, and the sides of its rectangles, as far as a table may have them."""

from __future__ import annotations

import ctypes
from itertools import accumulate, repeat
from struct import pack

from vera.verification.ingestion.sandbox.library import FORM, PATH, Matrix, prepared

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    Corner: TypeAlias = tuple[float, float]

_THICK = 4.0
"""Points: what is thicker is no rule but an area; the bounds of a stroke have twice its width."""
_SHORT = 6.0
"""Points: what is shorter is a dash, a tick or a part of a sign."""
_MOST_PATHS = 4000
"""Paths of a page that are looked at: figures have tens of thousands, tables some hundreds."""
_MOST_RULES = 4000
_MOST_OBJECTS = 50_000
_MOST_FORMS = 50
_DEEPEST = 3
"""Forms in forms that are looked into; one is usual where a publisher stamps each page."""
_MOST_SEGMENTS = 400
"""Of one path: a grid drawn at once has some hundreds, a curve of a figure thousands."""
_MANY_OBJECTS = 1000
"""Of a page: there each glyph is one, and to ask for all costs as much as to read the text."""
_GAP = 8.0
"""Points between some two cells of a table at least: LaTeX has 12 between its widest, Word 10.8."""
_BACK = 0.25
"""The share of words that stand left of the one before, at most: the first words of lines do."""


def has_gaps(shown: bytes, corners: bytes) -> bool:
    """Whether words stand so far apart as cells do, or in no lines from left to right.

    `shown` and `corners` are those of the page's glyphs, as the page is answered with.
    """
    lefts, rights, bottoms, tops = _rows(corners)
    ends = accumulate(map(len, shown.split(b"\0")))
    starts = sorted({at for at in ends if 0 < at < len(lefts)})
    back = 0
    for at in starts:
        if lefts[at] - rights[at - 1] >= _GAP or bottoms[at] - tops[at - 1] >= _GAP:
            return True
        back += lefts[at] < lefts[at - 1]
    return back > _BACK * len(starts)


def _rows(corners: bytes) -> list[Sequence[float]]:
    values: Sequence[float] = memoryview(corners).cast("d")
    count = len(values) // 4
    return [values[count * row : count * (row + 1)] for row in range(4)]


class Rules:
    """Asks for the rules of pages; the places that pdfium writes to are made once."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._sides = tuple(ctypes.c_float() for _ in range(4))
        self._matrix = Matrix()
        self._paths = self._objects = self._forms = 0
        self._found: list[tuple[float, float, float, float]] = []

    def of(self, page: int, shown: bytes, corners: bytes) -> bytes:
        """Lefts, rights, bottoms and tops of the page's rules in its points: double (4, k).

        Of a page of very many objects they are asked for only where its words can be cells.
        """
        self._paths, self._objects, self._forms = _MOST_PATHS, _MOST_OBJECTS, _MOST_FORMS
        self._found = []
        library = self._library
        count = library.FPDFPage_CountObjects(page)
        if count <= _MANY_OBJECTS or has_gaps(shown, corners):
            self._look(library.FPDFPage_GetObject, prepared(page), count, (), 0)
        rows = self._found
        sides = [value for side in range(4) for value in (row[side] for row in rows)]
        return pack(f"<{len(sides)}d", *sides)

    def _look(
        self, get: Any, of: Any, count: int, around: tuple[tuple[float, ...], ...], depth: int
    ) -> None:
        library = self._library
        count = max(min(count, self._objects), 0)
        self._objects -= count
        objects = list(map(get, repeat(of), range(count)))
        for item, kind in zip(objects, map(library.FPDFPageObj_GetType, objects)):  # noqa: B905
            if kind == PATH:
                self._paths -= 1
                if self._paths < 0 or len(self._found) >= _MOST_RULES:
                    return
                self._path(item, around)
            elif kind == FORM and depth < _DEEPEST and self._forms > 0:
                self._forms -= 1
                if library.FPDFPageObj_GetMatrix(item, self._matrix):
                    inside = (_numbers(self._matrix), *around)
                    held = library.FPDFFormObj_CountObjects(item)
                    self._look(library.FPDFFormObj_GetObject, item, held, inside, depth + 1)

    def _path(self, item: int, around: tuple[tuple[float, ...], ...]) -> None:
        library, sides = self._library, self._sides
        if not library.FPDFPageObj_GetBounds(item, *sides):
            return
        left, bottom, right, top = (side.value for side in sides)
        width, height = right - left, top - bottom
        if max(width, height) < _SHORT:
            return
        if min(width, height) <= _THICK:
            self._rule((left, bottom), (right, top), around)
        elif min(width, height) >= _SHORT:
            self._sides_of(item, around)

    def _sides_of(self, item: int, around: tuple[tuple[float, ...], ...]) -> None:
        """The straight lines of a path that lie along the page's sides."""
        library, (x, y, *_) = self._library, self._sides
        count = library.FPDFPath_CountSegments(item)
        if not 1 < count <= _MOST_SEGMENTS or not library.FPDFPageObj_GetMatrix(item, self._matrix):
            return
        inside = (_numbers(self._matrix), *around)
        before: Corner | None = None
        for at in range(count):
            segment = library.FPDFPath_GetPathSegment(item, at)
            if not library.FPDFPathSegment_GetPoint(segment, x, y):
                return
            kind = library.FPDFPathSegment_GetType(segment)
            point = x.value, y.value
            if kind == 0 and before is not None and len(self._found) < _MOST_RULES:
                self._rule(before, point, inside)
            before = point

    def _rule(self, a: Corner, b: Corner, around: tuple[tuple[float, ...], ...]) -> None:
        for matrix in around:
            a, b = _moved(a, matrix), _moved(b, matrix)
        left, right = sorted((a[0], b[0]))
        bottom, top = sorted((a[1], b[1]))
        if min(right - left, top - bottom) <= _THICK and max(right - left, top - bottom) >= _SHORT:
            self._found.append((left, right, bottom, top))


def _numbers(matrix: Matrix) -> tuple[float, ...]:
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _moved(point: Corner, matrix: tuple[float, ...]) -> Corner:
    (x, y), (a, b, c, d, e, f) = point, matrix
    return a * x + c * y + e, b * x + d * y + f
