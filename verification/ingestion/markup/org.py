"""Org: what a reader of the exported pages sees, line for line where it stands in the source.

As LaTeX is read (ADR 57). Citations of Org itself (`[cite:@key]`) and of org-ref (`cite:key`) are
written as LaTeX has them; drawers, comments and blocks of code show nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Document, File, Kind
from vera.core.result import Result, failed
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.org_shown import Shown
from vera.verification.ingestion.text import read as read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

MEDIA_TYPE = "text/x-org"
_HEAD = re.compile(
    r"(\*+)\s+(?:(?:TODO|DONE|NEXT|WAIT(?:ING)?)\s+)?(?:\[#\w\]\s+)?(.*?)(?:\s+(:[\w@#%:]+:))?\s*$"
)
_KEYWORD = re.compile(r"\s*#\+(\w+)(?:\[[^\]]*\])?:\s*(.*?)\s*$")
_BEGIN = re.compile(r"\s*#\+begin_(\w+)", re.IGNORECASE)
_END = re.compile(r"\s*(?:#\+end_\w+|:end:)\s*$", re.IGNORECASE)
_SILENT_BLOCKS = frozenset(("src", "example", "export", "comment"))
"""Of Org's own those that show no prose; any other, as a theorem's, is read."""
_DRAWER = re.compile(r"\s*:(?!END:)[\w-]+:\s*$", re.IGNORECASE)
_SKIPPED = re.compile(r"\s*(?:#(?:\s|$)|:\s|-{5,}\s*$)")
_ROW = re.compile(r"\s*\|")
_ITEM = re.compile(r"\s*(?:[-+]|\d+[.)])\s+(?:\[[ X-]\]\s+)?|\s+\*\s+")
_NOTE = re.compile(r"\[fn:([\w-]+)\]\s?")


@frozen
class _Ends:
    """Where blocks and drawers end: lines by what stands on them, and those of headings."""

    heads: list[int]
    of: dict[str, list[int]]

    @classmethod
    def among(cls, lines: Sequence[str]) -> _Ends:
        """Those of a source."""
        of: dict[str, list[int]] = {}
        for at, line in enumerate(lines):
            if _END.match(line):
                of.setdefault(line.strip().lower(), []).append(at)
        return cls([at for at, line in enumerate(lines) if _HEAD.match(line)], of)

    def behind(self, at: int, end: str) -> bool:
        """Whether what begins on a line ends before the next heading; else it does not begin."""
        ends = self.of.get(end, [])
        next_end, next_head = bisect_right(ends, at), bisect_right(self.heads, at)
        if next_end == len(ends):
            return False
        return next_head == len(self.heads) or ends[next_end] < self.heads[next_head]


def _walk(reader: Shown, source: str) -> None:
    """Write what all lines show."""
    place, until, hidden = 0, "", 0
    lines = source.split("\n")
    ends = _Ends.among(lines)
    for at, line in enumerate(lines):
        begin, head = _BEGIN.match(line), _HEAD.match(line)
        if until:
            until = "" if line.strip().lower() == until else until
        elif head and (not hidden or len(head[1]) <= hidden):
            reader.end()
            away = ":noexport:" in (head[3] or "") or head[2].startswith("COMMENT")
            hidden = len(head[1]) if away else 0
            if not away:
                reader.head(place + head.start(2), head)
        elif hidden:
            pass
        elif begin:
            reader.end()
            end = f"#+end_{begin[1].lower()}"
            until = end if begin[1].lower() in _SILENT_BLOCKS and ends.behind(at, end) else ""
            reader.kind = Kind.ABSTRACT if begin[1].lower() == "abstract" else Kind.BODY
        elif _DRAWER.match(line) and ends.behind(at, ":end:"):
            reader.end()
            until = ":end:"
        elif line.strip().lower().startswith("#+end_"):
            reader.end()
        elif keyword := _KEYWORD.match(line):
            reader.end()
            reader.keyword(keyword[1], keyword[2], place + keyword.start(2))
        elif _ROW.match(line):
            if not reader.rows:
                reader.end()
            reader.rows.append((place, line))
        elif not line.strip() or _SKIPPED.match(line):
            reader.end()
        elif note := _NOTE.match(line):
            reader.end()
            reader.name = note[1]
            reader.line(place + note.end(), line[note.end() :])
        elif item := _ITEM.match(line):
            reader.end()
            reader.line(place + item.end(), line[item.end() :])
        else:
            reader.line(place, line)
        place += len(line) + 1
    reader.end()


def read(file: File) -> Result[Document]:
    """The text of the file; EMPTY where nothing shows."""
    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = decoded.unwrap().text
    reader = Shown(Page.of(source))
    _walk(reader, source)
    return reader.page.document(file, MEDIA_TYPE, reader.title, reader.front)
