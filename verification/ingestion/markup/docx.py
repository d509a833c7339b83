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
from vera.verification.ingestion.markup.lxml import Element, xml_tree
from vera.verification.ingestion.markup.rules import Act, shifted
from vera.verification.ingestion.markup.word_fields import DELETED, Code, Fields, W
from vera.verification.ingestion.markup.word_sources import Cited, Item, items_of, sources_of
from vera.verification.ingestion.markup.written import Written
from vera.verification.ingestion.markup.zip import member, names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
_HEADING = re.compile(r"heading ([1-9])")
_OPEN, _CLOSE = "\x02", "\x03"
"""Stand around what is shown for a mark while a paragraph is read; no XML can have them."""
_SIGNS = re.compile(r"[\x02\x03]|\s+")
_ITEMS = re.compile(r"customXml/item\d{1,4}\.xml")


def _value(element: Element, path: str) -> str:
    found = element.find(path.replace("w:", _W))
    return (found.get(_W + "val") or "") if found is not None else ""


@define
class _Styles:
    """The outline level (from 1; 0: none) and the built-in name of each style."""

    level: dict[str, int] = field(factory=dict)
    name: dict[str, str] = field(factory=dict)

    @classmethod
    def of(cls, root: Element) -> _Styles:
        styles, parents = cls(), {}
        for style in root.iter(_W + "style"):
            key = style.get(_W + "styleId") or ""
            styles.name[key] = _value(style, "w:name").lower()
            parents[key] = _value(style, "w:basedOn")
            named = _HEADING.fullmatch(styles.name[key])
            outline = _value(style, "w:pPr/w:outlineLvl")
            if named or outline.isdecimal():
                level = int(named[1]) if named else int(outline) + 1
                styles.level[key] = level if level <= 9 else 0
        for key in styles.name:
            above, seen = key, set[str]()
            while above and above not in styles.level and above not in seen:
                seen.add(above)
                above = parents.get(above, "")
            styles.level.setdefault(key, styles.level.get(above, 0))
        return styles


def _in_line(said: str) -> tuple[str, list[tuple[int, int]]]:
    r"""A paragraph with single blanks, and where what its signs stand around is, by its start.

    >>> _in_line(" Bees  sleep \x02(Li,\n2020)\x03\x02\x03. ")
    ('Bees sleep (Li, 2020).', [(11, 21), (21, 21)])
    """
    text, at = "", 0
    places: list[tuple[int, int]] = []
    open_: list[int] = []
    for sign in _SIGNS.finditer(said):
        text += said[at : sign.start()]
        at = sign.end()
        if sign[0] == _OPEN:
            open_.append(len(places))
            places.append((len(text), len(text)))
        elif sign[0] == _CLOSE and open_:
            first = open_.pop()
            places[first] = places[first][0], len(text)
        elif sign[0] not in {_OPEN, _CLOSE} and text and not text.endswith(" "):
            text += " "
    text = (text + said[at:]).rstrip()
    return text, [(min(start, len(text)), min(end, len(text))) for start, end in places]


