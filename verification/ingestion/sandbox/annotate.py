"""The program that marks lines on the pages of a PDF with notes, with pikepdf (qpdf).

A note is a highlight annotation (ISO 32000-1, 12.5.6.10) with a look of its own, so that every
viewer shows it alike: the colour is multiplied with what is below it. Answers "D": whether the new
file is encrypted, as the old one was, then the file; or "F": why there is none.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.sandbox.harness import Answer, serve
from vera.verification.ingestion.sandbox.qpdf import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_DEEPEST = 50
_PRINTED = 4  # ISO 32000-1, table 165
_LETTER = (0.0, 0.0, 612.0, 792.0)  # what pdfium takes where a file does not say
_NEAR = 0.5
"""Points by which a page may differ from what was read of it."""


class _OtherError(Exception):
    """The file is not what was read; the message says why."""


def _inherited(page: Any, name: str) -> Any:
    """The value that a page has, or that its tree has for it (ISO 32000-1, 7.7.3.4)."""
    for _ in range(_DEEPEST):
        if page is None or name in page:
            break
        page = page.get("/Parent")
    return None if page is None else page.get(name)


def _rectangle(page: Any, name: str) -> tuple[float, float, float, float] | None:
    """Left, bottom, right and top; None for what is no rectangle or has no area."""
    found = _inherited(page, name)
    if found is None or len(found) != 4:
        return None
    x0, y0, x1, y1 = map(float, found)
    left, right, bottom, top = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return (left, bottom, right, top) if left < right and bottom < top else None


def _placing(page: Any, size: tuple[float, float]) -> Callable[[float, float], tuple[float, float]]:
    """From points of the page as shown, from its upper left, to its own; `size` is as it was read.

    The inverse of `ingestion/pdf/frame.py`.
    """
    left, bottom, right, top = media = _rectangle(page, "/MediaBox") or _LETTER
    crop = _rectangle(page, "/CropBox")
    if crop is not None:
        left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
        right, top = min(media[2], crop[2]), min(media[3], crop[3])
    turn = int(_inherited(page, "/Rotate") or 0) // 90 % 4
    wide, high = right - left, top - bottom
    as_shown = (high, wide) if turn % 2 else (wide, high)
    if max(abs(as_shown[0] - size[0]), abs(as_shown[1] - size[1])) > _NEAR:
        raise _OtherError("a page of it has another size than was read")
    return (
        lambda x, y: (x + left, top - y),
        lambda x, y: (y + left, x + bottom),
        lambda x, y: (right - x, y + bottom),
        lambda x, y: (right - y, top - x),
    )[turn]


def _corners(placed: Any, box: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Upper left and right, lower left and right, as shown: the order that viewers expect."""
    x0, y0, x1, y1 = box
    return (placed(x, y) for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1)))


def _annotation(pikepdf: Any, pdf: Any, placed: Any, note: Any) -> Any:
    _, boxes, colour, title, contents, name = note
    quads = [list(_corners(placed, box)) for box in boxes]
    xs = [x for quad in quads for x, _ in quad]
    ys = [y for quad in quads for _, y in quad]
    around = [min(xs), min(ys), max(xs), max(ys)]
    drawn = " ".join(f"{part:.4f}" for part in colour) + " rg /G gs\n"
    for quad in quads:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
        drawn += f"{ax:.3f} {ay:.3f} m {bx:.3f} {by:.3f} l {dx:.3f} {dy:.3f} l "
        drawn += f"{cx:.3f} {cy:.3f} l f\n"
    look = pdf.make_stream(drawn.encode())
    look.Type, look.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    look.BBox = pikepdf.Array(around)
    blending = pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, BM=pikepdf.Name.Multiply)
    look.Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(G=blending))
    look.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency)
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Annot,
            Subtype=pikepdf.Name.Highlight,
            Rect=pikepdf.Array(around),
            QuadPoints=pikepdf.Array([value for quad in quads for at in quad for value in at]),
            C=pikepdf.Array(colour),
            T=pikepdf.String(title),
            Contents=pikepdf.String(contents),
            NM=pikepdf.String(name),
            F=_PRINTED,
            AP=pikepdf.Dictionary(N=look),
        )
    )


def _annotated(pikepdf: Any, data: bytes, request: dict[str, Any]) -> tuple[bool, bytes]:
    sizes = request["sizes"]
    with pikepdf.open(io.BytesIO(data), password=request["password"]) as pdf:
        pages = [page.obj for page in pdf.pages]
        if len(pages) != len(sizes):
            raise _OtherError("it has another number of pages than was read")
        for note in request["notes"]:
            page = pages[note[0] - 1]
            new = _annotation(pikepdf, pdf, _placing(page, sizes[note[0] - 1]), note)
            old = page.get("/Annots")
            kept = list(old) if isinstance(old, pikepdf.Array) else []
            page.Annots = pikepdf.Array([*kept, new])
        out, encrypted = io.BytesIO(), bool(pdf.is_encrypted)
        pdf.save(out, encryption=encrypted, deterministic_id=not encrypted)
        return encrypted, out.getvalue()


def _annotate(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    import pikepdf

    foreign = (pikepdf.PdfError, ValueError, TypeError, AttributeError, KeyError, IndexError)
    try:
        encrypted, made = _annotated(pikepdf, data, request)
    except _OtherError as error:
        answer.send(b"F", str(error).encode())
    except foreign as error:
        answer.send(b"F", f"it cannot be written anew ({type(error).__name__})".encode())
    else:
        answer.send(b"D", bytes([encrypted]), made)


def main() -> None:
    """Serve one request."""
    serve(_annotate, prepare)
