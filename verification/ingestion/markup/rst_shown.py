"""What the lines of reStructuredText show: paragraphs, headings, notes, tables, formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.core.document import Form, Kind, Span
from vera.verification.ingestion.markup import inline, rst_tables, tex
from vera.verification.ingestion.markup.grid import Grid
from vera.verification.ingestion.markup.line_for_line import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.markup.rst_body import Body
    from vera.verification.ingestion.markup.rst_tables import Placed

_SILENT = frozenset(
    (
        *("code", "code-block", "sourcecode", "literalinclude", "parsed-literal", "highlight"),
        *("raw", "image", "graphviz", "plot", "ipython", "jupyter-execute", "autosummary"),
        *("testcode", "testoutput", "testsetup", "testcleanup", "automodule", "autoclass"),
        *("autofunction", "automethod", "autodata", "tabularcolumns", "inheritance-diagram"),
        *("contents", "toctree", "sectnum", "index", "meta", "role", "default-role", "class"),
        *("unicode", "replace", "date", "header", "footer", "target-notes"),
        *("bibliography", "footbibliography", "include", "currentmodule", "module", "doctest"),
    )
)
"""Directives that show no prose; any other, as a theorem's, is read."""
_SIGN = re.compile(
    r":(?P<role>[\w:+.-]+):`(?P<said>(?:[^`\\]|\\.){1,2000})`"
    r"|\[(?P<name>[\w#*][\w.:+#-]*)\]_(?!\w)"
    r"|``(?P<literal>.+?)``|(?<!\w)_?`(?P<link>[^`<>]{1,500}?)\s*(?:<[^<>`]*>)?`_{0,2}"
    r"|(?<![\w|])\|(?P<replaced>[^\s|](?:[^|\n]{0,80}[^\s|])?)\|_{0,2}(?![\w|])"
    r"|\*\*(?P<strong>[^*\n]{1,500})\*\*|(?<![\w*])\*(?P<weak>[^*\s](?:[^*\n]{0,500}[^*\s])?)\*(?!\w)"
    r"|(?<=\w)_{1,2}(?=[\s.,;:!?)]|$)|\\(?P<escaped>.)|::(?=\s*\Z)"
)
_AFTER = 20
"""Characters behind raised text that tell what it is."""
_WORDS = re.compile(r"\{([^{}]*)\}")
_LINK = re.compile(r"\s*<[^<>]*>\s*$")


