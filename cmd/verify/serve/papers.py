"""The endpoints of files that were dropped: papers, and what else claims are read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from vera.core.document import Span
from vera.core.result import Result, Success, failed
from vera.verification.ingestion.pdf.pictures import MEDIA_TYPE
from vera.verification.report.as_json import json_box
from vera.verification.report.of_document import document_json
from vera.verify.serve import problems
from vera.verify.serve.endpoint import Answer, Call, text_told, told
from vera.verify.serve.jobs import Job
from vera.verify.serve.problems import Refused, missing

if TYPE_CHECKING:
    from vera.core.document import Document, Page
    from vera.verify.serve.asks import Place
    from vera.verify.serve.desk import Desk
    from vera.verify.serve.sessions import Dropped, Session

_FOR_A_WHILE = {"Cache-Control": "private, max-age=3600, immutable"}
"""A page of a file that was dropped never changes: its id is that of its content for ever."""


def listed(call: Call) -> Result[Answer]:
    """All files of the session; to ask for them keeps their reading from being given up."""
    papers = list(call.session.papers.values())
    for each in papers:
        _wanted(call, each)
    return Success(told({"papers": [paper_json(it) for it in papers]}))


def shown(call: Call) -> Result[Answer] | Refused:
    """What is known of a file; to ask for it keeps its reading from being given up."""
    dropped = call.session.paper(call.path["paper"])
    if isinstance(dropped, Refused):
        return dropped
    _wanted(call, dropped)
    return Success(told(paper_json(dropped)))


def _wanted(call: Call, dropped: Dropped) -> None:
    job = call.session.job(dropped.job)
    if not isinstance(job, Refused):
        job.look()


def removed(call: Call) -> Result[Answer] | Refused:
    """Let go of a file, and of its reading."""
    gone = call.session.remove(call.path["paper"])
    if gone is None:
        return missing("paper")
    job = call.session.job(gone.job)
    if not isinstance(job, Refused):
        call.desk.cancel(job)
    return Success(Answer(b"", status=204))


def unlocked(call: Call) -> Result[Answer] | Refused:
    """Read a file again with a password."""
    dropped = call.session.paper(call.path["paper"])
    if isinstance(dropped, Refused):
        return dropped
    dropped.password, dropped.error = call.body.password, None
    begun = begin_reading(call.desk, call.session, dropped)
    return begun.map(lambda _: told(paper_json(dropped), 202))


def document(call: Call) -> Result[Answer] | Refused:
    """All that was read of a paper."""
    dropped = call.session.paper(call.path["paper"])
    if isinstance(dropped, Refused):
        return dropped
    opened = call.desk.open(dropped)
    return opened.map(lambda it: text_told(document_json(it.document, it.document.pages)))


def boxes(call: Call) -> Result[Answer] | Refused:
    """Where characters of a paper stand on its pages."""
    dropped = call.session.paper(call.path["paper"])
    if isinstance(dropped, Refused):
        return dropped
    return call.desk.open(dropped).map(lambda it: told(boxes_json(it.document, call.query)))


def boxes_json(document: Document, place: Place) -> dict[str, Any]:
    """The boxes of those characters that the text has, one for each printed line."""
    end = min(place.end, len(document.text))
    span = Span(min(place.start, end), end)
    return {"boxes": [json_box(box) for box in document.boxes_of(span)]}


def page(call: Call) -> Result[Answer] | Refused:
    """A picture of a page."""
    dropped = call.session.paper(call.path["paper"])
    if isinstance(dropped, Refused):
        return dropped
    if dropped.head is None:
        opened = call.desk.open(dropped)
        if failed(opened):
            return opened
    head = dropped.head
    if head is None:
        return missing("page")
    found = evolve(head, source=dropped.real)
    return picture(call.desk, found, int(call.path["page"]), dropped.password, dropped.name)


def picture(
    desk: Desk, document: Document, number: int, password: str | None, name: str
) -> Result[Answer]:
    """A page of a document, which an error calls by its name."""
    drawn = desk.pictures.of(document, number, password)
    return problems.called(name, drawn).map(
        lambda data: Answer(data, MEDIA_TYPE, headers=_FOR_A_WHILE)
    )


def begin_reading(desk: Desk, session: Session, dropped: Dropped) -> Result[Job]:
    """Let a file be read and embedded as soon as there is time for it."""

    def work(job: Job) -> Result[dict[str, Any]]:
        opened = desk.open(dropped, job)
        if failed(opened):
            return opened
        opened.unwrap().passages.prepare()  # else the first claims with numbers would wait for it
        return Success({"paper": paper_json(dropped)})

    def kept(job: Job) -> Job:
        dropped.job = job.id
        return job

    return desk.begin(session, desk.reading, Job("reading", work)).map(kept)


def paper_json(dropped: Dropped) -> dict[str, Any]:
    """What is known of a file, as the schema `paper` has it."""
    head, error = dropped.head, dropped.error
    return {
        "id": dropped.id,
        "name": dropped.name,
        "bytes": dropped.size,
        "job": dropped.job or None,
        "open": head is not None,
        "media_type": head.media_type if head else None,
        "title": head.title if head else None,
        "pages": [page_json(it) for it in head.pages] if head else [],
        "notes": list(head.notes) if head else [],
        "damaged": head.damaged if head else False,
        "chunks": dropped.chunks,
        "error": problems.told(error).document if error else None,
    }


def page_json(page: Page) -> dict[str, Any]:
    """A page: its size in points, and what was not read of it."""
    return {
        "number": page.number,
        "label": page.label,
        "width": round(page.width, 2),
        "height": round(page.height, 2),
        "unread": page.unread,
        "damaged": page.damaged,
    }
