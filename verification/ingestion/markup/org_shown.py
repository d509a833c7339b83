"""What the lines of Org show: paragraphs, notes, tables, citations, formulas, raised text."""

from __future__ import annotations

import re
from functools import partial

from attrs import Factory, define

from vera.core.document import Form, Kind, Span
from vera.verification.ingestion.markup import inline, tex
from vera.verification.ingestion.markup.grid import Box, Grid
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.pipes import cells_between
from vera.verification.ingestion.markup.tex_in_line import scripted

_COOKIE = re.compile(r"\s*\[\d*(?:/\d*|%)\]")
"""How much of a task is done."""
_LINE = re.compile(r"\s*\|-")
_WIDTHS = re.compile(r"(?:\s*\|(?:\s*<[lrc]?\d*>)?)+\s*")
"""A row that says how wide its columns are, and how they are set."""
_REF = r"(?:[cC]ite|[pP]arencite|[tT]extcite|[aA]utocite|[fF]ootcite|[sS]upercite)\w{0,12}"
_SIGN = re.compile(
    r"(?P<cite>\[cite(?P<style>(?:/[\w/-]*)?):(?P<cited>(?:[^\[\]]|\[[^\[\]]*\]){1,2000})\])"
    rf"|\[\[(?P<ref>{_REF}):(?P<refs>[^\[\]]{{1,1000}})\](?:\[[^\[\]]*\])?\]"
    rf"|(?<![\w/:]){'(?P<bare>' + _REF + ')'}:(?P<keys>[\w:.+/-]*\w(?:,[\w:.+/-]*\w)*)"
    r"|\[fn:(?P<name>[\w-]*)(?P<note>:(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\]){0,2000}\]){0,5000})?\]"
    r"|\[\[(?P<shown>https?://[^\[\]]{1,2000})\]\]"
    r"|\[\[(?P<link>[^\[\]]{1,2000})\](?:\[(?P<said>(?:[^\]]|\](?!\])){1,2000})\])?\]"
    r"|@@\w+:.*?@@"
    r"|(?P<address>https?://[^\s\]]+)"
    r"|\\\((?P<formula>(?:[^\\]++|\\(?!\))){1,300}+)\\\)"
    r"|(?<![\w$])\$(?P<dollar>[^\s$](?:[^$\n]{0,999}[^\s$,.])?)\$(?![\w$])"
    r"|\\\[(?P<apart>(?:[^\\]++|\\(?!\])){1,1000}+)\\\]|\$\$(?P<display>[^$]{1,5000})\$\$"
    r"|(?P<lines>\\begin\{(?P<of>[a-z]+\*?)\}(?:[^\\]++|\\(?!end\{(?P=of)\})){0,1000}+\\end\{(?P=of)\})"
    r"|(?P<shift>[\^_])\{(?P<braced>(?:[^{}\n]|\{[^{}\n]*\}){1,200})\}"
    r"|(?<=\S)\^(?P<power>[-+−]?\w{1,20})(?!\w)"
    r"|(?<=[^\W\d_])_(?P<number>\d{1,4})(?!\w)|(?<![\w\\])(?P<letter>[^\W\d_])_(?P<index>\w)(?!\w)"
    r"|\\(?P<entity>[A-Za-z]{2,20})(?:\{\}|(?![A-Za-z({\[]))"
    r"|(?<![\w*/_+~=])(?P<mark>[*/_+~=])(?=\S)(?P<marked>[^\n]{0,300}?\S)(?P=mark)(?![\w*/_+~=])"
)
_AFTER = 20
"""Characters behind raised text that tell what it is."""
_ENTITIES = {"deg": "°", **dict.fromkeys(("nbsp", "ensp", "emsp", "thinsp"), " ")}
"""Signs that have another name in TeX, or none."""
_SHIFTS = re.compile(r"(?:^|\s)\^:(nil|\{\}|t)")
"""The option that says what is raised and lowered: nothing, what stands in braces, all."""
_KEY = re.compile(r"[@&]([\w.:?!`'/*+|(){}<>#$%^~-]*[\w)}])")
_FIRST_KEY = re.compile(r"[@&][\w]")
_TEXTUAL = re.compile(r"/(?:t|text)\b|[ct]itet|textcite")
_SILENT = re.compile(r"/(?:n|nocite)\b|nocite")


@define
class Shown:
    """What was written so far, and the paragraph or table that its lines make."""

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
    around: Kind | None = None
    shifts: str = "t"

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
            self.page.at(self.begun)
            self.page.note(partial(self.put, self.begun, text), number)
        else:
            self.around = kind
            self.put(self.begun, text)
            self.around = None
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
            if found["mark"] and found["mark"] not in "~=":
                self.put(place + found.start("marked"), found["marked"])
                return ""
            return (
                found["shown"]
                or found["address"]
                or found["said"]
                or found["marked"]
                or self._tex(found)
            )

        inline.put(self.page, place, text, _SIGN, shown)

    def _tex(self, found: re.Match[str]) -> str:
        """What a formula, raised or lowered text, or a sign by its name shows; most is written."""
        after = found.string[found.end() : found.end() + _AFTER]
        raised = found["power"] or (found["braced"] if found["shift"] == "^" else None)
        index = found["number"] or found["index"] or found["braced"]
        if set_apart := found["apart"] or found["display"] or found["lines"]:
            self._display(tex.text_of(set_apart))
        elif inside := found["formula"] or found["dollar"]:
            if not scripted(self.page, inside.strip(), after):
                self.page.put(tex.text_of(inside))
        elif name := found["entity"]:
            said = _ENTITIES.get(name) or tex.text_of(found[0])
            return found[0] if said == name else said
        elif self.shifts == "nil" or (self.shifts == "{}" and not found["braced"]):
            return found[0]
        elif raised:
            self.page.lift(tex.text_of(raised), after)
        elif index:
            self.page.put(found["letter"] or "")
            self.page.lower(tex.text_of(index))
        return ""

    def _display(self, said: str) -> None:
        """A formula that is set apart: a paragraph, but for one in a cell, a note, a heading."""
        if self.around is None:
            self.page.put(f" {said} ")
            return
        self.page.end(self.around)
        self.page.put(said)
        self.page.end(form=Form.FORMULA)

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
            case "options":
                found = _SHIFTS.search(said)
                self.shifts = found[1] if found else self.shifts
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
