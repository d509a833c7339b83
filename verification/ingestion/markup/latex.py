r"""LaTeX: what a reader of the typeset pages sees, line for line where it stands in the source.

Line n of the text is made from line n of the file, so that a place in one is a place in the other;
a footnote stands behind its paragraph. Commands of citation stay as they are written, with their
keys; other markup, comments and the preamble go. A formula is its plain text. Nothing is typeset:
of one's own commands only those without arguments are replaced by what they stand for, and files
that are taken in by \input are named in the front matter, with their lines, and not read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from vera.core.document import Document, File, Form, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup import tex
from vera.verification.ingestion.markup.grid import Box, Grid
from vera.verification.ingestion.markup.latex_commands import (
    CAPTIONS,
    DEFINES,
    FILES,
    FLOATS,
    FORMULAS,
    HEADS,
    HOLDS,
    KEPT,
    LAST,
    MARKS,
    NOTED,
    NOTES,
    RAISED,
    REFERS,
    SETS,
    SILENT,
    SILENT_CITES,
    SKIPPED,
    SPECS,
    TABLE_NOTES,
    TABLES,
    TAKEN_IN,
    UNITS,
)
from vera.verification.ingestion.markup.latex_tables import Beside, parts_of
from vera.verification.ingestion.markup.line_for_line import REFERRED, Page
from vera.verification.ingestion.raised import is_label
from vera.verification.ingestion.text import read as read_text

if TYPE_CHECKING:
    from collections.abc import Iterable

MEDIA_TYPE = "text/x-tex"
_DEEPEST = 200
"""Groups inside groups beyond which a file is none that anybody wrote."""
_CITES = re.compile(
    r"\\[A-Za-z]{0,12}cite[A-Za-z]{0,12}\*?(?:\s*\([^()]{0,200}\)){0,2}"
    r"(?:(?:\s*\[[^\[\]]{0,200}\]){0,2}\s*\{[^{}]{0,2000}\}){1,30}"
)
_LACKING = "%s"
"""What stands in a text of the converter for an argument that is not there."""
_BLANK = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_RAISED = re.compile(
    r"(?P<base>|.*[\d.%)]\s*)(?P<sign>[\^_])\s*"
    r"(?P<script>\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[^\s\\{}])\s*",
    re.DOTALL,
)
"""A formula that is a script of what stands before it, or a number with one."""
_LONGEST_SCRIPTED = 200
"""Characters of such a formula; a number with its script has some twenty. By hand."""
_AFTER = 20
"""Characters behind raised text that tell what it is."""
_BEGIN = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)


@define
class _Reader:
    """Walks through the nodes of a file and writes what they show."""

    source: str
    page: Page
    nodes: Any
    plain: Callable[[Any], str]
    own: dict[str, str]
    files: dict[str, list[object]] = Factory(dict)
    faults: list[str] = Factory(list)
    notes: list[tuple[int, list[Any]]] = Factory(list)
    called: int = 0
    title: str = ""
    read_to: int = 0
    in_cell: bool = False

    def walk(self, nodes: Iterable[Any], depth: int = 0) -> None:
        """Write what the nodes show, in order."""
        if depth > _DEEPEST:
            raise RecursionError
        for node in nodes:
            if node is not None and node.pos + node.len > self.read_to:
                self._one(node, depth + 1)

    def _one(self, node: Any, depth: int) -> None:
        kinds = self.nodes
        if node.isNodeType(kinds.LatexCommentNode):
            return
        self.page.at(max(node.pos, self.read_to))
        if node.isNodeType(kinds.LatexCharsNode):
            self._chars(node.chars[max(0, self.read_to - node.pos) :])
        elif node.isNodeType(kinds.LatexGroupNode):
            self.walk(node.nodelist, depth)
        elif node.isNodeType(kinds.LatexEnvironmentNode):
            self._environment(node, depth)
        elif node.isNodeType(kinds.LatexMacroNode):
            self._macro(node, depth)
        elif getattr(node, "displaytype", "") == "display":
            self._display(node)
        elif node.isNodeType(kinds.LatexMathNode):
            self._formula(node)
        else:  # special signs
            self.page.put(_in_line(self.plain(node)))

    def _formula(self, node: Any) -> None:
        """A formula in the line; what is raised behind a number may be a mark."""
        opened, closed = node.delimiters
        said = str(node.latex_verbatim())
        inside = said[len(opened) : len(said) - len(closed)].strip()
        script = _RAISED.fullmatch(inside) if len(inside) <= _LONGEST_SCRIPTED else None
        if script is None:
            self.page.put(self._shown(node))
            return
        text = tex.text_of(script["script"].removeprefix("{").removesuffix("}"))
        if script["base"]:
            self.page.put(tex.text_of(script["base"]))
        if script["sign"] == "_":
            self.page.lower(text)
        else:
            end = node.pos + node.len
            self.page.lift(text, self.source[end : end + _AFTER])

    def _shown(self, node: Any) -> str:
        return tex.text_of_nodes(node.nodelist, self.plain) or _in_line(self.plain(node))

    def _display(self, node: Any) -> None:
        """A formula that is set apart."""
        self.end()
        self.page.put(self._shown(node))
        if self.in_cell:
            self.page.put(" ")
        else:
            self.page.end(form=Form.FORMULA)

    def _chars(self, chars: str) -> None:
        start = 0
        for found in _BLANK.finditer(chars):
            self.page.put(chars[start : found.start()])
            self.end()
            start = found.start()
        self.page.put(chars[start:])

    def end(self, kind: Kind = Kind.BODY) -> None:
        """End the paragraph; its footnotes follow, each a block of its own. A cell has none."""
        if self.in_cell:
            self.page.put(" ")
            return
        self.page.end(kind)
        read_to = self.read_to
        while self.notes:  # a note may have notes
            number, note = self.notes.pop(0)
            self.read_to = 0  # it stands before what was read last
            self.page.note(partial(self.walk, note), number)
        self.read_to = read_to

    def _environment(self, node: Any, depth: int) -> None:
        name = node.environmentname.rstrip("*")
        if name == "math" or node.nodelist is None or name in SKIPPED:
            return
        start = len(self.page.blocks)
        if name in FORMULAS:
            self._display(node)
        elif node.environmentname in TABLES:
            self._table(node, depth)
        elif name in FLOATS and "table" not in name and not _has_table(node, self.nodes):
            self.end()
            for caption in _macros(node, "caption", self.nodes):
                self._caption(_arguments(caption), depth)
        else:
            self.end()
            kind = {"abstract": Kind.ABSTRACT, "thebibliography": Kind.REFERENCES}.get(name)
            kind = Kind.FOOTNOTE if name in FLOATS or name in NOTED else kind
            before, self.page.region.kind = self.page.region.kind, kind or self.page.region.kind
            self.walk(node.nodelist, depth)
            self.end()
            self.page.region.kind = before
        if not self.in_cell and (name in FLOATS or name in HOLDS or name in TABLES):
            self.page.enclose(start)

    def _table(self, node: Any, depth: int) -> None:
        """The rows of a table; one in a cell is the text of that cell."""
        if self.in_cell:
            for part in parts_of(node.nodelist):
                for cell in [part] if isinstance(part, Beside) else part.cells:
                    self.page.put(" ")
                    self.walk(cell.nodes, depth)
            return
        self.end()
        grid = Grid()
        for part in parts_of(node.nodelist):
            if isinstance(part, Beside):
                self.walk(part.nodes, depth)
                self.end(Kind.FOOTNOTE if part.is_note else Kind.BODY)
                continue
            self.page.at(part.place)
            cells = [
                (
                    partial(self._cell, it.nodes, depth),
                    Box(
                        rows=it.rows,
                        columns=it.columns,
                        is_head=part.is_head or it.is_head,
                        column=it.column,
                    ),
                )
                for it in part.cells
            ]
            self.page.row(grid, cells)
        self.end()

    def _cell(self, nodes: list[Any], depth: int) -> None:
        self.in_cell = True
        self.walk(nodes, depth)
        self.in_cell = False

    def _caption(self, given: list[Any], depth: int) -> None:
        self.end()
        self.walk(given[-1:], depth)
        self.end(Kind.CAPTION)

    def _macro(self, node: Any, depth: int) -> None:
        name, given = node.macroname.rstrip("*"), _arguments(node)
        if "cite" in name.lower():
            self._cite(node, name)
        elif name in HEADS:
            self._head(given, HEADS.index(name) + 1, depth)
        elif name in NOTES and given:
            self.notes.append((self.page.call(), given[-1:]))
        elif name == "footnotemark":
            self.called = self.page.call()
            self.page.put(" " * bool(node.macro_post_space))  # often meant, though TeX skips it
        elif name == "footnotetext" and given:
            self.notes.append((self.called, given[-1:]))
        elif name == "title" and given:
            self.title = self.title or " ".join(self.plain(given[-1]).split())
        elif name in CAPTIONS:
            self._caption(given, depth)
        elif name in RAISED and given:
            self._script(node, name, given)
        elif name in MARKS and given:
            self.page.mark(_in_line(self.plain(given[-1])))
        elif name in TABLE_NOTES and given:
            self._note_of_table(name, given, depth)
        elif name == "bibitem" and given:
            self.end()
            self.page.put(f"[{_in_line(self.plain(given[-1]))}] ")
        elif name in TAKEN_IN or name in FILES:
            self._file(node, name, given)
        elif name in DEFINES:
            self._define(node, given)
        elif name in {"par", "item", "newpage", "clearpage", "appendix"}:
            self.end()
            if name == "item":
                self._label(node, depth)
        elif name in UNITS:
            self.page.put(" ".join(self._unit(it) for it in given))
        elif name in KEPT:
            self.walk(given, depth)
        elif name in LAST:
            self.walk(given[-1:], depth)
        elif name in self.own:
            self.page.put(self.own[name])
        else:
            self._other(node, name)

    def _script(self, node: Any, name: str, given: list[Any]) -> None:
        """What is raised or lowered by a command."""
        said = _in_line(self.plain(given[-1])).lstrip("^_")
        end = node.pos + node.len
        if name == "textsubscript":
            self.page.lower(said)
        else:
            self.page.lift(said, self.source[end : end + _AFTER])

    def _note_of_table(self, name: str, given: list[Any], depth: int) -> None:
        """A note that a command writes: it is called where it stands, or has its mark."""
        if name == "tablefootnote":
            self.notes.append((self.page.call(), given[-1:]))
            return
        self.end()
        if len(given) > 1:
            self.page.mark(_in_line(self.plain(given[0])))
        self.walk(given[-1:], depth)
        self.end(Kind.FOOTNOTE)

    def _label(self, node: Any, depth: int) -> None:
        """What stands before an item in the place of its number: in notes of a table, a mark."""
        label = next((it for it in node.nodeargd.argnlist or () if it is not None), None)
        if label is None:
            return
        said = _in_line(self.plain(label)).strip("[]^() ")
        if self.page.region.kind is Kind.FOOTNOTE and is_label(said):
            self.page.mark(said)
        else:
            self.walk(label.nodelist, depth)
            self.page.put(" ")

    def _other(self, node: Any, name: str) -> None:
        if name in REFERS:
            self.page.put(REFERRED)
        elif name not in SPECS and name not in SILENT and name not in SETS:
            said = _in_line(self.plain(node))
            if _LACKING in said:
                line = self.page.line(node.pos)
                self.faults.append(f"line {line}: \\{name} lacks what it is to show")
            self.page.put(said.replace(_LACKING, ""))

    def _cite(self, node: Any, name: str) -> None:
        found = _CITES.match(self.source, node.pos)
        if found is None:
            return
        self.read_to = found.end()
        if name not in SILENT_CITES:
            self.page.put(found[0])

    def _head(self, given: list[Any], level: int, depth: int) -> None:
        self.end()
        self.walk(given[-1:], depth)
        if not self.in_cell:
            self.page.end_heading(level)

    def _file(self, node: Any, name: str, given: list[Any]) -> None:
        names = self.plain(given[-1]).split(",") if given else []
        line = bisect_left(self.page.ends, node.pos) + 1
        for file in filter(None, map(str.strip, names)):
            if name in TAKEN_IN:
                self.end()
                self.files.setdefault("input", []).append([file, line])
            else:
                self.files.setdefault("bibliography", []).append(file)

    def _define(self, node: Any, given: list[Any]) -> None:
        said = self.source[node.pos : node.pos + node.len]
        found = re.fullmatch(r"\\\w+\*?\s*\{?\s*\\(\w+)\s*\}?\s*\{(.*)\}", said, re.DOTALL)
        if found and given and "#" not in found[2]:
            self.own[found[1]] = _in_line(self.plain(given[-1]))

    def _unit(self, node: Any) -> str:
        inside = getattr(node, "nodelist", None) or [node]
        kinds = self.nodes
        said = (
            {"percent": "%", "per": "/"}.get(it.macroname, it.macroname)
            if it.isNodeType(kinds.LatexMacroNode)
            else self.plain(it)
            for it in inside
        )
        return _in_line("".join(said))


def _in_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("^∘", "°")


def _arguments(node: Any) -> list[Any]:
    given = node.nodeargd.argnlist if node.nodeargd and node.nodeargd.argnlist else ()
    return [it for it in given if it is not None and getattr(it, "delimiters", "") != ("[", "]")]


def _has_table(node: Any, kinds: Any) -> bool:
    """Whether a table stands in an environment, in what it holds or in an argument of a command."""
    inside = [*(node.nodelist or ())]
    while inside:
        it = inside.pop()
        if it is None or it.isNodeType(kinds.LatexCharsNode):
            continue
        if it.isNodeType(kinds.LatexEnvironmentNode) and it.environmentname in TABLES:
            return True
        inside += getattr(it, "nodelist", None) or ()
        given = getattr(it, "nodeargd", None)
        inside += (given.argnlist if given else None) or ()
    return False


def _macros(node: Any, name: str, kinds: Any) -> list[Any]:
    """All commands of that name inside a node."""
    found = []
    for it in node.nodelist or ():
        if it.isNodeType(kinds.LatexMacroNode) and it.macroname.rstrip("*") == name:
            found.append(it)
        elif it.isNodeType(kinds.LatexEnvironmentNode) or it.isNodeType(kinds.LatexGroupNode):
            found += _macros(it, name, kinds)
    return found


def read(file: File) -> Result[Document]:
    """The text of the file; DAMAGED where its groups are too deep, EMPTY where it shows nothing."""
    from pylatexenc import latex2text, latexwalker

    from vera.verification.ingestion.markup import pylatexenc

    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = decoded.unwrap().text
    known = pylatexenc.context(SPECS, {**TABLES, **FLOATS, **HOLDS, "thebibliography": "{"})
    to_text = latex2text.LatexNodes2Text(math_mode="text", keep_comments=False)
    own: dict[str, str] = {}

    def plain(node: Any) -> str:
        named = own.get(getattr(node, "macroname", ""))
        return named or pylatexenc.plain(to_text, node)

    page = Page.of(source)
    reader = _Reader(source, page, latexwalker, plain, own)
    try:
        begin = _BEGIN.search(source)
        if begin is not None:
            walker = pylatexenc.RunWalker(source[: begin.start()], known)
            reader.walk(walker.get_latex_nodes()[0])
            reader.page = Page(page.ends)  # what a preamble would show is none
            reader.notes, reader.read_to = [], 0
        walker = pylatexenc.RunWalker(source, known)
        start = begin.end() if begin else 0
        nodes = walker.get_latex_nodes(pos=start, stop_upon_closing_brace=None)[0]
        reader.walk(nodes)
        reader.end()
    except RecursionError:
        detail, hint = "its groups are too deep", "check that its braces are closed"
        return Failure(UnreadableDocument("read", file.name, ReadFault.DAMAGED, detail, hint))
    return reader.page.document(file, MEDIA_TYPE, reader.title, reader.files, reader.faults)


def load() -> None:
    """Load what `read` needs, which only a use of it tells."""
    read(
        File(
            "", rb"\section{A} \emph{b} \'e $c^2$ \cite{d} \begin{tabular}{l}a$^b$\end{tabular}", ""
        )
    )
