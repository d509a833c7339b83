"""The endpoints that ask claims, in a job or at once, and those of jobs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import evolve

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.core.verdict import Claim
from vera.verification import claims as reading
from vera.verify.serve import problems, reports
from vera.verify.serve.asking import Asking, PlainQuestion
from vera.verify.serve.asks import CLAIMS, Report
from vera.verify.serve.citing import CitedQuestion
from vera.verify.serve.endpoint import Answer, Call, told
from vera.verify.serve.jobs import Job
from vera.verify.serve.problems import GONE, Refused, missing
from vera.verify.served.inquiry import inquiry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verify.serve.asking import Question
    from vera.verify.serve.asks import Claims
    from vera.verify.serve.sessions import Dropped
    from vera.verify.served.inquiry import Inquiry

_OP = "verify claims"
_BEAT = 1.0
"""Seconds between two looks for whether the client still waits."""
_REPLACED = Refused(
    409, "Replaced", "The claim was put otherwise since", "other words came before its turn did"
)
_AS_JSON = Report(format="json")
_SOURCES = ("claims", "text", "file", "manuscript")


def begun(call: Call) -> Result[Answer] | Refused:
    """Begin to ask claims; the job tells the verdicts."""
    job = begin(call)
    if isinstance(job, Refused):
        return job
    return job.map(lambda it: told(job_json(it), 202))


def verified(call: Call) -> Result[Answer] | Refused:
    """Ask claims and wait for all verdicts; gives the report, or why there is none."""
    begun = begin(call)
    if isinstance(begun, Refused):
        return begun
    if failed(begun):
        return begun
    job = begun.unwrap()
    while not job.finished.wait(_BEAT):
        job.look()
        if call.left.is_set():
            call.desk.cancel(job)
            return GONE
    if job.error is not None:
        body = json.dumps(job.error, ensure_ascii=False).encode("utf-8", "replace")
        return Success(Answer(body, problems.MEDIA_TYPE, int(job.error["status"])))
    return reports.report(evolve(call, path={"job": job.id}, query=_AS_JSON))


def begin(call: Call) -> Result[Job] | Refused:
    """A job that asks what a request says."""
    made = asking_of(call, call.body)
    if isinstance(made, Refused):
        return made
    if failed(made):
        return made
    asking = made.unwrap()
    job = Job("asking", asking.work)
    queued = call.desk.begin(call.session, call.desk.asking, job)
    if not failed(queued):
        call.session.works[job.id] = asking
    return queued


def asking_of(call: Call, asked: Claims) -> Result[Asking] | Refused:
    """What a request asks."""
    files = files_of(call, asked.papers)
    if isinstance(files, Refused):
        return files
    if not files and asked.library is None:
        problem = Problem("papers", [], "or a library must be named")
        return Failure(InvalidInput(_OP, (problem,)))
    given = [name for name in _SOURCES if getattr(asked, name) is not None]
    if len(given) != 1:
        rule = f"must be one of {', '.join(_SOURCES)}"
        return Failure(InvalidInput(_OP, (Problem("claims", given, rule),)))
    settings = Settings(asked.threshold, asked.top_k, only_claims=asked.only_claims)
    begun = inquiry(call.desk.opened, asked.library, asked.where, settings)
    if failed(begun):
        return begun
    question = _question(call, asked, begun.unwrap(), files)
    if isinstance(question, Refused):
        return question
    return question.bind(_not_too_many).map(lambda it: Asking(call.desk, begun.unwrap(), files, it))


def _question(
    call: Call, asked: Claims, inquires: Inquiry, files: tuple[Dropped, ...]
) -> Result[Question] | Refused:
    """The claims; of a text or a file, none is an error."""
    named = asked.file or asked.manuscript
    if named is None:
        said = [Claim(" ".join(it.split()), at) for at, it in enumerate(asked.claims or (), 1)]
        said = said or reading.claims_in(asked.text or "")
        if not said:
            return Failure(InvalidInput(_OP, (Problem("text", "", "has no claim in it"),)))
        return Success(PlainQuestion(call.desk, inquires, files, tuple(said)))
    file, parts = call.session.paper(named), files_of(call, asked.parts)
    if isinstance(file, Refused):
        return file
    if isinstance(parts, Refused):
        return parts
    if asked.manuscript is not None:
        return Success(CitedQuestion(call.desk, inquires, files, file, parts))
    read = problems.called(file.name, reading.read_claims(file.real))
    return read.map(lambda said: PlainQuestion(call.desk, inquires, files, tuple(said), file.name))


def _not_too_many(question: Question) -> Result[Question]:
    """The question, where it has no more claims than may be asked at once."""
    if isinstance(question, PlainQuestion) and len(question.said) > CLAIMS:
        rule = f"are more than {CLAIMS:,}; ask them in several jobs"
        return Failure(InvalidInput(_OP, (Problem("claims", len(question.said), rule),)))
    return Success(question)


def files_of(call: Call, ids: Sequence[str]) -> tuple[Dropped, ...] | Refused:
    """The files of those ids, each once."""
    found = []
    for id_ in dict.fromkeys(ids):
        dropped = call.session.paper(id_)
        if isinstance(dropped, Refused):
            return dropped
        found.append(dropped)
    return tuple(found)


def listed(call: Call) -> Result[Answer]:
    """The jobs of the session, the oldest first; to ask for them keeps them from being given up."""
    jobs = list(call.session.jobs.values())
    for job in jobs:
        job.look()
    return Success(told({"jobs": [job_json(it) for it in jobs]}))


def shown(call: Call) -> Result[Answer] | Refused:
    """How far a job is; to ask for it keeps it from being given up."""
    job = call.session.job(call.path["job"])
    if isinstance(job, Refused):
        return job
    job.look()
    return Success(told(job_json(job)))


def cancelled(call: Call) -> Result[Answer] | Refused:
    """Give a job up; verdicts that it has told stay."""
    job = call.session.job(call.path["job"])
    if isinstance(job, Refused):
        return job
    call.desk.cancel(job)
    return Success(told(job_json(job)))


def again(call: Call) -> Result[Answer] | Refused:
    """One claim of a job in other words, asked at once.

    Who types sends many: what waits when others come is not asked, and never takes their place.
    """
    job = call.session.job(call.path["job"])
    if isinstance(job, Refused):
        return job
    asking = call.session.works.get(job.id)
    if not isinstance(asking, Asking):
        return missing("claim")
    at, text = int(call.path["claim"]), " ".join(call.body.text.split())
    if at >= len(asking.verdicts):
        return missing("claim")
    with asking.turns.turn(at) as mine:
        if not mine:
            return _REPLACED
        return asking.again(job, at, evolve(asking.verdicts[at].claim, text=text)).map(told)


def job_json(job: Job) -> dict[str, Any]:
    """How far a job is, as the schema `job` has it."""
    return {
        "id": job.id,
        "kind": job.kind,
        "state": job.state.value,
        "position": job.position,
        "events": f"/api/jobs/{job.id}/events",
        "error": job.error,
    }
