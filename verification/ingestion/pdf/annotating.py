"""A copy of a PDF with lines of it marked, made with pikepdf in a child process (ADR 0052)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Box
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion import child
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.pdf import pdfium, repair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document

LIMITS = Limits()
_ROOM = 64 << 20
"""Bytes that a copy may have more than twice the old file."""
_LONGEST = 200
"""Bytes of a reason; ours are shorter."""
_HINT = "the other formats need no copy: --format html shows the same on pictures of the pages"


@frozen
class Note:
    """Something to say of lines on one page.

    `boxes` are those of the lines, all of one page; `colour` is red, green and blue from 0 to 1;
    `title` is who says it, and `text` what is said.
    """

    boxes: tuple[Box, ...]
    colour: tuple[float, float, float]
    title: str
    text: str


@frozen
class Copy:
    """A new file; `encrypted` as the old one was, and `repaired` where that was damaged."""

    data: bytes
    encrypted: bool = False
    repaired: bool = False


def annotated(
    data: bytes,
    document: Document,
    notes: Sequence[Note],
    password: str | None = None,
    limits: Limits = LIMITS,
) -> Result[Copy]:
    """The PDF in `data`, which `document` was read from, with the notes on its pages.

    A file that cannot be written anew as it is, or not with the pages that were read, is repaired
    first, as it is when it is read. Errors: an `UnreadableDocument`.
    """
    made = _once(data, document, notes, password, limits)
    if not failed(made):
        return made
    mended = repair.repaired(data, password, limits)
    if mended is None:
        return made
    again = _once(mended.data, document, notes, None, limits)
    return made if failed(again) else again.map(lambda copy: evolve(copy, repaired=True))


def _once(
    data: bytes, document: Document, notes: Sequence[Note], password: str | None, limits: Limits
) -> Result[Copy]:
    request = {
        "path": child.folders(),
        "password": password or "",
        "sizes": tuple((page.width, page.height) for page in document.pages),
        "notes": tuple(
            (
                note.boxes[0].page,
                tuple((box.x0, box.y0, box.x1, box.y1) for box in note.boxes),
                note.colour,
                note.title,
                note.text,
                f"vera-{at}",
            )
            for at, note in enumerate(notes, 1)
        ),
    }
    limits = evolve(limits, output=max(limits.output, 2 * len(data) + _ROOM))
    try:
        with child.answer("annotate", request, data, limits) as messages:
            for message in messages:
                match message.kind, message.parts:
                    case b"D", (encrypted, made) if len(encrypted) == 1 and made:
                        return Success(Copy(made, encrypted != b"\0"))
                    case b"F", (why,):
                        return _refused(document, why[:_LONGEST].decode("utf-8", "replace"))
                    case _:
                        break
    except child.StoppedError as error:
        return Failure(child.unreadable(error, document.source, pdfium.REPAIR))
    return _refused(document, "it leads to answers that make no sense")


def _refused(document: Document, why: str) -> Failure[UnreadableDocument]:
    detail = f"no copy with notes can be made of it: {why}"
    return Failure(
        UnreadableDocument("annotate", document.source, ReadFault.DAMAGED, detail, _HINT)
    )
