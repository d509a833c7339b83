"""Claims that are asked in a job: what they are asked of, and the verdicts as they come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.core.verdict import Claim, Verdict
from vera.verification.report.as_json import JsonForm
from vera.verification.report.model import Opening, Source, Summary
from vera.verify.serve.desk import Desk, unreadable
from vera.verify.serve.sessions import Dropped
from vera.verify.served.inquiry import Inquiry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.verification.verifier import Paper
    from vera.verify.serve.jobs import Job


@define(eq=False)
class Asking:
    """Claims, the files and the library that they are asked of, and the verdicts so far."""

    desk: Desk
    inquiry: Inquiry
    files: tuple[Dropped, ...]
    claims: list[Claim]
    verdicts: list[Verdict] = Factory(list)

    def work(self, job: Job) -> Result[dict[str, Any]]:
        """Open the papers and ask them, telling each verdict; gives the summary of a report."""
        opened = self.open(job)
        if failed(opened):
            return opened
        sources, papers = opened.unwrap()
        opening = self.inquiry.opening(sources)
        if failed(opening):
            return opening
        job.tell("opening", head_json(opening.unwrap()))
        for verdict in self.inquiry.verdicts(self.claims, papers, sources):
            if failed(verdict):
                return verdict
            self.verdicts.append(verdict.unwrap())
            job.tell("verdict", self.told(len(self.verdicts) - 1))
        return Success({"summary": summary_json(opening.unwrap(), self.verdicts)})

    def again(self, at: int, claim: Claim) -> Result[dict[str, Any]]:
        """Ask one claim anew, in other words; it takes the place of the one of before."""
        if not at < len(self.verdicts):
            problem = Problem("claim", at, f"must be below {len(self.verdicts)}")
            return Failure(InvalidInput("ask again", (problem,)))
        opened = self.open(None)
        if failed(opened):
            return opened
        sources, papers = opened.unwrap()
        verdict = next(self.inquiry.verdicts([claim], papers, sources))
        if failed(verdict):
            return verdict
        self.verdicts[at] = verdict.unwrap()
        return Success(self.told(at))

    def open(self, job: Job | None) -> Result[tuple[tuple[Source, ...], list[Paper]]]:
        """The papers that can be asked, and all of them as a report has them."""
        sources, papers = [], []
        for file in self.files:
            paper = self.desk.open(file, job, self.inquiry.verifier)
            if not failed(paper):
                papers.append(paper.unwrap())
                sources.append(Source(file.name, papers[-1].document, len(papers[-1].chunks)))
                continue
            error = unreadable(paper)
            if failed(error):
                return error
            sources.append(Source(file.name, error=error.unwrap()))
        return Success((tuple(sources), papers))

    def told(self, at: int) -> dict[str, Any]:
        """A verdict, and where the papers of its evidence are asked for."""
        verdict = self.verdicts[at]
        return {"claim": at, "verdict": verdict_json(verdict), "papers": self.places(verdict)}

    def places(self, verdict: Verdict) -> dict[str, str]:
        """The address of each paper that the verdict has evidence of, by its name there."""
        own = {file.name: f"/api/papers/{file.id}" for file in self.files}
        return {name: own[name] for name in _named(verdict) if name in own}


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as it is in `claims` of a report, with its explanation."""
    made: dict[str, Any] = json.loads(JsonForm(explain=True).verdict(verdict))
    return made


def head_json(opening: Opening) -> dict[str, Any]:
    """A report without its claims and their summary."""
    return _report(opening, Summary(), ("claims", "summary"))


def summary_json(opening: Opening, verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """The summary of a report."""
    summary = Summary()
    for verdict in verdicts:
        summary.count(verdict)
    made: dict[str, Any] = _report(opening, summary)["summary"]
    return made


def _report(opening: Opening, summary: Summary, without: Sequence[str] = ()) -> dict[str, Any]:
    form = JsonForm()
    made: dict[str, Any] = json.loads(form.opening(opening) + form.closing(opening, summary))
    return {key: value for key, value in made.items() if key not in without}


def _named(verdict: Verdict) -> Iterator[str]:
    evidence = [*verdict.evidence, *(it for part in verdict.parts for it in part.evidence)]
    if verdict.explanation is not None:
        evidence += verdict.explanation.runners_up
    yield from dict.fromkeys(it.document for it in evidence)
