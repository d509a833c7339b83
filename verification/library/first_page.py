"""What the first page of a paper prints of the paper itself: identifiers and the year.

Most years and DOIs on a page are of other papers. So a year counts only where something says whose
it is (a copyright, a date of publication, the proceedings, a running head), and a DOI only where no
citation stands before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Kind, Span
from vera.verification.ingestion.identifiers import arxiv, doi, title_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Document

_FIRST_PART = 5000
"""Characters of the text of a paper without pages in which it names itself."""
_YEAR = r"(?P<year>(?:1[89]|20)\d\d)(?![\d\w])"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_PUBLISHED = re.compile(rf"\bpublished(?:\s+online|\s+on)?\b[^.;]{{0,30}}?\b{_YEAR}", re.IGNORECASE)
_COPYRIGHT = re.compile(
    rf"(?:©|ⓒ|@ (?=\d)|\(c\)|\bcopyright\b|(?<!\w)c (?=\d{{4}} [A-Z]))[^.\d]{{0,40}}?{_YEAR}",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?:proceedings|conference|workshop|symposium|annual meeting|technologies|demonstrations)\b",
    re.IGNORECASE,
)
_ISSUE = re.compile(
    r"(?:"
    r"\((?P<a>(?:1[89]|20)\d\d)\)\s*,?\s*(?:vol\.?\s*)?\d+\s*[:(]"
    r"|(?<!\d)(?P<b>(?:1[89]|20)\d\d)\s*[,;|]\s*(?:vol(?:ume|\.)?\s*\d+|\d+\s*[:(])"
    r")",
    re.IGNORECASE,
)
"""The year beside the volume of a journal."""
_ACCEPTED = re.compile(rf"\b(?:accepted|received)\b[^.;]{{0,30}}?\b{_YEAR}", re.IGNORECASE)
_DAY = r"(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?"
_DATE = re.compile(rf"{_DAY}{_MONTH}\s+{_DAY}{_YEAR}", re.IGNORECASE)
_STAMP = re.compile(rf"arxiv:\S+.*\b{_YEAR}\s*$", re.IGNORECASE)
_CITATION = re.compile(r"\(\s*(?:1[89]|20)\d\d[a-z]?\s*\)")
_FAR = 60
"""Characters from a citation to a DOI from which on the DOI is of what is cited."""
_OF_THINGS = ("10.5281/", "10.6084/", "10.17605/", "10.5061/", "10.7910/")
"""Of Zenodo, figshare, OSF, Dryad and Dataverse: of data and programs, oftener than of papers."""
_KINDS = frozenset({Kind.FRONT, Kind.FOOTNOTE, Kind.TITLE})


def printed(document: Document) -> Iterator[tuple[str, str, str]]:
    """Fields, values and where they stand."""
    page = next((it for it in document.pages if len(it.span)), None)
    number = page.number if page else 0
    whole = page.span if page else Span(0, min(_FIRST_PART, len(document.text)))
    beside = [it.text for it in document.left_out if number <= it.box.page <= number + 1]
    blocks = [
        (it.kind, it.span.of(document.text))
        for it in document.paragraphs()
        if it.span.overlaps(whole) and it.kind is not Kind.REFERENCES
    ]
    front = [*beside, *(text for kind, text in blocks if kind in _KINDS)]
    every = [*front, *(text for kind, text in blocks if kind not in _KINDS)]
    yield "doi", _doi(every, document.title), "first page"
    yield "arxiv", next(filter(None, map(arxiv, every)), ""), "first page"
    yield "year", _year(front, every), "first page"


def _doi(texts: Sequence[str], title: str) -> str:
    own = title_key(title)[:20]
    found = []
    for text in texts:
        name = doi(text)
        before = text[: text.lower().find(name)] if name else ""
        cited = [it.end() for it in _CITATION.finditer(before)]
        others = cited and len(before) - cited[-1] > _FAR
        if name and (not others or (own and own in title_key(before))):
            found.append(name)
    papers = (it for it in found if not it.startswith(_OF_THINGS))
    return next(papers, next(iter(found), ""))


def _year(front: Sequence[str], every: Sequence[str]) -> str:
    """The year that the surest words name."""
    for pattern, texts in (
        (_PUBLISHED, front),
        (_COPYRIGHT, every),
        (_ISSUE, every),
        (None, front),
        (_STAMP, front),
        (_ACCEPTED, front),
    ):
        for text in texts:
            found = _of_meeting(text) if pattern is None else _first(pattern, text)
            if found:
                return found
    alone = (_DATE.fullmatch(text.strip()) for text in front)
    return next((it["year"] for it in alone if it), "")


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return next(filter(None, found.groups()), "") if found else ""


def _of_meeting(text: str) -> str:
    """The last year of a line that names proceedings or a conference, where no author is cited."""
    if not _MEETING.search(text) or len(text) > 400:
        return ""
    years = re.findall(r"(?<![\d.])(?:19|20)\d\d(?!\d)", text)
    return years[-1] if years else ""
