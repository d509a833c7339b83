"""reStructuredText: what a reader of the rendered pages sees, line for line as in the source.

As LaTeX is read (ADR 57). Citations of sphinxcontrib-bibtex (`:cite:p:`) and of the language itself
(`[Li2020]_`) are written as LaTeX has them; directives that draw or compute, comments and literal
blocks show nothing.
"""

from __future__ import annotations

import re
from itertools import accumulate

from vera.core.document import Document, File, Kind
from vera.core.result import Result, failed
from vera.verification.ingestion.markup import rst_tables
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.rst_body import Body
from vera.verification.ingestion.markup.rst_shown import Shown
from vera.verification.ingestion.text import read as read_text

MEDIA_TYPE = "text/x-rst"
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*$")
_DIRECTIVE = re.compile(r"(\s*)\.\.\s+(?:\|[^|]+\|\s+)?([\w:-]+)::\s*(.*?)\s*$")
_EXPLICIT = re.compile(r"(\s*)\.\.(?:\s+\[(?P<name>[^\]\s]+)\]\s*(?P<said>.*)|\s.*|)$")
_OPTION = re.compile(r"\s+:[\w-]+:(?:\s|$)")
_REPLACED = re.compile(r"^\.\.[ \t]+\|([^|\n]+)\|[ \t]+replace::[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_FIELD = re.compile(r":[^:`\n]+:(?:\s|$)")
_ITEM = re.compile(r"\s*(?:[-*+•|]|(?:\d+|#|[a-zA-Z])[.)]|\(\w\))\s+")
_HOLDS = frozenset(("table", "list-table", "csv-table", "math"))


def _walk(reader: Shown, source: str) -> None:
    """Write what all lines show."""
    lines = source.split("\n")
    starts = list(accumulate((len(it) + 1 for it in lines), initial=0))
    indent, at = -1, 0
    while at < len(lines):
        line, place = lines[at], starts[at]
        depth = len(line) - len(line.lstrip())
        below = lines[at + 1] if at + 1 < len(lines) else ""
        length = 1
        directive, explicit = _DIRECTIVE.match(line), _EXPLICIT.match(line)
        if line.strip() and depth <= indent:
            indent = -1
        if indent >= 0:
            pass  # of what shows nothing
        elif not line.strip():
            indent = _depth(lines, at) if reader.end() else -1
            reader.listed = False
        elif rst_tables.GRID.match(line) or rst_tables.SIMPLE.match(line):
            length = reader.drawn(lines, at, starts)
        elif directive and directive[2].lower() in _HOLDS:
            reader.end()
            body = Body.below(lines, at, depth, starts)
            length = reader.held(directive[2].lower(), place, directive[3], body)
        elif directive:
            reader.end()
            name = directive[2].lower()
            shows = reader.directive(place + directive.start(3), name, directive[3])
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
        elif _FIELD.match(line) and not reader.lines:
            reader.end()
        elif _OPTION.match(line) and not reader.lines:
            pass
        elif (item := _ITEM.match(line)) and (not reader.lines or reader.listed):
            reader.end()
            reader.listed = True
            reader.line(place + item.end(), line[item.end() :])
        else:
            reader.line(place, line)
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
    said = {it[1]: it[2] for it in _REPLACED.finditer(source)}
    reader = Shown(Page.of(source), cited, said)
    _walk(reader, source)
    headings = reader.page.headings
    title = headings[0].title if headings and headings[0].level == 1 else ""
    return reader.page.document(file, MEDIA_TYPE, title, reader.front)
