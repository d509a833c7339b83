"""Which glyphs of a page nobody sees: those that can be taken away without a change of its picture.

The page is rendered with the texts in doubt (`suspects`) and without them. Where nothing differs,
its picture shows no text there: it is white on white, covered, clipped, transparent (ADR 0072).
"""

from __future__ import annotations

import ctypes
import math
from itertools import compress, repeat

from vera.verification.ingestion.sandbox.apart import apart
from vera.verification.ingestion.sandbox.library import COLOURED, Rectangle, prepared

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from vera.verification.ingestion.sandbox.objects import Numbers
    from vera.verification.ingestion.sandbox.suspects import Suspects

    Corners = Sequence[Sequence[float]]

SEEN, UNSEEN, OVER_INK, LAYER = range(4)
"""What a glyph is: seen; not seen; not seen where something else is; OCR's of an image."""

_DOTS = 144
"""Pixels an inch: strokes of type of 5 points are a pixel wide."""
_MOST_PIXELS = 8_000_000
_BYTES = 3
_DIFFERS = 8
"""Of 255 shades: what differs less from its ground nobody reads. Grey of 0.97 differs by 8."""
_INK = 32
"""Shades between the lightest and the darkest pixel of a place that holds something."""
_FAR = 1e7
"""Points: no page is so large; what a broken matrix puts farther off, or nowhere, is not seen."""
_AROUND = 1.0
"""Points around a glyph that belong to its place: the box of an "l" is all ink."""
_WHITE = 0xFFFFFFFF


class _Picture:
    """A part of a page as it is shown, rendered with its texts or without some.

    `across` and `down` are where it begins, in pixels.
    """

    def __init__(self, dots: float, across: int, down: int, width: int, height: int) -> None:
        self.scale, self.across, self.down = dots / 72, across, down
        self.width, self.height = width, height
        self.rows: list[bytes] = []

    def render(self, library: Any, page: int, shown: tuple[float, float]) -> _Picture:
        """Draw it as the page is now; `shown` are the page's width and height in points."""
        stride = self.width * _BYTES
        pixels = (ctypes.c_ubyte * (stride * self.height))()
        where = ctypes.addressof(pixels)
        bitmap = library.FPDFBitmap_CreateEx(self.width, self.height, COLOURED, where, stride)
        if bitmap:
            library.FPDFBitmap_FillRect(bitmap, 0, 0, self.width, self.height, _WHITE)
            size = (round(side * self.scale) for side in shown)
            library.FPDF_RenderPageBitmap(bitmap, page, -self.across, -self.down, *size, 0, 0)
            library.FPDFBitmap_Destroy(bitmap)
        told = bytes(pixels)
        self.rows = [told[at : at + stride] for at in range(0, len(told), stride)]
        return self

    def like(self) -> _Picture:
        """The same part, not drawn yet."""
        return _Picture(self.scale * 72, self.across, self.down, self.width, self.height)

    def part(self, box: Numbers, more: float = 0.0) -> list[bytes]:
        """The pixels in a box of the page as shown and `more` points around it, row by row."""
        x0, y0 = (round((side - more) * self.scale) for side in box[:2])
        x1, y1 = (round((side + more) * self.scale) for side in box[2:])
        x0, x1 = x0 - self.across, max(x1, x0 + 1) - self.across
        y0, y1 = y0 - self.down, max(y1, y0 + 1) - self.down
        return [
            row[_BYTES * max(x0, 0) : _BYTES * max(x1, 0)]
            for row in self.rows[max(y0, 0) : max(y1, 0)]
        ]


def _differ(one: Sequence[bytes], two: Sequence[bytes]) -> bool:
    return any(
        a != b and max(abs(x - y) for x, y in zip(a, b, strict=True)) > _DIFFERS
        for a, b in zip(one, two, strict=True)
    )


def _as_shown(corners: Corners, turn: int, box: Rectangle) -> list[Numbers]:
    """Left, top, right and bottom from the upper left corner of the page as it is shown."""
    lefts, rights, bottoms, tops = corners
    from_left = [[x - box.left for x in row] for row in (lefts, rights)]
    from_top = [[box.top - y for y in row] for row in (tops, bottoms)]
    from_right = [[box.right - x for x in row] for row in (rights, lefts)]
    from_bottom = [[y - box.bottom for y in row] for row in (bottoms, tops)]
    across, down = (
        (from_left, from_top),
        (from_bottom, from_left),
        (from_right, from_bottom),
        (from_top, from_right),
    )[turn % 4]
    boxes = zip(across[0], down[0], across[1], down[1], strict=True)
    return [one if all(-_FAR < side < _FAR for side in one) else (0.0,) * 4 for one in boxes]


