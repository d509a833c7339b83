"""Which papers lead to which, for people and for programs (`schema/links-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.report.as_json import json_text
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.links import Linked, Links

SCHEMA = "vera.links/1"


def links_text(papers: Sequence[Links]) -> str:
    """A line for each paper that leads somewhere or is led to, and one for each of its neighbours.

    How many of its links mean no paper of the library is told in the first.
    """
    text = ""
    for paper in papers:
        line = f"{paper.paper}: cites {len(paper.cites):,}, cited by {len(paper.cited_by):,}"
        text += printable(f"{line}, {len(paper.unresolved):,} unresolved") + "\n"
        for what, others in (("cites", paper.cites), ("cited by", paper.cited_by)):
            text += "".join(f"  {printable(line)}\n" for line in _each(what, others))
    return text


def _each(what: str, others: Sequence[Linked]) -> list[str]:
    return list(dict.fromkeys(f"{what} {other.paper} ({other.sort.value})" for other in others))


def links_json(library: str, papers: Sequence[Links]) -> str:
    """One object with all links, each as it is written."""
    told = [
        {
            "document": paper.paper,
            "title": paper.title,
            "cites": [_linked(other) for other in paper.cites],
            "cited_by": [_linked(other) for other in paper.cited_by],
            "unresolved": [{"sort": sort.value, "text": text} for sort, text in paper.unresolved],
        }
        for paper in papers
    ]
    return json_text({"schema": SCHEMA, "library": library, "papers": told}) + "\n"


def _linked(other: Linked) -> dict[str, str]:
    return {
        "document": other.paper,
        "title": other.title,
        "sort": other.sort.value,
        "text": other.text,
    }
