"""The ruled lines of a page, and the sides of its rectangles, as far as a table may have them."""

from __future__ import annotations

import ctypes
from struct import pack

from vera.verification.ingestion.sandbox.library import PATH, Matrix
from vera.verification.ingestion.sandbox.objects import moved, numbers_of

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from vera.verification.ingestion.sandbox.objects import Around, Drawn, Numbers

    Corner: TypeAlias = tuple[float, float]

_THICK = 4.0
"""Points: what is thicker is no rule but an area; the bounds of a stroke have twice its width."""
_SHORT = 6.0
"""Points: what is shorter is a dash, a tick or a part of a sign."""
_MOST_PATHS = 4000
"""Paths of a page that are looked at: figures have tens of thousands, tables some hundreds."""
_MOST_RULES = 4000
_MOST_FORMS = 50
_DEEPEST = 3
"""Forms in forms that are looked into; one is usual where a publisher stamps each page."""
_MOST_SEGMENTS = 400
"""Of one path: a grid drawn at once has some hundreds, a curve of a figure thousands."""


class Rules:
    """Asks for the rules of pages; the places that pdfium writes to are made once."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._to_x, self._to_y = ctypes.c_float(), ctypes.c_float()
        self._matrix = Matrix()
        self._found: list[Numbers] = []

    def of(self, drawn: Drawn, bounds: Sequence[Numbers]) -> bytes:
        """Lefts, rights, bottoms and tops of the rules in points of the page: double (4, k).

        `bounds` are left, bottom, right and top of the paths, each in its own form.
        """
        self._found = []
        paths = drawn.of(PATH)[:_MOST_PATHS]
        forms: set[int] = set()
        for at, sides in zip(paths, bounds[:_MOST_PATHS], strict=True):
            forms.add(id(drawn.around[at]))
            if len(forms) > _MOST_FORMS or len(self._found) >= _MOST_RULES:
                break
            if len(drawn.around[at]) <= _DEEPEST:
                self._path(drawn.addresses[at], sides, drawn.around[at])
        rows = self._found
        told = [value for side in range(4) for value in (row[side] for row in rows)]
        return pack(f"<{len(told)}d", *told)

    def _path(self, item: int, sides: Numbers, around: Around) -> None:
        left, bottom, right, top = sides
        width, height = right - left, top - bottom
        if max(width, height) < _SHORT:
            return
        if min(width, height) <= _THICK:
            self._rule((left, bottom), (right, top), around)
        elif min(width, height) >= _SHORT:
            self._sides_of(item, around)

    def _sides_of(self, item: int, around: Around) -> None:
        """The straight lines of a path that lie along the page's sides."""
        library, x, y = self._library, self._to_x, self._to_y
        count = library.FPDFPath_CountSegments(item)
        if not 1 < count <= _MOST_SEGMENTS or not library.FPDFPageObj_GetMatrix(item, self._matrix):
            return
        inside = (numbers_of(self._matrix), *around)
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

    def _rule(self, a: Corner, b: Corner, around: Around) -> None:
        a, b = moved(a, around), moved(b, around)
        left, right = sorted((a[0], b[0]))
        bottom, top = sorted((a[1], b[1]))
        if min(right - left, top - bottom) <= _THICK and max(right - left, top - bottom) >= _SHORT:
            self._found.append((left, right, bottom, top))
