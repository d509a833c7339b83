"""What stands behind a "#" in Typst: citations, notes, figures, tables, raised text, content."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from vera.core.document import Kind
from vera.verification.ingestion.markup import typst_math
from vera.verification.ingestion.markup.grid import Grid
from vera.verification.ingestion.markup.typst_code import (
    NAME,
    Argument,
    arguments,
    closed,
    contents,
)
from vera.verification.ingestion.markup.typst_tables import CellOf, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.markup.typst_walk import Walk

_STATEMENT = re.compile(r"(?:set|show|let|import)\b")
_TEMPLATE = re.compile(r"(?:set\s+document|show\s*:\s*[\w.-]+)\s*(?=\()")
"""A statement whose arguments say what the title, the abstract, ... of the document are."""
_KEYWORDS = frozenset(("keywords", "index-terms"))
_METHOD = re.compile(r"\.[A-Za-z_][\w-]*(?=\()")
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')
_VALUE = re.compile(r"[-+]?[\d.]+(?:%|[a-z]{2})?|none|auto|true|false")
_CITED = re.compile(r"<([\w](?:[\w.:/-]*[\w/-])?)>")
_PROSE = re.compile(r'form\s*:\s*"(?:prose|author)"')
_TABLE = re.compile(r"\btable\s*[(\[]|\btable\.(?:header|cell|hline|footer)\b")
_MARKUP = re.compile(r"\\(.)|[*_`]")
_FORMULA = re.compile(r"\s*\$([^$]*)\$\s*")
_MOST_FILES = 20
AFTER = 20
"""Characters behind raised text that tell what it is."""


def code(walk: Walk, at: int, end: int, depth: int) -> int:
    """Write what the code at a place shows; gives where the source goes on."""
    source = walk.source
    if _STATEMENT.match(source, at, end):
        return _statement(walk, at, end, depth)
    name = NAME.match(source, at, end)
    if name is None:
        return closed(source, at, end) if source[at : at + 1] in {"(", "{"} else at
    after = name.end()
    given: list[Argument] = []
    if source.startswith("(", after):
        after = closed(source, after, end)
        given = list(arguments(source, name.end() + 1, after - 1))
    while method := _METHOD.match(source, after, end):
        after = closed(source, method.end(), end)
    behind = contents(source, after, end)
    given += (Argument("", start - 1, stop + 1) for start, stop in behind)
    if name[0] == "include":
        return _include(walk, at, after, end)
    _call(walk, name[0], given, source[name.end() : after], depth)
    if name[0] in {"super", "sub"}:
        _shift(walk, name[0], given, depth)
    return behind[-1][1] + 1 if behind else after


def _call(walk: Walk, name: str, given: list[Argument], said: str, depth: int) -> None:
    """Write what a function shows of what it is given."""
    if name != "figure" and _is_table(walk, name, given):
        name = "table"
    match name:
        case "cite":
            form = "citet" if _PROSE.search(said) else "citep"
            keys = ",".join(_CITED.findall(said))
            walk.page.put(f"\\{form}{{{keys}}}" if keys else "")
        case "bibliography":
            files = [it for arg in _places(given) for it in _QUOTED.findall(_of(walk, arg))]
            walk.front.setdefault("bibliography", []).extend(files[:_MOST_FILES])
        case "footnote" if shown := _contents(walk, given):
            walk.notes.append((walk.page.call(), shown[-1].start + 1, shown[-1].end - 1))
        case "figure":
            _figure(walk, given, depth)
        case "table":
            _table(walk, given, depth)
        case "image":
            walk.end()
        case "super" | "sub":
            pass
        case _:
            for it in _places(given):
                if walk.source[it.start] == "[" or _calls(walk, it):
                    _expression(walk, it, depth)
                    walk.page.put(" " * (name in {"grid", "stack"}))


def _is_table(walk: Walk, name: str, given: Sequence[Argument]) -> bool:
    """Whether a function of one's own passes on the columns and the parts of a table."""
    parts = (_TABLE.match(walk.source, it.start, it.end) for it in _places(given))
    return name != "table" and any(it.name == "columns" for it in given) and any(parts)


def _places(given: Sequence[Argument]) -> list[Argument]:
    return [it for it in given if not it.name]


def _of(walk: Walk, it: Argument) -> str:
    return walk.source[it.start : it.end]


def _contents(walk: Walk, given: Sequence[Argument]) -> list[Argument]:
    return [it for it in _places(given) if walk.source[it.start] == "["]


def _calls(walk: Walk, it: Argument) -> bool:
    """Whether an argument is a call of a function."""
    name = NAME.match(walk.source, it.start, it.end)
    return name is not None and walk.source[name.end() : name.end() + 1] in {"(", "["}


