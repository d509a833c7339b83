"""Formulas of a web page: MathML, TeX that a script would set, and what sets them apart.

TeX stands in `<script type="math/tex">` (MathJax 2, which keeps it beside what it shows), or in an
element of the class "math" or "arithmatex" (Pandoc, Sphinx, MkDocs) until a script has set it; or
in the text itself, between the signs that MathJax and KaTeX look for, where the page has them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Form
from vera.verification.ingestion.markup.formulas import is_displayed
from vera.verification.ingestion.markup.rules import Act, ElementRule

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_SETS = re.compile(r"mathjax|katex", re.IGNORECASE)
_RAW = re.compile(
    r"\\\((?:[^\\]++|\\(?!\))){1,300}+\\\)|\\\[(?:[^\\]++|\\(?!\])){1,1000}+\\\]"
    r"|\$\$(?:[^$\\]++|\\.){1,1000}+\$\$"
    r"|(?P<lines>\\begin\{(?P<of>(?:equation|align|gather|multline|eqnarray)\*?)\}"
    r"(?:[^\\]++|\\(?!end\{(?P=of)\})){1,1000}+\\end\{(?P=of)\})"
)
"""TeX in a text as MathJax finds it without being told otherwise."""
_VERBATIM = frozenset(("script", "style", "code", "pre", "kbd", "samp", "textarea", "noscript"))
_LONGEST_SCRIPT = 4_000
"""Characters of a script that can name what sets formulas; those that do have some hundred."""


def wrap(root: Element, body: Element) -> None:
    """Put formulas that stand in the text into elements of their own, if a script sets them."""
    scripts = root.iter("script")
    said = (f"{it.get('src') or ''} {(it.text or '')[:_LONGEST_SCRIPT]}" for it in scripts)
    if not any(map(_SETS.search, said)):
        return
    for it in list(_read(body)):
        _split(it)
        for child in list(it):
            _split(child, it)


def _read(body: Element) -> Iterator[Element]:
    """The elements whose text is read as MathJax reads it."""
    waiting = [body]
    while waiting:
        it = waiting.pop()
        is_text = isinstance(it.tag, str) and it.tag not in _VERBATIM
        if is_text and not _OF_TEX.intersection(_words(it)):
            yield it
            waiting += it


def _split(element: Element, parent: Element | None = None) -> None:
    """Take formulas out of the text of an element, or out of what follows it in its parent."""
    text = (element.text if parent is None else element.tail) or ""
    found = list(_RAW.finditer(text)) if "\\" in text or "$$" in text else []
    if not found:
        return
    ends = [*(it.start() for it in found[1:]), len(text)]
    if parent is None:
        element.text = text[: found[0].start()]
    else:
        element.tail = text[: found[0].start()]
    at = 0 if parent is None else parent.index(element) + 1
    for number, (it, end) in enumerate(zip(found, ends, strict=True)):
        span = element.makeelement("span", {"class": "math"})
        span.text = f"\\[{it[0]}\\]" if it["lines"] else it[0]
        span.tail = text[it.end() : end]
        (element if parent is None else parent).insert(at + number, span)


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
