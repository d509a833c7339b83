"""The endpoints that ask claims, in a job or at once, and those of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.core.verdict import Claim
from vera.verification import claims as reading
from vera.verify.serve import problems
from vera.verify.serve.asking import Asking
from vera.verify.serve.endpoint import Answer, Call, told
from vera.verify.serve.jobs import Job
from vera.verify.serve.problems import Refused, missing
from vera.verify.served.inquiry import inquiry

if TYPE_CHECKING:
    from vera.verify.serve.asks import Asked, Claims
    from vera.verify.serve.sessions import Dropped

_OP = "verify claims"
_SOURCES = ("claims", "text", "file", "manuscript")


def begun(call: Call) -> Result[Answer] | Refused:
    """Begin to ask claims; the job tells the verdicts."""
    job = begin(call)
    if isinstance(job, Refused):
        return job
    return job.map(lambda it: told(job_json(it), 202))


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
    files = _files(call, asked)
    if isinstance(files, Refused):
        return files
    if not files and asked.library is None:
        problem = Problem("papers", [], "or a library must be named")
        return Failure(InvalidInput(_OP, (problem,)))
    given = [name for name in _SOURCES if getattr(asked, name) is not None]
    if len(given) != 1:
        rule = f"must be one of {', '.join(_SOURCES)}"
        return Failure(InvalidInput(_OP, (Problem("claims", given, rule),)))
    claims = _claims(call, asked)
    if isinstance(claims, Refused):
        return claims
    if failed(claims):
        return claims
    settings = Settings(asked.threshold, asked.top_k, only_claims=asked.only_claims)
    begun = inquiry(call.desk.opened, asked.library, asked.where, settings)
    return begun.map(lambda it: Asking(call.desk, it, files, claims.unwrap()))


def _files(call: Call, asked: Asked) -> tuple[Dropped, ...] | Refused:
    found = []
    for id_ in dict.fromkeys(asked.papers):
        dropped = call.session.paper(id_)
        if isinstance(dropped, Refused):
            return dropped
        found.append(dropped)
    return tuple(found)


def _claims(call: Call, asked: Claims) -> Result[list[Claim]] | Refused:
    """The claims; of a text or a file, none is an error."""
    if asked.claims is not None:
        said = (" ".join(text.split()) for text in asked.claims)
        return Success([Claim(text, at) for at, text in enumerate(said, 1)])
    if asked.text is not None:
        found = reading.claims_in(asked.text)
        if not found:
            return Failure(InvalidInput(_OP, (Problem("text", "", "has no claim in it"),)))
        return Success(found)
    dropped = call.session.paper(asked.file or "")
    if isinstance(dropped, Refused):
        return dropped
    return problems.called(dropped.name, reading.read_claims(dropped.real))


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
    """One claim of a job in other words, asked at once."""
    asking = call.session.works.get(call.path["job"])
    if not isinstance(asking, Asking):
        return missing("job")
    at, text = int(call.path["claim"]), " ".join(call.body.text.split())
    if at >= len(asking.verdicts):
        return missing("claim")
    return asking.again(at, evolve(asking.verdicts[at].claim, text=text)).map(told)


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
