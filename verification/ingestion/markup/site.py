"""What of a web page is the site around its article, and where in the page the article stands.

The words are those that publishers, wikis and blogs use in classes and roles; ADR 0013 has what
they keep and drop on pages in the markup of twelve of them, beside extractors that others wrote.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.verification.ingestion.markup.lxml import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

SKIPPED = frozenset(
    re.findall(
        r"\S+",
        "script style noscript template nav button select input textarea iframe object svg "
        "canvas audio video dialog menu head annotation annotation-xml",
    )
)
BLOCKS = frozenset(
    re.findall(
        r"\S+",
        "address article aside blockquote body center dd details div dl dt fieldset figure footer "
        "header hgroup li main ol p pre section summary table tbody td tfoot th thead tr ul",
    )
)
_ROLES = frozenset(
    re.findall(
        r"\S+",
        "navigation banner contentinfo complementary search dialog alertdialog button menu "
        "menubar tablist toolbar tooltip",
    )
)
_NAME = re.compile(
    # the noun, with what it belongs to before it and its parts behind: "c-article-metrics-bar"
    r"(?!(?:has|with|without|is|no|show)[-_])(?:[\w-]*[-_])?(?:aside|cookies?|consent|breadcrumbs?|newsletters?|subscribe|subscription|advert\w*|"
    r"ads?|sidebar|navbar|skipnav|menu|sharers?|share|sharing|sharedaddy|social|social-media|likes?|related|similar|"
    r"relatedposts|recommend(?:ed|ations?)|comments|disqus(?:-comments?)?|teasers?|back-to-top|pager|cta|respond|metrics|altmetrics?|signposts|carousel|"
    r"tabs|dropdown|tooltip|popover|modal|toolbar|downloads?|buttons?|btn|login|signup|reflinks|"
    r"editsection|catlinks|printfooter|ambox|pagination|author-(?:bio|box)|subject-(?:areas|list)|"
    r"(?:article|ref|references?|figure|callout)[-_]+links|(?:export|cite)[-_]citation|citation-tools|"
    r"(?:(?:site|page|main|global|region)[-_])?footer)"
    r"(?:[-_]+(?:bar|banner|box|list|links?|buttons?|notice|panel|widget|container|modal|wrapper|"
    r"area|items?|title|headline|inner|outer|menu|icons?|block|section|count|details|content|sdk))*"
    r"|(?:[\w-]*[-_])?toc(?:[-_](?:box|list|links|panel|widget|container|wrapper|title))*"
    r"|nav(?:igation)?(?:[-_][\w-]+)?"
    r"|(?:[\w-]*[-_:])?(?:no-?print|print[-_]none|hid(?:e|den)[-_]print|print[-_:]hid(?:e|den))"
    r"|ltx_TOC|ltx_page_(?:header|footer|navbar|logo)|ltx_role_footnotemark|ltx_note_type",
    re.IGNORECASE,
)
LONGEST_NAME = 80
_HIDDEN_CLASSES = {
    "visually-hidden",
    "visuallyhidden",
    "element-invisible",
    "sr-only",
    "screen-reader-text",
    "katex-html",
    "hidden",
}
_HIDDEN_STYLE = re.compile(
    r"(?:display:none|visibility:hidden|opacity:0(?:\.0+)?|font-size:0(?:px|em|rem|pt|%)?)(?:;|!|$)"
)
_PART = 1 / 3
"""What holds more of a page's text than this is not the site's, whatever it is called."""
_MOST = 0.5
"""The part of a page's text that an element must hold to be its article."""
_WORTH = 100
"""Characters outside of links that make a block a paragraph, not a label."""
HEADINGS = {f"h{level}" for level in range(1, 7)}


def is_hidden(element: Element) -> bool:
    """Whether the page says in the element itself that it is not shown.

    Wikis hide a formula beside its picture.
    """
    if "mwe-math-mathml-a11y" in (element.get("class") or ""):
        return False
    style = re.sub(r"\s", "", element.get("style") or "").lower()
    return (
        element.get("hidden") is not None
        or (element.get("aria-hidden") or "").lower() == "true"
        or _HIDDEN_STYLE.search(style) is not None
        or not _HIDDEN_CLASSES.isdisjoint((element.get("class") or "").split())
    )


