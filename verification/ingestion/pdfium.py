"""Reads the pages of a PDF with pdfium. The only file that talks to it.

pdfium is not safe for threads: all work is done under one lock, a page at a time. Single glyphs
are asked for through function pointers with plain integer arguments, since a call through the
generated bindings costs three times as much as pdfium's own work (ADR 0008).
"""

from __future__ import annotations

import ctypes
import math
import threading
from collections import deque
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from attrs import frozen

from core.errors import ReadFault, UnreadableDocument
from core.result import Failure, Result, Success
from verification.ingestion.frame import Frame
from verification.ingestion.glyphs import Glyphs, Samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.document import Floats, Ints
    from verification.ingestion.glyphs import Codes

_LOCK = threading.RLock()
_BOLD = 600  # a font's weight from "semi-bold" on, ISO 32000-1 table 122
_FORCE_BOLD = 1 << 18  # the font flag of the same table's companion, table 123
_LITTLE_TEXT = 20  # glyphs: fewer can be a page number or a stamp on a scan
_MOST_OF_A_PAGE = 0.5
_SAMPLES_OF_A_LINE = 3

_SEEN_OBJECTS = {
    pdfium.FPDF_PAGEOBJ_IMAGE: "an image",
    pdfium.FPDF_PAGEOBJ_PATH: "a drawing",
    pdfium.FPDF_PAGEOBJ_SHADING: "a drawing",
    pdfium.FPDF_PAGEOBJ_FORM: "a drawing",
}

REPAIR = "fetch the file again, or repair it, for example with `qpdf in.pdf out.pdf`"


def _pointer(name: str, result: Any, *arguments: Any) -> Any:
    address = ctypes.cast(getattr(pdfium, name), ctypes.c_void_p).value
    return ctypes.PYFUNCTYPE(result, *arguments)(address or 0)


_ADDRESS = ctypes.c_void_p
_unicode = _pointer("FPDFText_GetUnicode", ctypes.c_uint, _ADDRESS, ctypes.c_int)
_char_box = _pointer("FPDFText_GetCharBox", ctypes.c_int, _ADDRESS, ctypes.c_int, *[_ADDRESS] * 4)


_FAULTS = {
    pdfium.FPDF_ERR_PASSWORD: (
        ReadFault.ENCRYPTED,
        "the PDF is encrypted and needs a password",
        "give it with --password",
    ),
    pdfium.FPDF_ERR_SECURITY: (
        ReadFault.ENCRYPTED,
        "the PDF is protected in a way that cannot be opened",
        "save an unprotected copy with the program that opens it",
    ),
}
_WRONG_PASSWORD = (
    ReadFault.WRONG_PASSWORD,
    "the password does not open this PDF",
    "check the password given with --password",
)
_DAMAGED = (ReadFault.DAMAGED, "the PDF is damaged and cannot be opened", REPAIR)


def _fault(error: Exception, name: str, password: str | None) -> UnreadableDocument:
    """Our error for one of pdfium's, or for a password that cannot be handed to it."""
    code: int = getattr(error, "err_code", None) or pdfium.FPDF_ERR_UNKNOWN
    if isinstance(error, UnicodeEncodeError) or (code == pdfium.FPDF_ERR_PASSWORD and password):
        return UnreadableDocument("read", name, *_WRONG_PASSWORD)
    return UnreadableDocument("read", name, *_FAULTS.get(code, _DAMAGED))


def _codes(text: Any, count: int) -> Codes:
    """The code of every glyph.

    pdfium's text as a whole is the cheap way, but it leaves some codes out; then its offsets are
    not glyph indices, and every glyph is asked for by itself. U+FFFE in it can be the hyphen of a
    broken word or a glyph of unknown meaning; only the glyph's own code tells.
    """
    page = ctypes.cast(text, ctypes.c_void_p).value
    units = (ctypes.c_ushort * (count + 1))()
    if pdfium.FPDFText_GetText(text, 0, count, units) != count + 1:
        return np.fromiter(map(_unicode, repeat(page), range(count)), np.uint32, count)
    codes = np.ctypeslib.as_array(units)[:count].astype(np.uint32)
    doubtful = np.flatnonzero(codes == 0xFFFE)
    codes[doubtful] = [_unicode(page, at) for at in doubtful.tolist()]
    return codes


def _boxes(text: Any, codes: Codes, frame: Frame) -> Floats:
    """The box of every glyph as shown; blanks have none."""
    visible = np.flatnonzero((codes != 0x20) & (codes != 0x0A) & (codes != 0x0D))
    corners = np.zeros((4, len(visible)), dtype=np.float64)  # left, right, bottom, top
    columns = [
        range(row.ctypes.data, row.ctypes.data + row.nbytes, row.itemsize) for row in corners
    ]
    page = ctypes.cast(text, ctypes.c_void_p).value
    deque(map(_char_box, repeat(page), visible.tolist(), *columns), maxlen=0)
    left, right, bottom, top = corners
    xs, ys = frame.shown(np.stack([left, right]), np.stack([bottom, top]))
    shown = np.stack([xs.min(axis=0), ys.min(axis=0), xs.max(axis=0), ys.max(axis=0)], axis=1)
    boxes = np.zeros((len(codes), 4), dtype=np.float32)
    boxes[visible] = np.where(np.isfinite(shown).all(axis=1, keepdims=True), shown, 0)
    return boxes


