"""The endpoints of libraries: to list, search, add to and remove from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import evolve

from vera.core.result import Result, Success, failed
from vera.verification.library import Library, Watching
from vera.verification.library.files import absolute
from vera.verification.report.of_added import added_json
from vera.verification.report.of_condition import libraries_json
from vera.verification.report.of_document import document_json
from vera.verification.report.of_hits import hits_json
from vera.verification.report.of_papers import papers_json
from vera.verify.serve import shelf
from vera.verify.serve.claims import files_of, job_json
from vera.verify.serve.desk import head
from vera.verify.serve.endpoint import Answer, Call, text_told, told
from vera.verify.serve.jobs import Job
from vera.verify.serve.papers import boxes_json, page_json, picture
from vera.verify.serve.problems import Refused, missing

if TYPE_CHECKING:
    from vera.core.errors import Error
    from vera.verification.library.adding_report import Added
    from vera.verification.library.checking import Condition
    from vera.verify.serve.sessions import Dropped


def listed(call: Call) -> Result[Answer]:
    """The libraries that may be asked, and those that cannot be looked at."""
    conditions: dict[str, Condition] = {}
    faults: dict[str, Error] = {}
    for name in call.desk.opened.library_names():
        found = call.desk.opened.look(name).bind(lambda library: library.condition())
        if failed(found):
            faults[name] = found.failure()
        else:
            conditions[name] = found.unwrap()
    return Success(text_told(libraries_json(conditions, faults)))


def papers(call: Call) -> Result[Answer]:
    """Some of the papers of a library, of those that fit; the header tells how many do."""
    library = call.desk.opened.look(call.path["library"])
    if failed(library):
        return library
    found = library.unwrap().papers(call.query.where)
    if failed(found):
        return found
    first, fitting = call.query.offset, found.unwrap()
    some = fitting[first : first + call.query.limit]
    answer = text_told(papers_json(library.unwrap().name, some))
    return Success(evolve(answer, headers={"Vera-Total": str(len(fitting))}))


def searched(call: Call) -> Result[Answer]:
    """The passages of a library that speak to a question, best first."""
    library = call.desk.opened.library(call.path["library"])
    if failed(library):
        return library
    name, asked = library.unwrap().name, call.query
    found = library.unwrap().search(asked.query, asked.top, asked.where)
    return found.map(lambda hits: text_told(hits_json(name, asked.query, hits)))


def added(call: Call) -> Result[Answer] | Refused:
    """Begin to add files that were dropped to a library, which is made if there is none."""
    files = files_of(call, call.body.papers)
    if isinstance(files, Refused):
        return files
    opened = call.desk.opened.library(call.path["library"], create=True)
    if failed(opened):
        return opened
    own = shelf.own_folder(opened.unwrap())
    if failed(own):
        return own

    def work(job: Job) -> Result[dict[str, Any]]:
        return _add(opened.unwrap(), files, job)

    begun = call.desk.begin(call.session, call.desk.reading, Job("adding", work))
    return begun.map(lambda job: told(job_json(job), 202))


def _add(library: Library, files: tuple[Dropped, ...], job: Job) -> Result[dict[str, Any]]:
    """Keep files and add them, one after the other: each is in the library whole or not at all."""
    outcomes = []
    for at, file in enumerate(files):
        job.progress("adding", at, len(files), file.name)
        path = shelf.kept(library, file)
        if failed(path):
            return path
        one = library.add([path.unwrap()], password=file.password, watching=_watching(job))
        if failed(one):
            return one
        outcome = _told(library, file, path.unwrap(), one.unwrap())
        if failed(outcome):
            return outcome
        outcomes.append({"paper": file.id, "name": file.name, "added": outcome.unwrap()})
        job.tell("added", outcomes[-1])
    return Success({"library": library.name, "papers": outcomes})


def _told(library: Library, file: Dropped, path: str, outcome: Added) -> Result[dict[str, Any]]:
    """What became of a file; where it was not read, it has its name here and leaves no copy."""
    unread = [evolve(error, source=file.name) for error in outcome.unread]
    outcome.unread = unread
    papers = library.papers()
    if failed(papers):
        return papers
    named = [it for it in papers.unwrap() if absolute(it.name) == path]
    if unread and not named:  # what is there from before stays
        shelf.drop(library, [path])
    made: dict[str, Any] = json.loads(added_json(library.name, outcome, named))
    return Success(made)


def _watching(job: Job) -> Watching:
    return Watching(lambda _done, _total: job.check())


def removed(call: Call) -> Result[Answer] | Refused:
    """Remove a paper from a library, wherever it lies; only the library's own copy goes."""
    library = call.desk.opened.look(call.path["library"])
    if failed(library):
        return library
    found = library.unwrap().papers()
    if failed(found):
        return found
    names = [it.name for it in found.unwrap() if it.artifact == call.path["artifact"]]
    if not names:
        return missing("paper")
    gone = library.unwrap().remove(names)
    if failed(gone):
        return gone
    shelf.drop(library.unwrap(), map(absolute, names))
    return Success(Answer(b"", status=204))


def paper(call: Call) -> Result[Answer] | Refused:
    """What is known of a paper of a library."""
    found = _held(call)
    if isinstance(found, Refused):
        return found
    return found.map(lambda it: told(_paper_json(call.path["artifact"], it)))


def document(call: Call) -> Result[Answer] | Refused:
    """All that was read of a paper of a library."""
    found = _held(call)
    if isinstance(found, Refused):
        return found
    return found.map(
        lambda it: text_told(document_json(evolve(it.document, source=it.name), it.document.pages))
    )


def boxes(call: Call) -> Result[Answer] | Refused:
    """Where characters of a paper of a library stand on its pages."""
    found = _held(call)
    if isinstance(found, Refused):
        return found
    return found.map(lambda it: told(boxes_json(it.document, call.query)))


def page(call: Call) -> Result[Answer] | Refused:
    """A picture of a page of a paper of a library, from its file, if that is as it was."""
    found = _held(call)
    if isinstance(found, Refused):
        return found
    if failed(found):
        return found
    held = found.unwrap()
    return picture(call.desk, held.document, int(call.path["page"]), None, held.name)


def _held(call: Call) -> Result[shelf.Held] | Refused:
    library = call.desk.opened.library(call.path["library"])
    if failed(library):
        return library
    return shelf.held(library.unwrap(), call.path["artifact"])


def _paper_json(artifact: str, held: shelf.Held) -> dict[str, Any]:
    known = head(held.document)
    return {
        "id": artifact,
        "name": held.name,
        "media_type": known.media_type,
        "title": known.title,
        "pages": [page_json(it) for it in known.pages],
        "notes": list(known.notes),
        "damaged": known.damaged,
    }
