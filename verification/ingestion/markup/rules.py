"""From a tree of markup to blocks: rules say what each element is, the walk is the same for all."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, define, frozen

from vera.core.document import Calls, Form, Kind, Span
from vera.verification.ingestion.markup.cells import cells_of, table_of
from vera.verification.ingestion.markup.formulas import text_of
from vera.verification.ingestion.markup.grid import Box, Grid, joined
from vera.verification.ingestion.markup.lxml import Element, entity
from vera.verification.ingestion.markup.running import Running
from vera.verification.ingestion.markup.written import Written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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
    MARK = auto()  # of a note or works: no part of the text
    FORMULA = auto()  # of MathML or TeX
    SKIP = auto()


@frozen
class ElementRule:
    """An act, the kind and form of a block (None: as around it), the level of a heading.

    A formula with a form is set apart. Of a mark, `links` are the ids of what it leads to.
    """

    act: Act
    kind: Kind | None = None
    level: int = 0
    form: Form | None = None
    calls: Calls = Calls.UNKNOWN
    links: tuple[str, ...] = ()


Rules: TypeAlias = "Callable[[Element], ElementRule]"
_OUTER = frozenset((Act.INLINE, Act.BLOCK, Act.ASIDE, Act.HEADING, Act.ROW))
"""What is a part of its line only where all that an element says is to be on one."""
_CELLS = frozenset(("td", "th"))
_ENCLOSES = frozenset(("table", "figure", "table-wrap"))
"""What holds a table with its caption and notes."""


@define
class Walk:
    """One walk over a tree; call `block` for each root and find the result in `written`."""

    rules: Rules
    written: Written
    line: Running = Factory(Running)
    waiting: list[tuple[Element, Kind, str]] = Factory(list)
    form: Form = Form.PROSE
    grids: dict[Element, Grid] = Factory(dict)
    ids: list[str] = Factory(list)
    asides: int = 0

    def block(self, element: Element, kind: Kind = Kind.BODY) -> None:
        """Write the element as blocks of its own."""
        self._flush(kind)
        start = len(self.written.blocks)
        self._into(element, kind)
        self._flush(kind)
        if element.tag in _ENCLOSES:
            self.written.enclose(start)
        self._place(element.get("id"), start)
        region = self.written.region
        if kind is Kind.ABSTRACT and region.kind is kind:  # its heading's region ends with it
            region.kind = Kind.BODY

    def _place(self, name: str | None, start: int) -> None:
        if name:
            end = max(start + 1, len(self.written.blocks))
            self.written.places.setdefault(name, (start, end))

    def _flush(self, kind: Kind) -> None:
        line, self.line = self.line, Running()
        start = len(self.written.blocks)
        span = self.written.add(line.done(), kind, self.form)
        self._after(span, line, start)

    def _after(self, span: Span | None, line: Running, start: int) -> None:
        """What belongs to a block that was written: marks, ids, and what follows it."""
        if span is not None:
            self.written.mark(span, line.marks)
        ids, self.ids = self.ids, []
        for name in ids:
            self._place(name, start)
        self._asides()

    def _asides(self) -> None:
        waiting, self.waiting = self.waiting, []
        for element, of, key in waiting:
            start = len(self.written.blocks)
            self.block(element, of)
            self._place(key, start)

    def _into(self, element: Element, kind: Kind) -> None:
        self.line.put(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self._child(child, kind)
            else:
                self.line.put(entity(child))
            self.line.put(child.tail or "")

    def _child(self, child: Element, kind: Kind) -> None:
        rule = self.rules(child)
        of = rule.kind or kind
        match rule.act:
            case Act.INLINE:
                self.ids += _ids(child)
                self.line.put(" " * (child.tag in _CELLS))
                self._into(child, kind)
                self.line.put(" " * (child.tag in _CELLS))
            case Act.ASIDE if not self.line.is_blank:
                self._wait(child, of, self.line)
            case Act.BLOCK | Act.ASIDE:
                self._flush(kind)
                around, self.form = self.form, rule.form or self.form
                self.block(child, of)
                self.form = around
            case Act.HEADING:
                self._flush(kind)
                line = self._spoken(child)
                start = len(self.written.blocks)
                self._after(self.written.head(line.done(), rule.level), line, start)
            case Act.ROW:
                self._flush(kind)
                self._row(child)
            case Act.FORMULA if rule.form:
                self._flush(kind)
                self.written.add(text_of(child), of, rule.form)
            case _:
                self.ids += _ids(child)
                _inline(child, rule, self.rules, self.line)

    def _wait(self, child: Element, of: Kind, line: Running) -> None:
        """Write the element behind what it stands in; a note is called here."""
        self.asides += 1
        key = f" {self.asides}"  # no id has a blank
        self.waiting.append((child, of, key))
        if of is Kind.FOOTNOTE:
            line.link(key)

    def _spoken(self, element: Element) -> Running:
        """All that the element says, on one line; notes in it follow it."""
        line = Running()
        _speak(element, self.rules, line, self)
        return line

    def _row(self, row: Element) -> None:
        cells, lines, texts = [], [], []
        for cell in cells_of(row):
            if self.rules(cell.element).act is not Act.SKIP:
                cells.append(cell)
                lines.append(self._spoken(cell.element))
                texts.append(lines[-1].done())
        text, places = joined(texts)
        boxes = [
            Box(start, end, cell.rows, cell.columns, cell.is_head, cell.column)
            for cell, (start, end) in zip(cells, places, strict=True)
        ]
        grid = self.grids.setdefault(table_of(row), Grid())
        start = len(self.written.blocks)
        span = self.written.row(grid, text, boxes, row.getparent())
        if span is not None:
            for line, (first, last) in zip(lines, places, strict=True):
                self.written.mark(Span(span.start + first, span.start + last), line.marks)
        self.ids += _ids(row)
        self._after(None, Running(), start)


def _ids(element: Element) -> Iterator[str]:
    """The names by which links lead to an element; an anchor of old has another attribute."""
    names = (element.get("id"), element.get("name") if element.tag == "a" else None)
    return (it for it in names if it)


def _everything(_: Element) -> ElementRule:
    return ElementRule(Act.INLINE)


def plain(element: Element, rules: Rules) -> str:
    """All that the element says, on one line."""
    line = Running()
    _speak(element, rules, line)
    return line.done()


def _speak(element: Element, rules: Rules, line: Running, walk: Walk | None = None) -> None:
    line.put(element.text or "")
    for child in element:
        if not isinstance(child.tag, str):
            line.put(entity(child))
        else:
            rule = rules(child)
            if walk is not None:
                walk.ids += _ids(child)
            if walk is not None and rule.act is Act.ASIDE:
                walk._wait(child, rule.kind or Kind.BODY, line)
            elif rule.act in _OUTER:
                parted = "" if rule.act is Act.INLINE else " "
                line.put(parted)
                _speak(child, rules, line, walk)
                line.put(parted)
            else:
                _inline(child, rule, rules, line)
        line.put(child.tail or "")


def _inline(child: Element, rule: ElementRule, rules: Rules, line: Running) -> None:
    """Write what is a part of its line by itself."""
    match rule.act:
        case Act.BREAK:
            line.put(" ")
        case Act.RAISED:
            line.lift(plain(child, rules), apart=True)
        case Act.LOWERED:
            line.lower(plain(child, rules))
        case Act.MARK:
            line.mark(plain(child, _everything), rule.calls, rule.links)
        case Act.FORMULA:
            line.put(text_of(child))
        case _:
            pass
