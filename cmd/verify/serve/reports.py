"""The endpoints of reports: of a job that is done, in a form that is kept as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.report.as_pdf import PdfForm
from vera.verification.report.forms import FORMS, Wanted
from vera.verification.report.model import Summary
from vera.verify.serve import problems, shelf
from vera.verify.serve.asking import Asking
from vera.verify.serve.endpoint import Answer, Call
from vera.verify.serve.folder import plain_name
from vera.verify.serve.jobs import State
from vera.verify.serve.problems import Refused, missing

if TYPE_CHECKING:
    from collections.abc import Collection

    from vera.core.document import Document
    from vera.verification.ingestion.pdf.pictures import Pictures

KINDS = {
    "json": ("application/json", ".json"),
    "html": ("text/html; charset=utf-8", ".html"),
    "sarif": ("application/sarif+json", ".sarif"),
    "csv": ("text/csv; charset=utf-8", ".csv"),
    "markdown": ("text/markdown; charset=utf-8", ".md"),
    "junit": ("application/xml", ".xml"),
    "text": ("text/plain; charset=utf-8", ".txt"),
}
"""The forms that can be had, with what they are and what their names end in."""
_PDF = "application/pdf"
_UNDONE = Refused(
    409, "NotDone", "The job is not done", "a report of a part would look like one of all"
)


def report(call: Call) -> Result[Answer] | Refused:
    """All verdicts of a job as a report; claims that were asked anew stand as they are now."""
    found = _done(call)
    if isinstance(found, Refused):
        return found
    prepared = found.question.prepare(None)
    if failed(prepared):
        return prepared
    opening, form_name = prepared.unwrap().opening, call.query.format
    wanted = Wanted(claims=found.question.claims, explain=True, papers=_Again(call, found))
    form, summary = FORMS[form_name](wanted), Summary()
    parts = [form.opening(opening)]
    for verdict in found.verdicts:
        summary.count(verdict)
        parts.append(form.verdict(verdict))
    parts.append(form.closing(opening, summary))
    kind, end = KINDS[form_name]
    body = "".join(parts).encode("utf-8", "backslashreplace")
    return Success(Answer(body, kind, name=f"report{end}"))


def copy(call: Call) -> Result[Answer] | Refused:
    """A copy of a PDF with the evidence of a job marked, and the claims as notes."""
    asking = _done(call)
    if isinstance(asking, Refused):
        return asking
    found = _source(call, asking, call.path["paper"])
    if isinstance(found, Refused):
        return found
    if failed(found):
        return found
    document, password, name = found.unwrap()
    if document.media_type != _PDF:
        detail = "it is no PDF, so there is no copy of it with notes"
        return Failure(UnreadableDocument("copy", name, ReadFault.UNSUPPORTED, detail))
    form = PdfForm()
    for verdict in asking.verdicts:
        form.verdict(verdict)
    made = wiring.Again(password).annotated(document, form.notes(name))
    named = f"{plain_name(name).removesuffix('.pdf')}-marked.pdf"
    return problems.called(name, made).map(lambda it: Answer(it.data, _PDF, name=named))


def _done(call: Call) -> Asking | Refused:
    job = call.session.job(call.path["job"])
    if isinstance(job, Refused):
        return job
    asking = call.session.works.get(job.id)
    if not isinstance(asking, Asking):
        return missing("report")
    return asking if job.state is State.DONE else _UNDONE


def _source(
    call: Call, asking: Asking, id_: str
) -> Result[tuple[Document, str | None, str]] | Refused:
    """A paper of a job as it lies on the disk, what opens it, and its name in the verdicts."""
    file = next((it for it in asking.files if it.id == id_), None)
    if file is not None:
        real, password, name = file.real, file.password, file.name
        opened = call.desk.open(file, None, asking.inquiry.verifier)
        return opened.map(lambda it: (evolve(it.document, source=real), password, name))
    if asking.inquiry.library is None:
        return missing("paper")
    found = shelf.held(asking.inquiry.library, id_)
    if isinstance(found, Refused):
        return found
    return found.map(lambda it: (it.document, None, it.name))


@frozen
class _Again:
    """Reads the papers of a job once more, for pictures in a report."""

    call: Call
    asking: Asking

    def document(self, name: str) -> Result[Document]:
        """The paper that verdicts call so."""
        for file in self.asking.files:
            if file.name == name:
                opened = self.call.desk.open(file, None, self.asking.inquiry.verifier)
                return opened.map(lambda it: it.document)
        library = self.asking.inquiry.library
        found = missing("paper") if library is None else shelf.called(library, name)
        if isinstance(found, Refused):
            detail = "it is not at hand any more"
            return Failure(UnreadableDocument("report", name, ReadFault.MISSING, detail))
        return found.map(lambda it: evolve(it.document, source=name))

    def pictures(self, document: Document, numbers: Collection[int]) -> Result[Pictures]:
        """Pictures of pages of it."""
        name, password = document.source, None
        for file in self.asking.files:
            if file.name == name:
                document, password = evolve(document, source=file.real), file.password
        if document.source == name and self.asking.inquiry.library is not None:
            found = shelf.called(self.asking.inquiry.library, name)
            if not isinstance(found, Refused) and not failed(found):
                document = evolve(document, source=found.unwrap().document.source)
        return problems.called(name, wiring.Again(password).pictures(document, numbers))
