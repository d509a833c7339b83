"""The program that renders pages of a PDF as they are shown, in shades of grey.

Answers "I" for each page asked for: its number from 1, width and height in pixels, pixels an inch;
then the pixels, a byte each, row by row. A page that cannot be rendered has no pixels.
"""

from __future__ import annotations

import ctypes
import math
from struct import pack
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.sandbox.harness import Answer, serve
from vera.verification.ingestion.sandbox.library import (
    ANNOTATIONS,
    GRAY,
    Rectangle,
    load,
    opened,
    prepare,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_WHITE = 0xFFFFFFFF


def _dots(width: float, height: float, wanted: float, most: int) -> float:
    """Pixels an inch: `wanted`, or as many as `most` pixels allow. Sizes are in points."""
    inches = width * height / 72 / 72
    return min(wanted, math.sqrt(most / inches)) if inches > 0 else 0.0


def _image(library: Any, page: int, dots: float, most: int) -> tuple[int, int, float, Any]:
    box = Rectangle()
    library.FPDF_GetPageBoundingBox(page, box)
    width, height = box.right - box.left, box.top - box.bottom
    if library.FPDFPage_GetRotation(page) % 2:
        width, height = height, width
    dots = _dots(width, height, dots, most)
    across, down = int(width * dots / 72), int(height * dots / 72)
    if not (0 < across < most and 0 < down < most and across * down <= most):
        return 0, 0, 0.0, b""
    pixels = (ctypes.c_ubyte * (across * down))()
    bitmap = library.FPDFBitmap_CreateEx(across, down, GRAY, ctypes.addressof(pixels), across)
    if not bitmap:
        return 0, 0, 0.0, b""
    library.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, _WHITE)
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, ANNOTATIONS)
    library.FPDFBitmap_Destroy(bitmap)
    return across, down, dots, pixels


def _render(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    library = load(request["library"])
    document = opened(library, data, request["password"])
    if document is None:
        answer.send(b"F", pack("<I", library.FPDF_GetLastError()))
        return
    numbers: Iterable[int] = request["numbers"]
    for number in numbers:
        page = library.FPDF_LoadPage(document, number - 1)
        image = (0, 0, 0.0, b"")
        if page:
            image = _image(library, page, request["dots"], request["pixels"])
            library.FPDF_ClosePage(page)
        answer.send(b"I", pack("<3Id", number, *image[:3]), image[3])


def main() -> None:
    """Serve one request."""
    serve(_render, prepare)
