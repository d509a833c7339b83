"""The report as Markdown shows what files say as text, whatever markup that looks like."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.report.made import a_verdict, an_opening, written
from vera.core.verdict import Claim, Status
from vera.verification.report.as_markdown import MarkdownForm, markdown
from vera.verification.report.printable import printable


def _shown(text: str) -> str:
    """What a reader sees of one paragraph; anything but text in it fails."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text)
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    children = tokens[1].children or []
    kinds = {child.type for child in children if child.content != "<!-- -->"}
    assert kinds <= {"text", "text_special"}, kinds
    return "".join(child.content for child in children if child.type != "html_inline")


_MARKUP = st.text(alphabet="#*_`<>[]()!|~\\&;-+=.1 ab:/@$\n", min_size=1)


@given(st.one_of(st.text(min_size=1), _MARKUP).filter(printable))
def test_text_stays_text(text: str) -> None:
    """No heading, list, link, picture, tag, entity or table comes of a text, and none is lost."""
    assert _shown(markdown(text)) == printable(text)
    assert _shown(f"a ({markdown(text)})") == f"a ({printable(text)})"


@pytest.mark.parametrize(
    "text", ["@someone", "see #12", "https://a.example", "WWW.a.example", "me@a.example"]
)
def test_hosts_see_no_link(text: str) -> None:
    """Nobody is told and nothing is linked where a host reads more than Markdown."""
    made = markdown(text)
    assert not re.search(r"[@#]\w|://|www\.", made, re.IGNORECASE)
    assert _shown(made) == text


def test_a_block_a_claim() -> None:
    """A heading with number, status and probability; claim, place, passage and reason."""
    claim = Claim("92% do.", 7)
    text = written(MarkdownForm("a_b.txt"), [a_verdict("92%", Status.CONTRADICTED, claim)])
    assert [part.strip() for part in text.split("\n\n")] == [
        "# Claims and what the papers say",
        "* paper.pdf: page 2 was not read: scan\n* not read: paper.pdf: damaged",
        "## 1. Contradicted 0.810",
        "**92% do.** (a\\_b.txt:7)",
        "denies, paper.pdf, pp. 4-5, 2 Method:",
        "> 92%",
        "because claim says 92%, paper says 95%, p. 4",
        "---",
        "1 claim: 0 grounded, 1 contradicted (threshold 0.7, embedder minilm)",
    ]
    found = [
        token.type
        for token in MarkdownIt().parse(text)
        if token.type in {"heading_open", "blockquote_open", "bullet_list_open", "hr"}
    ]
    assert found == ["heading_open", "bullet_list_open", "heading_open", "blockquote_open", "hr"]


def test_a_grounded_claim_needs_no_reason() -> None:
    """As in the text form."""
    text = written(MarkdownForm(""), [a_verdict()], read=an_opening())
    assert "says, paper.pdf, pp. 4-5, 2 Method:\n\n> A claim.\n\n---" in text
    assert "(standard input, line 7)" in text
