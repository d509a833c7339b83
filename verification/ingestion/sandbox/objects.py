"""What a page draws, in the order of drawing, and numbers that pdfium says of it.

To ask pdfium for one thing takes longer than its answer: what is asked of many is asked for with
arguments that ctypes prepares once, and without a loop of ours.
"""

from __future__ import annotations

import ctypes
from array import array
from itertools import repeat

from vera.verification.ingestion.sandbox.library import FORM, Matrix, prepared

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    Numbers: TypeAlias = tuple[float, ...]
    Around: TypeAlias = tuple[Numbers, ...]

_AT_ONCE = 512  # more prepared places cost more than they save
_DEEPEST = 40  # forms within each other that pdfium draws (`passed_over`)
_WIDE, _HIGH = 8.0, 3.0
"""Points that a word has: two letters of 4 points. Plots draw each of their marks as a form."""


class Asked:
    """Four numbers that a function of pdfium tells of each of many things.

    The places that it writes to are made once, as ctypes hands them on: that takes half the time.
    `kind` is the code of the numbers as in `array`; the function must say nothing itself.
    """

    def __init__(self, function: Any, number: Any, kind: str) -> None:
        self._ask, self._kind = function, kind
        self._rows = [(number * _AT_ONCE)() for _ in range(4)]
        self._size = ctypes.sizeof(number)
        self._places = [
            [
                prepared(ctypes.addressof(row) + at)
                for at in range(0, ctypes.sizeof(row), self._size)
            ]
            for row in self._rows
        ]

    def of(self, things: Sequence[Any], *before: Any) -> list[array[Any]]:
        """The four numbers of all, row by row; 0 of what has none. `before` stands before each."""
        found = [array(self._kind) for _ in self._rows]
        for start in range(0, len(things), _AT_ONCE):
            some = things[start : start + _AT_ONCE]
            for row in self._rows:
                ctypes.memset(row, 0, ctypes.sizeof(row))
            any(map(self._ask, *map(repeat, before), some, *self._places))
            for told, row in zip(found, self._rows):  # noqa: B905 - both have four
                told.frombytes(memoryview(row).cast("B")[: self._size * len(some)])
        return found


class Drawn:
    """The objects of a page, those of its forms in the place of these.

    `kinds` are what each is (`library`), `around` the matrices of the forms that it is in, the
    innermost first.
    """

    def __init__(self, library: Any, page: int, bounds: Asked) -> None:
        self._library, self._bounds, self._matrix = library, bounds, Matrix()
        self.addresses: list[int] = []
        self.kinds: list[int] = []
        self.around: list[Around] = []
        count = library.FPDFPage_CountObjects(page)
        self._take(library.FPDFPage_GetObject, prepared(page), count, ())

    def of(self, kind: int) -> list[int]:
        """The indices of the objects of that kind."""
        kinds = self.kinds
        return [at for at, own in enumerate(kinds) if own == kind] if kind in kinds else []

    def items(self, places: Iterable[int]) -> list[Any]:
        """The objects of those indices, as ctypes hands them on."""
        return list(map(prepared, map(self.addresses.__getitem__, places)))

    def bounds(self, places: Sequence[int]) -> list[Numbers]:
        """Left, bottom, right and top of the objects of those indices, each in its form."""
        return list(zip(*self._bounds.of(self.items(places)), strict=True)) if places else []

    def on_page(self, places: Sequence[int], bounds: Iterable[Numbers]) -> list[Numbers]:
        """The bounds of the objects of those indices on the page."""
        return [on_page(sides, self.around[at]) for at, sides in zip(places, bounds, strict=True)]

    def _take(self, get: Any, of: Any, count: int, around: Around) -> None:
        library = self._library
        objects = list(map(get, repeat(of), range(max(count, 0))))
        kinds = list(map(library.FPDFPageObj_GetType, objects))
        start = 0
        for at in self._forms(objects, kinds, around) if FORM in kinds else ():
            self._add(objects[start:at], kinds[start:at], around)
            item, start = objects[at], at + 1
            if library.FPDFPageObj_GetMatrix(item, self._matrix):
                held = library.FPDFFormObj_CountObjects(item)
                inside = (numbers_of(self._matrix), *around)
                self._take(library.FPDFFormObj_GetObject, prepared(item), held, inside)
        self._add(objects[start:], kinds[start:], around)

    def _forms(self, objects: list[int], kinds: list[int], around: Around) -> list[int]:
        """The indices of the forms that are looked into."""
        if len(around) >= _DEEPEST:
            return []
        places = [at for at, kind in enumerate(kinds) if kind == FORM]
        rows = self._bounds.of([prepared(objects[at]) for at in places])
        sides = [on_page(own, around) for own in zip(*rows, strict=True)]
        return [at for at, own in zip(places, sides, strict=True) if holds_word(own)]

    def _add(self, objects: list[int], kinds: list[int], around: Around) -> None:
        self.addresses += objects
        self.kinds += kinds
        self.around += [around] * len(objects)


def holds_word(sides: Numbers) -> bool:
    """Whether a word has room in them, or can be hidden by what has them."""
    left, bottom, right, top = sides
    return right - left >= _WIDE and top - bottom >= _HIGH


def numbers_of(matrix: Matrix) -> Numbers:
    """Its six numbers."""
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def moved(point: tuple[float, float], around: Around) -> tuple[float, float]:
    """A point of what is drawn in those forms, on the page."""
    x, y = point
    for a, b, c, d, e, f in around:
        x, y = a * x + c * y + e, b * x + d * y + f
    return x, y


def on_page(sides: Numbers, around: Around) -> Numbers:
    """Left, bottom, right and top on the page of what has these in those forms."""
    if not around:
        return sides
    left, bottom, right, top = sides
    corners = [moved((x, y), around) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