@define
class _Reading:
    styles: _Styles
    notes: dict[tuple[str, str], Element]
    fields: Fields
    sources: dict[str, Item]
    cited: Cited = field(factory=Cited)
    marks: list[Mark] = field(factory=list)
    written: Written = field(factory=Written)
    title: str = ""
    listed: int = 0
    _called: list[Code | Element] = field(factory=list)

    def said(self, element: Element, later: list[Element]) -> Iterator[str]:
        """The text in an element; notes and text boxes go to `later`.

        Signs stand around what is shown for a citation, and where a note is called: which these
        are, `_called` has in the same order.
        """
        for child in element:
            tag = child.tag
            if not isinstance(tag, str) or tag in _SKIPPED:
                continue
            if tag == _W + "r" and child.find(f"{_W}rPr/{_W}vanish") is not None:
                continue
            if tag == _W + "r" and (act := _SHIFTS.get(_value(child, "w:rPr/w:vertAlign"))):
                parts = re.split(f"([{_OPEN}{_CLOSE}])", "".join(self.said(child, later)))
                yield "".join(shifted(part, act) for part in parts)
            elif tag == _W + "t" or tag.endswith("/math}t"):
                yield child.text or ""
            elif tag in _BLANKS:
                yield _BLANKS[tag]
            elif tag in _NOTES:
                note = self.notes.get((_NOTES[tag], child.get(_W + "id") or ""))
                if note is not None:
                    later.append(note)
                    self._called.append(note)
                    yield _OPEN + _CLOSE
            elif tag == _W + "txbxContent":
                later.append(child)
            else:
                yield from self._field(child, later)

    def _field(self, child: Element, later: list[Element]) -> Iterator[str]:
        """What an element shows that may begin a field, or end one."""
        begun = self.fields.ends.get(child)
        if child in self.fields.cites:
            self._called.append(self.fields.cites[child])
            yield _OPEN
        self.listed += child in self.fields.lists
        yield from self.said(child, later)
        holds = child.tag != f"{_W}fldChar"
        if (child in self.fields.cites and holds) or begun in self.fields.cites:
            yield _CLOSE
        self.listed -= (child in self.fields.lists and holds) or begun in self.fields.lists

    def paragraph(self, element: Element, kind: Kind) -> None:
        later: list[Element] = []
        listed, self._called = self.listed > 0, []
        text, places = _in_line("".join(self.said(element, later)))
        called, self._called = self._called, []
        listed = listed or self.listed > 0
        style = _value(element, "w:pPr/w:pStyle")
        outline = _value(element, "w:pPr/w:outlineLvl")
        level = int(outline) + 1 if outline.isdecimal() else self.styles.level.get(style, 0)
        name = self.styles.name.get(style, "")
        span = None
        if kind is Kind.BODY and name == "title":
            self.title = self.title or text
            self.written.add(text, Kind.TITLE)
        elif kind is Kind.BODY and name == "caption":
            span = self.written.add(text, Kind.CAPTION)
        elif kind is Kind.BODY and name == "abstract":
            span = self.written.add(text, Kind.ABSTRACT)
        elif kind is Kind.BODY and 1 <= level <= 9:
            self.written.head(text, level)
        elif kind is Kind.BODY and (listed or name == "bibliography"):
            self.written.add(text, Kind.REFERENCES)
        else:
            listed_item = element.find(f"{_W}pPr/{_W}numPr") is not None
            form = Form.ITEM if listed_item else Form.PROSE
            span = self.written.add(text, kind, form)
        noted = self._later(later)
        if span is not None:
            for (start, end), it in zip(places, called, strict=True):
                place = Span(span.start + start, span.start + end)
                if isinstance(it, Code):
                    self._cite(place, it)
                elif (note := noted.get(it)) is not None:
                    self.marks.append(Mark(place, note=note, calls=Calls.NOTE))

    def _cite(self, place: Span, code: Code) -> None:
        """Mark a citation, unless it stands in another one."""
        if any(it.calls is Calls.WORKS and it.span.overlaps(place) for it in self.marks[-1:]):
            return
        items = items_of(code.text, code.data, self.sources)
        self.marks.append(Mark(place, tuple(dict.fromkeys(map(self.cited.key, items)))))

    def _later(self, parts: list[Element]) -> dict[Element, Span]:
        """Write notes and text boxes, and tell where each is."""
        found = {}
        for part in parts:
            before = len(self.written.blocks)
            self.blocks(part, Kind.BODY if part.tag == _W + "txbxContent" else Kind.FOOTNOTE)
            new = self.written.blocks[before:]
            if new:
                found[part] = Span(new[0].span.start, new[-1].span.end)
        return found

    def row(self, element: Element) -> None:
        if element.find(f"{_W}trPr/{_W}del") is not None:
            return
        later: list[Element] = []
        listed = self.listed > 0
        cells = [
            _in_line(" ".join("".join(self.said(p, later)) for p in cell.iter(_W + "p")))[0]
            for cell in element.iter(_W + "tc")
            if next(cell.iterancestors(_W + "tr")) is element
        ]
        if listed or self.listed > 0:  # some styles set the list as a table
            self.written.add(" ".join(cells), Kind.REFERENCES)
        else:
            self.written.add(" | ".join(cells).strip(" |"), Kind.TABLE, Form.ROW)
        self._later(later)

    def blocks(self, element: Element, kind: Kind = Kind.BODY) -> None:
        """Write the paragraphs and rows of an element."""
        for child in element:
            if child.tag == _W + "p":
                self.paragraph(child, kind)
            elif child.tag == _W + "tr":
                self.row(child)
            elif isinstance(child.tag, str) and child.tag not in _SKIPPED:
                holds = child in self.fields.lists
                self.listed += holds
                self.blocks(child, kind)
                self.listed -= holds


def _notes(kind: str, root: Element) -> Iterator[tuple[tuple[str, str], Element]]:
    for note in root:
        if note.tag == f"{_W}{kind[:-1]}" and not (note.get(_W + "type") or "").startswith(
            ("separator", "continuation")
        ):
            yield (kind, note.get(_W + "id") or ""), note


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
    notes: dict[tuple[str, str], Element] = {}
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
    marks = tuple(sorted(reading.marks, key=lambda it: it.span))
    return written.map(
        lambda document: evolve(document, marks=marks, references=reading.cited.references)
    )
