"""From a tree of markup to blocks: rules say what each element is, the walk is the same for all."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, define, frozen

from vera.core.document import Form, Kind
from vera.verification.ingestion.markup.lxml import Element, entity
from vera.verification.ingestion.markup.written import Written

if TYPE_CHECKING:
    from collections.abc import Callable


class Act(Enum):
    """What to do with an element."""

    INLINE = auto()
    BLOCK = auto()
    ASIDE = auto()  # a block that follows the paragraph in which it stands
    HEADING = auto()
    ROW = auto()
    BREAK = auto()
    RAISED = auto()
    LOWERED = auto()
    SKIP = auto()


@frozen
class ElementRule:
    """An act, the kind and form of a block (None: as around it), the level of a heading."""

    act: Act
    kind: Kind | None = None
    level: int = 0
    form: Form | None = None


Rules: TypeAlias = "Callable[[Element], ElementRule]"

_PLAIN = "0123456789+-=()n"
_RAISED = str.maketrans(_PLAIN + "−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ⁻")
_NOTES = re.compile(r"\d{1,3}(?:\s?[,–]\s?\d{1,3})+")
"""Numbers of notes or references, which would else stand behind a word as if they were of it."""
_LOWERED = str.maketrans(_PLAIN[:15] + "−", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋")


def shifted(text: str, act: Act) -> str:
    """Digits as superscripts, so that ten to the fifth is not 105; other text as it is.

    >>> shifted("5", Act.RAISED), shifted("3, 5–7", Act.RAISED), shifted("th", Act.RAISED)
    ('⁵', '³,⁵–⁷', 'th')
    """
    text = text.strip()
    if act is Act.RAISED and _NOTES.fullmatch(text):
        return "".join(text.split()).translate(_RAISED)
    table = _RAISED if act is Act.RAISED else _LOWERED
    return text.translate(table) if all(ord(c) in table for c in text) else text


@define
class Walk:
    """One walk over a tree; call `block` for each root and find the result in `written`."""

    rules: Rules
    written: Written
    said: list[str] = Factory(list)
    waiting: list[tuple[Element, Kind]] = Factory(list)
    form: Form = Form.PROSE

    def block(self, element: Element, kind: Kind = Kind.BODY) -> None:
        """Write the element as blocks of its own."""
        self._flush(kind)
        self._into(element, kind)
        self._flush(kind)
        region = self.written.region
        if kind is Kind.ABSTRACT and region.kind is kind:  # its heading's region ends with it
            region.kind = Kind.BODY

    def _flush(self, kind: Kind) -> None:
        text, self.said = " ".join("".join(self.said).split()), []
        self.written.add(text, kind, self.form)
        waiting, self.waiting = self.waiting, []
        for element, of in waiting:
            self.block(element, of)

    def _into(self, element: Element, kind: Kind) -> None:
        self.said.append(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self._child(child, kind)
            else:
                self.said.append(entity(child))
            self.said.append(child.tail or "")

    def _child(self, child: Element, kind: Kind) -> None:
        rule = self.rules(child)
        of = rule.kind or kind
        match rule.act:
            case Act.INLINE:
                self._into(child, kind)
            case Act.ASIDE if "".join(self.said).strip():
                self.waiting.append((child, of))
            case Act.BLOCK | Act.ASIDE:
                self._flush(kind)
                around, self.form = self.form, rule.form or self.form
                self.block(child, of)
                self.form = around
            case Act.HEADING:
                self._flush(kind)
                self.written.head(plain(child, self.rules), rule.level)
            case Act.ROW:
                self._flush(kind)
                cells = (plain(cell, self.rules) for cell in child if isinstance(cell.tag, str))
                self.written.add(" | ".join(cells).strip(" |"), of, Form.ROW)
            case Act.BREAK:
                self.said.append(" ")
            case Act.RAISED | Act.LOWERED:
                self.said.append(shifted(plain(child, self.rules), rule.act))
            case Act.SKIP:
                pass


def plain(element: Element, rules: Rules) -> str:
    """All that the element says, on one line."""
    return " ".join(_spoken(element, rules).split())


def _spoken(element: Element, rules: Rules) -> str:
    said: list[str] = [element.text or ""]
    for child in element:
        if not isinstance(child.tag, str):
            said.append(entity(child))
        else:
            rule = rules(child)
            if rule.act in {Act.RAISED, Act.LOWERED}:
                said.append(shifted(plain(child, rules), rule.act))
            elif rule.act is not Act.SKIP:
                parted = "" if rule.act is Act.INLINE else " "
                said += (parted, _spoken(child, rules), parted)
        said.append(child.tail or "")
    return "".join(said)