def _sample_places(codes: Codes) -> Ints:
    """Three visible glyphs of every line: its first, its middle one and its last."""
    visible = (codes != 0x20) & (codes != 0x0A) & (codes != 0x0D)
    starts = np.isin(np.roll(codes, 1), (0x0A, 0x02))
    line = np.cumsum(starts)[visible]
    places = np.flatnonzero(visible)
    first = np.flatnonzero(np.diff(line, prepend=-1))
    last = np.append(first[1:], len(places)) - 1
    parts = [first + (last - first) * step // 2 for step in range(_SAMPLES_OF_A_LINE)]
    return np.unique(places[np.concatenate(parts)]).astype(np.int32)


def _is_bold(text: Any, at: int, name: Any, flags: Any) -> bool:
    length = pdfium.FPDFText_GetFontInfo(text, at, name, len(name), ctypes.byref(flags))
    said = name.value.lower() if 0 < length <= len(name) else b""
    return bool(
        pdfium.FPDFText_GetFontWeight(text, at) >= _BOLD
        or flags.value & _FORCE_BOLD
        or b"bold" in said
        or b"-bd" in said
        or b"medi" in said.rpartition(b"-")[2]
        or b"cmbx" in said
        or b"black" in said
    )


def _samples(text: Any, codes: Codes, frame: Frame) -> Samples:
    at = _sample_places(codes)
    size = np.zeros(len(at), dtype=np.float32)
    origin = np.zeros((2, len(at)), dtype=np.float64)
    bold = [False] * len(at)
    name, flags, matrix = ctypes.create_string_buffer(256), ctypes.c_int(), pdfium.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    for k, place in enumerate(at.tolist()):
        scale = 1.0
        if pdfium.FPDFText_GetMatrix(text, place, ctypes.byref(matrix)):
            scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        size[k] = pdfium.FPDFText_GetFontSize(text, place) * scale
        if pdfium.FPDFText_GetCharOrigin(text, place, ctypes.byref(x), ctypes.byref(y)):
            origin[:, k] = x.value, y.value
        bold[k] = _is_bold(text, place, name, flags)
    baseline = frame.shown(*origin)[1].astype(np.float32)
    return Samples(at, size, baseline, np.array(bold, dtype=np.bool_))


def _frame(page: Any) -> Frame:
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
    return Frame(pdfium.FPDFPage_GetRotation(page), box.left, box.bottom, box.right, box.top)


def _shows(page: Any, frame: Frame, empty: bool) -> str:
    """What a page of little text shows; with some text, only an image over most of the page."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    area = frame.size[0] * frame.size[1]
    found = ""
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        item = pdfium.FPDFPage_GetObject(page, index)
        seen = _SEEN_OBJECTS.get(pdfium.FPDFPageObj_GetType(item), "")
        if seen == "an image" and pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            covered = (right.value - left.value) * (top.value - bottom.value)
            if covered >= _MOST_OF_A_PAGE * area:
                return seen
        if empty:
            found = found or seen
    return found


def _unreadable(number: int, reason: str) -> Glyphs:
    nothing = np.zeros(0, dtype=np.float32)
    none = Samples(np.zeros(0, dtype=np.int32), nothing, nothing, np.zeros(0, dtype=np.bool_))
    no_boxes = np.zeros((0, 4), dtype=np.float32)
    return Glyphs(number, 0.0, 0.0, np.zeros(0, dtype=np.uint32), no_boxes, none, unread=reason)


def _page(document: Any, index: int) -> Glyphs:
    page = pdfium.FPDF_LoadPage(document, index)
    if not page:
        return _unreadable(index + 1, "the page is damaged")
    text = pdfium.FPDFText_LoadPage(page)
    try:
        frame = _frame(page)
        if not text:
            return _unreadable(index + 1, "the text of the page is damaged")
        count = max(pdfium.FPDFText_CountChars(text), 0)
        codes = _codes(text, count)
        visible = int(np.count_nonzero(codes > 0x20))
        return Glyphs(
            number=index + 1,
            width=frame.size[0],
            height=frame.size[1],
            codes=codes,
            box=_boxes(text, codes, frame),
            samples=_samples(text, codes, frame),
            label=_utf16(pdfium.FPDF_GetPageLabel, document, index),
            shows=_shows(page, frame, visible == 0) if visible < _LITTLE_TEXT else "",
        )
    finally:
        if text:
            pdfium.FPDFText_ClosePage(text)
        pdfium.FPDF_ClosePage(page)


def _utf16(function: Any, document: Any, key: Any) -> str:
    """What one of pdfium's functions that fill a buffer with UTF-16 says, on one clean line."""
    length = function(document, key, None, 0)
    if length <= 2:  # bytes, the closing zero included
        return ""
    buffer = ctypes.create_string_buffer(length)
    function(document, key, buffer, length)
    said = " ".join(buffer.raw[: length - 2].decode("utf-16-le", "replace").split())
    return "".join(filter(str.isprintable, said))


@frozen(eq=False)
class Pdf:
    """What a PDF holds: its pages in order, and the title its metadata name."""

    pages: tuple[Glyphs, ...]
    title: str


def _pages(document: Any) -> Iterator[Glyphs]:
    for index in range(pdfium.FPDF_GetPageCount(document)):
        yield _page(document, index)


def read_pdf(data: bytes, name: str, password: str | None = None) -> Result[Pdf]:
    """All pages of the PDF in `data`; `name` is what errors call it.

    A page that cannot be loaded is among them, with the reason in `unread`. Errors: ENCRYPTED,
    WRONG_PASSWORD and DAMAGED.
    """
    with _LOCK:
        try:
            document = pypdfium2.PdfDocument(data, password=password)
        except (pypdfium2.PdfiumError, UnicodeEncodeError) as error:
            return Failure(_fault(error, name, password))
        with document:
            title = _utf16(pdfium.FPDF_GetMetaText, document.raw, b"Title")
            pages = tuple(_pages(document.raw))
    if not pages:
        detail = "the PDF has no pages"
        return Failure(UnreadableDocument("read", name, ReadFault.DAMAGED, detail, REPAIR))
    return Success(Pdf(pages, title))
