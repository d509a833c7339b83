"""Claims in Markdown: its paragraphs and items, as a reader sees them.

The reader of papers finds the blocks; headings, code, displayed formulas, front matter, comments
and the list of references are no claims. Here their marks are taken away.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from vera.verification.claims.prose import blocks_of_prose
from vera.verification.claims.pylatexenc import latex_as_text
from vera.verification.language.citations import uncited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt

    from vera.core.document import Document

_FORMULA = re.compile(r"(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,200}(?<=[^\s\\])\$(?![\d$])")
"""Of Markdown, by Pandoc's rule: no blank inside its marks, and no digit behind them."""
_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_BOX = re.compile(r"\A\s*\[[ xX]\]\s+")
"""The box of a task in a list."""
_LONGEST = 10_000
"""Characters of a paragraph whose marks are taken away: marks that never close cost their square,
and no prose has such paragraphs. A longer one is taken as it stands."""
_DIVISION = re.compile(r"^:{3,}.*$", re.MULTILINE)
"""Pandoc's and Quarto's fences around a part of the text."""


def paragraphs_of_markdown(document: Document) -> Iterator[tuple[int, str]]:
    """Each block of prose as text without marks, with the line that it begins on."""
    for line, text in blocks_of_prose(document):
        yield line, plain(text)


def plain(text: str) -> str:
    r"""What a reader sees of a paragraph: no emphasis, links, HTML, citations; its lines stay.

    >>> plain("*Bees* [sleep](x.html) at\nnight [@doe2020], as <b>most</b> `bees` do.")
    'Bees sleep at\nnight, as most bees do.'
    """
    text = _BOX.sub("", _DIVISION.sub("", _QUOTE.sub("", text)))
    if len(text) > _LONGEST:
        return text
    tokens = _parser().parseInline(formulas_as_text(uncited(text).text))
    shown = ""
    for token in (child for each in tokens for child in each.children or []):
        match token.type:
            case "softbreak" | "hardbreak":
                shown += "\n"
            case "html_inline" | "image":
                pass
            case _:
                shown += token.content
    return shown


def formulas_as_text(text: str) -> str:
    r"""A text of Markdown, each formula in it as text; one that is none stays as it is.

    >>> formulas_as_text("It rose by $12\\%$ to $5 or $6.")
    'It rose by 12% to $5 or $6.'
    """
    return _FORMULA.sub(lambda found: latex_as_text(found[0]).value_or(found[0]), text)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