def _expression(walk: Walk, it: Argument, depth: int) -> bool:
    """Write what an argument shows; whether that can be told."""
    first = walk.source[it.start]
    walk.page.at(it.start)
    if first == "[":
        walk.walk(it.start + 1, closed(walk.source, it.start, it.end) - 1, depth + 1)
    elif first == '"':
        walk.page.put(_plain(_of(walk, it).strip('"')))
    elif first == "$":
        walk.walk(it.start, it.end, depth + 1)
    elif value := _VALUE.fullmatch(walk.source, it.start, it.end):
        walk.page.put(value[0] if any(map(str.isdigit, value[0])) else "")
    elif _calls(walk, it):
        code(walk, it.start, it.end, depth + 1)
    else:
        return False
    return True


def _plain(said: str) -> str:
    """A short text without the signs of markup."""
    found = _FORMULA.fullmatch(said)
    return typst_math.text_of(found[1]) if found else _MARKUP.sub(r"\1", said)


def _shift(walk: Walk, name: str, given: list[Argument], depth: int) -> None:
    """Raised or lowered text."""
    places = _places(given)
    if not places:
        return
    it = places[-1]
    said = _of(walk, it)[1:-1]
    if "#" in said or "@" in said or walk.source[it.start] not in '["':
        _expression(walk, it, depth)
    elif name == "sub":
        walk.page.lower(_plain(said))
    else:
        end = it.end + walk.source.startswith(")", it.end)
        walk.page.lift(_plain(said), walk.source[end : end + AFTER])


def _include(walk: Walk, at: int, after: int, end: int) -> int:
    walk.end()
    found = _QUOTED.search(walk.source, after, min(end, after + 200))
    if found is None:
        return after
    walk.front.setdefault("input", []).append([found[1], walk.page.line(at)])
    return found.end()


def _figure(walk: Walk, given: list[Argument], depth: int) -> None:
    """The caption, and what is shown if that is a table; what stands beside that is its note."""
    start = len(walk.page.blocks)
    walk.end()
    holds = any(_TABLE.search(walk.source, it.start, it.end) for it in _places(given))
    for it in given:
        if it.name == "caption":
            with walk.one_line():
                _expression(walk, it, depth)
            walk.end(Kind.CAPTION)
        elif not it.name and holds:
            _region(walk, it, Kind.FOOTNOTE, depth)
    if holds and not walk.in_one_line:
        walk.page.enclose(start)


def _region(walk: Walk, it: Argument, kind: Kind, depth: int) -> None:
    """Write what an argument shows as blocks of a kind."""
    before, walk.page.region.kind = walk.page.region.kind, kind
    _expression(walk, it, depth)
    walk.end()
    walk.page.region.kind = before


def _table(walk: Walk, given: list[Argument], depth: int) -> None:
    """The rows of a table; one in a cell is the text of that cell."""
    computed: list[int] = []
    grid, before = Grid(), walk.in_one_line
    walk.end()
    for row in rows_of(walk.source, given, computed):
        cells = [(partial(_cell, walk, it, depth, computed), it.box) for it in row]
        if before:
            for write, _ in cells:
                walk.page.put(" ")
                write()
        elif row[0].is_foot and len(row) == 1 and row[0].box.columns > 1:  # a text below
            cells[0][0]()
            walk.end(Kind.FOOTNOTE)
        else:
            walk.page.at(row[0].start)
            walk.page.row(grid, cells)
    walk.end()
    for at in sorted({walk.page.line(it) for it in computed}):
        walk.faults.append(f"line {at}: cells of a table that are computed were not read")


def _cell(walk: Walk, cell: CellOf, depth: int, computed: list[int]) -> None:
    with walk.one_line():
        it = Argument("", cell.start, cell.end)
        if it.start < it.end and not _expression(walk, it, depth):
            computed.append(it.start)


def _statement(walk: Walk, at: int, end: int, depth: int) -> int:
    """Pass over a statement: to the end of its line, or of the brackets that it opens there.

    What a template is given as title, abstract and keywords is what the pages show.
    """
    template = _TEMPLATE.match(walk.source, at, end)
    if template is not None:
        close = closed(walk.source, template.end(), end)
        for it in arguments(walk.source, template.end() + 1, close - 1):
            _told(walk, it, walk.source.startswith("show", at), depth)
    while at < end and walk.source[at] != "\n":
        at = closed(walk.source, at, end) if walk.source[at] in "([{" else at + 1
    return at


def _told(walk: Walk, it: Argument, shown: bool, depth: int) -> None:
    if it.name == "title":
        said = _of(walk, it)
        walk.title = walk.title or " ".join(_plain(said.strip('"[]')).split())
    elif it.name == "abstract" and shown:
        walk.end()
        _region(walk, it, Kind.ABSTRACT, depth)
    elif it.name in _KEYWORDS and shown:
        words = _QUOTED.findall(_of(walk, it))
        walk.end()
        walk.page.at(it.start)
        walk.page.put(f"Keywords: {', '.join(words)}" if words else "")
        walk.end(Kind.LABEL)
