"""The functions of pdfium that the sandbox calls, with plain integers for pointers.

The generated bindings declare all of its functions, which takes 50 ms at every start; and a call
through them costs three times as much as pdfium's own work (ADR 0008). A function that is declared
without arguments takes prepared ones, which ctypes hands on as they are: half the time of a call.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import POINTER, c_char_p, c_double, c_float, c_int, c_size_t, c_uint, c_ulong, c_void_p

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from typing import Any

TEXT, PATH, IMAGE, SHADING, FORM = range(1, 6)  # FPDF_PAGEOBJ_*, fpdf_edit.h
INVISIBLE = 3  # FPDF_TEXTRENDERMODE_INVISIBLE, fpdf_edit.h
GRAY, COLOURED = 1, 2  # FPDFBitmap_Gray, FPDFBitmap_BGR, fpdfview.h
ANNOTATIONS = 0x01  # FPDF_ANNOT, fpdfview.h


class Rectangle(ctypes.Structure):
    """FS_RECTF of fpdfview.h: points of the page."""

    _fields_ = (("left", c_float), ("top", c_float), ("right", c_float), ("bottom", c_float))


class Matrix(ctypes.Structure):
    """FS_MATRIX of fpdfview.h."""

    _fields_ = tuple((name, c_float) for name in "abcdef")


_AT = POINTER(c_float)
_PROTOTYPES: dict[str, tuple[Any, list[Any] | None]] = {
    "FPDF_InitLibrary": (None, []),
    "FPDF_LoadMemDocument64": (c_void_p, [c_char_p, c_size_t, c_char_p]),
    "FPDF_GetLastError": (c_ulong, []),
    "FPDF_GetPageCount": (c_int, [c_void_p]),
    "FPDF_GetMetaText": (c_ulong, [c_void_p, c_char_p, c_void_p, c_ulong]),
    "FPDF_GetPageLabel": (c_ulong, [c_void_p, c_int, c_void_p, c_ulong]),
    "FPDF_LoadPage": (c_void_p, [c_void_p, c_int]),
    "FPDF_ClosePage": (None, [c_void_p]),
    "FPDF_GetPageBoundingBox": (c_int, [c_void_p, POINTER(Rectangle)]),
    "FPDFPage_GetRotation": (c_int, [c_void_p]),
    "FPDFPage_CountObjects": (c_int, [c_void_p]),
    "FPDFPage_GetObject": (c_void_p, None),  # prepared: page, index
    "FPDFPageObj_GetType": (c_int, [c_void_p]),
    "FPDFPageObj_GetBounds": (None, None),  # prepared: object, four floats
    "FPDFPageObj_GetFillColor": (None, None),  # prepared: object, four unsigned numbers
    "FPDFPageObj_GetClipPath": (c_void_p, [c_void_p]),
    "FPDFPageObj_SetIsActive": (c_int, [c_void_p, c_int]),
    "FPDFClipPath_CountPaths": (c_int, [c_void_p]),
    "FPDFClipPath_CountPathSegments": (c_int, [c_void_p, c_int]),
    "FPDFClipPath_GetPathSegment": (c_void_p, [c_void_p, c_int, c_int]),
    "FPDFPageObj_GetMatrix": (c_int, [c_void_p, POINTER(Matrix)]),
    "FPDFFormObj_CountObjects": (c_int, [c_void_p]),
    "FPDFFormObj_GetObject": (c_void_p, [c_void_p, c_ulong]),
    "FPDFPath_GetDrawMode": (c_int, [c_void_p, POINTER(c_int), POINTER(c_int)]),
    "FPDFPath_CountSegments": (c_int, [c_void_p]),
    "FPDFPath_GetPathSegment": (c_void_p, [c_void_p, c_int]),
    "FPDFPathSegment_GetType": (c_int, [c_void_p]),
    "FPDFPathSegment_GetPoint": (c_int, [c_void_p, _AT, _AT]),
    "FPDFText_LoadPage": (c_void_p, [c_void_p]),
    "FPDFText_ClosePage": (None, [c_void_p]),
    "FPDFText_CountChars": (c_int, [c_void_p]),
    "FPDFText_GetText": (c_int, [c_void_p, c_int, c_int, c_void_p]),
    "FPDFText_GetUnicode": (c_uint, [c_void_p, c_int]),
    "FPDFText_GetCharBox": (None, None),  # prepared: text, index, prepared: four doubles
    "FPDFText_GetCharOrigin": (c_int, None),  # prepared: text, index, by reference: two doubles
    "FPDFText_GetTextObject": (c_void_p, None),  # prepared: text, index
    "FPDFTextObj_GetFont": (c_void_p, [c_void_p]),
    "FPDFTextObj_GetTextRenderMode": (c_int, [c_void_p]),
    "FPDFText_GetFontSize": (c_double, [c_void_p, c_int]),
    "FPDFText_GetFontWeight": (c_int, [c_void_p, c_int]),
    "FPDFText_GetFontInfo": (c_ulong, [c_void_p, c_int, c_void_p, c_ulong, POINTER(c_int)]),
    "FPDFText_GetMatrix": (c_int, [c_void_p, c_int, POINTER(Matrix)]),
    "FPDFBitmap_CreateEx": (c_void_p, [c_int, c_int, c_int, c_void_p, c_int]),
    "FPDFBitmap_FillRect": (None, [c_void_p, c_int, c_int, c_int, c_int, c_ulong]),
    "FPDFBitmap_Destroy": (None, [c_void_p]),
    "FPDF_RenderPageBitmap": (None, [c_void_p, c_void_p, *[c_int] * 6]),
}


_FONTS = {
    "linux": (
        "/usr/share/fonts",
        "/usr/share/X11/fonts/Type1",
        "/usr/share/X11/fonts/TTF",
        "/usr/local/share/fonts",
    ),
    "darwin": ("/Library/Fonts", "/System/Library/Fonts"),
}
"""Where pdfium looks for a font that a file names and does not have (its `CFX_*FontInfo`)."""
_LOADED: dict[str, Any] = {}


def prepare(request: dict[str, Any], _: bytes) -> tuple[str, ...]:
    """Load the library of that request; gives the folders that it reads later on."""
    load(request["library"])
    return _FONTS.get(sys.platform, ())


def load(path: str) -> Any:
    """The library at `path`, started. Its functions keep Python's lock: nothing else runs here."""
    if path not in _LOADED:
        _LOADED[path] = _started(path)
    return _LOADED[path]


def _started(path: str) -> Any:
    library = ctypes.PyDLL(path)
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.FPDF_InitLibrary()
    return library


def prepared(address: int) -> Any:
    """The address as an argument for any number of calls; what is there must outlive them."""
    return c_void_p.from_param(address)


def opened(library: Any, data: bytes, password: bytes | None) -> int | None:
    """The document in `data`, which must outlive it; None with `FPDF_GetLastError` set."""
    document: int | None = library.FPDF_LoadMemDocument64(data, len(data), password)
    return document


def utf16(function: Any, document: int, key: Any) -> bytes:
    """What a function that fills a buffer with UTF-16 says, without the closing zero."""
    length = function(document, key, None, 0)
    if length <= 2:  # bytes, the closing zero included
        return b""
    buffer = ctypes.create_string_buffer(length)
    function(document, key, buffer, length)
    return buffer.raw[: length - 2]
