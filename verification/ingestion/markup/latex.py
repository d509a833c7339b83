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
from vera.verification.ingestion.markup.line_for_line import REFERRED, Page
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
_NOTES = frozenset(("footnote", "endnote", "sidenote", "sidefootnote", "marginnote"))
_SILENT = frozenset(("caption", "label", "author", "date", "maketitle", "tableofcontents"))
_REFERS = frozenset(("ref", "autoref", "eqref", "pageref", "cref", "Cref", "cpageref", "vref"))
_SILENT_CITES = frozenset(
    ("nocite", "citestyle", "citesetup", "DeclareCiteCommand", "defcitealias")
)
_BLANK = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_HEADS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_KEPT = frozenset(
    (
        *("textbf", "textit", "textsl", "textsc", "textsf", "texttt", "textrm", "textup", "textmd"),
        *("emph", "underline", "mbox", "enquote", "mkbibquote", "text", "uline", "hbox", "url"),
        *("textsuperscript", "textsubscript", "footnotesize", "item", "title", "textnormal"),
    )
)
"""Commands of which the arguments are text."""
_LAST = frozenset(("href", "textcolor", "colorbox", "multicolumn", "multirow", "hyperref"))
"""Commands of which only the last argument is."""
_UNITS = frozenset(("SI", "qty", "si", "unit", "num", "ang", "SIrange", "numrange"))
_SPECS = {
    **dict.fromkeys(("thanks", "cref", "Cref", "nameref", "nocite", "bibliographystyle"), "{"),
    **dict.fromkeys(("index", "color", "subfile", "graphicspath", "hypersetup", "pagestyle"), "{"),
    **dict.fromkeys(("addbibresource", "caption", "todo", "bibitem", "ang", "num", "si"), "[{"),
    **dict.fromkeys(("unit", "usetikzlibrary", "RequirePackage"), "[{"),
    **dict.fromkeys(("endnote", "sidenote", "sidefootnote", "marginnote", "footnotetext"), "[{"),
    "footnotemark": "[",
    **dict.fromkeys(("href", "setcounter", "import", "subimport", "fontsize", "hyperref"), "{{"),
    **dict.fromkeys(("definecolor", "multicolumn"), "{{{"),
    **dict.fromkeys(("SI", "qty", "textcolor"), "[{{"),
    "DeclareMathOperator": "*{{",
    "newtheorem": "*{[{[",
    "multirow": "{{{",
    "colorbox": "{{",
}
"""Arguments of commands that the parser does not know, in its own notation."""
_FILES = {"bibliography": "bibliography", "addbibresource": "bibliography"}
_TAKEN_IN = frozenset(("input", "include", "subfile"))
_DEFINES = frozenset(
    ("newcommand", "renewcommand", "providecommand", "def", "DeclareRobustCommand")
)
_SKIPPED = frozenset(
    (
        *("verbatim", "lstlisting", "minted", "comment", "tikzpicture", "algorithm", "algorithmic"),
        *("tabular", "tabularx", "longtable", "filecontents", "CCSXML", "titlepage"),
    )
)
_FLOATS = frozenset(("figure", "table", "wrapfigure", "wraptable", "SCfigure", "sidewaystable"))
_BEGIN = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)


