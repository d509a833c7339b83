"""CSL-JSON, the form in which Zotero and others export references. Runs in a child process.

https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.identifiers import LONGEST, arxiv, doi, pmid, year

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MARKUP = re.compile(r"</?(?:i|b|sub|sup|sc|span)(?:\s[^<>]*)?>")
_NOTED = re.compile(r"^(PMID|arXiv|DOI)\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
"""Lines of a note that name what CSL has no field for, as Zotero writes them."""


def entries(text: str) -> tuple[list[tuple[str, dict[str, list[str]]]], list[str]]:
    """Each entry's key and fields, and what is wrong with the others, a sentence each.

    >>> entries('[{"id": "li", "type": "book", "title": "Bees", "issued": {"raw": "May 2020"}}, 7]')
    ([('li', {'title': ['Bees'], 'year': ['2020']})], ['item 2: it is no reference'])
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        return [], [f"it is no JSON: {str(error)[:LONGEST]}"]
    items = said.get("items") if isinstance(said, dict) else said
    if not isinstance(items, list):
        return [], ["it is no list of references"]
    made, wrong = [], []
    for at, item in enumerate(items, 1):
        if not isinstance(item, dict) or not isinstance(item.get("type"), str):
            wrong.append(f"item {at}: it is no reference")
            continue
        name = item.get("citation-key") or item.get("id") or f"item {at}"
        made.append((str(name)[:LONGEST], fields(item)))
    return made, wrong


def fields(item: Mapping[str, Any]) -> dict[str, list[str]]:
    """What an item says, by the fields of an entry; what makes no sense is left out."""
    said = {field: list(filter(None, values)) for field, values in _fields(item)}
    return {field: values for field, values in said.items() if values}


def _fields(item: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    note = item.get("note")
    said = noted(note) if isinstance(note, str) else {}
    address = _text(item.get("URL"))
    yield "title", [_text(item.get("title"))]
    yield "author", list(_names(item.get("author") or item.get("editor")))
    yield "year", [_year(item.get("issued"))]
    yield "doi", [doi(_text(item.get("DOI"))) or doi(said.get("doi", "")) or doi(address)]
    numbered = (_text(item.get(name)) for name in ("number", "archive_location"))
    named = next(filter(None, map(arxiv, (*numbered, address))), "")
    yield "arxiv", [named or arxiv(f"arXiv:{said.get('arxiv', '')}")]
    yield "pmid", [pmid(_text(item.get("PMID"))) or pmid(said.get("pmid", ""))]
    yield "journal", [_text(item.get("container-title"))]
    yield "tag", [_text(part) for part in re.split(r"[,;]", _text(item.get("keyword")))]


def _names(said: object) -> Iterator[str]:
    for name in said if isinstance(said, list) else ():
        if isinstance(name, dict):
            order = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")
            whole = " ".join(filter(None, (_text(name.get(part)) for part in order)))
            yield whole or _text(name.get("literal"))


def _year(said: object) -> str:
    if not isinstance(said, dict):
        return ""
    parts = said.get("date-parts")
    while isinstance(parts, list) and parts:
        parts = parts[0]
    words = (_text(said.get(name)) for name in ("raw", "literal"))
    return year(_text(parts)) or next(filter(None, map(year, words)), "")


def _text(said: object) -> str:
    """Text, or a number as text; nothing else."""
    if isinstance(said, int | float) and not isinstance(said, bool):
        return str(said)
    return unmarked(said) if isinstance(said, str) else ""


def unmarked(text: str) -> str:
    """The text without the marks of italics and the like that titles may have.

    >>> unmarked("Notes on <i>Apis</i> ")
    'Notes on Apis'
    """
    return " ".join(_MARKUP.sub("", text).split())


def noted(note: str) -> dict[str, str]:
    """What lines of a note name, by "pmid", "arxiv" and "doi".

    >>> noted("PMID: 31452104")
    {'pmid': '31452104'}
    """
    return {name.lower(): value for name, value in _NOTED.findall(note)}
