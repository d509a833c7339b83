"""Reads the pages of a PDF with pdfium, in a child process with limits (ADR 0008, ADR 0010).

What pdfium is asked is in `sandbox/`; here its answers are checked, put into arrays, and turned
into errors of ours. Any number of threads may read at once: each has its own child.
"""

from __future__ import annotations

import ctypes.util
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from struct import unpack
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve, field, frozen

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion import child
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.pdf import damage, ocr, repair, sideways, unnamed
from vera.verification.ingestion.pdf.damage import Damage
from vera.verification.ingestion.pdf.frame import Frame
from vera.verification.ingestion.pdf.glyphs import Glyphs, Samples
from vera.verification.ingestion.pdf.passed_over import CUT, PassedOver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

LIMITS = Limits()
REPAIR = "fetch the file again, or repair it, for example with `qpdf in.pdf out.pdf`"

_INSTALL = "install pypdfium2 again, into the Python that runs this program"
_LIBRARIES = ("libpdfium.so", "libpdfium.dylib", "pdfium.dll")
_PARTS_OF_A_PAGE = 15
_LONGEST_LABEL = 1000  # bytes

_PASSWORD, _SECURITY = 4, 5  # FPDF_ERR_*, fpdfview.h; all others say that the file is damaged
_ENCRYPTED = (
    ReadFault.ENCRYPTED,
    "the PDF is encrypted and needs a password",
    "give it with --password",
)
_PROTECTED = (
    ReadFault.ENCRYPTED,
    "the PDF is protected in a way that cannot be opened",
    "save an unprotected copy with the program that opens it",
)
_WRONG_PASSWORD = (
    ReadFault.WRONG_PASSWORD,
    "the password does not open this PDF",
    "check the password given with --password",
)
_DAMAGED = (ReadFault.DAMAGED, "the PDF is damaged and cannot be opened", REPAIR)
_NO_PAGES = (ReadFault.DAMAGED, "the PDF has no pages", REPAIR)
_REPAIRABLE = frozenset((_DAMAGED[1], _NO_PAGES[1]))
_RUBBISH = (ReadFault.DAMAGED, "the PDF leads to answers that make no sense", REPAIR)


@frozen(eq=False)
class Pdf:
    """What a PDF holds: its pages in order; title, author and subject as its metadata name them.

    `notes` say how it was read, where a reader should know: a sentence each. `damaged` says that
    text may be missing or wrong, and `damage` why, by page.
    """

    pages: tuple[Glyphs, ...]
    title: str
    author: str = ""
    notes: tuple[str, ...] = ()
    damaged: bool = False
    damage: Mapping[int, str] = field(factory=dict)
    subject: str = ""


def fault(code: int, password: str | None) -> tuple[ReadFault, str, str]:
    """Our fault, detail and hint for one of pdfium's error codes (FPDF_ERR_*)."""
    if code == _PASSWORD:
        return _WRONG_PASSWORD if password else _ENCRYPTED
    return _PROTECTED if code == _SECURITY else _DAMAGED


def library() -> str:
    """The path of pdfium as pypdfium2 brings it, else as the system has it, else nothing."""
    found = importlib.util.find_spec("pypdfium2_raw")
    folders = found.submodule_search_locations if found else None
    for folder in folders or ():
        for name in _LIBRARIES:
            path = Path(folder, name)
            if path.is_file():
                return str(path)
    return ctypes.util.find_library("pdfium") or ""


def _clean(said: bytes) -> str:
    """UTF-16 from a file on one clean line."""
    text = " ".join(said[:_LONGEST_LABEL].decode("utf-16-le", "replace").split())
    return "".join(filter(str.isprintable, text))


def _array(part: bytes, kind: str, count: int) -> NDArray[Any] | None:
    """The part as `count` numbers of that kind, or None if it holds another number of them."""
    wanted = np.dtype(kind)
    return np.frombuffer(part, wanted) if len(part) == count * wanted.itemsize else None


