"""What every form of report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from attrs import define, field, frozen

from vera.core.document import Document
from vera.core.errors import Error
from vera.core.ports import EmbedderInfo, JudgeInfo, ReaderInfo
from vera.core.settings import Settings
from vera.core.verdict import Claim, Status, Verdict


@frozen
class Source:
    """A paper that was asked for: what was read from it and its number of chunks, or the error."""

    name: str
    document: Document | None = None
    chunks: int = 0
    error: Error | None = None


@frozen
class Shelf:
    """A library that claims are asked of, how much it holds, and how much of it a filter leaves."""

    name: str
    papers: int
    chunks: int
    where: str = ""
    fitting: int = 0


@frozen
class Cited:
    """A manuscript whose claims are asked of what they cite, and what of it is asked of nothing.

    `works` has each work that is cited, by its key or mark, and why it is no paper at hand, or
    nothing. `aside` are claims whose citation does not say that the work says so, and why; what of
    the manuscript could not be read is in `problems`, a sentence each. `silenced` counts sentences
    that comments in the manuscript take out.
    """

    name: str
    claims: int
    works: Mapping[str, str]
    aside: tuple[tuple[Claim, str], ...] = ()
    problems: tuple[str, ...] = ()
    silenced: int = 0

    @property
    def lacking(self) -> dict[str, str]:
        """The works that are no paper at hand, and why."""
        return {work: why for work, why in self.works.items() if why}


@frozen
class Opening:
    """What is known before the first verdict.

    `sources` are the papers that were named; `library` has others. `sandbox` names what confined
    every process that read a paper; None where none was needed. `judge` is asked where a score is
    uncertain; None without one. `reader` is that of the user, None where it is the packaged one.
    `manuscript` is what the claims are from, where that is one.
    """

    sources: tuple[Source, ...]
    embedder: EmbedderInfo
    settings: Settings
    sandbox: tuple[str, ...] | None = None
    library: Shelf | None = None
    judge: JudgeInfo | None = None
    reader: ReaderInfo | None = None
    manuscript: Cited | None = None


@define
class Summary:
    """How many claims there were of each status, and how many a bare cosine decided.

    `incomplete` are the sources of the papers that were asked and had not been read whole.
    `left_out` are verdicts that a baseline has, too, None without a baseline; they are in no count.
    `states_nothing` are those of the unchecked that `--only-claims` left out.
    """

    counts: Counter[Status] = field(factory=Counter)
    incomplete: set[str] = field(factory=set)
    left_out: int | None = None
    states_nothing: int = 0
    _calibrated: Counter[bool] = field(factory=Counter)

    def count(self, verdict: Verdict) -> None:
        """Count one more verdict that is reported."""
        self.counts[verdict.status] += 1
        self.states_nothing += verdict.states_nothing
        self._look(verdict)
        if verdict.score is not None:
            self._calibrated[verdict.calibrated] += 1

    def leave_out(self, verdict: Verdict) -> None:
        """Count one that is not reported; that a paper was not read whole holds all the same."""
        self.left_out = (self.left_out or 0) + 1
        self._look(verdict)

    def _look(self, verdict: Verdict) -> None:
        self.incomplete.update(each.document for each in verdict.papers if not each.complete)

    @property
    def uncalibrated(self) -> int:
        """The number of claims whose score is no probability."""
        return self._calibrated[False]

    @property
    def total(self) -> int:
        """The number of claims."""
        return self.counts.total()


class Form(Protocol):
    """A form of report. Its pieces, written one after the other, are the whole report."""

    def opening(self, opening: Opening) -> str:
        """What stands before the first verdict."""
        ...

    def verdict(self, verdict: Verdict) -> str:
        """One verdict; called in the order of the claims."""
        ...

    def closing(self, opening: Opening, summary: Summary) -> str:
        """What stands after the last verdict."""
        ...
