"""The program that reads the glyphs of a PDF's pages.

Answers "D" (how many pages, the title, the author), then "P" for each page; or "F" with pdfium's
error code, or "L" with what there is too much of.
"""

from __future__ import annotations

import ctypes
import math
from array import array
from bisect import bisect_left
from collections import deque
from itertools import compress, islice, repeat
from struct import pack
from typing import TYPE_CHECKING, Any

from verification.ingestion.sandbox.harness import Answer, serve
from verification.ingestion.sandbox.library import (
    FORM,
    IMAGE,
    PATH,
    SHADING,
    Matrix,
    Rectangle,
    load,
    opened,
    utf16,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_BOLD = 600  # a font's weight from "semi-bold" on, ISO 32000-1 table 122
_FORCE_BOLD = 1 << 18  # the font flag of the same table's companion, table 123
_LITTLE_TEXT = 20  # glyphs: fewer can be a page number or a stamp on a scan
_MOST_OF_A_PAGE = 0.5
_SAMPLES_OF_A_LINE = 3
_SPACE = 0x20
_BLANKS = frozenset((_SPACE, 0x0A, 0x0D))
_LINE_ENDS = frozenset((0x0A, 0x02))
_NONCHARACTER = 0xFFFE

_SEEN = {IMAGE: b"an image", PATH: b"a drawing", SHADING: b"a drawing", FORM: b"a drawing"}


def _codes(library: Any, text: int, count: int) -> Sequence[int]:
    """The code of every glyph.

    pdfium's text as a whole is the cheap way, but it leaves some codes out; then its offsets are
    not glyph indices, and every glyph is asked for by itself. U+FFFE in it can be the hyphen of a
    broken word or a glyph of unknown meaning; only the glyph's own code tells.
    """
    units = (ctypes.c_ushort * (count + 1))()
    if library.FPDFText_GetText(text, 0, count, units) != count + 1:
        return array("I", map(library.FPDFText_GetUnicode, repeat(text), range(count)))
    codes = array("I", units)[:count]
    if b"\xfe\xff" in bytes(units):
        for at, code in enumerate(codes):
            if code == _NONCHARACTER:
                codes[at] = library.FPDFText_GetUnicode(text, at)
    return codes


def _corners(library: Any, text: int, visible: array[int]) -> Any:
    """Left, right, bottom, top of each visible glyph in points of the page: double (4, k)."""
    corners = (ctypes.c_double * len(visible) * 4)()
    step = ctypes.sizeof(ctypes.c_double)
    starts = [ctypes.addressof(row) for row in corners]
    columns = [range(start, start + step * len(visible), step) for start in starts]
    deque(map(library.FPDFText_GetCharBox, repeat(text), visible, *columns), maxlen=0)
    return corners


def _sample_places(codes: Sequence[int], visible: array[int]) -> array[int]:
    """Three visible glyphs of every line: its first, its middle one and its last."""
    ends = compress(range(1, len(codes) + 1), map(_LINE_ENDS.__contains__, codes))
    cuts = sorted({0, len(visible), *(bisect_left(visible, end) for end in ends)})
    places: set[int] = set()
    for first, after in zip(cuts, cuts[1:]):  # noqa: B905, RUF007 - pairs, without an import
        last = after - 1
        places.update(
            visible[first + (last - first) * step // 2] for step in range(_SAMPLES_OF_A_LINE)
        )
    return array("i", sorted(places))


def _is_bold(library: Any, text: int, at: int, name: Any, flags: Any) -> bool:
    length = library.FPDFText_GetFontInfo(text, at, name, len(name), flags)
    said = name.value.lower() if 0 < length <= len(name) else b""
    return bool(
        library.FPDFText_GetFontWeight(text, at) >= _BOLD
        or flags.value & _FORCE_BOLD
        or b"bold" in said
        or b"-bd" in said
        or b"medi" in said.rpartition(b"-")[2]
        or b"cmbx" in said
        or b"black" in said
    )


def _samples(library: Any, text: int, places: array[int]) -> tuple[Any, Any, Any, Any]:
    """Size as shown, origin's x and y in points of the page (doubles), and bold (bytes)."""
    size, xs, ys = array("d"), array("d"), array("d")
    bold = bytearray()
    name, flags, matrix = ctypes.create_string_buffer(256), ctypes.c_int(), Matrix()
    x, y = ctypes.c_double(), ctypes.c_double()
    for place in places:
        scale = 1.0
        if library.FPDFText_GetMatrix(text, place, matrix):
            scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        size.append(library.FPDFText_GetFontSize(text, place) * scale)
        known = library.FPDFText_GetCharOrigin(text, place, x, y)
        xs.append(x.value if known else 0.0)
        ys.append(y.value if known else 0.0)
        bold.append(_is_bold(library, text, place, name, flags))
    return size, xs, ys, bold


def _shows(library: Any, page: int, area: float, empty: bool) -> bytes:
    """What a page of little text shows; with some text, only an image over most of the page."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    found = b""
    for index in range(library.FPDFPage_CountObjects(page)):
        item = library.FPDFPage_GetObject(page, index)
        seen = _SEEN.get(library.FPDFPageObj_GetType(item), b"")
        if seen == _SEEN[IMAGE] and library.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            covered = (right.value - left.value) * (top.value - bottom.value)
            if covered >= _MOST_OF_A_PAGE * area:
                return seen
        if empty:
            found = found or seen
    return found


def _unread(answer: Answer, reason: bytes) -> None:
    answer.send(b"P", pack("<5d", *[0.0] * 5), *[b""] * 10, reason)


def _page(library: Any, document: int, index: int, most: int, answer: Answer) -> int | None:
    """Answer with the page of that index; how many glyphs it has, None for more than `most`."""
    page = library.FPDF_LoadPage(document, index)
    if not page:
        _unread(answer, b"the page is damaged")
        return 0
    text = library.FPDFText_LoadPage(page)
    if not text:
        library.FPDF_ClosePage(page)
        _unread(answer, b"the text of the page is damaged")
        return 0
    count: int = max(library.FPDFText_CountChars(text), 0)
    if count > most:
        return None
    box = Rectangle()
    library.FPDF_GetPageBoundingBox(page, box)
    frame = (library.FPDFPage_GetRotation(page), box.left, box.bottom, box.right, box.top)
    codes = _codes(library, text, count)
    visible = array("i", [at for at, code in enumerate(codes) if code not in _BLANKS])
    inked = len(list(islice((at for at in visible if codes[at] > _SPACE), _LITTLE_TEXT)))
    places = _sample_places(codes, visible)
    area = (box.right - box.left) * (box.top - box.bottom)
    answer.send(
        b"P",
        pack("<5d", *frame),
        codes,
        visible,
        _corners(library, text, visible) if visible else b"",
        places,
        *_samples(library, text, places),
        utf16(library.FPDF_GetPageLabel, document, index),
        _shows(library, page, area, inked == 0) if inked < _LITTLE_TEXT else b"",
        b"",
    )
    library.FPDFText_ClosePage(text)
    library.FPDF_ClosePage(page)
    return count


def _read(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    library = load(request["library"])
    document = opened(library, data, request["password"])
    if document is None:
        answer.send(b"F", pack("<I", library.FPDF_GetLastError()))
        return
    pages, left = library.FPDF_GetPageCount(document), request["characters"]
    if pages > request["pages"]:
        answer.send(b"L", b"pages")
        return
    title = utf16(library.FPDF_GetMetaText, document, b"Title")
    author = utf16(library.FPDF_GetMetaText, document, b"Author")
    answer.send(b"D", pack("<I", pages), title, author)
    for index in range(pages):
        count = _page(library, document, index, min(left, request["of_a_page"]), answer)
        if count is None:
            answer.send(b"L", b"characters")
            return
        left -= count


def main() -> None:
    """Serve one request."""
    serve(_read)