def _indices(part: bytes, below: int) -> NDArray[np.int32] | None:
    """Growing indices from 0 on and `below`, or None if they are something else."""
    found = _array(part, "<i4", len(part) // 4)
    if found is None or len(found) == 0:
        return found
    sound = found[0] >= 0 and found[-1] < below and (np.diff(found) > 0).all()
    return found if sound else None


def _shown(corners: NDArray[Any], frame: Frame) -> NDArray[np.float32]:
    """Boxes as shown from lefts, rights, bottoms and tops; nothing where a number is none."""
    left, right, bottom, top = corners.reshape(4, -1)
    with np.errstate(all="ignore"):
        x0, y0 = frame.shown(left, bottom)
        x1, y1 = frame.shown(right, top)
        shown = np.empty((len(left), 4), dtype=np.float32)
        for side, (least, a, b) in enumerate(
            ((np.minimum, x0, x1), (np.minimum, y0, y1), (np.maximum, x0, x1), (np.maximum, y0, y1))
        ):
            shown[:, side] = least(a, b)
    if not np.isfinite(shown).all():  # or beyond what float32 holds
        shown[~np.isfinite(shown).all(axis=1)] = 0
    return shown


def _samples(parts: Sequence[bytes], count: int, frame: Frame) -> Samples | None:
    at = _indices(parts[0], count)
    if at is None:
        return None
    size, xs, ys = (_array(part, "<f8", len(at)) for part in parts[1:4])
    bold, face = (_array(part, "u1", len(at)) for part in parts[4:6])
    if size is None or xs is None or ys is None or bold is None or face is None:
        return None
    with np.errstate(all="ignore"):
        baseline = frame.shown(xs, ys)[1].astype(np.float32)
        size = size.astype(np.float32)
    baseline[~np.isfinite(baseline)] = 0
    size[~np.isfinite(size)] = 0
    return Samples(at, size, baseline, bold != 0, face)


def _glyphs(number: int, parts: Sequence[bytes]) -> Glyphs | None:
    """The page that the parts of a message tell, or None if they make no sense."""
    if len(parts) != _PARTS_OF_A_PAGE or len(parts[0]) != 40:
        return None
    rotation, *sides = unpack("<5d", parts[0])
    if not np.isfinite([rotation, *sides]).all():
        return None
    frame = Frame(int(rotation), *sides)
    if len(parts[1]) not in (2 * len(parts[2]), 4 * len(parts[2])):
        return None
    kind = "<u2" if len(parts[1]) == 2 * len(parts[2]) else "<u4"
    codes = np.frombuffer(parts[1], kind).astype(np.uint32)
    visible = np.flatnonzero(np.frombuffer(parts[2], np.uint8))
    corners = _array(parts[3], "<f8", 4 * len(visible))
    if corners is None:
        return None
    seen = _shown(corners, frame)
    turn = sideways.quarters(visible, seen)
    if turn:
        frame = sideways.turned(frame, turn)
        seen = _shown(corners, frame)
    box = np.zeros((len(codes), 4), dtype=np.float32)
    box[visible] = seen
    samples = _samples(parts[4:10], len(codes), frame)
    of_visible = _array(parts[10], "u1", len(visible) if parts[10] else 0)
    rules = _array(parts[11], "<f8", len(parts[11]) // 32 * 4)
    if samples is None or rules is None or of_visible is None:
        return None
    sights = np.zeros(len(codes) if parts[10] else 0, dtype=np.uint8)
    if parts[10]:
        sights[visible] = of_visible
    width, height = frame.size
    label, shows, unread = parts[12:]
    return Glyphs(
        number=number,
        width=width,
        height=height,
        codes=codes,
        box=box,
        samples=samples,
        rules=_shown(rules, frame),
        sights=sights,
        label=_clean(label),
        shows=shows[:_LONGEST_LABEL].decode("ascii", "replace"),
        unread=unread[:_LONGEST_LABEL].decode("ascii", "replace"),
        turn=turn,
    )


def _collected(
    messages: Iterator[child.Message], name: str, password: str | None, limits: Limits
) -> Result[Pdf]:
    """The document that the messages tell."""

    def refused(why: tuple[ReadFault, str, str]) -> Result[Pdf]:
        return Failure(UnreadableDocument("read", name, *why))

    title, author, subject, count, left = "", "", "", -1, limits.characters
    pages: list[Glyphs] = []
    for message in messages:
        match message.kind, message.parts:
            case b"F", (code,) if len(code) == 4:
                return refused(fault(unpack("<I", code)[0], password))
            case b"L", (b"pages",):
                return refused(child.too_large(f"it has more than {limits.pages:,} pages"))
            case b"L", _:
                detail = f"it has more than {limits.characters:,} characters"
                return refused(child.too_large(f"{detail}, or {limits.of_a_page:,} on a page"))
            case b"D", (number, said, who, what) if count < 0 and len(number) == 4:
                count, title = unpack("<I", number)[0], _clean(said)
                author = _clean(who) if len(who) <= _LONGEST_LABEL else ""  # half a list is none
                subject = _clean(what) if len(what) <= _LONGEST_LABEL else ""
            case b"P", parts if len(pages) < count <= limits.pages:
                page = _glyphs(len(pages) + 1, parts)
                left -= len(page.codes) if page else 0
                if page is None or left < 0:
                    return refused(_RUBBISH)
                pages.append(page)
            case _:
                return refused(_RUBBISH)
    if len(pages) != count:
        return refused(_RUBBISH)
    if not pages:
        return refused(_NO_PAGES)
    return Success(Pdf(tuple(pages), title, author, subject=subject))


def _once(
    data: bytes, name: str, password: str | None, limits: Limits, doubted: Sequence[int] = ()
) -> Result[Pdf]:
    """The PDF as pdfium alone reads it; of the `doubted` pages all text may not be seen."""
    secret = None if password is None else password.encode("utf-8", "replace")
    path = library()
    request = {
        "library": path,
        "password": secret,
        "pages": limits.pages,
        "characters": limits.characters,
        "of_a_page": limits.of_a_page,
        "doubted": tuple(doubted),
    }
    if not path:
        why = (ReadFault.BROKEN_IO, "the PDF library is missing", _INSTALL)
        return Failure(UnreadableDocument("read", name, *why))
    try:
        with child.answer("read_pages", request, data, limits) as messages:
            return _collected(messages, name, password, limits)
    except child.StoppedError as error:
        return Failure(child.unreadable(error, name, REPAIR))


def _needs_repair(result: Result[Pdf]) -> bool:
    if failed(result):
        error = result.failure()
        return isinstance(error, UnreadableDocument) and error.detail in _REPAIRABLE
    return all(page.unread for page in result.unwrap().pages)


def _has_more(found: Damage, result: Result[Pdf]) -> bool:
    """Whether the file has pages that its own count leaves out, and pdfium with it."""
    return not failed(result) and found.passed_over.pages > len(result.unwrap().pages)


def _examined(
    data: bytes, name: str, password: str | None, limits: Limits
) -> tuple[Result[Pdf], Damage]:
    """The PDF as pdfium reads it, and what is damaged of it, found in the same time."""
    try:
        with damage.examination(data, password, limits) as told:
            result = _once(data, name, password, limits)
            return result, Damage() if failed(result) else told()
    except child.StoppedError as error:
        return Failure(child.unreadable(error, name, REPAIR)), Damage()


def _as_shown(
    pdf: Pdf, found: PassedOver, data: bytes, password: str | None, limits: Limits
) -> tuple[Pdf, PassedOver, tuple[str, ...]]:
    """The PDF as it shows itself, where it has layers that are off, or calls its text otherwise.

    With it what is passed over of it then, and what to say of what it is called.
    """
    notes: tuple[str, ...] = ()
    layered = found.layered
    if layered:
        again = _once(data, "", password, limits, layered)
        if not failed(again) and len(again.unwrap().pages) == len(pdf.pages):
            pdf, found = again.unwrap(), evolve(found, layered=())
    if found.is_named:
        copy = unnamed.without_names(data, password, limits)
        again = _once(copy, "", None, limits, layered)
        if failed(again) or len(again.unwrap().pages) != len(pdf.pages):
            return pdf, found, ("what the file calls its text could not be held against its fonts",)
        pages, notes = unnamed.as_shown(pdf.pages, again.unwrap().pages)
        pdf = evolve(pdf, pages=pages)
    return pdf, found, notes


def read_pdf(
    data: bytes, name: str, password: str | None = None, limits: Limits = LIMITS
) -> Result[Pdf]:
    """All pages of the PDF in `data`; `name` is what errors call it.

    A damaged file is repaired where that works, damage that pdfium passes over is looked for, and
    pages without text are read by OCR where it is installed; `notes` say so. A page that cannot be
    loaded is among the pages, with the reason in `unread`. Errors: ENCRYPTED, WRONG_PASSWORD,
    DAMAGED, TOO_LARGE, and BROKEN_IO where the child process does not start.
    """
    result, found = _examined(data, name, password, limits)
    repair_note = ""
    if _needs_repair(result) or _has_more(found, result):
        repaired = repair.repaired(data, password, limits)
        if repaired is not None:
            again, rest = _examined(repaired.data, name, None, limits)
            if not _needs_repair(again):
                result, found, data, password = again, rest, repaired.data, None
                count = 0 if failed(again) else len(again.unwrap().pages)
                repair_note = repaired.note(count)
    if failed(result):
        return result
    pdf, passed, names = _as_shown(result.unwrap(), found.passed_over, data, password, limits)
    found = found.with_pictures([page.number for page in pdf.pages if ocr.is_picture(page)])
    pages, notes = ocr.read_pictures(pdf.pages, data, password, library(), limits)
    said = tuple(filter(None, (repair_note, found.note, *passed.notes(), *names, *notes)))
    damaged = bool(repair_note or found.note or passed.cut)
    damage = {**dict.fromkeys(passed.cut, CUT), **found.pages}
    return Success(evolve(pdf, pages=pages, notes=said, damaged=damaged, damage=damage))
