"""A web page: the article without the site around it, and without what the page hides."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from vera.core.document import Document, File, Form, Kind
from vera.core.result import Result, failed
from vera.verification.ingestion.identifiers import bare_arxiv, doi, pmid, year
from vera.verification.ingestion.markup.called import Called, block_of
from vera.verification.ingestion.markup.lxml import Element, html_tree
from vera.verification.ingestion.markup.page_formulas import (
    formula_rule,
    in_equation,
    is_equation,
    wrap,
)
from vera.verification.ingestion.markup.rules import Act, ElementRule, Walk, plain
from vera.verification.ingestion.markup.site import BLOCKS, HEADINGS, LONGEST_NAME, Site, is_dumb
from vera.verification.ingestion.markup.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {
    Kind.FOOTNOTE: r"ltx_note_content|fn|fn[-_]group|(?:side|margin)notes?|"
    r"(?:table|tbl|tw)[-_](?:wrap[-_])?foot|"
    r"(?:table|tbl)[-_]legend|(?:.*[-_])?(?:foot|end)notes?(?:[-_](?:item|list|group|section|text))?",
    Kind.REFERENCES: r"(?:.*[-_])?(?:references|bibliography|references_list)|reflist|"
    r"(?:.*[-_])?(?:refs?|references?|citations?|bib|biblio)[-_]?list",
    Kind.CAPTION: r"(?:.*[-_])?(?:fig|figure|table)?captions?(?:[-_]?(?:text|target|title))?|"
    r"(?:.*[-_])?(?:fig|figure|table)[-_]?(?:desc|description|legend|label|wrap[-_]title)|"
    r"html-table_wrap_discription|obj_head",
    Kind.ABSTRACT: r"(?:.*[-_])?(?:journal)?abstract(?:[-_](?:content|section|text))?",
    Kind.APPENDIX: r"(?:.*[-_])?appendix",
    Kind.FRONT: r"(?:.*[-_])?(?:authors?|author[-_]list|affiliations?|byline)|subtitle|date",
}
"""What a word of a class, a role or an id says of a block; publishers prefix and suffix them."""

_FORMS = {"li": Form.ITEM, "dd": Form.ITEM, "pre": Form.CODE}


@lru_cache(maxsize=4096)
def _kind_of(name: str) -> Kind | None:
    found = (kind for kind, pattern in _KINDS.items() if re.fullmatch(pattern, name, re.IGNORECASE))
    return next(found, None) if len(name) <= LONGEST_NAME else None


_BEGINS = re.compile(rb"<(?:html|body)\b", re.IGNORECASE)
_ENDS = re.compile(rb"</(?:html|body)\b", re.IGNORECASE)
_BROKEN_OFF = "The file breaks off before its end: text is missing."


def _kind(element: Element) -> Kind | None:
    said = (element.get(it) or "" for it in ("class", "role", "id"))
    found = (_kind_of(name) for name in " ".join(said).split())
    return next((kind for kind in found if kind), None)


_LABEL = re.compile(r"(?:fig(?:ure)?|table|scheme|box)\.? ?[A-Z]?\d{1,3}[.:]?", re.IGNORECASE)
"""A block of these words alone stands over a figure or a table, or over its caption."""
_LONGEST_LABEL = 20


def _is_label(block: Element, site: Site) -> bool:
    short = site.kept.get(block, 0) <= _LONGEST_LABEL
    return short and _LABEL.fullmatch(" ".join("".join(block.itertext()).split())) is not None


def _has_blocks(element: Element) -> bool:
    return next(element.iter("p", "div"), None) is not None


def _is_in_caption(heading: Element) -> bool:
    return any(it.tag in {"figure", "figcaption"} for it in heading.iterancestors())


_RAISED = re.compile(r"vertical-align:(?:super|sub)\b")
_RAISING = {"super": Act.RAISED, "superscript": Act.RAISED, "sub": Act.LOWERED,
            "subscript": Act.LOWERED, "sup": Act.RAISED}  # fmt: skip


def _shift(element: Element) -> Act | None:
    """Whether a span is raised or lowered by its class or its style."""
    style = _RAISED.search((element.get("style") or "").replace(" ", "").lower())
    words = (element.get("class") or "").lower().split()
    said = [style[0].rpartition(":")[2]] if style else words
    return next((_RAISING[it] for it in said if it in _RAISING), None)


def _is_note_of_table(row: Element) -> bool:
    """Whether a row is a text below a table: one cell across it, in its foot."""
    cells = [it for it in row if isinstance(it.tag, str)]
    return (
        row.getparent().tag == "tfoot" and len(cells) == 1 and cells[0].get("colspan") is not None
    )


def _leads_here(link: Element) -> bool:
    """Whether a link without words leads to what it stands in: the sign behind a heading."""
    to = (link.get("href") or "").removeprefix("#")
    if any(map(str.isalnum, "".join(link.itertext()))) or to == link.get("href"):
        return False
    return any(it.get("id") == to for it in islice(link.iterancestors(), _AROUND))


_AROUND = 4
"""Elements around such a link of which one has the id, as of a link to a note."""


def _inline_rule(element: Element, called: Called) -> ElementRule | None:
    """What an element is that is a part of its line; None for any other."""
    tag = element.tag
    if called.leads_back(element) or (tag == "a" and _leads_here(element)):
        return ElementRule(Act.SKIP)
    if tag in {"sup", "a", "span"} and (mark := called.mark(element)):
        return ElementRule(Act.MARK, calls=mark[1], links=mark[0])
    if tag == "a" and element in called.back and block_of(element) in called.notes:
        return ElementRule(Act.MARK)  # the label of a note
    match tag:
        case "br" | "hr" | "wbr":
            return ElementRule(Act.BREAK)
        case "sup":
            return ElementRule(Act.RAISED)
        case "sub":
            return ElementRule(Act.LOWERED)
        case "span" | "font" if (act := _shift(element)) is not None:
            return ElementRule(act)
    return None


def _row_rule(row: Element, site: Site) -> ElementRule:
    if in_equation(row) or site.is_layout(row):
        return ElementRule(Act.BLOCK)
    if _is_note_of_table(row):
        return ElementRule(Act.BLOCK, Kind.FOOTNOTE)
    return ElementRule(Act.ROW, Kind.TABLE)


def _rule(element: Element, site: Site, called: Called) -> ElementRule:
    """What an element of a page is to a reader."""
    tag = element.tag
    formula = formula_rule(element)
    if element in site.dropped and not (formula and tag == "script"):
        return ElementRule(Act.SKIP)
    if formula:
        return formula
    if inline := _inline_rule(element, called):
        return inline
    if tag in HEADINGS:
        kind = Kind.CAPTION if _is_in_caption(element) else _kind(element)
        if kind in {Kind.CAPTION, Kind.FRONT}:  # some set the author and the date as headings
            return ElementRule(Act.BLOCK, kind)
        return ElementRule(Act.HEADING, level=int(tag[1]))
    match tag:
        case "tr":
            return _row_rule(element, site)
        case "td" | "th" if in_equation(element):
            return ElementRule(Act.INLINE)
        case "caption" | "figcaption":
            return ElementRule(Act.BLOCK, Kind.CAPTION)
        case "span" | "small" | "aside" if _kind(element) is Kind.FOOTNOTE:
            return ElementRule(Act.ASIDE, Kind.FOOTNOTE)
        case "span" if _kind(element) is Kind.CAPTION and _has_blocks(element):
            return ElementRule(Act.BLOCK, Kind.CAPTION)
        case _ if tag in BLOCKS:
            label = Kind.CAPTION if _is_label(element, site) else None
            note = Kind.FOOTNOTE if element in called.notes else None
            form = Form.FORMULA if is_equation(element) else _FORMS.get(tag)
            return ElementRule(Act.BLOCK, _kind(element) or label or note, form=form)
    return ElementRule(Act.INLINE)


def _breaks_off(data: bytes) -> bool:
    """Whether a page has a beginning and no end: of 8,144 pages at hand every sound one has both.

    >>> _breaks_off(b"<html><body><p>Bees sl"), _breaks_off(b"<p>Bees sleep.")
    (True, False)
    """
    plain = data.replace(b"\0", b"")  # of UTF-16
    return bool(_BEGINS.search(plain)) and not _ENDS.search(plain)


def _metas(root: Element, *names: str) -> Iterator[str]:
    for meta in root.iter("meta"):
        said = " ".join((meta.get("content") or "").split())
        if said and (meta.get("name") or meta.get("property") or "").lower() in names:
            yield said


def _first(root: Element, *names: str) -> tuple[str, ...]:
    """What the first of the names that the page has says, each time once."""
    said = (tuple(dict.fromkeys(_metas(root, name))) for name in names)
    return next((it for it in said if it), ())


def _about(root: Element) -> dict[str, tuple[str, ...]]:
    """What the page says of the article for search engines, as Google Scholar asks for it."""

    def one(*names: str) -> str:
        return "".join(_first(root, *names)[:1])

    dates = ("citation_publication_date", "citation_date", "citation_year", "citation_online_date",
             "dc.date", "dcterms.issued", "article:published_time")  # fmt: skip
    named = map(doi, _metas(root, "citation_doi", "dc.identifier", "prism.doi"))
    return {
        "doi": (next(filter(None, named), ""),),
        "arxiv": (bare_arxiv(one("citation_arxiv_id")),),
        "pmid": (pmid(one("citation_pmid")),),
        "year": (year(one(*dates)),),
        "journal": (one("citation_journal_title", "citation_conference_title"),),
        "tag": _first(root, "citation_keywords"),
    }


def _heading(body: Element, told: str, page: str) -> Element | None:
    """The heading that is the title: it says what the metadata say, or the page's title begins."""
    for it in body.iter("h1"):
        said = " ".join("".join(it.itertext()).split())
        shown = not any(map(is_dumb, (it, *it.iterancestors())))
        if said and shown and (said == told or (not told and page.startswith(said))):
            return it
    return None


