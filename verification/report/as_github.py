"""The report for GitHub Actions: a workflow command for each claim that is not grounded.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import Status
from vera.verification.report.places import fails_run, gaps_of, line_of, stands_in, told
from vera.verification.report.printable import printable
from vera.verification.report.summary_line import summary_line

if TYPE_CHECKING:
    from vera.core.verdict import Verdict
    from vera.verification.report.model import Opening, Summary

_IN_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = {**_IN_TEXT, **str.maketrans({":": "%3A", ",": "%2C"})}


class GithubForm:
    """An `error` for a status that `fails` the run, else a `warning`; a last line with the counts.

    `claims` names the file of claims, "" for standard input, which no annotation can point into.
    """

    def __init__(self, claims: str, fails: frozenset[str]) -> None:
        self._claims, self._fails = claims, fails

    def opening(self, opening: Opening) -> str:
        """What was not read: an error for a paper, a warning for a part of one."""
        return "".join(
            _command("error" if gap.all else "warning", [gap.text], title="paper")
            for gap in gaps_of(opening)
        )

    def verdict(self, verdict: Verdict) -> str:
        """Nothing for a grounded claim; else claim, reason and passage, each on a line."""
        claim, status = verdict.claim, verdict.status
        if status is Status.GROUNDED:
            return ""
        file = stands_in(claim, self._claims)
        lines = told(verdict)
        if not file:
            lines.insert(0, line_of(claim, self._claims))
        at = {"file": file, "line": str(claim.line) if claim.line else ""} if file else {}
        level = "error" if fails_run(verdict, self._fails) else "warning"
        level = "notice" if verdict.states_nothing else level
        return _command(level, lines, **at, title=status.value)

    def closing(self, opening: Opening, summary: Summary) -> str:
        """How many of what, for the log."""
        return summary_line(opening, summary) + "\n"


def _command(level: str, lines: list[str], **properties: str) -> str:
    r"""A workflow command; what would end it or one of its properties is escaped.

    >>> _command("error", ["50% of it", "b"], file="a,b:c.txt", line="")
    '::error file=a%2Cb%3Ac.txt::50%25 of it%0Ab\n'
    """
    text = "\n".join(map(printable, lines)).translate(_IN_TEXT)
    given = ",".join(
        f"{name}={printable(value).translate(_IN_PROPERTY)}"
        for name, value in properties.items()
        if value
    )
    return f"::{level} {given}::{text}\n"
