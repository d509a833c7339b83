"""reStructuredText: what a reader of the rendered pages sees, line for line as in the source.

As LaTeX is read (ADR 57). Citations of sphinxcontrib-bibtex (`:cite:p:`) and of the language itself
(`[Li2020]_`) are written as LaTeX has them; directives but those with prose, comments, tables and
literal blocks show nothing.
"""

from __future__ import annotations

import re
from functools import partial

from attrs import Factory, define

from vera.core.document import Document, File, Kind
from vera.core.result import Result, failed
from vera.verification.ingestion.markup import inline
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.text import read as read_text

MEDIA_TYPE = "text/x-rst"
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*$")
_DIRECTIVE = re.compile(r"(\s*)\.\.\s+(?:\|[^|]+\|\s+)?([\w:-]+)::\s*(.*?)\s*$")
_EXPLICIT = re.compile(r"(\s*)\.\.(?:\s+\[(?P<name>[^\]\s]+)\]\s*(?P<said>.*)|\s.*|)$")
_SILENT = frozenset(
    (
        *("code", "code-block", "sourcecode", "literalinclude", "parsed-literal", "highlight"),
        *("math", "raw", "image", "graphviz", "plot", "table", "list-table", "csv-table"),
        *("contents", "toctree", "sectnum", "index", "meta", "role", "default-role", "class"),
        *("unicode", "replace", "date", "header", "footer", "target-notes", "tabularcolumns"),
        *("bibliography", "footbibliography", "include", "currentmodule", "module", "doctest"),
    )
)
"""Directives that show no prose; any other, as a theorem's, is read."""
_OPTION = re.compile(r"\s+:[\w-]+:")
_FIELD = re.compile(r":[^:`\n]+:(?:\s|$)")
_TABLE = re.compile(r"\s*(?:\+[-=+]+\+\s*$|\|.*\|\s*$)")
_GRID = re.compile(r"\s*=+(?:\s+=+)+\s*$")
_ITEM = re.compile(r"\s*(?:[-*+•|]|(?:\d+|#|[a-zA-Z])[.)]|\(\w\))\s+")
_SIGN = re.compile(
    r":(?P<role>[\w:+.-]+):`(?P<said>(?:[^`\\]|\\.){1,2000})`"
    r"|\[(?P<name>[\w#*][\w.:+#-]*)\]_(?!\w)"
    r"|``(?P<literal>.+?)``|`(?P<link>[^`<>]{1,500}?)\s*(?:<[^<>`]*>)?`_{0,2}"
    r"|\*\*(?P<strong>[^*\n]{1,500})\*\*|(?<![\w*])\*(?P<weak>[^*\s](?:[^*\n]{0,500}[^*\s])?)\*(?!\w)"
    r"|(?<=\w)_{1,2}(?=[\s.,;:!?)]|$)|\\(?P<escaped>.)|::(?=\s*\Z)"
)
_WORDS = re.compile(r"\{([^{}]*)\}")
_LINK = re.compile(r"\s*<[^<>]*>\s*$")


@define
class _Reader:
    """Walks through the lines and writes what they show."""

    page: Page
    cited: frozenset[str]
    front: dict[str, list[object]] = Factory(dict)
    levels: list[str] = Factory(list)
    lines: list[str] = Factory(list)
    begun: int = 0
    kind: Kind = Kind.BODY
    note: str = ""
    listed: bool = False
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
            self.page.note(partial(self.put, self.begun, text), number)
        else:
            self.put(self.begun, text)
            self.page.end(kind)
        return text.rstrip().endswith("::")

    def put(self, place: int, text: str) -> None:
        """Write text that stands at a place of the source."""
        inline.put(self.page, place, text, _SIGN, self._shown)

    def _shown(self, found: re.Match[str]) -> str:
        if found["role"]:
            return _of_role(found["role"].lower(), found["said"])
        if name := found["name"]:
            if name in self.cited:
                return inline.cite([name])
            number = self.page.call()
            self.calls.setdefault(name, number)
            self.unnamed += [number] * (name in {"#", "*"})
            return ""
        parts = ("literal", "link", "strong", "weak", "escaped")
        return next((found[it] for it in parts if found[it]), "")

    def head(self, place: int, title: str, style: str) -> None:
        """A heading; its level is that of its style, by the order in which styles come."""
        if style not in self.levels:
            self.levels.append(style)
        self.put(place, title)
        self.page.end_heading(self.levels.index(style) + 1)

    def directive(self, place: int, name: str, said: str) -> bool:
        """A directive; gives whether what is indented below it is prose."""
        name = name.lower()
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


