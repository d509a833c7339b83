"""Footnotes and endnotes of a text: where each is called, and what it says.

A sentence of a note that only cites ("See Li 2020, p. 3.") is for the sentence that calls the note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Calls, Mark, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Block, Document

_LABEL = re.compile(r"^[ \t>]*(\[\^([\w-]{1,40})\]:)", re.MULTILINE)
_NAMED = re.compile(r"\[\^([\w-]{1,40})\](?!:)")
_INLINE = re.compile(r"(?<!\\)\^\[((?:[^\[\]]|\[[^\[\]]{0,500}\]){1,5000})\]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEADS = frozenset(
    (
        *("see", "also", "cf", "compare", "eg", "ie", "for", "the", "an", "and", "or", "in", "of"),
        *("by", "as", "on", "at", "but", "contra", "however", "especially", "esp", "generally"),
        *("particularly", "further", "more", "review", "reviews", "overview", "discussion"),
        *("details", "detail", "example", "examples", "instance", "quoted", "cited", "reported"),
        *("described", "discussed", "shown", "pp", "page", "pages", "ch", "chapter", "vol", "no"),
        *("sec", "section", "fig", "figure", "table", "note", "notes", "ff", "ibid", "passim"),
        *("there", "therein", "reference", "references", "work", "works", "similarly", "likewise"),
        *("related", "earlier", "recent", "from", "with", "to", "this", "that", "is", "are"),
    )
)
"""Words with which one leads to a work, or to a place in it. By hand."""
_LEAST = 3
"""Other words from which on a sentence of a note says something itself: as of a claim."""


def calls_of(document: Document, blocks: Sequence[Block]) -> list[Mark]:
    """Where the document calls its notes, in order, each with the text of the note.

    Of Markdown that is "[^1]" with "[^1]: ..." elsewhere, and "^[...]"; there a mark without a note
    is the label of one, or calls one that is not there.
    """
    told = [mark for mark in document.marks if mark.calls is Calls.NOTE]
    if document.media_type == "text/markdown":
        told += _of_markdown(document.text, blocks)
    return sorted(told, key=lambda it: it.span)


def _of_markdown(text: str, blocks: Sequence[Block]) -> Iterator[Mark]:
    noted = {}
    for block in blocks:
        labels = list(_LABEL.finditer(text, block.span.start, block.span.end))
        ends = [*(it.start() for it in labels[1:]), block.span.end]
        for found, end in zip(labels, ends, strict=False):  # without labels an end is left
            yield Mark(Span(*found.span(1)), calls=Calls.NOTE)
            noted[found[2]] = Span(found.end(), end)
    for block in blocks:
        for found in _NAMED.finditer(text, block.span.start, block.span.end):
            yield Mark(Span(*found.span()), note=noted.get(found[1]), calls=Calls.NOTE)
        for found in _INLINE.finditer(text, block.span.start, block.span.end):
            yield Mark(Span(*found.span()), note=Span(*found.span(1)), calls=Calls.NOTE)


def only_cites(said: str) -> bool:
    """Whether a sentence of a note, without its marks, says nothing but where to look.

    >>> only_cites("See also , p. 12, and ."), only_cites("Bees of this sort are rare ().")
    (True, False)
    """
    return sum(word.lower() not in _LEADS for word in _WORD.findall(said)) < _LEAST