@define
class Shown:
    """What was written so far, and the paragraph that its lines make."""

    page: Page
    cited: frozenset[str]
    replaced: Mapping[str, str]
    front: dict[str, list[object]] = Factory(dict)
    levels: list[str] = Factory(list)
    lines: list[str] = Factory(list)
    begun: int = 0
    kind: Kind = Kind.BODY
    note: str = ""
    listed: bool = False
    caption: Span | None = None
    calls: dict[str, int] = Factory(dict)
    unnamed: list[int] = Factory(list)

    def line(self, place: int, line: str) -> None:
        """A line of the paragraph, or the first of one."""
        if not self.lines:
            self.begun = place
        self.lines.append(line)

    def end(self) -> bool:
        """Write the paragraph; gives whether a literal block follows."""
        text, self.lines = "\n".join(self.lines), []
        kind, self.kind, note, self.note = self.kind, Kind.BODY, self.note, ""
        if not text.strip():
            self.kind, self.note = kind, note
            return False
        if note:
            auto = note in {"#", "*"}
            number = self.unnamed.pop(0) if auto and self.unnamed else self.calls.get(note, 0)
            self.page.at(self.begun)
            self.page.note(partial(self.put, self.begun, text), number)
        else:
            self.put(self.begun, text)
            is_session = text.lstrip().startswith(">>> ")
            self.page.end(kind, Form.CODE if is_session else Form.PROSE)
        self.caption = None
        return text.rstrip().endswith("::")

    def put(self, place: int, text: str) -> None:
        """Write text that stands at a place of the source."""
        inline.put(self.page, place, text, _SIGN, self._shown)

    def _shown(self, found: re.Match[str]) -> str:
        if found["role"]:
            return self._role(found["role"].lower(), found["said"], found.string[found.end() :])
        if name := found["name"]:
            if name in self.cited:
                return inline.cite([name])
            number = self.page.call()
            self.calls.setdefault(name, number)
            self.unnamed += [number] * (name in {"#", "*"})
            return ""
        if name := found["replaced"]:
            text = self.replaced.get(name, "")
            return _SIGN.sub(lambda it: "" if it["replaced"] else self._shown(it), text) or found[0]
        if found["link"]:
            return _of_role("", found["link"])
        parts = ("literal", "strong", "weak", "escaped")
        said = next((found[it] for it in parts if found[it]), "")
        return said if found["literal"] or said.strip() else ""  # an escaped blank is none

    def _role(self, role: str, said: str, after: str) -> str:
        """What a role shows; raised and lowered text is written."""
        if role in {"sup", "superscript"}:
            self.page.lift(_unescaped(said), _unescaped(after[:_AFTER]))
            return ""
        if role in {"sub", "subscript"}:
            self.page.lower(_unescaped(said))
            return ""
        return tex.text_of(said) if role == "math" else _of_role(role, said)

    def head(self, place: int, title: str, style: str) -> None:
        """A heading; its level is that of its style, by the order in which styles come."""
        if style not in self.levels:
            self.levels.append(style)
        self.put(place, title)
        self.page.end_heading(self.levels.index(style) + 1)

    def formula(self, place: int, said: str) -> None:
        """A formula that is set apart."""
        self.page.at(place)
        self.page.put(tex.text_of(said))
        self.page.end(form=Form.FORMULA)

    def table(self, rows: Sequence[Sequence[Placed]], starts: Sequence[int]) -> None:
        """The rows of a table whose lines begin at `starts`."""
        grid = Grid(caption=self.caption)
        self.caption = None
        for row in filter(None, rows):
            self.page.at(starts[row[0].line])
            self.page.row(
                grid,
                [(partial(self.put, starts[it.line] + it.at, it.text), it.box) for it in row],
            )

    def drawn(self, lines: Sequence[str], at: int, starts: Sequence[int]) -> int:
        """A table that is drawn with signs; gives how many lines it has.

        One of which the lines part no cells is read line by line.
        """
        caption = self.caption
        self.end()
        self.caption = caption
        is_grid = rst_tables.GRID.match(lines[at]) is not None
        end = (rst_tables.grid_end if is_grid else rst_tables.simple_end)(lines, at)
        within = lines[at:end]
        rows = (rst_tables.grid_rows if is_grid else rst_tables.simple_rows)(within)
        self.table(rows, starts[at:end])
        if not rows:
            for place, line in zip(starts[at:end], within, strict=True):
                self.put(place, line.strip("+-=| "))
                self.page.end()
        return end - at

    def held(self, name: str, place: int, said: str, body: Body) -> int:
        """A table or a formula that a directive holds; gives how many lines are read with it."""
        if name == "math":
            texts = [(place, said), *body.paragraphs()]
            for at, text in texts:
                self.formula(at, text)
            return body.end - body.first
        said = " ".join((said, *(it.strip() for it in body.argument)))
        self.put(place, said)
        self.caption = self.page.end(Kind.CAPTION)
        if name == "table":
            return body.content - body.first
        rows = rst_tables.list_rows if name == "list-table" else rst_tables.csv_rows
        if file := body.options.get("file") or body.options.get("url"):
            self.front.setdefault("input", []).append([file, self.page.line(place)])
        found = rows(body.lines, body.options)
        self.table(found, body.starts)
        for at, text in () if found else body.paragraphs():
            self.put(at, text)
            self.page.end()
        return body.end - body.first

    def directive(self, place: int, name: str, said: str) -> bool:
        """A directive; gives whether what is indented below it is prose."""
        if name == "bibliography":
            self.front.setdefault("bibliography", []).extend(said.split())
        elif name == "include" and said:
            self.front.setdefault("input", []).append([said, self.page.line(place)])
        elif name not in _SILENT:
            if name == "figure":
                self.kind = Kind.CAPTION
            elif said:
                self.line(place, said)
            return True
        return False


def _unescaped(said: str) -> str:
    return re.sub(r"\\(\s?)", "", said)


def _of_role(role: str, said: str) -> str:
    """What a role shows: a citation, or its text without where it leads."""
    _, cites, way = role.partition("cite")
    if cites and not way.strip(":").startswith(("author", "year")):
        before = _WORDS.match(said)
        keys = _WORDS.sub("", said).split(",")
        textual = way.strip(":").rpartition(":")[2] in {"t", "ts", "ct", "cts"}
        return inline.cite(keys, textual, before[1] if before else "")
    shown = _LINK.sub("", said)
    return shown.rpartition(".")[2].lstrip("~") if shown[:1] == "~" else shown.removeprefix("!")
