"""What is told of a manuscript before its verdicts: what it cites, and what could not be asked."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from vera.verification.report.printable import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.verdict import Claim
    from vera.verification.report.model import Cited


def place_of(claim: Claim) -> str:
    """Where a claim of several files stands, and what it cites; nothing of one without a file.

    >>> from vera.core.verdict import Claim
    >>> place_of(Claim("Bees sleep.", 12, "bees.tex", ("li20", "doe19")))
    'bees.tex:12, cites li20, doe19'
    """
    if not claim.file:
        return ""
    where = f"{claim.file}:{claim.line}" if claim.line else claim.file
    where += f", p. {claim.page}" if claim.page else ""
    return f"{where}, cites {', '.join(claim.cites)}" if claim.cites else where


def manuscript_lines(cited: Cited) -> Iterator[tuple[str, str]]:
    """A label and a text each: how much is cited, and what is asked of no paper, with why."""
    lacking = cited.lacking
    said, works = counted(cited.claims, "statement"), counted(len(cited.works), "work")
    held = len(cited.works) - len(lacking)
    yield "", f"{cited.name}: {said} with citations of {works}, {held} of them at hand"
    for problem in cited.problems:
        yield "warning", problem
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for work, why in lacking.items():
        alike[why].append(work)
    for why, named in alike.items():
        yield "warning", f"not at hand: {', '.join(named)} ({why})"
    for claim, why in cited.aside:
        yield "note", f"not asked: {place_of(claim)}: {why}"
    if cited.silenced:
        yield "note", f"{counted(cited.silenced, 'sentence')} silenced by comments"


def manuscript_json(cited: Cited) -> dict[str, object]:
    """The same for programs."""
    return {
        "name": cited.name,
        "statements": cited.claims,
        "works": [{"work": work, "lacking": why or None} for work, why in cited.works.items()],
        "not_asked": [
            {
                "text": claim.text,
                "file": claim.file,
                "line": claim.line,
                "cites": list(claim.cites),
                "reason": why,
            }
            for claim, why in cited.aside
        ],
        "problems": list(cited.problems),
        "silenced": cited.silenced,
    }
