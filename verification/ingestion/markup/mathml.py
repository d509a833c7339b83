"""MathML as plain text in reading order: presentation markup, and content markup as far as it is.

MathML 3, chapters 3 to 5. Where a formula has no markup, what it says of itself stands for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.ingestion.markup import formula
from vera.verification.ingestion.markup.lxml import Element, entity

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 40
"""Elements in elements beyond which only the signs are read; formulas of papers have some 20."""
_MOST_SCRIPTS = 20
"""Scripts of one base beyond which only the signs are read."""
_SILENT = frozenset(
    ("annotation", "annotation-xml", "mphantom", "none", "mprescripts", "malignmark")
)
_LEAVES = frozenset(("mi", "mn", "mo", "mtext", "ms", "ci", "cn"))
_TEX = frozenset(("application/x-tex", "TeX", "LaTeX"))
_BINOMIAL = frozenset(("0", "0pt", "0px", "0em", "0.0pt"))


def name_of(element: Element) -> str:
    """The name of an element without what stands for its namespace."""
    tag = element.tag
    return tag.rpartition("}")[2].rpartition(":")[2] if isinstance(tag, str) else ""


def text_of(math: Element) -> str:
    """The plain text of a formula; where it has no markup, that of its annotation in TeX."""
    return _one(math, 0) or _said_of_itself(math)


def _said_of_itself(math: Element) -> str:
    from vera.verification.ingestion.markup import tex

    notes = (it for it in math.iterdescendants() if name_of(it) == "annotation")
    said = ("".join(it.itertext()) for it in notes if it.get("encoding") in _TEX)
    other = " ".join((math.get("alttext") or "").split())
    written = next(filter(str.strip, said), other if tex.is_tex(other) else "")
    return tex.text_of(written) if written else other


def _children(element: Element) -> Iterator[Element]:
    return (it for it in element if name_of(it) and name_of(it) not in _SILENT)


def _letters(element: Element) -> str:
    said = [element.text or ""]
    for it in element.iterdescendants():
        said.append((it.text or "") if name_of(it) else entity(it))
        said.append(it.tail or "")
    return " ".join("".join(said).split())


def _row(element: Element, depth: int) -> str:
    return formula.row([_one(it, depth) or _blank(it) for it in _children(element)])


def _blank(element: Element) -> str:
    return " " if name_of(element) == "mspace" else ""


def _one(element: Element, depth: int) -> str:
    """The text of an element; this calls itself once for each that it stands in, or twice."""
    name = name_of(element)
    if name in _SILENT:
        return ""
    if name in _LEAVES or depth > _DEEPEST:
        return _letters(element)
    parts = list(_children(element))
    if name == "semantics":
        return _one(parts[0], depth + 1) if parts else ""
    if name == "mtable":
        return formula.matrix([[_row(cell, depth + 2) for cell in _children(it)] for it in parts])
    if name == "mfenced":
        return _fenced(element, [_one(it, depth + 1) for it in parts])
    if name == "mmultiscripts":
        return _scripts(element, depth + 1)
    if name in _SCHEMATA and len(parts) == _SCHEMATA[name]:
        return _schema(name, element, [_one(it, depth + 1) for it in parts])
    inside = _row(element, depth + 1)
    if name == "msqrt":
        return formula.root(inside)
    return inside if parts else _letters(element)


_SCHEMATA = {
    "mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2,
    "msubsup": 3, "munderover": 3,
}  # fmt: skip
"""How many parts each has that means something by their order."""


def _schema(name: str, element: Element, parts: list[str]) -> str:
    first, *others = parts
    match name:
        case "mfrac" if (element.get("linethickness") or "") in _BINOMIAL:
            return f"({first} choose {others[0]})"
        case "mfrac":
            return formula.fraction(first, others[0])
        case "mroot":
            return formula.root(first, others[0])
        case "msup":
            return formula.script(first, "", others[0])
        case "msub" | "munder" if others[0] not in formula.ACCENTS:
            return formula.script(first, others[0])
        case "munder":
            return first
        case "mover":
            return formula.over(first, others[0])
    return formula.script(first, *others)


def _fenced(element: Element, parts: list[str]) -> str:
    signs = (element.get("separators") or ",").replace(" ", "") or ","
    between = [signs[min(at, len(signs) - 1)] for at in range(len(parts) - 1)]
    said = [it for pair in zip(parts, [*between, ""], strict=True) for it in pair]
    opened, closed = element.get("open"), element.get("close")
    begin, end = "(" if opened is None else opened, ")" if closed is None else closed
    return begin + formula.row(said) + end


def _scripts(element: Element, depth: int) -> str:
    """A base with scripts behind it and before it: of isotopes, these are as they are."""
    if len(element) > _MOST_SCRIPTS:
        return _letters(element)
    behind: list[str] = []
    before: list[str] | None = None
    for it in element:
        if name_of(it) == "mprescripts":
            before = []
        elif name_of(it):
            (behind if before is None else before).append(
                "" if name_of(it) == "none" else _one(it, depth)
            )
    base, *scripts = behind or [""]
    said = base
    for at in range(0, len(scripts), 2):
        said = formula.script(said, *scripts[at : at + 2])
    lead = [
        it for at in range(0, len(before or ()), 2) for it in reversed((before or [])[at : at + 2])
    ]
    return "".join(lead) + said