@define
class _Reader:
    """Walks through the nodes of a file and writes what they show."""

    source: str
    page: Page
    nodes: Any
    plain: Callable[[Any], str]
    own: dict[str, str] = Factory(dict)
    files: dict[str, list[object]] = Factory(dict)
    faults: list[str] = Factory(list)
    notes: list[tuple[int, list[Any]]] = Factory(list)
    called: int = 0
    title: str = ""
    read_to: int = 0

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
        else:  # a formula in the line, or special signs
            self.page.put(_in_line(self.plain(node)))

    def _display(self, node: Any) -> None:
        """A formula that is set apart."""
        self.end()
        self.page.put(_in_line(self.plain(node)))
        self.page.end(form=Form.FORMULA)

    def _chars(self, chars: str) -> None:
        start = 0
        for found in _BLANK.finditer(chars):
            self.page.put(chars[start : found.start()])
            self.end()
            start = found.start()
        self.page.put(chars[start:])

    def end(self, kind: Kind = Kind.BODY) -> None:
        """End the paragraph; its footnotes follow, each a block of its own."""
        self.page.end(kind)
        read_to = self.read_to
        while self.notes:  # a note may have notes
            number, note = self.notes.pop(0)
            self.read_to = 0  # it stands before what was read last
            self.page.note(partial(self.walk, note), number)
        self.read_to = read_to

    def _environment(self, node: Any, depth: int) -> None:
        name = node.environmentname.rstrip("*")
        if name == "math" or node.nodelist is None:
            return
        if _is_formula(node):
            self._display(node)
        elif name in _FLOATS:
            self.end()
            for caption in _macros(node, "caption", self.nodes):
                self.walk(_arguments(caption)[-1:], depth)
                self.end(Kind.CAPTION)
        elif name not in _SKIPPED:
            self.end()
            kind = {"abstract": Kind.ABSTRACT, "thebibliography": Kind.REFERENCES}.get(name)
            before, self.page.region.kind = self.page.region.kind, kind or self.page.region.kind
            self.walk(node.nodelist, depth)
            self.end()
            self.page.region.kind = before

    def _macro(self, node: Any, depth: int) -> None:
        name, given = node.macroname.rstrip("*"), _arguments(node)
        if "cite" in name.lower():
            self._cite(node, name)
        elif name in _HEADS:
            self._head(given, _HEADS.index(name) + 1, depth)
        elif name in _NOTES and given:
            self.notes.append((self.page.call(), given[-1:]))
        elif name == "footnotemark":
            self.called = self.page.call()
            self.page.put(" " * bool(node.macro_post_space))  # often meant, though TeX skips it
        elif name == "footnotetext" and given:
            self.notes.append((self.called, given[-1:]))
        elif name == "title" and given:
            self.title = self.title or " ".join(self.plain(given[-1]).split())
        elif name == "bibitem" and given:
            self.end()
            self.page.put(f"[{_in_line(self.plain(given[-1]))}] ")
        elif name in _TAKEN_IN or name in _FILES:
            self._file(node, name, given)
        elif name in _DEFINES:
            self._define(node, given)
        elif name in {"par", "item", "newpage", "clearpage", "appendix"}:
            self.end()
        elif name in _UNITS:
            self.page.put(" ".join(self._unit(it) for it in given))
        elif name in _KEPT:
            self.walk(given, depth)
        elif name in _LAST:
            self.walk(given[-1:], depth)
        elif name in self.own:
            self.page.put(self.own[name])
        else:
            self._other(node, name)

    def _other(self, node: Any, name: str) -> None:
        if name in _REFERS:
            self.page.put(REFERRED)
        elif name not in _SPECS and name not in _SILENT:
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
        if name not in _SILENT_CITES:
            self.page.put(found[0])

    def _head(self, given: list[Any], level: int, depth: int) -> None:
        self.end()
        self.walk(given[-1:], depth)
        self.page.end_heading(level)

    def _file(self, node: Any, name: str, given: list[Any]) -> None:
        names = self.plain(given[-1]).split(",") if given else []
        line = bisect_left(self.page.ends, node.pos) + 1
        for file in filter(None, map(str.strip, names)):
            if name in _TAKEN_IN:
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


def _is_formula(node: Any) -> bool:
    return node.environmentname.rstrip("*") in {
        *("equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign"),
        *("alignat", "subequations", "dmath"),
    }


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
    from pylatexenc import latex2text, latexwalker, macrospec

    from vera.verification.ingestion.markup.pylatexenc import RunWalker, plain

    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = decoded.unwrap().text
    known = latexwalker.get_default_latex_context_db()
    specs = [macrospec.MacroSpec(name, given) for name, given in _SPECS.items()]
    listed = [macrospec.EnvironmentSpec("thebibliography", "{")]
    known.add_context_category("vera", macros=specs, environments=listed, prepend=True)
    to_text = latex2text.LatexNodes2Text(math_mode="text", keep_comments=False)
    shown = partial(plain, to_text)
    page = Page.of(source)
    reader = _Reader(source, page, latexwalker, shown)
    try:
        begin = _BEGIN.search(source)
        if begin is not None:
            walker = RunWalker(source[: begin.start()], known)
            reader.walk(walker.get_latex_nodes()[0])
            reader.page = Page(page.ends)  # what a preamble would show is none
            reader.notes, reader.read_to = [], 0
        walker = RunWalker(source, known)
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
    read(File("", rb"\section{A} \emph{b} \'e $c$ \cite{d}", ""))
