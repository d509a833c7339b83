"""A formula of a tree as plain text, whether MathML or TeX says it; each is loaded where it is met.

A child that is confined can load nothing: it loads them before, if its file may have one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vera.verification.ingestion.markup.lxml import Element


def text_of(element: Element) -> str:
    """The plain text of a formula: of MathML, or of an element whose text is TeX."""
    from vera.verification.ingestion.markup import mathml

    if mathml.name_of(element) == "math":
        return mathml.text_of(element)
    from vera.verification.ingestion.markup import tex

    return tex.text_of("".join(element.itertext()))


def is_displayed(math: Element) -> bool:
    """Whether a formula of MathML says that it is set apart."""
    return bool(math.get("display") == "block" or math.get("mode") == "display")