class Page:
    """A page that has texts in doubt: codes and corners of its visible glyphs."""

    def __init__(
        self,
        library: Any,
        page: int,
        text: int,
        visible: Sequence[int],
        codes: Sequence[int],
        corners: Corners,
    ) -> None:
        self._library, self._page = library, page
        self._text, self._visible = text, visible
        self._codes, self._corners = codes, corners
        self._objects: list[int] = []
        self._boxes: list[Numbers] = []
        self._shown = 0.0, 0.0

    def classes(self, found: Suspects) -> bytes:
        """What each visible glyph is, a byte each; none where all are seen."""
        if found.invisible == found.texts and self._is_over_all(found.pictures):
            return bytes([LAYER]) * len(self._visible)
        self._look()
        told = bytearray(len(self._boxes))
        invisible = self._of(found.invisible)
        for at in self._on(invisible, found.pictures):
            told[at] = LAYER
        rest = [at for at in invisible if not told[at]]
        if rest:
            balance = dict.fromkeys(found.invisible, 0)
            for at in invisible:
                balance[self._objects[at]] += 1 if told[at] else -1
            for at, _, without in self._compared(rest, found.texts):
                is_edge = balance[self._objects[at]] > 0  # of a word that ends beside the picture
                told[at] = LAYER if is_edge or self._has_ink(at, without) else UNSEEN
        mute = found.texts - {*self._objects}  # what pdfium drops as a copy of what came before
        for group in (found.faint, found.covered):
            glyphs = self._of(group)
            objects, codes, boxes = self._objects, self._codes, self._boxes
            for some in apart([(objects[at], codes[at], boxes[at]) for at in glyphs]):
                for at, whole, without in self._compared(self._of(some), some | mute):
                    if not _differ(whole.part(boxes[at]), without.part(boxes[at])):
                        told[at] = OVER_INK if self._has_ink(at, without) else UNSEEN
        return bytes(told) if any(told) else b""

    def _look(self) -> None:
        """Ask for what no page needs that is a scan with its text."""
        library, page, box = self._library, self._page, Rectangle()
        library.FPDF_GetPageBoundingBox(page, box)
        turn = library.FPDFPage_GetRotation(page)
        size = box.right - box.left, box.top - box.bottom
        self._shown = size[::-1] if turn % 2 else size
        self._boxes = _as_shown(self._corners, turn, box)
        asked = repeat(prepared(self._text))
        self._objects = list(map(library.FPDFText_GetTextObject, asked, self._visible))

    def _is_over_all(self, pictures: Sequence[Numbers]) -> bool:
        """Whether one picture is over, or under, all glyphs."""
        left, right, bottom, top = self._corners
        ends = min(left), min(bottom), max(right), max(top)
        return any(
            one[0] <= ends[0] and one[1] <= ends[1] and ends[2] <= one[2] and ends[3] <= one[3]
            for one in pictures
        )

    def _has_ink(self, at: int, picture: _Picture) -> bool:
        """Whether anything is at the place of a glyph; its box may be all ink."""
        rows = picture.part(self._boxes[at], _AROUND)
        return bool(rows and rows[0]) and max(map(max, rows)) - min(map(min, rows)) > _INK

    def _of(self, addresses: set[int]) -> list[int]:
        """The glyphs of those objects, in order."""
        if not addresses:
            return []
        return list(compress(range(len(self._objects)), map(addresses.__contains__, self._objects)))

    def _on(self, glyphs: list[int], pictures: Sequence[Numbers]) -> list[int]:
        """Those of the glyphs whose middle is on a picture."""
        if self._is_over_all(pictures):
            return glyphs
        left, right, bottom, top = self._corners
        return [
            at
            for at in glyphs
            if any(
                one[0] <= (left[at] + right[at]) / 2 <= one[2]
                and one[1] <= (bottom[at] + top[at]) / 2 <= one[3]
                for one in pictures
            )
        ]

    def _parts(self, glyphs: list[int]) -> Iterator[tuple[list[int], _Picture]]:
        """The glyphs with the part of the page that they are in; a large page is several."""
        if not glyphs:
            return
        boxes = [self._boxes[at] for at in glyphs]
        wide, high = self._shown
        left = min(max(min(box[0] for box in boxes), 0), wide)
        top = min(max(min(box[1] for box in boxes), 0), high)
        right = max(min(max(box[2] for box in boxes), wide), left)
        bottom = max(min(max(box[3] for box in boxes), high), top)
        pixels = (right - left) * (bottom - top) * (_DOTS / 72) ** 2
        if pixels > _MOST_PIXELS and len(glyphs) > 1:
            side = int(bottom - top > right - left)
            glyphs = sorted(glyphs, key=lambda at: self._boxes[at][side])
            half = len(glyphs) // 2
            yield from self._parts(glyphs[:half])
            yield from self._parts(glyphs[half:])
            return
        dots = _DOTS * min(1.0, math.sqrt(_MOST_PIXELS / pixels)) if pixels else _DOTS
        x0, y0 = math.floor(left * dots / 72), math.floor(top * dots / 72)
        width, height = math.ceil(right * dots / 72) - x0, math.ceil(bottom * dots / 72) - y0
        yield glyphs, _Picture(dots, x0, y0, max(width, 1), max(height, 1))

    def _compared(
        self, glyphs: list[int], objects: set[int]
    ) -> Iterator[tuple[int, _Picture, _Picture]]:
        """The glyphs with the picture that they are in, as it is and without the objects."""
        library = self._library
        for some, before in self._parts(glyphs):
            before.render(library, self._page, self._shown)
            for one in objects:
                library.FPDFPageObj_SetIsActive(one, 0)
            after = before.like().render(library, self._page, self._shown)
            for one in objects:
                library.FPDFPageObj_SetIsActive(one, 1)
            for at in some:
                yield at, before, after
