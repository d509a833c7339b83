"""A manuscript that was sent: what it says with citations is asked of what it cites."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.errors import InvalidInput, Problem, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion.bibliographies import reading as bibliographies
from vera.verification.manuscript import reading, resolving, shelves, verifying
from vera.verification.manuscript.papers import Held, Papers, about
from vera.verification.manuscript.resolving import Resolved
from vera.verification.report.model import Cited, Opening, Source
from vera.verify.serve import problems
from vera.verify.serve.asks import CLAIMS
from vera.verify.serve.desk import Desk, unreadable
from vera.verify.serve.folder import plain_name
from vera.verify.serve.sessions import Dropped
from vera.verify.serve.together import together, without
from vera.verify.served.inquiry import Inquiry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.verdict import Claim, Verdict
    from vera.verification.manuscript.reading import Manuscript
    from vera.verify.serve.asking import Ready
    from vera.verify.serve.jobs import Job


@frozen
class CitedQuestion:
    """A manuscript, what it takes in (`parts`), and the papers that it may cite."""

    desk: Desk
    inquiry: Inquiry
    files: tuple[Dropped, ...]
    manuscript: Dropped
    parts: tuple[Dropped, ...]

    @property
    def claims(self) -> str:
        """The name of the manuscript."""
        return self.manuscript.name

    def prepare(self, job: Job | None) -> Result[Ready]:
        """Read the manuscript, and find the papers that it cites."""
        if job is not None:
            job.progress("reading", 0, 1, self.manuscript.name)
        read = self._read()
        if failed(read):
            return read
        found = self._papers(job)
        if failed(found):
            return found
        papers, unread = found.unwrap()
        resolved = resolving.resolve(read.unwrap(), papers)
        cited = _cited(read.unwrap(), resolved)
        if len(resolved.asked) > CLAIMS:
            rule = f"has more than {CLAIMS:,} statements with citations; send it in parts"
            problem = Problem("manuscript", len(resolved.asked), rule)
            return Failure(InvalidInput("verify a manuscript", (problem,)))
        opening = self.inquiry.opening(unread).map(lambda it: evolve(it, manuscript=cited))
        return opening.map(lambda it: _Citing(it, self.inquiry, resolved))

    def _read(self) -> Result[Manuscript]:
        with together((self.manuscript, *self.parts), self.desk.folder.path) as folder:
            path = folder / plain_name(self.manuscript.name)
            bibs = [
                folder / plain_name(part.name)
                for part in self.parts
                if Path(part.name).suffix.lower() in bibliographies.SUFFIXES
            ]
            read = reading.read(path, bibs, self.manuscript.password)
        if failed(read) and isinstance(error := read.failure(), UnreadableDocument):
            read = Failure(evolve(error, detail=without(folder, error.detail)))
        named = problems.called(self.manuscript.name, read)
        return named.map(lambda manuscript: self._named(manuscript, folder))

    def _named(self, manuscript: Manuscript, folder: Path) -> Manuscript:
        """The same, where files are called as they were sent, without where they lay."""
        claims = (evolve(it, file=Path(it.file).name) for it in manuscript.claims)
        told = tuple(without(folder, it) for it in manuscript.problems)
        return evolve(manuscript, name=self.manuscript.name, claims=tuple(claims), problems=told)

    def _papers(self, job: Job | None) -> Result[tuple[Papers, tuple[Source, ...]]]:
        """The papers at hand, and those that cannot be read."""
        held, unread = [], []
        for file in self.files:
            opened = self.desk.open(file, job, self.inquiry.verifier)
            if failed(opened):
                error = unreadable(opened)
                if failed(error):
                    return error
                unread.append(Source(file.name, error=error.unwrap()))
                continue
            document = opened.unwrap().document
            content = document.digest, document.media_type
            again = partial(self.desk.open, file, None, self.inquiry.verifier)
            held.append(Held(file.name, content, about(document), again))
        if self.inquiry.library is not None:
            shelved = shelves.of_library(self.inquiry.library)
            if failed(shelved):
                return shelved
            held += shelved.unwrap().held
        return Success((Papers(held), tuple(unread)))


@frozen
class _Citing:
    opening: Opening
    inquiry: Inquiry
    resolved: Resolved

    @property
    def said(self) -> tuple[Claim, ...]:
        return tuple(it.claim for it in self.resolved.asked)

    def all(self) -> Iterator[Result[Verdict]]:
        return verifying.verify(self.resolved.asked, self.inquiry.verifier)

    def one(self, at: int, claim: Claim) -> Result[Verdict]:
        asked = evolve(self.resolved.asked[at], claim=claim)
        return next(verifying.verify([asked], self.inquiry.verifier))


def _cited(manuscript: Manuscript, resolved: Resolved) -> Cited:
    return Cited(
        manuscript.name,
        len(resolved.asked),
        resolved.works,
        tuple((it.claim, it.why) for it in resolved.aside),
        manuscript.problems,
        manuscript.silenced,
    )
