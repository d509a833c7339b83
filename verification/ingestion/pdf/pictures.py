"""Pictures of a PDF's pages, small enough for a report (ADR 0051)."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion import child
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.pdf import pdfium, rendering, repair
from vera.verification.ingestion.pdf.rendering import Fineness

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PIL.Image import Image as Pillow

    from vera.verification.ingestion.pdf.rendering import Image

MEDIA_TYPE = "image/webp"
LIMITS = Limits()
_FINENESS = Fineness(dots=110.0, pixels=4_000_000)
"""Letters of 8 points are 12 pixels high; a poster of A0 has 43 pixels an inch."""
_AT_ONCE = 50
"""Pages that one child renders: 200 MB at most, and a second or some of work."""
_SHADES = 16
"""Of grey: what the edges of letters need; it makes a picture smaller by a tenth."""
_LARGE = 150_000
"""Bytes: more than a page of text has. What is larger is tried with some loss, too."""
_QUALITY = 40
_FAILURES = 3
"""Pages on which the renderer may break down before the rest of a paper is given up."""


@frozen
class Pictures:
    """Pages as pictures of `MEDIA_TYPE`, by number from 1; and why the others have none."""

    made: Mapping[int, bytes]
    missing: Mapping[int, str]


def pictures_of(
    data: bytes, numbers: Collection[int], password: str | None = None, limits: Limits = LIMITS
) -> Pictures:
    """Pictures of those pages of a PDF; one that cannot be rendered has the reason in `missing`.

    A file that pdfium cannot open is repaired first, as it is when it is read.
    """
    wanted = sorted(set(numbers))
    found = _rendered(wanted, data, password, limits)
    if not found.made and wanted:
        mended = repair.repaired(data, password, limits)
        if mended is not None:
            found = _rendered(wanted, mended.data, None, limits)
    return found


def _rendered(
    numbers: Sequence[int], data: bytes, password: str | None, limits: Limits
) -> Pictures:
    """The pages as pictures; where the renderer breaks down on one, it goes on behind it."""
    made: dict[int, bytes] = {}
    missing: dict[int, str] = {}
    left, failures = list(numbers), 0
    while left:
        now, why = left[:_AT_ONCE], ""
        given = rendering.images(now, data, password, pdfium.library(), _FINENESS, limits)
        try:
            for number, image in given:
                made[number] = _picture(image)
        except child.StoppedError as error:
            why, failures = f"rendering it failed: {error}", failures + 1
        lost = [number for number in now if number not in made]
        if not why:
            missing.update(dict.fromkeys(lost, "it cannot be rendered"))
            left = left[len(now) :]
            continue
        given_up = lost + left[len(now) :] if failures == _FAILURES else lost[:1]
        missing.update(dict.fromkeys(given_up, why))
        left = [number for number in left if number not in made and number not in missing]
    return Pictures(made, missing)


def _picture(image: Image) -> bytes:
    from PIL.Image import frombytes

    page = frombytes("L", (image.width, image.height), image.pixels)
    step = 255 / (_SHADES - 1)
    shades = page.point([round(round(value / step) * step) for value in range(256)])
    exact = _webp(shades, lossless=True, method=2)
    if len(exact) <= _LARGE:
        return exact
    return min(exact, _webp(page, quality=_QUALITY, method=4), key=len)


def _webp(page: Pillow, **options: object) -> bytes:
    file = io.BytesIO()
    page.save(file, "WEBP", **options)
    return file.getvalue()