@lru_cache(maxsize=4096)
def is_name_of_site(name: str) -> bool:
    """Whether a word of a class or an id is of the site.

    >>> [is_name_of_site(it) for it in ("c-article-metrics-bar", "toc-section", "related-work")]
    [True, False, False]
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name)  # FloatingButton
    return len(name) <= LONGEST_NAME and _NAME.fullmatch(apart) is not None


def _is_named(element: Element) -> bool:
    name = element.get("id") or ""
    words = {*(element.get("class") or "").split(), name}
    found = set(filter(is_name_of_site, words))
    if not found:
        return False
    heading = next(element.iter(*HEADINGS), None)
    said = "" if heading is None else "".join(heading.itertext())
    slug = "-".join(re.findall(r"[^\W\d]+", said.lower()))
    # an author's own section is named after its heading: <section id="data-sharing">
    return found != {slug} or (slug != name and "-" not in slug)


def _is_within(element: Element, tag: str) -> bool:
    return next(element.iterancestors(tag), None) is not None


def _is_site(element: Element) -> bool:
    match element.tag:
        case "body" | "main":
            return False
        case "form":
            return True
        case "article" if _is_within(element, "article"):  # a card, a comment
            return True
        case "aside" | "footer" if not _is_within(element, "article"):
            return element.find(".//*[@role]") is None
        case "footer" if next(element.iter(*HEADINGS, "li", "table"), None) is None:
            return True
    if element.get("data-nosnippet") is not None:
        return True
    # a "modal" can hold a table of the article
    return _is_named(element) and next(element.iter("th", "caption", "figcaption"), None) is None


def is_dumb(element: Element) -> bool:
    """Whether nothing in an element is said to a reader of the article, by its tag or role."""
    return element.tag in SKIPPED or (element.get("role") or "") in _ROLES or is_hidden(element)


def _before(element: Element, path: set[Element]) -> Iterator[Element]:
    """The children of an element of a path that stand before the path's next element."""
    for child in element:
        if child in path:
            return
        if isinstance(child.tag, str):
            yield child


@define
class Site:
    """What of a page the site says, and how much the rest says.

    `dropped` are the elements that are the site's or hidden. `kept` is how many characters an
    element says without them, `worth` how many paragraphs, captions and rows it has. Elements of
    the page stay in memory with it: some 300 bytes each.
    """

    body: Element
    dropped: set[Element] = Factory(set)
    kept: dict[Element, int] = Factory(dict)
    worth: dict[Element, int] = Factory(dict)

    @classmethod
    def of(cls, body: Element, title: Element | None = None) -> Site:
        """Measure the elements of a page, each once, from the leaves up.

        What stands before the title heading is the site's, and nothing that holds it.
        """
        site = cls(body)
        whole: dict[Element, int] = {}
        loose: dict[Element, int] = {}
        elements = [it for it in body.iter() if isinstance(it.tag, str)][::-1]
        for it in elements:
            said = len((it.text or "").strip())
            for child in it:
                said += whole.get(child, 0) + len((child.tail or "").strip())
            whole[it] = 0 if it.tag in SKIPPED else said
        most = _PART * whole[body]
        around = set() if title is None else whole.keys() & {title, *title.iterancestors()}
        above = {child for it in around - {title} for child in _before(it, around)}
        above = above if sum(whole[it] for it in above) <= most else set()
        for it in elements:
            named = it not in around and whole[it] <= most and _is_site(it)
            if is_dumb(it) or it in above or named:
                site.dropped.add(it)
            else:
                site._measure(it, loose)
        for it in reversed(elements):
            if it.getparent() in site.dropped:
                site.dropped.add(it)
        return site

    def _measure(self, element: Element, loose: dict[Element, int]) -> None:
        """Add up what is within; `loose` are characters in no link and in no inner block."""
        kept = free = len((element.text or "").strip())
        worth = 0
        for child in element:
            tail = len((child.tail or "").strip())
            kept += tail + self.kept.get(child, 0)
            free += tail + (0 if child.tag in BLOCKS else loose.get(child, 0))
            worth += self.worth.get(child, 0)
        if element.tag in {"caption", "figcaption", "pre"} or (
            element.tag in BLOCKS and free >= _WORTH
        ):
            worth += 1
        elif element.tag == "tr" and not worth:
            worth = int(free + sum(loose.get(cell, 0) for cell in element) > 0)
        self.kept[element], self.worth[element] = kept, worth
        loose[element] = 0 if element.tag == "a" else free

    def article(self) -> Element:
        """The smallest of the marked elements that holds most of the text, or what holds all."""
        marked = (
            it
            for it in self.body.iter("article", "main", "div", "section")
            if (it.tag in {"article", "main"} or it.get("role") == "main")
            and it not in self.dropped
        )
        least = max(1, _MOST * self.kept.get(self.body, 0))
        enough = [it for it in marked if self.kept.get(it, 0) >= least]
        found = min(reversed(enough), key=self.kept.__getitem__, default=self.body)
        return found if found.tag == "article" else self._narrowed(found)

    def _narrowed(self, element: Element) -> Element:
        """The innermost element with every paragraph, caption and row, and their headings.

        A table of data alone is no article.
        """
        while True:
            inner = [child for child in element if self.worth.get(child)]
            if (
                len(inner) != 1
                or self.worth[inner[0]] != self.worth[element]
                or not any(it.tag in BLOCKS for it in inner[0])
                or any(it.tag in HEADINGS - {"h1"} for it in element)
                or (inner[0].tag == "table" and not any(map(self.is_layout, inner[0].iter("tr"))))
            ):
                return element
            element = inner[0]

    def is_layout(self, row: Element) -> bool:
        """Whether a row of a table parts a page into columns instead of holding data."""
        return (
            next(row.iter("table", "figure", *HEADINGS), None) is not None
            or any(self.worth.get(cell, 0) > 1 for cell in row)
            or any(it.get("role") == "presentation" for it in row.iterancestors("table"))
        )
