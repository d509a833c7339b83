"""JATS, the XML of PubMed Central: title, authors, abstract, sections, floats, references."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from vera.core.document import Calls, Document, File, Form, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.identifiers import bare_arxiv, doi, pmid
from vera.verification.ingestion.identifiers import year as year_in
from vera.verification.ingestion.markup.lxml import Element, xml_tree
from vera.verification.ingestion.markup.rules import Act, ElementRule, Walk, plain
from vera.verification.ingestion.markup.written import Written
from vera.verification.ingestion.raised import is_label

if TYPE_CHECKING:
    from collections.abc import Iterator

_MATH = "{http://www.w3.org/1998/Math/MathML}math"
_CALLS = {
    **dict.fromkeys(("fn", "table-fn", "author-notes", "corresp"), Calls.NOTE),
    "bibr": Calls.WORKS,
    "aff": Calls.UNKNOWN,
}
"""What a cross-reference calls, by its kind, that can be printed as a mark."""
_ENDS_OPEN = re.compile(r"[(\[\s–—-]$|^$")
"""What stands before a cross-reference that is a word of its line."""
_SKIPPED = frozenset(
    re.findall(
        r"\S+",
        "object-id graphic inline-graphic media alt-text long-desc permissions "
        "processing-meta annotation annotation-xml",
    )
)
_DISPLAYED = frozenset(("disp-formula", "disp-formula-group"))
_ASIDES = {"fig": Kind.CAPTION, "table-wrap": Kind.CAPTION, "fn": Kind.FOOTNOTE}
_KINDS = {
    "caption": Kind.CAPTION,
    "table-wrap-foot": Kind.FOOTNOTE,
    "fn-group": Kind.FOOTNOTE,
    "ref": Kind.REFERENCES,
    "app": Kind.APPENDIX,
    "abstract": Kind.ABSTRACT,
    "trans-abstract": Kind.ABSTRACT,
    "kwd-group": Kind.LABEL,
}
_BLOCKS = frozenset(
    re.findall(
        r"\S+",
        "ack app-group back body boxed-text bio def def-item def-list disp-formula-group "
        "disp-quote floats-group glossary list list-item notes p preformat ref-list sec speech "
        "statement supplementary-material table tgroup tbody tfoot thead term verse-group "
        "fig-group attrib disp-formula",
    )
)
_FORMS = {"list-item": Form.ITEM, "def-item": Form.ITEM, "preformat": Form.CODE,
          **dict.fromkeys(_DISPLAYED, Form.FORMULA)}  # fmt: skip
_DATES = ("collection", "ppub", "pub", "epub")
"""Kinds of a date of publication, of which the first one counts: the year of the issue."""
_TITLED = {
    "sec",
    "app",
    "ack",
    "ref-list",
    "abstract",
    "trans-abstract",
    "notes",
    "glossary",
    "fn-group",
    "app-group",
    "bio",
}


def _level(title: Element) -> int:
    above = [it for it in title.iterancestors() if it.tag in _TITLED and it.tag != "app-group"]
    return max(1, len(above))


def _beside(element: Element, tag: str) -> bool:
    return element.getparent().find(tag) is not None


def _glued(xref: Element) -> bool:
    """Whether a cross-reference stands right behind a word or stop, as only a mark does."""
    before = xref.getprevious()
    said = (xref.getparent().text if before is None else before.tail) or ""
    return not _ENDS_OPEN.search(said)


def _is_alone(formula: Element) -> bool:
    """Whether a formula is in TeX alone: the first of its kind, and without MathML beside it."""
    over = formula.getparent()
    return over.find("tex-math") is formula and over.find(_MATH) is None


def _mark(element: Element) -> ElementRule | None:
    """The mark that raised text is by its cross-references, or a cross-reference by its place."""
    raised = element.tag == "sup"
    inside = element.iter("xref")
    over = list(element.iterancestors("xref"))[:1]
    found = [it for it in (*over, *inside) if it.get("ref-type") in _CALLS]
    said = " ".join("".join(element.itertext()).split())
    if not found or not said or len(said) > _LONGEST_MARK:
        return None
    kinds = {_CALLS[it.get("ref-type")] for it in found}
    if not raised:
        whole = element.find("sup")
        bare = whole is not None and "".join(whole.itertext()).strip() == said
        noted = kinds == {Calls.NOTE} and is_label(said)
        if not (bare or noted or (is_label(said) and _glued(element))):
            return None
    links = tuple(name for it in found for name in (it.get("rid") or "").split())
    return ElementRule(
        Act.MARK, calls=kinds.pop() if len(kinds) == 1 else Calls.UNKNOWN, links=links
    )


_LONGEST_MARK = 40
"""Characters of a mark, as in a web page."""


def rule(element: Element) -> ElementRule:
    """What an element of JATS is to a reader."""
    tag = element.tag
    parent = element.getparent()
    over = "" if parent is None else parent.tag
    if tag in _SKIPPED:
        return ElementRule(Act.SKIP)
    match tag:
        case "title" if over in _TITLED:
            return ElementRule(Act.HEADING, level=_level(element))
        case "label" if over in _TITLED and _beside(element, "title"):
            return ElementRule(Act.SKIP)  # said with the title
        case "label" if over in {"fig", "table-wrap"} and _beside(element, "caption"):
            return ElementRule(Act.SKIP)  # said with the caption
        case "label" if over == "fn" and is_label("".join(element.itertext())):
            return ElementRule(Act.MARK)
        case "title":
            return ElementRule(Act.INLINE)
        case "tr" | "row":
            return ElementRule(Act.ROW, Kind.TABLE)
        case "sup" | "xref" if (mark := _mark(element)) is not None:
            return mark
        case "tex-math":
            return ElementRule(Act.FORMULA if _is_alone(element) else Act.SKIP)
        case _ if tag == _MATH:
            return ElementRule(Act.FORMULA)
        case "break":
            return ElementRule(Act.BREAK)
        case "sup":
            return ElementRule(Act.RAISED)
        case "sub":
            return ElementRule(Act.LOWERED)
        case "p" if over in {"caption", "fn", "td", "th", "entry"}:
            return ElementRule(Act.INLINE)
        case _ if tag in _ASIDES:
            return ElementRule(Act.ASIDE, _ASIDES[tag])
        case _ if tag in _KINDS:
            return ElementRule(Act.BLOCK, _KINDS[tag])
        case _ if tag in _BLOCKS:
            return ElementRule(Act.BLOCK, form=_FORMS.get(tag))
    return ElementRule(Act.INLINE)


def _labelled(article: Element) -> None:
    """Put each label before the title or caption that it belongs to."""
    for label in list(article.iter("label")):
        over = label.getparent()
        to = over.find("title") if over.tag in _TITLED else over.find("caption")
        if to is not None and over.tag in _TITLED | {"fig", "table-wrap"}:
            to.text = f"{plain(label, rule)} {to.text or ''}"
        label.tail = f" {label.tail or ''}"
    for parts in article.iter("caption", "element-citation", "name", "person-group"):
        for part in parts:
            part.tail = f" {part.tail or ''}"


def _name(contrib: Element) -> str:
    parts = (contrib.find(f".//{tag}") for tag in ("given-names", "surname", "suffix"))
    named = " ".join(plain(part, rule) for part in parts if part is not None)
    whole = contrib.find(".//collab")
    whole = contrib.find(".//string-name") if whole is None else whole
    return named or (plain(whole, rule) if whole is not None else "")


def _authors(meta: Element) -> Iterator[str]:
    for contrib in meta.iterfind("contrib-group/contrib"):
        if contrib.get("contrib-type", "author") == "author" and (name := _name(contrib)):
            yield name


def _front(meta: Element, walk: Walk) -> tuple[str, tuple[str, ...]]:
    named = meta.find("title-group/article-title")
    title = plain(named, rule) if named is not None else ""
    authors = tuple(_authors(meta))
    walk.written.add(title, Kind.TITLE)
    walk.written.add(", ".join(authors), Kind.FRONT)
    for place in chain(meta.iterfind("aff"), meta.iterfind("contrib-group/aff")):
        walk.written.add(plain(place, rule), Kind.FRONT)
    for part in chain(meta.iterfind("abstract"), meta.iterfind("trans-abstract")):
        if part.find("title") is None:
            walk.written.head("Abstract", 1)
        walk.block(part, Kind.ABSTRACT)
    for part in meta.iterfind("kwd-group"):
        words = ", ".join(plain(word, rule) for word in part.iter("kwd"))
        walk.written.add(f"Keywords: {words}" if words else "", Kind.LABEL)
    return title, authors


def _about(article: Element) -> dict[str, tuple[str, ...]]:
    """What the front matter says of the article beside its title and authors."""
    meta = article.find("front/article-meta")
    if meta is None:
        return {}
    ids: dict[str, str] = {}
    for it in meta.iterfind("article-id"):
        ids.setdefault(it.get("pub-id-type") or "", plain(it, rule))
    dates = {
        it.get("pub-type") or it.get("date-type") or "": plain(year, rule)
        for it in reversed(meta.findall("pub-date"))
        if (year := it.find("year")) is not None
    }
    said = [dates[kind] for kind in _DATES if kind in dates] or list(dates.values())
    journal = article.find("front/journal-meta//journal-title")
    words = (plain(word, rule) for word in meta.iterfind("kwd-group/kwd"))
    return {
        "doi": (doi(ids.get("doi", "")),),
        "arxiv": (bare_arxiv(ids.get("arxiv", "")),),
        "pmid": (pmid(ids.get("pmid", "")),),
        "year": (year_in("".join(said[:1])),),
        "journal": (plain(journal, rule) if journal is not None else "",),
        "tag": tuple(words),
    }


def read(file: File) -> Result[Document]:
    """The article; errors are those of `xml_tree`, UNSUPPORTED for other XML, and EMPTY."""
    tree = xml_tree(file.data, file.name)
    if failed(tree):
        return tree
    root = tree.unwrap()
    article = root if root.tag == "article" else next(root.iter("article"), None)
    if article is None:
        detail = f"it is XML, but no JATS article: its root is <{root.tag}>"
        hint = "give the JATS XML of the paper, or the paper as PDF"
        return Failure(UnreadableDocument("read", file.name, ReadFault.UNSUPPORTED, detail, hint))
    _labelled(article)
    walk = Walk(rule, Written())
    meta = article.find("front/article-meta")
    title, authors = _front(meta, walk) if meta is not None else ("", ())
    for part in article.iterchildren("body", "floats-group", "back"):
        walk.written.region.enter("", 1)
        walk.block(part)
    others = len(article.findall("sub-article")) + len(article.findall("response"))
    notes = (f"{others} further articles in the file (reviews, replies) were left out.",) * (
        others > 0
    )
    about = _about(article)
    return walk.written.document(file, "application/jats+xml", title, authors, notes, about=about)
