"""The fields of a part of a Word file that cite, or that hold the list of references.

A field is an element (`fldSimple`), or what stands between two marks (`fldChar`), over runs and
paragraphs, fields inside it too; newer Mendeley writes content controls (`sdt`). A field that is
not closed is none: what it shows stays text. ECMA-376, part 1, 17.16.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from vera.verification.ingestion.markup.lxml import Element
from vera.verification.ingestion.markup.word_sources import is_citation, is_citing_tag, is_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DEEPEST = 8
"""Fields around one that take its data as theirs; EndNote has one in another."""
DELETED = frozenset((W + "del", W + "moveFrom"))
"""What a tracked change took away."""


@frozen
class Code:
    """What a field is: its instruction, and the data in base64 that stand beside it."""

    text: str
    data: tuple[str, ...] = ()


@define
class _Open:
    begin: Element
    code: list[str] = Factory(list)
    data: list[str] = Factory(list)
    shows: bool = False


@define
class Fields:
    """The fields of a part: citations by the element at which each begins, and bibliographies.

    A `fldSimple` or `sdt` holds what it shows; of others `ends` has, by the element at which each
    ends, that at which it begins.
    """

    cites: dict[Element, Code] = Factory(dict)
    lists: set[Element] = Factory(set)
    ends: dict[Element, Element] = Factory(dict)

    @classmethod
    def of(cls, parts: Iterable[Element]) -> Fields:
        """The fields of the accepted text of parts; none goes from one part into another."""
        found = cls()
        for part in parts:
            found._read(part)
        return found

    def _read(self, part: Element) -> None:
        open_: list[_Open] = []
        sought = (W + name for name in ("fldChar", "instrText", "fldSimple", "sdt"))
        for element in part.iter(*sought):
            if any(it.tag in DELETED for it in element.iterancestors()):
                continue
            kind = element.get(W + "fldCharType")
            if element.tag in {W + "fldSimple", W + "sdt"}:
                self._whole(element)
            elif element.tag == W + "instrText":
                if open_ and not open_[-1].shows:
                    open_[-1].code.append(element.text or "")
            elif kind == "begin":
                open_.append(_Open(element))
                for it in open_[-_DEEPEST:]:
                    it.data += _data(element)
            elif kind == "separate" and open_:
                open_[-1].shows = True
            elif kind == "end" and open_:
                self._closed(open_.pop(), element)

    def _whole(self, element: Element) -> None:
        """A field that is one element."""
        code = element.get(W + "instr") or ""
        tag = element.find(f"{W}sdtPr/{W}tag")
        tag = (tag.get(W + "val") or "") if tag is not None else ""
        if is_citation(code) or is_citing_tag(tag):
            self.cites[element] = Code(code or tag, tuple(_data(element)))
        elif is_list(code) or is_list(tag):
            self.lists.add(element)

    def _closed(self, field: _Open, end: Element) -> None:
        code = "".join(field.code)
        if is_citation(code):
            self.cites[field.begin] = Code(code, tuple(field.data))
            self.ends[end] = field.begin
        elif is_list(code):
            self.lists.add(field.begin)
            self.ends[end] = field.begin


def _data(element: Element) -> Iterator[str]:
    for it in element.iter(W + "fldData"):
        yield it.text or ""
