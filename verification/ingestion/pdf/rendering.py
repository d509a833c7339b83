"""Pages of a PDF as they are shown, in shades of grey, rendered in a child process (ADR 0010)."""

from __future__ import annotations

import math
from struct import unpack
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion import child

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.child import Limits


@frozen
class Image:
    """An image in shades of grey: a byte a pixel, row by row; `dots` are pixels an inch."""

    width: int
    height: int
    dots: float
    pixels: bytes


@frozen
class Fineness:
    """How fine pages are rendered: pixels an inch, or as many as `pixels` of a page allow."""

    dots: float
    pixels: int


def images(
    numbers: Sequence[int],
    data: bytes,
    password: str | None,
    library: str,
    fineness: Fineness,
    limits: Limits,
) -> Iterator[tuple[int, Image]]:
    """The pages of those numbers, each with its number, as long as the child renders them.

    A page that cannot be rendered is left out, and all where the file cannot be opened. `library`
    is the path of pdfium. Raises `child.StoppedError`, also after some of the pages.
    """
    request = {
        "library": library,
        "password": None if password is None else password.encode("utf-8", "replace"),
        "numbers": tuple(numbers),
        "dots": fineness.dots,
        "pixels": fineness.pixels,
    }
    asked = set(numbers)
    with child.answer("render_pages", request, data, limits) as messages:
        for message in messages:
            if message.kind != b"I" or len(message.parts) != 2 or len(message.parts[0]) != 20:
                return
            number, width, height, dots = unpack("<3Id", message.parts[0])
            if number not in asked or len(message.parts[1]) != width * height:
                return
            asked.remove(number)
            if width and math.isfinite(dots) and 0 < dots <= fineness.dots:
                yield number, Image(width, height, dots, message.parts[1])
