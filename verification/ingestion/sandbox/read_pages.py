"""The program that reads the glyphs of a PDF's pages.

Answers "D" (how many pages; title, author and subject), then "P" for each page; or
"F" with pdfium's error code, or "L" with what there is too much of.
"""

from __future__ import annotations

import ctypes
import math
from itertools import compress, repeat
from struct import pack

from vera.verification.ingestion.sandbox.drawn import Rules
from vera.verification.ingestion.sandbox.harness import Answer, serve
from vera.verification.ingestion.sandbox.library import (
    FORM,
    IMAGE,
    PATH,
    SHADING,
    Matrix,
    Rectangle,
    load,
    opened,
    prepare,
    prepared,
    utf16,
)
from vera.verification.ingestion.sandbox.objects import Asked, Drawn
from vera.verification.ingestion.sandbox.suspects import Doubts
from vera.verification.ingestion.sandbox.unseen import LAYER, Page

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from vera.verification.ingestion.sandbox.objects import Numbers
    from vera.verification.ingestion.sandbox.unseen import Corners

_BOLD = 600  # a font's weight from "semi-bold" on, ISO 32000-1 table 122
_FORCE_BOLD = 1 << 18  # the font flag of the same table's companion, table 123
_LITTLE_TEXT = 20  # glyphs: fewer can be a page number or a stamp on a scan
_MOST_OF_A_PAGE = 0.5
_ALL_OF_A_PAGE = 0.85
"""The share that images cover of a page that is a scan: a figure leaves room for its caption."""
_GRID = 10
_LITTLE_OF_A_PAGE = 0.2
"""The share of the places of a grid that hold a letter: a line above and one below have it."""
_MOST_FACES = 255  # so that the number of one is a byte
_SPACE = 0x20
_NONCHARACTER = b"\xfe\xff"  # U+FFFE in UTF-16, the low byte first
_LARGEST_UNIT = 0xFFFF

_BLANKS = b"\x20\x0a\x0d"
_LINE_ENDS = b"\x0a\x02"
_SHOWS = bytes(code not in _BLANKS for code in range(256))
_ENDS_LINE = bytes(code in _LINE_ENDS for code in range(256))
_IS_BEYOND = bytes(code > 0 for code in range(256))

_SCAN = b"an image with little text over it"
_SEEN = {IMAGE: b"an image", PATH: b"a drawing", SHADING: b"a drawing", FORM: b"a drawing"}


