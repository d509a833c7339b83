"""What the fields of Word say of the works that they cite, as items of CSL JSON.

Zotero, Mendeley: the field is CSL JSON. EndNote: records of its own XML. Word itself: the key of a
source that the file has beside its text (ECMA-376, part 1, 22.6). What cannot be read is no item.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from vera.core.result import failed
from vera.verification.ingestion.identifiers import doi, title_key
from vera.verification.ingestion.markup.lxml import Element, xml_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Item: TypeAlias = "dict[str, Any]"
_B = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"
_CITES = re.compile(
    r"(?:ADDIN\s+)?(?:ZOTERO_ITEM\s+CSL_CITATION|CSL_CITATION"
    r"|Mendeley\s+Citation\S*\s+CSL_CITATION|(?P<endnote>EN\.CITE(?!\.))|(?P<word>CITATION(?=\s)))",
    re.IGNORECASE,
)
_LISTS = re.compile(
    r"(?:ADDIN\s+)?(?:ZOTERO_BIBL|Mendeley\s+Bibliography|EN\.REFLIST|BIBLIOGRAPHY|CSL_BIBLIOGRAPHY)"
    r"\b",
    re.IGNORECASE,
)
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_AND = "\\m"
_VALUED = frozenset(("\\l", "\\p", "\\v", "\\f", "\\s"))
"""Switches of CITATION that are followed by a value; behind \\m stands another key."""
_MENDELEY = "MENDELEY_CITATION_"
_MENDELEY_LIST = "MENDELEY_BIBLIOGRAPHY"
_KEPT = (
    *("type", "title", "author", "editor", "issued", "DOI", "URL", "PMID", "container-title"),
    *("note", "number", "archive_location"),
)
"""What is asked for of a work; abstracts are long."""
_LONGEST = 2_000
_MOST = 100
"""Characters of a value and names of a list that are kept, and works of one citation."""
_TITLE_WORDS = 5


def is_citation(code: str) -> bool:
    """Whether the code of a field cites."""
    return _CITES.match(code.strip()) is not None


def is_list(code: str) -> bool:
    """Whether the code of a field, or the tag of a content control, is that of a bibliography."""
    return _LISTS.match(code.strip()) is not None or code.startswith(_MENDELEY_LIST)


def is_citing_tag(tag: str) -> bool:
    """Whether the tag of a content control cites."""
    return tag.startswith(_MENDELEY)


def items_of(code: str, data: Iterable[str], sources: Mapping[str, Item]) -> list[Item]:
    """The works of a citation: from its code, or from the `data` in base64 that stand beside it.

    `sources` are Word's own. Of a work that nothing else is known of, an item has its `id`.
    """
    code = code.strip()
    if is_citing_tag(code):
        return list(_of_csl(_decoded(code.split("_", 3)[-1])))
    found = _CITES.match(code)
    if found is None:
        return []
    if found["word"]:
        return [sources.get(key, {"id": key}) for key in _keys(code[found.end() :])]
    if found["endnote"]:
        said = (code, *map(_decoded, data))
        return list(_of_endnote(next((it for it in said if "<EndNote" in it), "")))
    return list(_of_csl(code[found.end() :]))


def _decoded(data: str) -> str:
    packed = "".join(data.split())
    try:
        plain = base64.b64decode(packed + "=" * (-len(packed) % 4))
    except (binascii.Error, ValueError):
        return ""
    return plain.decode("utf-8", "replace").strip("\0")


def _of_csl(said: str) -> Iterator[Item]:
    """The items of the object that a text begins with; behind it may stand anything."""
    start = said.find("{")
    try:
        whole, _ = json.JSONDecoder().raw_decode(said, start) if start >= 0 else ({}, 0)
    except (ValueError, RecursionError):
        return
    cited = whole.get("citationItems")
    for it in cited[:_MOST] if isinstance(cited, list) else ():
        one = it if isinstance(it, dict) else {}
        item = one.get("itemData")
        named = [*_texts(one.get("uris")), *_texts(one.get("uri")), str(one.get("id") or "?")]
        yield {"id": _short(named[0]), **(_kept(item) if isinstance(item, dict) else {})}


def _texts(said: object) -> list[str]:
    return [it for it in said if isinstance(it, str)] if isinstance(said, list) else []


def _kept(item: Mapping[str, object]) -> Item:
    return {name: _short(item[name]) for name in _KEPT if item.get(name)}


def _short(value: object) -> object:
    """A value of JSON that can be told on in JSON, and is no longer than it need be."""
    match value:
        case str():
            return value[:_LONGEST].encode("utf-8", "replace").decode()
        case float():
            return str(value)
        case list():
            return [_short(it) for it in value[:_MOST]]
        case dict():
            return {str(_short(name)): _short(it) for name, it in list(value.items())[:_MOST]}
    return value


def _of_endnote(said: str) -> Iterator[Item]:
    start = said.find("<EndNote")
    tree = xml_tree(said[max(start, 0) : said.rfind(">") + 1].encode(), "EN.CITE")
    if start < 0 or failed(tree):
        return
    for cite in list(tree.unwrap().iter("Cite"))[:_MOST]:
        names = [_text(it) for it in cite.findall("record/contributors/authors/author")]
        names = names or [_text(cite.find("Author"))]
        number = _text(cite.find("record/electronic-resource-num"))
        yield _item(
            title=_text(cite.find("record/titles/title")),
            author=[_name(it) for it in names if it],
            year=_text(cite.find("record/dates/year")) or _text(cite.find("Year")),
            journal=_text(cite.find("record/titles/secondary-title")),
            number=doi(number) or number,
        )


def sources_of(root: Element) -> dict[str, Item]:
    """The sources of a part of the file by their keys; none where it has something else."""
    found = {}
    for source in root.iter(f"{_B}Source") if root.tag == f"{_B}Sources" else ():
        people = source.findall(f"{_B}Author/{_B}Author/{_B}NameList/{_B}Person")
        names: list[dict[str, str]] = [
            {
                "family": _text(it.find(f"{_B}Last")),
                "given": " ".join(_text(it.find(_B + part)) for part in ("First", "Middle")),
            }
            for it in people
        ]
        corporate = _text(source.find(f"{_B}Author/{_B}Author/{_B}Corporate"))
        numbers = (_text(source.find(_B + name)) for name in ("DOI", "StandardNumber", "URL"))
        found[_text(source.find(f"{_B}Tag"))] = _item(
            title=_text(source.find(f"{_B}Title")),
            author=names or [{"literal": corporate}] * bool(corporate),
            year=_text(source.find(f"{_B}Year")),
            journal=_text(source.find(f"{_B}JournalName")),
            number=next(filter(None, map(doi, numbers)), ""),
        )
    return found


def _item(title: str, author: list[dict[str, str]], year: str, journal: str, number: str) -> Item:
    whole: Item = {
        "title": title,
        "author": author,
        "issued": {"raw": year} if year else None,
        "container-title": journal,
        "DOI": number,
    }
    return _kept(whole)


def _text(element: Element | None) -> str:
    """All the text of an element: EndNote has styles in titles and names."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def _name(said: str) -> dict[str, str]:
    family, comma, given = said.partition(",")
    return {"family": family.strip(), "given": given.strip()} if comma else {"literal": said}


