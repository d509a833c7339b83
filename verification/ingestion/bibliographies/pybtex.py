"""BibTeX by pybtex, its LaTeX as text by pylatexenc. Runs in a child process (ADR 0034)."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.identifiers import LONGEST, arxiv, bare_arxiv, doi, pmid, year

if TYPE_CHECKING:
    from collections.abc import Iterator

_PERCENT = re.compile(r"(?<!\\)%")
"""BibTeX has no comments inside a value, LaTeX has."""
_LOST = re.compile(r"\\(?:texttt|textsc|textsf|mkbibquote|enquote)(?![A-Za-z])")
"""Commands around words that pylatexenc does not know, and would leave out with them."""
_LONGEST = 10_000
"""Characters of a value that are read: fields here are of a line or two."""
_WORDS = ("keywords", "keyword", "mendeley-tags")
_BETWEEN = re.compile(r"[,;]")
_SPECIAL = re.compile(r"[\\{}$~%]|--|``|''")


def load() -> None:
    """Load what `entries` needs, which only a use of it tells."""
    entries(r"@book{a, author = {B, {\'C}}, title = {\textit{D}}}")


def entries(text: str) -> tuple[list[tuple[str, dict[str, list[str]]]], list[str]]:
    """Each entry's key and fields, and what is wrong with the others, a sentence each."""
    errors: Any = import_module("pybtex.errors")
    parser: Any = import_module("pybtex.database.input.bibtex").Parser()
    with errors.capture() as wrong:
        found = parser.parse_string(text)
    made = [(str(key), dict(_fields(entry))) for key, entry in found.entries.items()]
    return [(key, it) for key, it in made if any(map(any, it.values()))], list(map(_told, wrong))


def _told(error: Any) -> str:
    line = getattr(error, "lineno", None)
    said = " ".join(str(error.args[0] if error.args else error).split())[:LONGEST]
    return f"line {line}: {said}" if line else said


def _fields(entry: Any) -> Iterator[tuple[str, list[str]]]:
    said = {name.lower(): value[:_LONGEST] for name, value in entry.fields.items()}

    def one(*names: str) -> str:
        return next((plain(said[name]) for name in names if said.get(name, "").strip()), "")

    yield "title", [one("title")]
    yield "author", list(_names(entry.persons))
    yield "year", [year(one("year", "date", "issued"))]
    address = " ".join(said.get(name, "") for name in ("url", "howpublished", "note"))
    yield "doi", [doi(said.get("doi", "")) or doi(address)]
    kind = said.get("archiveprefix", said.get("eprinttype", "")).strip().lower()
    named = bare_arxiv(said.get("eprint", "")) if kind in {"arxiv", ""} else ""
    yield "arxiv", [named or arxiv(address) or arxiv(said.get("journal", ""))]
    yield "pmid", [pmid(said.get("pmid", "")) or (kind == "pubmed" and pmid(said["eprint"])) or ""]
    yield "journal", [one("journal", "journaltitle", "booktitle")]
    words = (plain(part) for name in _WORDS for part in _BETWEEN.split(said.get(name, "")))
    yield "tag", list(dict.fromkeys(words))
    yield "file", list(_files(said.get("file", "")))


def _names(persons: Any) -> Iterator[str]:
    for person in persons.get("author") or persons.get("editor") or ():
        order = ("first_names", "middle_names", "prelast_names", "last_names", "lineage_names")
        name = plain(" ".join(part for which in order for part in getattr(person, which)))
        if name and name != "others":
            yield name


def _files(said: str) -> Iterator[str]:
    r"""The paths of a field `file`.

    JabRef and Zotero write DESCRIPTION:PATH:TYPE;..., with "\" before what is no mark; Better
    BibTeX writes PATH;...; Mendeley leaves out the description and the first "/".
    """
    for part in re.split(r"(?<!\\);", said):
        pieces = re.split(r"(?<!\\):", part)
        path = ":".join(pieces[1:-1] if len(pieces) > 2 else pieces)
        path = re.sub(r"\\([:;\\{}&_%$#])", r"\1", path).strip()
        if path:
            yield path


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    r"""LaTeX as text; where it cannot be taken apart, without its braces alone.

    >>> plain(r"{{Na{\"\i}ve}} \textit{B}ayes: 50% of {\'{E}}cole"), plain("{" * 9999 + "a")
    ('Naïve Bayes: 50% of École', 'a')
    """
    if _SPECIAL.search(text):
        latex2text: Any = import_module("pylatexenc.latex2text")
        converter = latex2text.LatexNodes2Text(keep_comments=True)
        ready = _PERCENT.sub(r"\\%", _LOST.sub(r"\\textit", text))
        try:
            text = converter.latex_to_text(ready)
        except Exception:  # noqa: BLE001 - whatever it raises, the words are in the text
            text = re.sub(r"[{}]", "", text)
    return " ".join(text.split())
