"""What a search of a library found, for people and for programs (`schema/search-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import SCORE_DIGITS
from vera.verification.report.as_json import json_text
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.hits import Hit

SCHEMA = "vera.search/1"
_MANY = 3
"""Authors from which on the first stands for all."""
_SHOWN = 300
"""Characters of a chunk that people are shown; the JSON has all."""


def hits_text(hits: Sequence[Hit], *, explain: bool) -> str:
    """A block for each chunk: its paper, pages and section, then its text."""
    return "\n".join(hit_text(number, hit, explain=explain) for number, hit in enumerate(hits, 1))


def hit_text(number: int, hit: Hit, *, explain: bool) -> str:
    """A block for a chunk."""
    pages = hit.pages
    where = [hit.paper]
    if pages:
        where.append(f"p. {pages[0]}" if len(pages) == 1 else f"pp. {pages[0]}-{pages[-1]}")
    if hit.section:
        where.append(hit.section)
    text = printable(f"{number}. {', '.join(where)}") + "\n"
    known = cited(hit.authors, hit.year, f"“{hit.title}”" if hit.title else "")
    text += f"   {printable(known)}\n" if known else ""
    if explain:
        for signal in hit.signals:
            text += f"   {signal.name}: rank {signal.rank}, score {signal.score:.3g}\n"
    shown = printable(hit.text)
    cut = shown if len(shown) <= _SHOWN else shown[:_SHOWN].rsplit(" ", 1)[0] + " ..."
    text += f"   “{cut}”\n"
    for stretch in hit.around:
        span = f"characters {stretch.span.start:,} to {stretch.span.end:,}"
        text += f"   with neighbours, {span}: “{printable(stretch.text)}”\n"
    return text


def cited(authors: Sequence[str], year: int | None, title: str) -> str:
    """A paper as it is spoken of: who, when, what.

    >>> cited(("Kyle Lo", "Oren Etzioni", "Dan Weld"), 2020, "SPECTER")
    'Kyle Lo et al. (2020) SPECTER'
    >>> cited(("Kyle Lo", "Oren Etzioni"), None, ""), cited((), 2020, "SPECTER")
    ('Kyle Lo and Oren Etzioni', '(2020) SPECTER')
    """
    who = " and ".join(authors) if len(authors) < _MANY else f"{authors[0]} et al."
    when = "" if year is None else f"({year})"
    return " ".join(filter(None, (who, when, title)))


def hits_json(library: str, words: str, hits: Sequence[Hit]) -> str:
    """One object with all that is known of each chunk."""
    found = [
        {
            "document": hit.paper,
            "title": hit.title,
            "authors": list(hit.authors),
            "year": hit.year,
            "artifact_id": hit.artifact,
            "chunk_id": hit.chunk,
            "span": [hit.span.start, hit.span.end],
            "pages": list(hit.pages),
            "section": hit.section,
            "text": hit.text,
            "near": hit.near,
            "score": round(hit.score, SCORE_DIGITS),
            "signals": [
                {
                    "name": signal.name,
                    "rank": signal.rank,
                    "score": round(signal.score, SCORE_DIGITS),
                }
                for signal in hit.signals
            ],
            "around": [
                {
                    "span": [stretch.span.start, stretch.span.end],
                    "pages": list(stretch.pages),
                    "text": stretch.text,
                }
                for stretch in hit.around
            ],
        }
        for hit in hits
    ]
    whole = {"schema": SCHEMA, "library": library, "query": words, "hits": found}
    return json_text(whole) + "\n"
