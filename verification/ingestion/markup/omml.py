"""Office MathML, the formulas of Word, as plain text in reading order (ECMA-376, part 1, 22.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.ingestion.markup import formula

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.ingestion.markup.lxml import Element

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_DEEPEST = 40
"""As in MathML."""
_SUM = "∫"
"""What an n-ary operator is that names no sign."""
_DELETED = frozenset(("del", "moveFrom"))


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _property(element: Element, name: str, default: str = "") -> str:
    found = element.find(f"{M}{_name(element)}Pr/{M}{name}")
    if found is None:
        return default
    value = found.get(f"{M}val")
    return default if value is None else value


def text_of(math: Element) -> str:
    """The plain text of a formula, of `oMath` or anything in it."""
    return _row(math, 0)


def _row(element: Element, depth: int) -> str:
    return formula.row(list(_signs(element, depth)))


def _signs(element: Element, depth: int) -> Iterator[str]:
    """The parts of a row: runs sign by sign, so that operators get their blanks."""
    for it in element:
        name = _name(it)
        if name == "r":
            yield from _run(it)
        elif name not in _DELETED and not name.endswith("Pr") and name:
            yield _one(it, depth + 1)


def _run(run: Element) -> Iterator[str]:
    said = "".join(it.text or "" for it in run.iter(f"{M}t"))
    word = ""
    for sign in said:
        if sign.isalnum() or (sign == "." and word[-1:].isdecimal()):
            word += sign
        else:
            yield word
            yield sign
            word = ""
    yield word


def _part(element: Element, name: str, depth: int) -> str:
    found = element.find(M + name)
    return _row(found, depth) if found is not None else ""


def _one(element: Element, depth: int) -> str:
    name = _name(element)
    if depth > _DEEPEST:
        return " ".join("".join(it.text or "" for it in element.iter(f"{M}t")).split())

    def part(which: str) -> str:
        return _part(element, which, depth)

    match name:
        case "f" if _property(element, "type") == "noBar":
            return f"({part('num')} choose {part('den')})"
        case "f":
            return formula.fraction(part("num"), part("den"))
        case "rad":
            return formula.root(part("e"), part("deg"))
        case "sSup" | "sSub" | "sSubSup":
            return formula.script(part("e"), part("sub"), part("sup"))
        case "sPre":
            return part("sup") + part("sub") + part("e")
        case "nary":
            sign = _property(element, "chr", _SUM)
            return f"{formula.script(sign, part('sub'), part('sup'))} {part('e')}"
        case "limLow" | "limUpp":
            low = name == "limLow"
            return formula.script(part("e"), part("lim") * low, part("lim") * (not low))
        case "acc":
            return formula.over(part("e"), _property(element, "chr", "\u0302"))
        case "bar":
            return formula.over(part("e"), "\u0304")
        case "func":
            return formula.row([part("fName"), " ", part("e")])
        case "d":
            begin, end = _property(element, "begChr", "("), _property(element, "endChr", ")")
            between = _property(element, "sepChr", "|")
            inside = [_row(it, depth) for it in element.iterfind(f"{M}e")]
            return begin + between.join(inside) + end
        case "m":
            rows = element.iterfind(f"{M}mr")
            return formula.matrix(
                [[_row(it, depth) for it in row.iterfind(f"{M}e")] for row in rows]
            )
        case "eqArr":
            return "; ".join(_row(it, depth) for it in element.iterfind(f"{M}e"))
    return _row(element, depth)
