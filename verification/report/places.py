"""Where claims stand, what was not read and why: what the forms for other programs share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.report.heads import head
from vera.verification.report.of_manuscript import manuscript_lines
from vera.verification.report.verdict_lines import whereabouts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vera.core.verdict import Claim, Verdict
    from vera.verification.report.model import Opening

STANDARD_INPUT = "standard input"
"""What claims that come from nowhere else are said to stand in."""


def stands_in(claim: Claim, claims: str) -> str:
    """The file that a claim stands in, `claims` where it names none; "" for standard input."""
    return claim.file or claims


def line_of(claim: Claim, claims: str) -> str:
    """The file with the line, as compilers write it, or the line of standard input in words.

    >>> from vera.core.verdict import Claim
    >>> line_of(Claim("Bees sleep.", 3), "bees.txt"), line_of(Claim("Bees sleep.", 3), "")
    ('bees.txt:3', 'standard input, line 3')
    """
    name = stands_in(claim, claims)
    parted = f"{name}:" if name else f"{STANDARD_INPUT}, line "
    return f"{parted}{claim.line}" if claim.line else name or STANDARD_INPUT


def fails_run(verdict: Verdict, fails: frozenset[str]) -> bool:
    """Whether a verdict makes a run fail of which these statuses do; what states nothing never."""
    return verdict.status.value in fails and not verdict.states_nothing


@frozen
class Gap:
    """What of a paper was not read, or not as it should be; `all` of it where there is no text."""

    source: str
    text: str
    all: bool = False


def gaps_of(opening: Opening) -> Iterator[Gap]:
    """Papers that could not be read, pages that were not, and what a reader should know.

    Of a manuscript, what of it was not read, what it cites that is not at hand, and what was asked
    of nothing.
    """
    if opening.manuscript is not None:
        for label, said in manuscript_lines(opening.manuscript):
            if label:
                yield Gap(opening.manuscript.name, said)
    for source in opening.sources:
        if source.document is None:
            yield Gap(source.name, f"not read: {source.error}", all=True)
            continue
        for note in source.document.notes:
            yield Gap(source.name, f"{source.name}: {note}")
        for page in source.document.unread:
            yield Gap(source.name, f"{source.name}: page {page.number} was not read: {page.unread}")


def told(verdict: Verdict, short: Callable[[str], str] = str) -> list[str]:
    """The claim, the reason, and the passage that decides with its place, each a line.

    `short` is what a document is called.
    """
    passages = (
        f"{head(verdict, piece)}: “{piece.text}” ({whereabouts(piece, short)})"
        for piece in verdict.evidence[:1]
    )
    return [verdict.claim.text, verdict.reason, *passages]
