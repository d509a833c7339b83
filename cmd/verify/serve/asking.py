"""Claims that are asked in a job: what they are asked of, and the verdicts as they come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from attrs import Factory, define, frozen

from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim, Verdict
from vera.verification.chunking.window import artifact_name
from vera.verification.library.files import shown
from vera.verification.report.as_json import JsonForm
from vera.verification.report.model import Opening, Source, Summary
from vera.verification.verifier import Paper
from vera.verify.serve.desk import Desk, unreadable
from vera.verify.serve.sessions import Dropped
from vera.verify.serve.turns import Turns
from vera.verify.served.inquiry import Inquiry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.verify.serve.jobs import Job


class Ready(Protocol):
    """Papers that are open, and claims to be asked of them."""

    @property
    def opening(self) -> Opening:
        """The head of a report."""
        ...

    @property
    def said(self) -> Sequence[Claim]:
        """The claims."""
        ...

    def all(self) -> Iterator[Result[Verdict]]:
        """A verdict for each claim, in order, made as they are asked for."""
        ...

    def one(self, at: int, claim: Claim) -> Result[Verdict]:
        """One in the place of the claim of that number, from 0."""
        ...


class Question(Protocol):
    """What a job asks; `prepare` tells the job how far it is, where there is one."""

    @property
    def claims(self) -> str:
        """The name of the file that the claims are from, or nothing."""
        ...

    def prepare(self, job: Job | None) -> Result[Ready]:
        """Open what is asked. Errors: all that are not of one paper."""
        ...


@define(eq=False)
class Asking:
    """A question, the files and the library that it is asked of, and the verdicts so far."""

    desk: Desk
    inquiry: Inquiry
    files: tuple[Dropped, ...]
    question: Question
    verdicts: list[Verdict] = Factory(list)
    turns: Turns = Factory(Turns)
    _artifacts: dict[str, str] | None = None

    def work(self, job: Job) -> Result[dict[str, Any]]:
        """Open the papers and ask them, telling each verdict; gives the summary of a report."""
        prepared = self.question.prepare(job)
        if failed(prepared):
            return prepared
        ready = prepared.unwrap()
        claims = [{"text": it.text, "file": it.file, "line": it.line} for it in ready.said]
        job.tell("opening", {"report": head_json(ready.opening), "claims": claims})
        for verdict in ready.all():
            if failed(verdict):
                return verdict
            self.verdicts.append(verdict.unwrap())
            job.tell("verdict", self.told(len(self.verdicts) - 1))
        return Success({"summary": summary_json(ready.opening, self.verdicts)})

    def again(self, job: Job, at: int, claim: Claim) -> Result[dict[str, Any]]:
        """Ask one claim anew, in other words; it takes the place of the one of before.

        Who listens to the job from its beginning hears of it alone.
        """
        prepared = self.question.prepare(None)
        if failed(prepared):
            return prepared
        verdict = prepared.unwrap().one(at, claim)
        if failed(verdict):
            return verdict
        self.verdicts[at] = verdict.unwrap()
        made = self.told(at)
        job.amend("verdict", lambda data: bool(data["claim"] == at), made)
        return Success(made)

    def told(self, at: int) -> dict[str, Any]:
        """A verdict, and where the papers of its evidence are asked for."""
        verdict = self.verdicts[at]
        return {"claim": at, "verdict": verdict_json(verdict), "papers": self.places(verdict)}

    def places(self, verdict: Verdict) -> dict[str, str]:
        """The address of each paper that the verdict has evidence of, by its name there."""
        own = {file.name: f"/api/papers/{file.id}" for file in self.files}
        library = self.inquiry.library
        if library is not None:
            base = f"/api/libraries/{library.name}/papers"
            own = {name: f"{base}/{artifact}" for name, artifact in self._shelved().items()} | own
        return {name: own[name] for name in _named(verdict) if name in own}

    def _shelved(self) -> dict[str, str]:
        """The papers of the library, by the names that evidence has for them."""
        library = self.inquiry.library
        if self._artifacts is None and library is not None:
            found = library.documents()
            held = () if failed(found) else found.unwrap()
            self._artifacts = {shown(path): artifact_name(it.content[0]) for it, path in held}
        return self._artifacts or {}


@frozen
class PlainQuestion:
    """Claims that are asked of all papers; `claims` names the file that they are from."""

    desk: Desk
    inquiry: Inquiry
    files: tuple[Dropped, ...]
    said: tuple[Claim, ...]
    claims: str = ""

    def prepare(self, job: Job | None) -> Result[Ready]:
        """Open the papers; one that cannot be read is told of in the opening."""
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
        opening = self.inquiry.opening(sources)
        if failed(opening):
            return opening
        return Success(_Plain(opening.unwrap(), self.inquiry, self.said, papers))


@frozen
class _Plain:
    opening: Opening
    inquiry: Inquiry
    said: tuple[Claim, ...]
    papers: list[Paper]

    def all(self) -> Iterator[Result[Verdict]]:
        return self.inquiry.verdicts(self.said, self.papers, self.opening.sources)

    def one(self, at: int, claim: Claim) -> Result[Verdict]:  # noqa: ARG002 - a Ready
        return next(self.inquiry.verdicts([claim], self.papers, self.opening.sources))


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
