"""Pages in the markup of publishers give their articles whole, and little of their sites."""

from __future__ import annotations

from functools import cache

import pytest

from testdata.pages.compare import squeezed
from testdata.pages.pages import HELD_OUT, MET, TUNED, page
from vera.core.document import Document, File, Kind
from vera.verification.ingestion.markup.html import read

KINDS = {
    "title": Kind.TITLE, "heading": Kind.HEADING, "abstract": Kind.ABSTRACT, "body": Kind.BODY,
    "caption": Kind.CAPTION, "footnote": Kind.FOOTNOTE, "table": Kind.TABLE,
    "references": Kind.REFERENCES, "appendix": Kind.APPENDIX,
}  # fmt: skip
LEFT = {
    "mdpi": {"(This article belongs", "Browse Figures", "Versions Notes"},
    "pmc": {"Open in a new tab the first figure", "Open in a new tab the first table"},
    "sciencedirect": {"Cited by (0)"},
    "silverchair": {"Download slide", "Google Scholar of"},
    "tables": {"Mail to the webmaster", "Best viewed"},
    "springer": {"Subjects of the journal", "Reprints and permissions"},
}
"""How the texts of the site begin that no rule knows: ADR 0013 counts them."""
AUTHORS = {
    "arxiv": (), "wiki": (), "divs": ("First Author",), "wordpress": ("First Author",),
    "mdpi": ("Author, First", "Author, Second"), "springer": ("Author, First", "Author, Second"),
    "elife": ("First Author", "Second Author"), "frontiers": ("Author, First", "Author, Second"),
    "preprint": ("First Author", "Second Author"), "tables": (),
    "sciencedirect": (), "silverchair": ("Author, First",), "static": ("First Author",),
    "pmc": ("First Author", "Second Author"), "plos": ("First Author", "Second Author"),
}  # fmt: skip
NAMES = (*TUNED, *MET, *HELD_OUT)


@cache
def _document(name: str) -> Document:
    return read(File(name, page(name)[0], "-")).unwrap()


@pytest.mark.parametrize("name", NAMES)
def test_all_of_an_article_is_kept_in_order_and_by_kind(name: str) -> None:
    """Each text of the article stands whole in a block of its kind, after what came before it."""
    document, after = _document(name), 0
    blocks = [(it.kind, squeezed(it.span.of(document.text))) for it in document.blocks]
    for gold in page(name)[1]:
        if gold.kind not in KINDS:
            continue
        letters, kind = squeezed(gold.text), KINDS[gold.kind]
        found = [at for at, block in enumerate(blocks) if block[0] is kind and letters in block[1]]
        assert found, (gold, [block for block in blocks if letters in block[1]])
        assert kind is not Kind.BODY or found[-1] >= after, gold
        after = found[0] if kind is Kind.BODY else after


@pytest.mark.parametrize("name", NAMES)
def test_the_site_is_left_out(name: str) -> None:
    """What the site says is no part of the text, apart from what no rule knows."""
    document = _document(name)
    text = squeezed(document.text)
    said = [gold.text for gold in page(name)[1] if gold.kind == "site"]
    found = {it for it in said if squeezed(it) in text}
    assert all(any(it.startswith(begin) for begin in LEFT.get(name, ())) for it in found), found
    assert len(found) == len(LEFT.get(name, ()))


@pytest.mark.parametrize("name", NAMES)
def test_title_and_authors(name: str) -> None:
    """The title is the article's, and authors are those that the page's metadata name."""
    document = _document(name)
    title = next((it.text for it in page(name)[1] if it.kind == "title"), "")
    assert document.title == title
    assert document.authors == AUTHORS[name]
