r"""Formulas in TeX as plain text in reading order, as MathML's are: "\frac{x_i^2}{2}" is "xi^2/2".

pylatexenc finds commands and their arguments and names their signs; what stands where, the parts of
`formula` tell. A command that nobody knows is its name; what cannot be taken apart is as written.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.markup import formula
from vera.verification.ingestion.markup import tex_commands as known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_LONGEST = 20_000
"""Characters of a formula; a longer one is as written. The longest at hand have some 2,000."""
_DEEPEST = 40
"""Groups in groups, as elements of MathML."""
_BODY = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.DOTALL)
"""Publishers give each formula a file of its own in JATS."""
_DELIMITERS = (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$"))
_SET_APART = frozenset(("\\[", "$$"))
_ATOM = re.compile(r"\d+(?:[.,]\d+)*|\.\d+|'+|\S")
_MARKED = re.compile(r"\\[A-Za-z({|]|[\^_]")
_NEXT_ROW, _NEXT_CELL = "\n", "\t"


def is_tex(text: str) -> bool:
    r"""Whether a text is marked as TeX: by what it stands between, a command or a script.

    >>> is_tex(r"\(x\)"), is_tex("x^2"), is_tex("f(x)")
    (True, True, False)
    """
    text = text.strip()
    return _bare(text)[0] != "" or _MARKED.search(text) is not None


def is_displayed(text: str) -> bool:
    r"""Whether a formula says by what it stands between that it is set apart.

    >>> is_displayed(r"\[x\]"), is_displayed(r"\(x\)")
    (True, False)
    """
    return _bare(text.strip())[0] in _SET_APART


def text_of(source: str) -> str:
    r"""The plain text of a formula.

    >>> text_of(r"\(R^{2} = \sqrt{x_i} \leq 10^{-3}\)"), text_of(r"\frac{a+1}{\bar b}")
    ('R^2 = sqrt(xi) ≤ 10^-3', '(a + 1)/(b̄)')
    """
    body = _BODY.search(source)
    inside = _bare((body[1] if body else source).strip())[1]
    if len(inside) > _LONGEST or inside.count("{") > _LONGEST // 10:
        return " ".join(inside.split())
    walker, plain = _library()
    try:
        nodes = walker(inside).get_latex_nodes(stop_upon_closing_brace=None)[0]
    except RecursionError:
        nodes = []
    return text_of_nodes(nodes, plain) or " ".join(inside.split())


def text_of_nodes(nodes: Sequence[Any], plain: Callable[[Any], str]) -> str:
    """The plain text of the nodes of a formula, of which `plain` gives single ones as text.

    Nothing for one that is too long or too deep.
    """
    if nodes and nodes[-1].pos + nodes[-1].len - nodes[0].pos > _LONGEST:
        return ""
    try:
        return _Formula(plain).rows(nodes, 0).replace("^(∘)", "°")
    except RecursionError:
        return ""


def load() -> None:
    """Load what `text_of` needs, which only a use of it tells."""
    text_of(r"\(\alpha \bar{x} \text{of é} \begin{matrix}a\end{matrix}\)")


def _bare(text: str) -> tuple[str, str]:
    """By what a formula is opened, and what is inside; nothing where by nothing."""
    for opened, closed in _DELIMITERS:
        long = len(text) >= len(opened) + len(closed)
        if long and text.startswith(opened) and text.endswith(closed):
            return opened, text[len(opened) : len(text) - len(closed)].strip()
    return "", text


@lru_cache(maxsize=1)
def _library() -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    """What finds the commands of a formula with their arguments, and what names a sign."""
    from pylatexenc import latex2text

    from vera.verification.ingestion.markup import pylatexenc

    context = pylatexenc.context(known.SPECS)
    to_text = latex2text.LatexNodes2Text(math_mode="text", keep_comments=False)
    return partial(pylatexenc.RunWalker, context=context), partial(pylatexenc.plain, to_text)


class _Formula:
    """Takes the nodes of a formula apart."""

    def __init__(self, plain: Callable[[Any], str]) -> None:
        self._shown = plain

    def rows(self, nodes: Iterable[Any], depth: int) -> str:
        """Nodes with rows and cells as a text: rows are parted by semicolons."""
        nodes = list(nodes)
        for at, node in enumerate(nodes):
            if (name := getattr(node, "macroname", "")) in known.INFIX:
                above, below = self.rows(nodes[:at], depth), self.rows(nodes[at + 1 :], depth + 1)
                apart = f"({above} {name} {below})"
                return formula.fraction(above, below) if name == "over" else apart
        said = (_joined(row) for row in self.table(nodes, depth))
        return "; ".join(filter(None, said))

    def table(self, nodes: Iterable[Any], depth: int) -> list[list[str]]:
        """The parts of nodes by their rows, cells parted by a tab."""
        found: list[list[str]] = [[]]
        for part in _scripted(list(self._atoms(nodes, depth))):
            if part == _NEXT_ROW:
                found.append([])
            else:
                found[-1].append(part)
        return found

    def _atoms(self, nodes: Iterable[Any], depth: int) -> Iterator[str]:
        """What stands for each sign, group and command."""
        bracket = False
        for node in nodes:
            kind = type(node).__name__
            if kind == "LatexCharsNode":
                atoms = [it[0] for it in _ATOM.finditer(node.chars)]
                yield from atoms[bracket and atoms[:1] == ["."] :]  # "\left." is no bracket
            elif kind == "LatexMacroNode":
                yield from self._macro(node, depth)
            elif kind == "LatexGroupNode":
                yield f" {self._inside(node, depth)} "
            elif kind == "LatexEnvironmentNode":
                yield from self._environment(node, depth)
            elif kind == "LatexMathNode":
                yield from self._atoms(node.nodelist, depth)
            elif kind == "LatexSpecialsNode":
                said = node.specials_chars
                yield {"&": _NEXT_CELL, "~": " "}.get(said, said)
            bracket = kind == "LatexMacroNode" and node.macroname in known.BRACKETED

    def _inside(self, node: Any, depth: int) -> str:
        """A group or an argument as one text."""
        if node is None:
            return ""
        if depth > _DEEPEST:
            return self._plain(node)
        nodes = getattr(node, "nodelist", None)
        return self.rows([node] if nodes is None else nodes, depth + 1)

    def _macro(self, node: Any, depth: int) -> Iterator[str]:
        name = node.macroname
        given = list((node.nodeargd.argnlist if node.nodeargd else None) or ())
        said = [self._inside(it, depth) for it in given] if name in known.SPECS else []
        if len(said) != len(known.SPECS.get(name, "")):  # the formula breaks off
            yield from (name, *said)
        elif name in known.FRACTIONS:
            yield formula.fraction(*said)
        elif name in known.BINOMIALS:
            yield f"({said[0]} choose {said[1]})"
        elif name == "sqrt":
            yield formula.root(said[1], said[0])
        elif name in known.OVER:
            yield formula.over(said[0], known.OVER[name])
        elif name in known.STACKED:
            yield formula.script(said[1], "", said[0])
        elif name == "underset":
            yield formula.script(said[1], said[0])
        elif name in known.TEXTS:
            yield f" {self._plain(given[-1])} "
        elif name in known.LETTERS or name == "textcolor":
            yield f" {said[-1]} "
        elif name in {"\\", "cr", "tabularnewline"}:
            yield _NEXT_ROW
        elif name in known.BLANKS:
            yield " "
        elif name not in known.SILENT:
            yield self._plain(node) or name

    def _plain(self, node: Any) -> str:
        return " ".join(self._shown(node).split())

    def _environment(self, node: Any, depth: int) -> Iterator[str]:
        name = node.environmentname.rstrip("*")
        if depth > _DEEPEST:
            yield self._plain(node)
        elif name in known.MATRICES:
            rows = [_cells(row) for row in self.table(node.nodelist or (), depth + 1)]
            signs = known.MATRICES[name]
            yield signs[:1] + formula.matrix([row for row in rows if any(row)]) + signs[1:]
        else:  # lines of an equation
            yield self.rows(node.nodelist or (), depth + 1)


def _cells(row: Iterable[str]) -> list[str]:
    cells: list[list[str]] = [[]]
    for part in row:
        if part == _NEXT_CELL:
            cells.append([])
        else:
            cells[-1].append(part)
    return [_joined(it) for it in cells]


def _joined(parts: Iterable[str]) -> str:
    return formula.row([it for it in parts if it != _NEXT_CELL])


def _scripted(atoms: list[str]) -> Iterator[str]:
    """Atoms with their indices and exponents put to them; primes are exponents."""
    at = 0
    while at < len(atoms):
        base, at = atoms[at], at + 1
        scripts = {"_": "", "^": ""}
        if base in scripts:  # before what it belongs to, as of isotopes
            base, at = "", at - 1
        while at < len(atoms):
            sign = atoms[at]
            if sign.strip("'") == "" and sign.startswith("'"):
                scripts["^"], at = scripts["^"] + sign, at + 1
            elif sign in scripts and at + 1 < len(atoms):
                scripts[sign], at = scripts[sign] + atoms[at + 1].strip(), at + 2
            elif sign in scripts:
                at += 1
            else:
                break
        if not any(scripts.values()):
            yield base
        elif base.strip():
            yield formula.script(base.strip(), scripts["_"], scripts["^"])
        else:
            yield scripts["^"] + scripts["_"]
