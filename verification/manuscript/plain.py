"""A sentence of a manuscript without the markup that its reader had left in it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_MARKDOWN = "text/markdown"
_SIGNS = re.compile(r"[*_`<\[\\$]")
_FORMULA = re.compile(r"\$([^$\n]+)\$")


def plain(text: str, media_type: str) -> str:
    """What a reader sees of it: the words of emphasis, links and code of Markdown.

    >>> plain("Bees *sleep* at [night](a.html), $p<0.05$.", "text/markdown")
    'Bees sleep at night, p<0.05.'
    """
    if media_type != _MARKDOWN or not _SIGNS.search(text):
        return text
    (inline,) = _parser().parseInline(_FORMULA.sub(r"\1", text))
    shown = "".join(
        " " if it.type in {"softbreak", "hardbreak"} else it.content
        for it in inline.children or ()
        if it.type != "html_inline"
    )
    return " ".join(shown.split())


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