def _codes(library: Any, text: int, count: int) -> tuple[bytes, int]:
    """The code of every glyph, and the bytes that each takes: 2 or 4, the low byte first.

    pdfium's text as a whole is the cheap way, but it leaves some codes out; then its offsets are
    not glyph indices, and every glyph is asked for by itself. U+FFFE in it can be the hyphen of a
    broken word or a glyph of unknown meaning; only the glyph's own code tells.
    """
    units = (ctypes.c_ushort * (count + 1))()
    if library.FPDFText_GetText(text, 0, count, units) == count + 1:
        found = bytes(units)
        at = found.find(_NONCHARACTER)
        while at >= 0:
            if at % 2 == 0:
                code = library.FPDFText_GetUnicode(text, at // 2)
                if code > _LARGEST_UNIT:
                    break
                units[at // 2] = code
            at = found.find(_NONCHARACTER, at + 1)
        else:
            return bytes(units)[: 2 * count], 2
    codes = map(library.FPDFText_GetUnicode, repeat(text), range(count))
    return pack(f"<{count}I", *codes), 4


def _inked(codes: bytes, width: int, visible: Sequence[int]) -> int:
    """How many of the glyphs have a code that can be a letter's; at most `_LITTLE_TEXT`."""
    found = 0
    for at in visible:
        found += int.from_bytes(codes[at * width : (at + 1) * width], "little") > _SPACE
        if found == _LITTLE_TEXT:
            break
    return found


def _marks(plane: bytes, table: bytes) -> int:
    return int.from_bytes(plane.translate(table), "little")


def _masks(codes: bytes, width: int) -> tuple[bytes, bytes]:
    r"""Whether each glyph shows something, and whether a line ends behind it: bytes of 0 or 1.

    The bytes of one rank of all codes are looked up at once, and combined as two large numbers.

    >>> _masks("a †\n".encode("utf-16-le"), 2)
    (b'\x01\x00\x01\x00', b'\x00\x00\x00\x01')
    """
    low, *higher = (codes[rank::width] for rank in range(width))
    beyond = 0
    for plane in higher:
        beyond |= _marks(plane, _IS_BEYOND)
    shown = _marks(low, _SHOWS) | beyond
    ends = _marks(low, _ENDS_LINE) & ~beyond
    return shown.to_bytes(len(low), "little"), ends.to_bytes(len(low), "little")


class _Asked:
    """What asks pdfium for the numbers of pages, and the fonts found so far."""

    def __init__(self, library: Any) -> None:
        self.corners = Asked(library.FPDFText_GetCharBox, ctypes.c_double, "d")
        self.bounds = Asked(library.FPDFPageObj_GetBounds, ctypes.c_float, "f")
        self.rules = Rules(library)
        self.doubts = Doubts(library)
        self.faces: dict[bytes, int] = {}


def _sample_places(shown: bytes, ends: bytes, visible: Sequence[int]) -> list[int]:
    """Three visible glyphs of every line: its first, its middle one and its last."""
    places: set[int] = set()
    start = first = 0
    for end in (*compress(range(1, len(ends) + 1), ends), len(shown)):
        after = first + shown.count(1, start, end)
        if after > first:
            places |= {visible[first], visible[(first + after - 1) // 2], visible[after - 1]}
        start, first = end, after
    return sorted(places)


def _font(library: Any, text: int, at: int, name: Any, flags: Any) -> tuple[bytes, bool]:
    """The name of a glyph's font, empty where the file tells none, and whether it is bold."""
    flags.value = 0
    length = library.FPDFText_GetFontInfo(text, at, name, len(name), flags)
    said = name.value.lower() if 0 < length <= len(name) else b""
    is_bold = bool(
        library.FPDFText_GetFontWeight(text, at) >= _BOLD
        or flags.value & _FORCE_BOLD
        or b"bold" in said
        or b"-bd" in said
        or b"medi" in said.rpartition(b"-")[2]
        or b"cmbx" in said
        or b"black" in said
    )
    return said, is_bold


def _samples(
    library: Any, text: int, places: Sequence[int], faces: dict[bytes, int]
) -> list[bytes]:
    """What is told of the samples.

    Size as shown, origin's x and y in points of the page (doubles), bold, face (bytes).

    Size and face are the same for all glyphs of one operator of the page's content, and the face
    for all of one font: each is asked for once. `faces` has the number of each font's name, 0 for
    one without a name or one too many; new ones are added.
    """
    styles: dict[int, tuple[float, bool, int]] = {}
    fonts: dict[int, tuple[bool, int]] = {}
    size: list[float] = []
    xs: list[float] = []
    ys: list[float] = []
    bold, face = bytearray(), bytearray()
    name, flags, matrix = ctypes.create_string_buffer(256), ctypes.c_int(), Matrix()
    x, y = ctypes.c_double(), ctypes.c_double()
    asked, to_x, to_y = prepared(text), ctypes.byref(x), ctypes.byref(y)
    for place in places:
        shown_by = library.FPDFText_GetTextObject(asked, place)
        style = styles.get(shown_by)
        if style is None:
            scale = 1.0
            if library.FPDFText_GetMatrix(text, place, matrix):
                scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
            font = library.FPDFTextObj_GetFont(shown_by)
            if font not in fonts:
                said, is_bold = _font(library, text, place, name, flags)
                if said and len(faces) < _MOST_FACES:
                    faces.setdefault(said, len(faces) + 1)
                fonts[font] = is_bold, faces.get(said, 0)
            size_shown = library.FPDFText_GetFontSize(text, place) * scale
            style = size_shown, *fonts[font]
            if shown_by:
                styles[shown_by] = style
        size.append(style[0])
        bold.append(style[1])
        face.append(style[2])
        known = library.FPDFText_GetCharOrigin(asked, place, to_x, to_y)
        xs.append(x.value if known else 0.0)
        ys.append(y.value if known else 0.0)
    doubles = f"<{len(places)}d"
    numbers = (pack(doubles, *numbers) for numbers in (size, xs, ys))
    return [*numbers, bytes(bold), bytes(face)]


def _shows(drawn: Drawn, pictures: Sequence[Numbers], box: Rectangle, empty: bool) -> bytes:
    """What a page shows beside its text; with some text, only an image over most of the page."""
    whole = _MOST_OF_A_PAGE * _area((box.left, box.bottom, box.right, box.top))
    if any(_area(one) >= whole for one in pictures):
        return _SEEN[IMAGE]
    found = (_SEEN.get(kind, b"") for kind in drawn.kinds) if empty else ()
    return next(filter(None, found), b"")


def _area(sides: Numbers) -> float:
    left, bottom, right, top = sides
    return max(right - left, 0.0) * max(top - bottom, 0.0)


def _is_scan(pictures: Iterable[Numbers], box: Rectangle, corners: Corners) -> bool:
    """Whether images cover a page and its text stands over little of it: a stamp, a banner."""
    left, bottom, right, top = sides = box.left, box.bottom, box.right, box.top
    inside = ((max(a, left), max(b, bottom), min(c, right), min(d, top)) for a, b, c, d in pictures)
    if sum(map(_area, inside)) < _ALL_OF_A_PAGE * _area(sides) or not _area(sides):
        return False
    lefts, _, bottoms, _ = corners
    places = {
        (int((x - left) / (right - left) * _GRID), int((y - bottom) / (top - bottom) * _GRID))
        for x, y in zip(lefts, bottoms, strict=True)
        if left <= x < right and bottom <= y < top
    }
    return len(places) < _LITTLE_OF_A_PAGE * _GRID**2


def _unread(answer: Answer, reason: bytes) -> None:
    answer.send(b"P", pack("<5d", *[0.0] * 5), *[b""] * 13, reason)


def _page(
    library: Any,
    document: int,
    index: int,
    most: int,
    asked: _Asked,
    answer: Answer,
) -> int | None:
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
    codes, width = _codes(library, text, count)
    shown, ends = _masks(codes, width)
    visible = list(compress(range(count), shown))
    inked = _inked(codes, width, visible)
    places = _sample_places(shown, ends, visible)
    corners = asked.corners.of(visible, prepared(text))
    samples = _samples(library, text, places, asked.faces)
    rules = shows = classes = b""
    drawn = Drawn(library, page, asked.bounds)
    path_bounds = drawn.bounds(drawn.of(PATH))
    suspects = asked.doubts.of(drawn, path_bounds)
    if visible and suspects.any():
        own = memoryview(codes).cast("H" if width == 2 else "I")
        seen = [own[at] for at in visible]
        classes = Page(library, page, text, visible, seen, corners).classes(suspects)
    if inked < _LITTLE_TEXT:
        shows = _shows(drawn, suspects.pictures, box, inked == 0)
    else:
        rules = asked.rules.of(drawn, path_bounds)
        if LAYER not in classes and _is_scan(suspects.pictures, box, corners):
            shows = _SCAN
    answer.send(
        b"P",
        pack("<5d", *frame),
        codes,
        shown,
        b"".join(map(bytes, corners)),
        pack(f"<{len(places)}i", *places),
        *samples,
        classes,
        rules,
        utf16(library.FPDF_GetPageLabel, document, index),
        shows,
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
    subject = utf16(library.FPDF_GetMetaText, document, b"Subject")
    answer.send(b"D", pack("<I", pages), title, author, subject)
    asked = _Asked(library)
    doubted = frozenset(request["doubted"])
    for index in range(pages):
        most = min(left, request["of_a_page"])
        asked.doubts.all_texts = index + 1 in doubted
        count = _page(library, document, index, most, asked, answer)
        if count is None:
            answer.send(b"L", b"characters")
            return
        left -= count


def main() -> None:
    """Serve one request."""
    serve(_read, prepare)
