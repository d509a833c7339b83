"""Word's DOCX: paragraphs, headings, tables, notes and captions as the accepted text has them.

Text that a tracked change deleted or moved away is none, nor is hidden text, nor are comments.
Element and attribute names are those of ECMA-376, part 1.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field

from vera.core.document import Document, File, Form, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup.lxml import Element, xml_tree
from vera.verification.ingestion.markup.rules import Act, shifted
from vera.verification.ingestion.markup.written import Written
from vera.verification.ingestion.markup.zip import member, names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_DC = "{http://purl.org/dc/elements/1.1/}"
_LARGEST_PART = 64 << 20
_DOCUMENT = "word/document.xml"
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = {
    _W + tag
    for tag in (
        "del",
        "moveFrom",
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
} | {_CHOICE}
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


@define
class _Reading:
    styles: _Styles
    notes: dict[tuple[str, str], Element]
    written: Written = field(factory=Written)
    title: str = ""

    def said(self, element: Element, later: list[Element]) -> Iterator[str]:
        """The text in an element; notes and text boxes go to `later`."""
        for child in element:
            tag = child.tag
            if not isinstance(tag, str) or tag in _SKIPPED:
                continue
            if tag == _W + "r" and child.find(f"{_W}rPr/{_W}vanish") is not None:
                continue
            if tag == _W + "r" and (act := _SHIFTS.get(_value(child, "w:rPr/w:vertAlign"))):
                yield shifted("".join(self.said(child, later)), act)
            elif tag == _W + "t" or tag.endswith("/math}t"):
                yield child.text or ""
            elif tag in _BLANKS:
                yield _BLANKS[tag]
            elif tag in _NOTES:
                note = self.notes.get((_NOTES[tag], child.get(_W + "id") or ""))
                later += [note] if note is not None else []
            elif tag == _W + "txbxContent":
                later.append(child)
            else:
                yield from self.said(child, later)

    def paragraph(self, element: Element, kind: Kind) -> None:
        later: list[Element] = []
        text = " ".join("".join(self.said(element, later)).split())
        style = _value(element, "w:pPr/w:pStyle")
        outline = _value(element, "w:pPr/w:outlineLvl")
        level = int(outline) + 1 if outline.isdecimal() else self.styles.level.get(style, 0)
        name = self.styles.name.get(style, "")
        if kind is Kind.BODY and name == "title":
            self.title = self.title or text
            self.written.add(text, Kind.TITLE)
        elif kind is Kind.BODY and name == "caption":
            self.written.add(text, Kind.CAPTION)
        elif kind is Kind.BODY and name == "abstract":
            self.written.add(text, Kind.ABSTRACT)
        elif kind is Kind.BODY and name == "bibliography":
            self.written.add(text, Kind.REFERENCES)
        elif kind is Kind.BODY and 1 <= level <= 9:
            self.written.head(text, level)
        else:
            listed = element.find(f"{_W}pPr/{_W}numPr") is not None
            self.written.add(text, kind, Form.ITEM if listed else Form.PROSE)
        for part in later:
            self.blocks(part, Kind.BODY if part.tag == _W + "txbxContent" else Kind.FOOTNOTE)

    def row(self, element: Element) -> None:
        if element.find(f"{_W}trPr/{_W}del") is not None:
            return
        later: list[Element] = []
        cells = (
            " ".join(" ".join("".join(self.said(p, later)) for p in cell.iter(_W + "p")).split())
            for cell in element.iter(_W + "tc")
            if next(cell.iterancestors(_W + "tr")) is element
        )
        self.written.add(" | ".join(cells).strip(" |"), Kind.TABLE, Form.ROW)
        for part in later:
            self.blocks(part, Kind.FOOTNOTE)

    def blocks(self, element: Element, kind: Kind = Kind.BODY) -> None:
        """Write the paragraphs and rows of an element."""
        for child in element:
            if child.tag == _W + "p":
                self.paragraph(child, kind)
            elif child.tag == _W + "tr":
                self.row(child)
            elif isinstance(child.tag, str) and child.tag not in _SKIPPED:
                self.blocks(child, kind)


def _notes(kind: str, root: Element) -> Iterator[tuple[tuple[str, str], Element]]:
    for note in root:
        if note.tag == f"{_W}{kind[:-1]}" and not (note.get(_W + "type") or "").startswith(
            ("separator", "continuation")
        ):
            yield (kind, note.get(_W + "id") or ""), note


def _property(core: Element | None, tag: str) -> str:
    return " ".join((core.findtext(_DC + tag) or "").split()) if core is not None else ""


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
    reading = _Reading(_Styles.of(styles) if styles is not None else _Styles(), notes)
    reading.blocks(parts[_DOCUMENT])
    core = parts.get("docProps/core.xml")
    authors = (name.strip() for name in re.split(r"[;\n]", _property(core, "creator")))
    title = _property(core, "title") or reading.title
    media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    return reading.written.document(file, media_type, title, tuple(filter(None, authors)))
