"""What a PDF shows and pdfium's text of it does not have, as `sandbox/passed_over.py` finds it."""

from __future__ import annotations

from struct import unpack
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.verification.ingestion.pdf.listing import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CUT = "a string on it is longer, or its drawings are nested deeper, than is read"


@frozen
class PassedOver:
    """Numbers of pages: whose text is cut, with text beside it, with layers that are off.

    `pages` is how many there are, `attached` how many files a portfolio holds, and `is_form` says
    that the file is a form that only some programs show, `is_named` that it calls some of its text
    by other words than its fonts do, which is not wrong by itself.
    """

    cut: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    layered: tuple[int, ...] = ()
    pages: int = 0
    attached: int = 0
    is_form: bool = False
    is_named: bool = False

    @classmethod
    def of(cls, parts: Sequence[bytes]) -> PassedOver:
        """What the parts tell. Raises ValueError for parts that make no sense."""
        if len(parts) != 4 or len(parts[3]) != 16:
            raise ValueError("no pages passed over")
        cut, beside, layered = (tuple(numbers(part)) for part in parts[:3])
        pages, attached, is_form, is_named = unpack("<4I", parts[3])
        return cls(cut, beside, layered, pages, attached, bool(is_form), bool(is_named))

    def notes(self) -> Iterator[str]:
        """A sentence for each thing that a reader should know.

        >>> list(PassedOver(cut=(3,), attached=2).notes())[1]
        'the file is a portfolio: the 2 files attached to it are not read'
        """
        if self.cut:
            why = "a string is longer, or drawings are nested deeper, than is read"
            yield f"text is missing on {listed(self.cut)}: {why}"
        if self.layered:
            yield f"text of layers that are not shown may be in the text of {listed(self.layered)}"
        if self.beside:
            what = "annotations, form fields, patterns or letters that draw words"
            yield f"text of {what} is not read on {listed(self.beside)}"
        if self.attached:
            are = "file attached to it is" if self.attached == 1 else "files attached to it are"
            yield f"the file is a portfolio: the {self.attached} {are} not read"
        if self.is_form:
            yield "the file is a form (XFA) whose text only some programs show: it is not read"


def numbers(part: bytes) -> list[int]:
    """Page numbers; none of a part that holds none."""
    return np.frombuffer(part, "<u4").tolist() if len(part) % 4 == 0 else []
