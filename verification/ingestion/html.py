"""A web page: the article without the site around it, and without what the page hides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.document import Document, File, Kind
from core.result import Result, failed
from verification.ingestion.lxml import Element, html_tree
from verification.ingestion.markup import Act, Rule, Walk, plain
from verification.ingestion.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterator

_SKIPPED = frozenset(
    re.findall(
        r"\S+",
        "script style noscript template nav form button select input textarea iframe object svg "
        "canvas audio video dialog menu head annotation annotation-xml",
    )
)
_BLOCKS = frozenset(
    re.findall(
        r"\S+",
        "address article aside blockquote body center dd details div dl dt fieldset figure footer "
        "header hgroup li main ol p pre section summary table tbody tfoot thead ul",
    )
)
_SITE_ROLES = {
    "navigation",
    "banner",
    "contentinfo",
    "complementary",
    "search",
    "dialog",
    "alertdialog",
}
_SITE = re.compile(
    r"(?:[\w-]*[-_])?(?:cookies?|consent|breadcrumbs?|newsletter|advert\w*|sidebar|navbar|toc|share|"
    r"sharing)(?:[-_](?:bar|banner|box|list|links|buttons|notice|panel|widget|container|modal))?|"
    r"ltx_TOC|ltx_page_(?:header|footer|navbar|logo)|ltx_role_footnotemark",
    re.IGNORECASE,
)
_HIDDEN_CLASSES = {"visually-hidden", "sr-only", "screen-reader-text", "katex-html", "hidden"}
_HIDDEN_STYLE = re.compile(
    r"(?:display:none|visibility:hidden|opacity:0(?:\.0+)?|font-size:0(?:px|em|rem|pt|%)?)(?:;|!|$)"
)
_KINDS = (
    (Kind.FOOTNOTE, re.compile(r"ltx_note_content|footnotes?|endnotes?|doc-(?:foot|end)notes?")),
    (Kind.REFERENCES, re.compile(r"ltx_bibliography|ref-list|references|doc-bibliography")),
    (Kind.ABSTRACT, re.compile(r"ltx_abstract|abstract|doc-abstract")),
    (Kind.APPENDIX, re.compile(r"ltx_appendix|appendix|doc-appendix")),
    (Kind.FRONT, re.compile(r"ltx_authors|authors|author-list|affiliations?|byline")),
)
_MOST = 0.5
"""The part of a page's text that an element must hold to be its article."""


def _is_hidden(element: Element) -> bool:
    style = re.sub(r"\s", "", element.get("style") or "").lower()
    return (
        element.get("hidden") is not None
        or (element.get("aria-hidden") or "").lower() == "true"
        or _HIDDEN_STYLE.search(style) is not None
        or not _HIDDEN_CLASSES.isdisjoint((element.get("class") or "").split())
    )


def _is_site(element: Element) -> bool:
    words = [*(element.get("class") or "").split(), element.get("id") or ""]
    return (
        (element.get("role") or "") in _SITE_ROLES
        or (
            element.tag in {"footer", "aside"}
            and element.find(".//*[@role]") is None
            and next(element.iterancestors("article"), None) is None
        )
        or any(map(_SITE.fullmatch, words))
    )


def _kind(element: Element) -> Kind | None:
    words = [
        *(element.get("class") or "").split(),
        element.get("role") or "",
        element.get("id") or "",
    ]
    found = (kind for kind, pattern in _KINDS if any(map(pattern.fullmatch, map(str.lower, words))))
    return next(found, None)


def rule(element: Element) -> Rule:
    """What an element of a page is to a reader."""
    tag = element.tag
    if (
        tag in _SKIPPED
        or _is_hidden(element)
        or (tag not in {"body", "main"} and _is_site(element))
    ):
        return Rule(Act.SKIP)
    if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
        return Rule(Act.HEADING, level=int(tag[1]))
    kind = _kind(element)
    match tag:
        case "tr":
            return Rule(Act.ROW, Kind.TABLE)
        case "caption" | "figcaption":
            return Rule(Act.BLOCK, Kind.CAPTION)
        case "br" | "hr" | "wbr":
            return Rule(Act.BREAK)
        case "sup":
            return Rule(Act.RAISED)
        case "sub":
            return Rule(Act.LOWERED)
        case "span" if kind is Kind.FOOTNOTE:
            return Rule(Act.ASIDE, kind)
        case _ if tag in _BLOCKS:
            return Rule(Act.BLOCK, kind)
    return Rule(Act.INLINE)


def _metas(root: Element, *names: str) -> Iterator[str]:
    for meta in root.iter("meta"):
        said = " ".join((meta.get("content") or "").split())
        if said and (meta.get("name") or meta.get("property") or "").lower() in names:
            yield said


def _article(body: Element) -> Element:
    """The smallest of the marked elements that holds most of the text."""
    least = _MOST * len(plain(body, rule))
    marked = [
        it
        for it in body.iter("article", "main", "div", "section")
        if it.tag in {"article", "main"} or it.get("role") == "main"
    ]
    sized = [(len(plain(it, rule)), it) for it in marked[:50]]
    enough = [(size, -at, it) for at, (size, it) in enumerate(sized) if size and size >= least]
    return min(enough, key=lambda found: found[:2])[2] if enough else body


def read(file: File) -> Result[Document]:
    """The article of the page; errors are those of `html_tree`, and EMPTY."""
    tree = html_tree(file.data, file.name)
    if failed(tree):
        return tree
    root = tree.unwrap()
    body = next(root.iter("body"), root)
    article = _article(body)
    first = next((it for it in article.iter("h1") if rule(it).act is Act.HEADING), None)
    head = plain(first, rule) if first is not None else ""
    page = next((plain(it, rule) for it in root.iter("title")), "")
    title = next(_metas(root, "citation_title", "dc.title"), "") or head or page
    names = dict.fromkeys(_metas(root, "citation_author", "dc.creator"))

    def with_title(element: Element) -> Rule:
        return Rule(Act.BLOCK, Kind.TITLE) if element is first else rule(element)

    walk = Walk(with_title, Written())
    walk.block(article)
    left = len(plain(root, lambda _: Rule(Act.INLINE))) - walk.written.length
    note = f"{left:,} characters of the page were left out: the site, scripts, hidden text."
    notes = (note,) if left > 0 else ()
    return walk.written.document(file, "text/html", title, tuple(names), notes)