def _keys(code: str) -> Iterator[str]:
    before = _AND
    for quoted, plain in _WORD.findall(code):
        word = quoted or plain
        if before == _AND and not word.startswith("\\"):
            yield word
        before = word if word in _VALUED or word == _AND else ""


class Cited:
    """The works that a document cites, each once, by what they are called here."""

    def __init__(self) -> None:
        self.references: dict[str, Item] = {}
        self._known: dict[tuple[str, str, str], str] = {}

    def key(self, item: Item) -> str:
        """What a work is called; one without a title and a DOI has nothing to be found by."""
        title, number = str(item.get("title") or ""), str(item.get("DOI") or "").lower()
        year = _year(item.get("issued"))
        if not title and not number:
            name = str(item.get("id") or "?")
            self.references.setdefault(name, {})
            return name
        same = number, "" if number else title_key(title), "" if number else year
        if same not in self._known:
            called = f"{_first(item) or ' '.join(title.split()[:_TITLE_WORDS]) or number} {year}"
            called = called.strip()
            others = sum(key.startswith(called) for key in self.references)
            self._known[same] = f"{called} ({others + 1})" if others else called
            self.references[self._known[same]] = item
        return self._known[same]


def _first(item: Item) -> str:
    """The family name of the first author."""
    for field in ("author", "editor"):
        match item.get(field):
            case [{"family": str(family)}, *_] if family:
                return family
            case [{"literal": str(literal)}, *_] if literal:
                return literal
    return ""


def _year(said: object) -> str:
    match said:
        case {"date-parts": [[year, *_], *_]}:
            return str(year)
        case {"raw": str(raw)} | {"literal": str(raw)}:
            found = re.search(r"\d{4}", raw)
            return found[0] if found else ""
    return ""
