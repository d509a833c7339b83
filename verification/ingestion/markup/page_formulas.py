"""Formulas of a web page: MathML, TeX that a script would set, and what sets them apart.

TeX stands in `<script type="math/tex">` (MathJax 2, which keeps it beside what it shows), or in an
element of the class "math" or "arithmatex" (Pandoc, Sphinx, MkDocs) until a script has set it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Form
from vera.verification.ingestion.markup.formulas import is_displayed
from vera.verification.ingestion.markup.rules import Act, ElementRule

if TYPE_CHECKING:
    from vera.verification.ingestion.markup.lxml import Element

_EQUATION = re.compile(
    r"ltx_(?:equation|eqn_table|equationgroup)|(?:[\w-]*[-_])?(?:equation|disp(?:lay)?[-_]?formula)s?",
    re.IGNORECASE,
)
"""What a word of a class says of a formula that is set apart with its number."""
_MATHML = ("math", "mml:math")
_OF_TEX = frozenset(("math", "arithmatex"))
_SCRIPT = "math/tex"
_SHOWS = re.compile(r"MathJax(?:_\w+)?|MJX\w*")
"""Classes of what MathJax 2 puts before its script; three elements at most."""
_MOST_SHOWN = 3


def is_equation(element: Element) -> bool:
    """Whether an element is a formula that is set apart, with its number."""
    named = any(map(_EQUATION.fullmatch, _words(element)))
    return named and next(element.iter(*_MATHML), None) is not None


def in_equation(element: Element) -> bool:
    """Whether an element is a part of such a formula."""
    return any(map(is_equation, element.iterancestors("table", "div", "p", "figure", "span")))


def formula_rule(element: Element) -> ElementRule | None:
    """What an element is that is a formula, or what MathJax made of one; None for any other."""
    tag = element.tag
    if tag in _MATHML:
        return _formula(element, is_displayed(element))
    if tag == "script":
        kind = (element.get("type") or "").lower()
        return _formula(element, "mode=display" in kind) if kind.startswith(_SCRIPT) else None
    if tag not in {"span", "div"}:
        return None
    words = _words(element)
    if any(map(_SHOWS.fullmatch, words)) and _is_before_script(element):
        return ElementRule(Act.SKIP)
    if not _OF_TEX.intersection(words) or len(element):
        return None
    from vera.verification.ingestion.markup import tex

    said = element.text or ""
    apart = tag == "div" or "display" in words or tex.is_displayed(said)
    return _formula(element, apart) if tex.is_tex(said) else None


def _formula(element: Element, is_apart: bool) -> ElementRule:
    apart = is_apart and not in_equation(element)
    return ElementRule(Act.FORMULA, form=Form.FORMULA if apart else None)


def _words(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def _is_before_script(element: Element) -> bool:
    beside = element.itersiblings()
    found = (it for _, it in zip(range(_MOST_SHOWN), beside, strict=False))
    return any(
        it.tag == "script" and (it.get("type") or "").lower().startswith(_SCRIPT) for it in found
    )
