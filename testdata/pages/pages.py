"""Web pages in the markup of publishers, with the gold of what is article and what is site.

NAME.html is a page in which each element to be judged has the attribute `gold`: the kind of its
text, "mark" for the raised mark of a note or of works, "site", or "none" where either will do. $12
is line 12 of words.txt.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

HERE = Path(__file__).parent
TUNED = ("arxiv", "divs", "mdpi", "plos", "pmc", "springer", "wiki", "wordpress")
"""The pages that the rules were tried on as they were written."""
MET = ("elife", "frontiers", "preprint", "tables")
"""Held out until the rules were first measured; what failed on them was then mended."""
HELD_OUT = ("sciencedirect", "silverchair", "static")
"""Written last and measured once; one rule was mended after it (a table in a "modal")."""
_GOLD = re.compile(r' gold="\w+"')


@dataclass(frozen=True)
class Gold:
    """A text of a page, on one line, without the judged parts inside it; its kind as marked.

    `marked` is the text with its raised marks, as other extractors have it.
    """

    kind: str
    text: str
    marked: str


def page(name: str) -> tuple[bytes, list[Gold]]:
    """The bytes of a page as a reader gets it, and its gold in the order of the page."""
    words = (HERE / "words.txt").read_text("utf-8").splitlines()
    marked = (HERE / f"{name}.html").read_text("utf-8")
    marked = re.sub(r"\$(\d+)", lambda at: words[int(at[1]) - 1], marked)
    root = etree.fromstring(marked.encode(), etree.HTMLParser(encoding="utf-8"))
    found = (
        Gold(kind, _text(it), _text(it, True))
        for it in root.iter("*")
        if (kind := str(it.get("gold", "")))
    )
    return _GOLD.sub("", marked).encode(), [gold for gold in found if gold.text]


def _text(element: etree._Element, marked: bool = False) -> str:
    return " ".join("".join(_said(element, marked)).split())


def _said(element: etree._Element, marked: bool) -> list[str]:
    said = [element.text or ""]
    for child in element:
        judged = child.get("gold") not in ({None, "mark"} if marked else {None})
        if isinstance(child.tag, str) and not judged:
            said += _said(child, marked)
        said.append(child.tail or "")
    return said