def read(file: File) -> Result[Document]:
    """The article of the page; errors are those of `html_tree`, and EMPTY."""
    tree = html_tree(file.data, file.name)
    if failed(tree):
        return tree
    root = tree.unwrap()
    body = next(root.iter("body"), root)
    wrap(root, body)
    page = " ".join("".join(it.text or "" for it in root.iter("title")).split())
    told = "".join(_first(root, "citation_title", "dc.title", "dcterms.title")[:1])
    heading = _heading(body, told, page)
    site = Site.of(body, heading)
    called = Called.of(body)
    rule = partial(_rule, site=site, called=called)
    article = site.article()
    first = next((it for it in article.iter("h1") if it not in site.dropped), heading)
    head = plain(first, rule) if first is not None else ""
    title = told or head or "".join(_first(root, "og:title")[:1]) or page
    authors = _first(root, "citation_author", "dc.creator", "dcterms.creator", "author")

    def with_title(element: Element) -> ElementRule:
        return ElementRule(Act.BLOCK, Kind.TITLE) if element is first else rule(element)

    walk = Walk(with_title, Written())
    if first is not None and article not in first.iterancestors():
        walk.block(first, Kind.TITLE)
    walk.block(article)
    left = len(plain(root, lambda _: ElementRule(Act.INLINE))) - walk.written.length
    note = f"{left:,} characters of the page were left out: the site, scripts, hidden text."
    notes = (note,) * (left > 0)
    torn = _breaks_off(file.data)
    notes += (_BROKEN_OFF,) * torn
    about = _about(root)
    return walk.written.document(
        file, "text/html", title, authors, notes, damaged=torn, about=about
    )
