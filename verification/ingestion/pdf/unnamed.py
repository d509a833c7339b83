"""Pages read as they show themselves, where a PDF calls their words or letters otherwise.

Both ways are read by pdfium and compared: what differs is read as it is shown (ADR 0072).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from vera.verification.ingestion import child
from vera.verification.ingestion.pdf.glyphs import UNKNOWN, letters
from vera.verification.ingestion.pdf.listing import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.child import Limits
    from vera.verification.ingestion.pdf.glyphs import Glyphs


def without_names(data: bytes, password: str | None, limits: Limits) -> bytes:
    """The file without what it calls its text; nothing where that fails."""
    request = {"path": child.folders(), "password": password or ""}
    try:
        with child.answer("unname", request, data, limits) as messages:
            for message in messages:
                match message.kind, message.parts:
                    case b"D", (found,):
                        return found
                    case _:
                        break
    except child.StoppedError:
        pass
    return b""


def as_shown(
    named: Sequence[Glyphs], shown: Sequence[Glyphs]
) -> tuple[tuple[Glyphs, ...], tuple[str, ...]]:
    """The pages as they are named, or shown where that differs, and what to say of it.

    Where what they show is known even less, since their fonts do not tell it, they stay named.
    """
    other: list[int] = []
    unknown: list[int] = []
    pages: list[Glyphs] = []
    for one, two in zip(named, shown, strict=True):
        said, seen = _letters(one), _letters(two)
        differs = _alike(said) != _alike(seen)
        is_worse = seen.count(UNKNOWN) > said.count(UNKNOWN)
        if differs:
            (unknown if is_worse else other).append(one.number)
        pages.append(two if differs and not is_worse else one)
    notes = []
    if other:
        where = listed(other)
        notes.append(f"text that the file calls by other words is read as shown on {where}")
    if unknown:
        notes.append(f"text of {listed(unknown)} is known only by what the file calls it")
    return tuple(pages), tuple(notes)


def _letters(page: Glyphs) -> str:
    return letters(page.codes, page.box).text


def _alike(text: str) -> str:
    """The letters and figures, whatever their form: case, accents and ligatures."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))
