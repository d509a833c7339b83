"""Word's DOCX: paragraphs, headings, tables, notes and captions as the accepted text has them.

Text that a tracked change deleted or moved away is none, nor is hidden text, nor are comments.
Where a field cites, and where a note is called, is marked beside the text, which is as shown.
Element and attribute names are those of ECMA-376, part 1.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from vera.core.document import Calls, Document, File, Form, Kind, Mark, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup.grid import BETWEEN, Box, Grid, joined
from vera.verification.ingestion.markup.lxml import Element, xml_tree
from vera.verification.ingestion.markup.omml import M, text_of
from vera.verification.ingestion.markup.rules import Act
from vera.verification.ingestion.markup.running import Running
from vera.verification.ingestion.markup.word_cells import cells_of, is_deleted
from vera.verification.ingestion.markup.word_fields import DELETED, Code, Fields, W
from vera.verification.ingestion.markup.word_sources import Cited, Item, items_of, sources_of
from vera.verification.ingestion.markup.written import Written
from vera.verification.ingestion.markup.zip import member, names_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_W = W
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_DC = "{http://purl.org/dc/elements/1.1/}"
_LARGEST_PART = 64 << 20
_DOCUMENT = "word/document.xml"
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = {
    _W + tag
    for tag in (
        "delText",
        "instrText",
        "pPr",
        "rPr",
        "tblPr",
        "trPr",
        "tcPr",
        "sectPr",
        "sdtPr",
    )
} | {_CHOICE, *DELETED}
_BLANKS = {
    _W + "tab": " ",
    _W + "br": " ",
    _W + "cr": " ",
    _W + "noBreakHyphen": "-",
    _W + "softHyphen": "",
}
_NOTES = {_W + "footnoteReference": "footnotes", _W + "endnoteReference": "endnotes"}
_SHIFTS = {"superscript": Act.RAISED, "subscript": Act.LOWERED}
_CAPTION = "caption"
_HEADING = re.compile(r"heading ([1-9])")
_ITEMS = re.compile(r"customXml/item\d{1,4}\.xml")


def _value(element: Element, path: str) -> str:
    found = element.find(path.replace("w:", _W))
    return (found.get(_W + "val") or "") if found is not None else ""


def _above(key: str, parents: Mapping[str, str], fits: Callable[[str], bool]) -> str:
    """The style itself, or the nearest of those that it is based on, that fits; else nothing."""
    seen = set[str]()
    while key and not fits(key) and key not in seen:
        seen.add(key)
        key = parents.get(key, "")
    return key if fits(key) else ""


@define
class _Styles:
    """The outline level (from 1; 0: none) and the built-in name of each style.

    A style that is based on that of captions has its name: pandoc has one for tables.

    `shift` says which raise or lower, `heads` which parts of a table a style sets apart.
    """

    level: dict[str, int] = field(factory=dict)
    name: dict[str, str] = field(factory=dict)
    shift: dict[str, str] = field(factory=dict)
    heads: dict[str, frozenset[str]] = field(factory=dict)

    @classmethod
    def of(cls, root: Element) -> _Styles:
        styles, parents = cls(), {}
        for style in root.iter(_W + "style"):
            key = style.get(_W + "styleId") or ""
            styles.name[key] = _value(style, "w:name").lower()
            parents[key] = _value(style, "w:basedOn")
            styles.shift[key] = _value(style, "w:rPr/w:vertAlign")
            parts = style.iterfind(f"{_W}tblStylePr")
            styles.heads[key] = frozenset(it.get(_W + "type") or "" for it in parts)
            named = _HEADING.fullmatch(styles.name[key])
            outline = _value(style, "w:pPr/w:outlineLvl")
            if named or outline.isdecimal():
                level = int(named[1]) if named else int(outline) + 1
                styles.level[key] = level if level <= 9 else 0
        levels = dict(styles.level)
        for key, name in styles.name.items():
            above = _above(key, parents, lambda it: it in levels)
            styles.level.setdefault(key, levels.get(above, 0))
            of_captions = _above(key, parents, lambda it: styles.name.get(it) == _CAPTION)
            styles.name[key] = _CAPTION if of_captions else name
        return styles

    def shift_of(self, run: Element) -> Act | None:
        """Whether a run is raised or lowered, by itself or by its style."""
        own = _value(run, "w:rPr/w:vertAlign")
        return _SHIFTS.get(own or self.shift.get(_value(run, "w:rPr/w:rStyle"), ""))


@define
class Line:
    """The text of a paragraph, the fields that cite in it, and what follows it."""

    text: Running = field(factory=Running)
    codes: list[Code] = field(factory=list)
    later: list[tuple[Element, str]] = field(factory=list)

    def cite(self, code: Code) -> None:
        """A field begins that cites."""
        self.codes.append(code)
        self.text.open()

    def show(self, text: str, act: Act | None) -> None:
        """Go on with text; what is raised in a field that cites is its mark."""
        if act is Act.RAISED and self.text.is_open:
            if text.strip():
                self.text.mark(text, Calls.WORKS)
        elif act is Act.RAISED:
            self.text.lift(text)
        elif act is Act.LOWERED:
            self.text.lower(text)
        else:
            self.text.put(text)


@define
class _Reading:
    styles: _Styles
    notes: dict[str, Element]
    fields: Fields
    sources: dict[str, Item]
    cited: Cited = field(factory=Cited)
    written: Written = field(factory=Written)
    title: str = ""
    listed: int = 0
    grids: list[Grid] = field(factory=list)

    def said(self, element: Element, line: Line, act: Act | None = None) -> None:
        """Write the text in an element, raised or lowered by `act`."""
        for child in element:
            tag = child.tag
            if not isinstance(tag, str) or tag in _SKIPPED:
                continue
            if tag == _W + "r" and child.find(f"{_W}rPr/{_W}vanish") is not None:
                continue
            if tag == _W + "r":
                self.said(child, line, self.styles.shift_of(child))
            elif tag == _W + "t":
                line.show(child.text or "", act)
            elif tag in _BLANKS:
                line.show(_BLANKS[tag], act)
            elif tag in _NOTES:
                key = f"{_NOTES[tag]} {child.get(_W + 'id') or ''}"
                if (note := self.notes.get(key)) is not None:
                    line.later.append((note, key))
                    line.text.link(key)
            elif tag == _W + "txbxContent":
                line.later.append((child, ""))
            elif tag == f"{M}oMath":
                line.text.put(f" {text_of(child)} " if _is_apart(child) else text_of(child))
            else:
                self._field(child, line, act)

    def _field(self, child: Element, line: Line, act: Act | None) -> None:
        """Write what an element shows that may begin a field, or end one."""
        begun = self.fields.ends.get(child)
        if child in self.fields.cites:
            line.cite(self.fields.cites[child])
        self.listed += child in self.fields.lists
        self.said(child, line, act)
        holds = child.tag != f"{_W}fldChar"
        if (child in self.fields.cites and holds) or begun in self.fields.cites:
            line.text.close()
        self.listed -= (child in self.fields.lists and holds) or begun in self.fields.lists

    def paragraph(self, element: Element, kind: Kind) -> None:
        listed, line = self.listed > 0, Line()
        self.said(element, line)
        text = line.text.done()
        listed = listed or self.listed > 0
        style = _value(element, "w:pPr/w:pStyle")
        outline = _value(element, "w:pPr/w:outlineLvl")
        level = int(outline) + 1 if outline.isdecimal() else self.styles.level.get(style, 0)
        name = self.styles.name.get(style, "")
        span = None
        if kind is Kind.BODY and name == "title":
            self.title = self.title or text
            span = self.written.add(text, Kind.TITLE)
        elif kind is Kind.BODY and name == _CAPTION:
            span = self.written.add(text, Kind.CAPTION)
        elif kind is Kind.BODY and name == "abstract":
            span = self.written.add(text, Kind.ABSTRACT)
        elif kind is Kind.BODY and 1 <= level <= 9:
            span = self.written.head(text, level)
        elif kind is Kind.BODY and (listed or name == "bibliography"):
            self.written.add(text, Kind.REFERENCES)
        elif _is_formula(element):
            span = self.written.add(text, kind, Form.FORMULA)
        else:
            listed_item = element.find(f"{_W}pPr/{_W}numPr") is not None
            form = Form.ITEM if listed_item else Form.PROSE
            span = self.written.add(text, kind, form)
        if span is not None:
            self._marked(span, line)
        self._later(line)

    def _marked(self, span: Span, line: Line) -> None:
        """Take note of the marks of a line that was written at a span."""
        self.written.mark(span, line.text.marks)
        for it, code in zip(line.text.stretches, line.codes, strict=True):
            self._cite(Span(span.start + it.start, span.start + it.end), code, it.shown)

    def _cite(self, place: Span, code: Code, shown: str) -> None:
        """Mark a citation, unless it stands in another one."""
        marks = self.written.marks
        if any(it.calls is Calls.WORKS and it.span.overlaps(place) for it in marks[-1:]):
            return
        items = items_of(code.text, code.data, self.sources)
        works = tuple(dict.fromkeys(map(self.cited.key, items)))
        marks.append(Mark(place, works, shown=shown))

    def _later(self, line: Line) -> None:
        """Write notes and text boxes, and tell where each is."""
        for part, key in line.later:
            before = len(self.written.blocks)
            self.blocks(part, Kind.FOOTNOTE if key else Kind.BODY)
            if key and len(self.written.blocks) > before:
                self.written.places.setdefault(key, (before, len(self.written.blocks)))

    def row(self, element: Element) -> None:
        listed = self.listed > 0
        lines, boxes = [], []
        for cell in cells_of(element, self.styles.heads):
            line = Line()
            for part in cell.element.iter(_W + "p"):
                line.text.put(" ")
                self.said(part, line)
            lines.append(line)
            boxes.append(cell)
        text, places = joined([line.text.done() for line in lines])
        if listed or self.listed > 0:  # some styles set the list as a table
            self.written.add(" ".join(filter(None, text.split(BETWEEN))), Kind.REFERENCES)
        else:
            grid = self.grids[-1] if self.grids else Grid()
            found = [
                Box(*place, it.rows, it.columns, it.is_head, it.column)
                for it, place in zip(boxes, places, strict=True)
            ]
            span = self.written.row(grid, text, found)
            for line, (start, end) in zip(lines, places, strict=True):
                if span is not None:
                    self._marked(Span(span.start + start, span.start + end), line)
        for line in lines:
            self._later(line)

    def blocks(self, element: Element, kind: Kind = Kind.BODY) -> None:
        """Write the paragraphs and rows of an element."""
        for child in element:
            if child.tag == _W + "p":
                self.paragraph(child, kind)
            elif child.tag == _W + "tr":
                if not is_deleted(child):
                    self.row(child)
            elif child.tag == _W + "tbl":
                self.grids.append(Grid())
                self.blocks(child, kind)
                self.grids.pop()
            elif isinstance(child.tag, str) and child.tag not in _SKIPPED:
                holds = child in self.fields.lists
                self.listed += holds
                self.blocks(child, kind)
                self.listed -= holds


def _is_apart(math: Element) -> bool:
    return bool(math.getparent().tag == f"{M}oMathPara")


def _is_formula(paragraph: Element) -> bool:
    """Whether a paragraph is a formula that is set apart, and nothing else."""
    if next(paragraph.iter(f"{M}oMathPara"), None) is None:
        return False
    return not any((it.text or "").strip() for it in paragraph.iter(_W + "t"))


def _notes(kind: str, root: Element) -> Iterator[tuple[str, Element]]:
    for note in root:
        if note.tag == f"{_W}{kind[:-1]}" and not (note.get(_W + "type") or "").startswith(
            ("separator", "continuation")
        ):
            yield f"{kind} {note.get(_W + 'id') or ''}", note


def _property(core: Element | None, tag: str) -> str:
    return " ".join((core.findtext(_DC + tag) or "").split()) if core is not None else ""


def _sources(file: File, names: Iterable[str]) -> dict[str, Item]:
    """Word's own sources; what cannot be read of these parts of anybody's is no source."""
    found: dict[str, Item] = {}
    for part in sorted(filter(_ITEMS.fullmatch, names)):
        tree = member(file.data, part, file.name, _LARGEST_PART).bind(
            lambda content: xml_tree(content, file.name)
        )
        found |= tree.map(sources_of).value_or({})
    return found


def read(file: File) -> Result[Document]:
    """The document; errors are those of `zip.member` and `xml_tree`, UNSUPPORTED and EMPTY."""
    names = names_in(file.data, file.name)
    if failed(names):
        return names
    inside = names.unwrap()
    parts: dict[str, Element] = {}
    wanted = [f"word/{part}.xml" for part in ("styles", "footnotes", "endnotes")]
    for part in [_DOCUMENT, *(it for it in [*wanted, "docProps/core.xml"] if it in inside)]:
        content = member(file.data, part, file.name, _LARGEST_PART)
        if failed(content):
            return content
        if part == _DOCUMENT and _STRICT in content.unwrap():
            detail, hint = "it is a Strict Open XML document", "save it as an ordinary .docx"
            return Failure(
                UnreadableDocument("read", file.name, ReadFault.UNSUPPORTED, detail, hint)
            )
        tree = xml_tree(content.unwrap(), file.name)
        if failed(tree):
            return tree
        parts[part] = tree.unwrap()
    notes: dict[str, Element] = {}
    for kind in ("footnotes", "endnotes"):
        notes.update(_notes(kind, parts.get(f"word/{kind}.xml", ())))
    styles = parts.get("word/styles.xml")
    fields = Fields.of([parts[_DOCUMENT], *notes.values()])
    known = _Styles.of(styles) if styles is not None else _Styles()
    reading = _Reading(known, notes, fields, _sources(file, inside))
    reading.blocks(parts[_DOCUMENT])
    core = parts.get("docProps/core.xml")
    authors = (name.strip() for name in re.split(r"[;\n]", _property(core, "creator")))
    title = _property(core, "title") or reading.title
    media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    written = reading.written.document(file, media_type, title, tuple(filter(None, authors)))
    return written.map(lambda document: evolve(document, references=reading.cited.references))