def _of_role(role: str, said: str) -> str:
    """What a role shows: a citation, or its text without where it leads."""
    _, cites, way = role.partition("cite")
    if cites and not way.strip(":").startswith(("author", "year")):
        before = _WORDS.match(said)
        keys = _WORDS.sub("", said).split(",")
        textual = way.strip(":").rpartition(":")[2] in {"t", "ts", "ct", "cts"}
        return inline.cite(keys, textual, before[1] if before else "")
    return _LINK.sub("", said).lstrip("~!")


def _walk(reader: _Reader, source: str) -> None:
    """Write what all lines show."""
    lines = source.split("\n")
    place, indent, at, grid = 0, -1, 0, False
    while at < len(lines):
        line = lines[at]
        depth = len(line) - len(line.lstrip())
        below = lines[at + 1] if at + 1 < len(lines) else ""
        length = 1
        directive, explicit = _DIRECTIVE.match(line), _EXPLICIT.match(line)
        if line.strip() and depth <= indent:
            indent = -1
        if indent >= 0:
            pass  # of what shows nothing
        elif not line.strip():
            indent, grid = _depth(lines, at) if reader.end() else -1, False
            reader.listed = False
        elif _GRID.match(line) or grid:
            reader.end()
            grid = True
        elif directive:
            reader.end()
            shows = reader.directive(place + directive.start(3), directive[2], directive[3])
            indent = -1 if shows else depth
        elif explicit:
            reader.end()
            indent = -1 if explicit["name"] else depth
            if name := explicit["name"]:
                said = explicit["said"]
                if name in reader.cited:
                    reader.kind, said = Kind.REFERENCES, f"[{name}] {said}"
                else:
                    reader.note = name
                reader.line(place + explicit.start("name") - 1, said)
        elif _RULE.match(line) and not reader.lines:
            title, under = below, lines[at + 2] if at + 2 < len(lines) else ""
            if title.strip() and _RULE.match(under) and under[0] == line[0]:  # with a line above
                reader.head(place + len(line) + 1, title.strip(), line[0] * 2)
                length = 3
        elif _RULE.match(below) and not reader.lines and depth == 0:
            reader.head(place, line.strip(), below[0])
            length = 2
        elif _TABLE.match(line) or (_FIELD.match(line) and not reader.lines):
            reader.end()
        elif _OPTION.match(line) and not reader.lines:
            pass
        elif (item := _ITEM.match(line)) and (not reader.lines or reader.listed):
            reader.end()
            reader.listed = True
            reader.line(place + item.end(), line[item.end() :])
        else:
            reader.line(place, line)
        place += sum(len(it) + 1 for it in lines[at : at + length])
        at += length
    reader.end()


def _depth(lines: list[str], at: int) -> int:
    """How deep the last line before that one is indented."""
    line = next((it for it in reversed(lines[:at]) if it.strip()), "")
    return len(line) - len(line.lstrip())


def read(file: File) -> Result[Document]:
    """The text of the file; EMPTY where nothing shows."""
    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = decoded.unwrap().text
    named = re.finditer(r"^[ \t]*\.\.[ \t]+\[([\w][\w.:+-]*)\]", source, re.MULTILINE)
    cited = frozenset(it[1] for it in named if not it[1].isdecimal())
    reader = _Reader(Page.of(source), cited)
    _walk(reader, source)
    headings = reader.page.headings
    title = headings[0].title if headings and headings[0].level == 1 else ""
    return reader.page.document(file, MEDIA_TYPE, title, reader.front)
