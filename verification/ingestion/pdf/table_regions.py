"""Lines that may be a table, and the caption that says whether they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.paragraphs import is_table_caption
from vera.verification.ingestion.pdf.rules import Ruling

if TYPE_CHECKING:
    from vera.verification.ingestion.pdf.table_sheet import Sheet

_NEAR_CAPTION = 3.5
_LINES_OF_CAPTION = 12
_MOST_CAPTIONS = 20
"""Captions around a table that are looked at: pages have three or four."""


@define(eq=False)
class Region:
    """Lines that may be a table, the rules among them, and what speaks for it."""

    lines: list[Line]
    ruling: Ruling
    is_ruled: bool = False
    caption: bool = field(default=False)
    figure: bool = field(default=False)


def with_caption(region: Region, sheet: Sheet) -> Region:
    """The same, knowing whether the caption of a table, or of a figure, stands beside it."""
    x0, y0 = min(it.x0 for it in region.lines), min(it.y0 for it in region.lines)
    x1, y1 = max(it.x1 for it in region.lines), max(it.y1 for it in region.lines)
    size = max(it.size for it in region.lines)
    middle = (y0 + y1) / 2
    nearest = sorted(sheet.captions, key=lambda at: abs(sheet.lines[at].y0 - middle))
    for at in nearest[:_MOST_CAPTIONS]:
        line = sheet.lines[at]
        if line.x1 < x0 or line.x0 > x1:
            continue
        below = -1 <= line.y0 - y1 + size / 2 <= _NEAR_CAPTION * size
        above = line.y1 <= y0 + 1 and _leads_to(sheet, at, x0, x1, y0)
        if above or below:
            if is_table_caption(line.text):
                region.caption = True
            elif below:
                region.figure = True
    return region


def _leads_to(sheet: Sheet, at: int, x0: float, x1: float, y0: float) -> bool:
    """Whether nothing but the caption's own lines stands between it and what is below."""
    caption = sheet.lines[at]
    over = (sheet.box[:, 2] > x0) & (sheet.box[:, 0] < x1)
    between = over & (sheet.box[:, 1] > caption.y0) & (sheet.box[:, 3] <= y0 + 1)
    edges = sorted((float(a), float(b)) for a, b in sheet.box[between][:, [1, 3]])
    if len(edges) > _LINES_OF_CAPTION:
        return False
    end = caption.y1
    for top, bottom in edges:
        if top - end > 1.2 * caption.size:
            return False
        end = max(end, bottom)
    return y0 - end <= _NEAR_CAPTION * caption.size
