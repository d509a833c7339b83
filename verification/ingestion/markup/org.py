"""Org: what a reader of the exported pages sees, line for line where it stands in the source.

As LaTeX is read (ADR 57). Citations of Org itself (`[cite:@key]`) and of org-ref (`cite:key`) are
written as LaTeX has them; drawers, comments and blocks of code show nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from vera.core.document import Document, File, Kind, Span
from vera.core.result import Result, failed
from vera.verification.ingestion.markup import inline
from vera.verification.ingestion.markup.grid import Box, Grid
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.pipes import cells_between
from vera.verification.ingestion.text import read as read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

MEDIA_TYPE = "text/x-org"
_HEAD = re.compile(
    r"(\*+)\s+(?:(?:TODO|DONE|NEXT|WAIT(?:ING)?)\s+)?(?:\[#\w\]\s+)?(.*?)(?:\s+(:[\w@#%:]+:))?\s*$"
)
_COOKIE = re.compile(r"\s*\[\d*(?:/\d*|%)\]")
"""How much of a task is done."""
_KEYWORD = re.compile(r"\s*#\+(\w+)(?:\[[^\]]*\])?:\s*(.*?)\s*$")
_BEGIN = re.compile(r"\s*#\+begin_(\w+)", re.IGNORECASE)
_END = re.compile(r"\s*(?:#\+end_\w+|:end:)\s*$", re.IGNORECASE)
_SILENT_BLOCKS = frozenset(("src", "example", "export", "comment"))
"""Of Org's own those that show no prose; any other, as a theorem's, is read."""
_DRAWER = re.compile(r"\s*:(?!END:)[\w-]+:\s*$", re.IGNORECASE)
_SKIPPED = re.compile(r"\s*(?:#(?:\s|$)|:\s|-{5,}\s*$)")
_ROW = re.compile(r"\s*\|")
_LINE = re.compile(r"\s*\|-")
_WIDTHS = re.compile(r"(?:\s*\|(?:\s*<[lrc]?\d*>)?)+\s*")
"""A row that says how wide its columns are, and how they are set."""
_ITEM = re.compile(r"\s*(?:[-+]|\d+[.)])\s+(?:\[[ X-]\]\s+)?|\s+\*\s+")
_NOTE = re.compile(r"\[fn:([\w-]+)\]\s?")
_REF = r"(?:[cC]ite|[pP]arencite|[tT]extcite|[aA]utocite|[fF]ootcite|[sS]upercite)\w{0,12}"
_SIGN = re.compile(
    r"(?P<cite>\[cite(?P<style>(?:/[\w/-]*)?):(?P<cited>(?:[^\[\]]|\[[^\[\]]*\]){1,2000})\])"
    rf"|\[\[(?P<ref>{_REF}):(?P<refs>[^\[\]]{{1,1000}})\](?:\[[^\[\]]*\])?\]"
    rf"|(?<![\w/:]){'(?P<bare>' + _REF + ')'}:(?P<keys>[\w:.+/-]*\w(?:,[\w:.+/-]*\w)*)"
    r"|\[fn:(?P<name>[\w-]*)(?P<note>:(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\]){0,2000}\]){0,5000})?\]"
    r"|\[\[(?P<link>[^\[\]]{1,2000})\](?:\[(?P<said>(?:[^\]]|\](?!\])){1,2000})\])?\]"
    r"|@@\w+:.*?@@"
    r"|(?<![\w*/_+~=])(?P<mark>[*/_+~=])(?=\S)(?P<marked>[^\n]{0,300}?\S)(?P=mark)(?![\w*/_+~=])"
)
_KEY = re.compile(r"[@&]([\w.:?!`'/*+|(){}<>#$%^~-]*[\w)}])")
_FIRST_KEY = re.compile(r"[@&][\w]")
_TEXTUAL = re.compile(r"/(?:t|text)\b|[ct]itet|textcite")
_SILENT = re.compile(r"/(?:n|nocite)\b|nocite")


@define
class _Reader:
    """Walks through the lines and writes what they show."""

    page: Page
    front: dict[str, list[object]] = Factory(dict)
    title: str = ""
    lines: list[str] = Factory(list)
    begun: int = 0
    kind: Kind = Kind.BODY
    name: str = ""
    named: dict[str, int] = Factory(dict)
    notes: list[tuple[int, int, str]] = Factory(list)
    rows: list[tuple[int, str]] = Factory(list)
    caption: Span | None = None

    def line(self, place: int, line: str) -> None:
        """A line of the paragraph, or the first of one."""
        if self.rows:
            self.end()
        if not self.lines:
            self.begun = place
        self.lines.append(line)

    def end(self) -> None:
        """Write the table or the paragraph; its notes follow, each a block of its own."""
        if self.rows:
            self._table()
        text, self.lines = "\n".join(self.lines), []
        kind, self.kind = self.kind, Kind.BODY
        if not text.strip():
            return
        if self.name:
            number = self.named.get(self.name, 0)
            self.name = ""
            self.page.note(partial(self.put, self.begun, text), number)
        else:
            self.put(self.begun, text)
            self.page.end(kind)
            self.caption = None
        self._notes()

    def _notes(self) -> None:
        while self.notes:
            number, place, said = self.notes.pop(0)
            self.page.note(partial(self.put, place, said), number)

    def _table(self) -> None:
        """Write the rows; those above the first line are heads, if others follow it."""
        rows, self.rows = self.rows, []
        lines = [at for at, (_, line) in enumerate(rows) if _LINE.match(line)]
        above = next((at for at in lines if 0 < at < len(rows) - 1), 0)
        grid = Grid(caption=self.caption)
        self.caption = None
        for at, (place, line) in enumerate(rows):
            if not _LINE.match(line) and not _WIDTHS.fullmatch(line):
                cells = [
                    (partial(self.put, place + start, line[start:end]), Box(is_head=at < above))
                    for start, end in cells_between(line)
                ]
                self.page.at(place)
                self.page.row(grid, cells)
        self._notes()

    def put(self, place: int, text: str) -> None:
        """Write text that stands at a place of the source."""

        def shown(found: re.Match[str]) -> str:
            if found["cite"]:
                return _cited(found["style"], found["cited"])
            if found["ref"] or found["bare"]:
                return _of_ref(found["ref"] or found["bare"], found["refs"] or found["keys"])
            if found["name"] is not None:
                self._note(found, place)
                return ""
            return found["said"] or found["marked"] or ""

        inline.put(self.page, place, text, _SIGN, shown)

    def _note(self, found: re.Match[str], place: int) -> None:
        """A note is called; one that is written there follows the paragraph."""
        number = self.page.call()
        if found["note"]:
            self.notes.append((number, place + found.start("note") + 1, found["note"][1:]))
        else:
            self.named.setdefault(found["name"], number)

    def keyword(self, name: str, said: str, place: int) -> None:
        """A line with a keyword."""
        bare = said.split(" ")[0] if not said.startswith('"') else said[1:].partition('"')[0]
        match name.lower():
            case "title":
                self.title = f"{self.title} {said}".strip()
            case "bibliography":
                self.front.setdefault("bibliography", []).append(bare)
            case "include" if not re.search(r"\b(?:src|example|export)\b", said):
                self.front.setdefault("input", []).append([bare, self.page.line(place)])
            case "caption":
                self.put(place, said)
                self.caption = self.page.end(Kind.CAPTION)

    def head(self, place: int, found: re.Match[str]) -> None:
        """A heading."""
        self.put(place, _COOKIE.sub("", found[2]))
        self.page.end_heading(len(found[1]))


def _cited(style: str, said: str) -> str:
    """A citation of Org: keys, each with words before and behind it."""
    if _SILENT.search(style):
        return ""
    keys = _KEY.findall(said)
    first = _FIRST_KEY.search(said)
    return inline.cite(keys, bool(_TEXTUAL.search(style)), said[: first.start()] if first else "")


def _of_ref(command: str, said: str) -> str:
    """A citation of org-ref: keys alone, or in its third version marked by &."""
    if _SILENT.search(command):
        return ""
    first = _FIRST_KEY.search(said)
    keys = _KEY.findall(said) if first else said.split(",")
    before = said[: first.start()] if first else ""
    return inline.cite(keys, bool(_TEXTUAL.search(command)), before)


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


def _walk(reader: _Reader, source: str) -> None:
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
    reader = _Reader(Page.of(source))
    _walk(reader, source)
    return reader.page.document(file, MEDIA_TYPE, reader.title, reader.front)
