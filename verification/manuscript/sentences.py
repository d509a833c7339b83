"""What a manuscript says on the strength of others: its sentences that cite, as claims.

A mark at the end of a sentence is for all of it, one inside for the clause before it. "Smith et al.
(2020) found that X" is X. The marks themselves are no part of a claim.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Span
from vera.verification.claims.markdown import plain
from vera.verification.language.statements import is_clause, statements
from vera.verification.manuscript.citations import Citation
from vera.verification.manuscript.grouping import groups_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Document
    from vera.verification.manuscript.grouping import Group

_WHO = "\ue000"
"""Stands for authors that are named in a sentence, while it is taken apart."""
_REPORTS = (
    r"(?:show|find|found|report|demonstrat|observ|not|conclud|establish|reveal|indicat|confirm|stat"
    r"|argu|suggest|propos|claim|describ|determin|discover|document|prov|hypothesi[sz]|estimat)"
    r"(?:n|s|e|es|ed|ing)?"
)
"""Verbs with which what follows is told as so; not those that deny it. By hand, after Hyland's
discourse and research acts ("Academic attribution", Applied Linguistics 20, 1999)."""
_ADVERB = r"(?:(?:\w+ly|also|have|has|had|later|first|even|further|both)\s)"
_OPENING = r"^(?:(?:\w+(?:\s\w+){0,2}),\s)?"
_NARRATIVES = (
    re.compile(rf"{_OPENING}{_WHO}\s{_ADVERB}{{0,3}}{_REPORTS}(?:\sin\s[^,]{{1,60}})?\sthat,?\s"),
    re.compile(rf"^(?:[Aa]ccording to|[Aa]s\s(?:{_REPORTS}\s)?(?:by|in))\s{_WHO},\s"),
    re.compile(rf"^As\s{_WHO}\s{_ADVERB}{{0,3}}{_REPORTS},\s"),
    re.compile(rf"^It\s(?:was|is|has been)\s{_ADVERB}?{_REPORTS}\sby\s{_WHO}\sthat\s"),
)
_TRAILING = re.compile(
    rf",?\s(?:as\s(?:{_REPORTS}\sby\s)?{_WHO}(?:\s{_ADVERB}{{0,3}}{_REPORTS})?"
    rf"|according to\s{_WHO})"
    r"(?=[.;,]|$)"
)
_LEADING = re.compile(r"^(?:and|but|or|yet|whereas|while|although|though)[,\s]\s*(?:also\s)?")
_JOINED = re.compile(r"\s?[,;]?\s(?:and|but|or|yet|whereas|while|although|though)[,\s]|\s?;\s")
_ALONE = 8
"""Words from which a part between marks is a clause although no verb is known in it: by hand."""
_SPACES = re.compile(r"\s+")
_HOLLOW = re.compile(
    r"\(\s*(?:(?:see|see also|e\.g\.,?|cf\.|but see|and|,|;|\s)\s*)*\)"
    r"|,?\s(?:but )?(?:see(?: also)?|cf\.|contra)(?=\s?[.;,)]|$)"
)
"""What is left of a bracket that held marks alone, and what led to a mark."""
_BEFORE_SIGN = re.compile(r"\s+([.,;:!?)\]])")
_LEAST = 3
"""Words of a claim: a mark behind fewer names a thing, and says nothing of it. By hand."""


@frozen
class Citing:
    """A claim, the sentence of the manuscript that it is from, and the marks that are for it."""

    text: str
    span: Span
    citations: tuple[Citation, ...]


def citing(document: Document) -> Iterator[Citing]:
    """What the document claims with a citation, in order; spans are of its text."""
    for group in groups_of(document):
        yield from _claims(document, group)


def _claims(document: Document, group: Group) -> Iterator[Citing]:
    """One claim for each clause that has marks of its own."""
    sentence, citations = group.span, group.citations
    said, places = _without(document.text, group)
    whole = Span(0, len(said))
    clauses = _between(said, places, citations) or [part.span for part in statements(said)]
    held: dict[Span, list[Citation]] = {}
    starts = [clause.start for clause in clauses]
    for place, citation in zip(places, citations, strict=True):
        before = clauses[max(0, bisect_left(starts, place) - 1)]
        alone = len(clauses) == 1 or citation.narrative
        held.setdefault(whole if alone else before, []).append(citation)
    if len(clauses) > 1 and len(held) == 1 and places[0] >= clauses[-1].end - 1:
        held = {whole: list(citations)}
    for span, marks in held.items():
        claim = _told(span.of(said).strip())
        if document.media_type == "text/markdown":
            claim = " ".join(plain(claim).split())
        yield Citing(claim, sentence, tuple(marks))


def _between(said: str, places: Sequence[int], citations: Sequence[Citation]) -> list[Span]:
    """The clauses that marks end, where each mark but the last is followed by a conjunction.

    A sentence whose marks stand behind its parts, the last behind all of it, tells what is whose.
    """
    ends = [
        place
        for place, citation in zip(places, citations, strict=True)
        if not citation.narrative and _JOINED.match(said, place)
    ]
    edges = [0, *dict.fromkeys(ends), len(said)]
    parts = [Span(start, end) for start, end in pairwise(edges)]
    if len(parts) == 1 or places[-1] <= ends[-1]:
        return []
    clauses = all(
        is_clause(part.of(said)) or len(part.of(said).split()) >= _ALONE for part in parts
    )
    return parts if clauses else []


def _without(text: str, group: Group) -> tuple[str, list[int]]:
    """A sentence without its marks, those in the sentence as `_WHO`; and where each stood."""
    parts: list[str] = []
    places, length, at = [], 0, group.span.start
    gaps = ((gap, None) for gap in group.gaps)
    marks = ((it.span, it) for it in group.citations)
    for span, citation in sorted((*gaps, *marks), key=lambda it: (it[0], it[1] is None)):
        said = text[at : span.start]
        narrative = citation is not None and citation.narrative
        said = said if narrative else said.rstrip()
        if citation is not None:
            places.append(length + len(said))
        parts.append(said + _WHO if narrative else said)
        length += len(parts[-1])
        at = max(at, span.end)
    return "".join((*parts, text[at : group.span.end])), places


def _told(said: str) -> str:
    """The fact of a sentence that tells who found it, as a sentence."""
    said = _SPACES.sub(" ", _BEFORE_SIGN.sub(r"\1", _HOLLOW.sub("", said))).strip()
    said = _TRAILING.sub("", said)
    for form in _NARRATIVES:
        found = form.match(said)
        if found is not None:
            said = said[found.end() :]
            break
    who = "The authors" if said.startswith(_WHO) else "the authors"
    said = said.replace(f"{_WHO}'s", f"{who}'").replace(f"{_WHO}’s", f"{who}’").replace(_WHO, who)
    said = _LEADING.sub("", said.lstrip(" ,;:")).rstrip(" ,;:")
    return said[:1].upper() + said[1:]


def is_claim(text: str) -> bool:
    """Whether so few words are left that nothing is said of a work."""
    return len(text.split()) >= _LEAST
