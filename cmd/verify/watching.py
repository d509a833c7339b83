"""One run of `verify watch`: verdicts, and again those that a change of a file makes new."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from vera.core.errors import Error, ServiceUnavailable, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.verdict import Claim, Verdict
from vera.verification import wiring
from vera.verification.library.settling import Settling, stamps
from vera.verification.report.as_text import TextForm
from vera.verification.report.model import Opening, Source, Summary
from vera.verification.report.progress import Waiting
from vera.verification.verifier import Paper, Verifier
from vera.verify import terminal
from vera.verify.claims import read_claims

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAUSE = 0.5
"""Seconds between two looks: a file that is the same in both is written to no more."""
_LONGEST = 60.0
"""Seconds between two tries while a server does not do its part."""


@frozen
class Watching:
    """What the command line asks for, as it was given."""

    claims: str
    papers: tuple[str, ...]
    threshold: float
    rule: str
    top_k: int
    chunker: str
    chunk_size: str | None
    overlap: float | None
    embedder: str
    judge: str | None
    sentences: bool
    only_claims: bool
    references: bool
    password: str | None
    cache: bool
    explain: bool
    verbose: bool


def watch(request: Watching) -> int:
    """Verify again and again, until a signal or an error that does not pass; gives its exit code.

    A signal ends the program where it stands (`vera.process.ending`): nothing is half done.
    """
    terminal.show_log(logging.WARNING)
    settings = wiring.settings(
        request.chunker,
        request.chunk_size,
        request.overlap,
        threshold=request.threshold,
        top_k=request.top_k,
        references=request.references,
        rule=request.rule,
        only_claims=request.only_claims,
    )
    if failed(settings):
        return terminal.stop(settings.failure())
    verifier = Verifier(
        settings.unwrap(), embedder=request.embedder, cache=request.cache, judge=request.judge
    )
    return terminal.stop(Watcher(request, verifier).run().failure())


@define
class Watcher:
    """Claims, papers that are open, and the verdicts on the ones by the others.

    `show` writes what there is to see, `trouble` tells of what may pass; `sleep` waits seconds.
    """

    request: Watching
    verifier: Verifier
    show: Callable[[str], Result[None]] = terminal.write
    trouble: Callable[[str], None] = terminal.complain
    sleep: Callable[[float], None] = time.sleep
    _files: Settling = field(factory=Settling)
    _claims: list[Claim] | None = None
    _papers: dict[str, Paper] = field(factory=dict)
    _due: set[str] = field(factory=set)
    _waited: set[str] = field(factory=set)
    _known: dict[Claim, Verdict] = field(factory=dict)
    _shown: dict[Claim, tuple[object, ...]] = field(factory=dict)
    _failed: str = ""

    def run(self) -> Failure[Error]:
        """Go on until an error that does not pass."""
        begun = self.begin()
        if failed(begun):
            return begun
        wait = PAUSE
        while True:
            wait = min(2 * wait, _LONGEST) if self._failed else PAUSE
            self.sleep(wait)
            looked = self.look()
            if failed(looked):
                return looked

    def begin(self) -> Result[None]:
        """Verify all, as far as the files can be read now."""
        files = [self.request.claims, *self.request.papers]
        now = stamps(files)  # before they are read: a change while they are is seen later
        self._files.look(now)
        self._files.done.update(now)
        return self._again(files)

    def look(self) -> Result[None]:
        """Look once, and verify what has changed and settled since; tried again where it failed."""
        files = [self.request.claims, *self.request.papers]
        now = stamps(files)
        settled, gone = self._files.look(now)
        self._files.done.update({path: now[path] for path in settled})
        for path in gone:
            del self._files.done[path]
        changed = {*settled, *gone}
        return self._again(changed) if changed or self._failed else Success(None)

    def _again(self, changed: Iterable[str]) -> Result[None]:
        """Take in what has changed, and what is still due, and verify what that makes new."""
        self._due.update(changed)
        done = self._take_in()
        if not failed(done) and self._claims is not None and self._papers and not self._waited:
            done = self._verify(self._claims)
        if failed(done):
            return self._passing(done.failure())
        self._failed = ""
        return done

    def _take_in(self) -> Result[None]:
        """Read the files that are due; one that cannot be read now is told and waited for."""
        request = self.request
        if request.claims in self._due:
            read = read_claims(request.claims, sentences=request.sentences)
            self._claims = None if failed(read) else read.unwrap()
            self._due.remove(request.claims)
            if failed(read):
                self.trouble(f"{read.failure()}; waiting for it")
        for name in [name for name in request.papers if name in self._due]:
            opened = self._open(name)
            if failed(opened) and not isinstance(opened.failure(), UnreadableDocument):
                return opened
            self._due.discard(name)
            self._known.clear()  # they were about other papers
            if failed(opened):
                self.trouble(f"{opened.failure()}; waiting for it")
                if name in self._papers:  # else it counts as one that was never read
                    self._waited.add(name)
                continue
            self._waited.discard(name)
            self._papers[name] = opened.unwrap()
            told = self._opening([name]).bind(lambda it: self.show(self._form().opening(it)))
            if failed(told):
                return told
        return Success(None)

    def _open(self, name: str) -> Result[Paper]:
        with Waiting() as waiting:
            return self.verifier.open(
                name, password=self.request.password, progress=waiting.on(name)
            )

    def _verify(self, claims: Sequence[Claim]) -> Result[None]:
        """Verify the claims that are new, and show what is new of their verdicts, and the sum."""
        asked = [evolve(claim, line=0) for claim in claims]
        papers = [self._papers[name] for name in self.request.papers if name in self._papers]
        missing = [name for name in self.request.papers if name not in self._papers]
        new = [claim for claim in dict.fromkeys(asked) if claim not in self._known]
        form = self._form()
        for made in self.verifier.verify(papers, new, missing):
            if failed(made):
                return made
            verdict = made.unwrap()
            self._known[verdict.claim] = verdict
            said = _said(verdict)
            if self._shown.get(verdict.claim) != said:
                told = self.show(form.verdict(verdict))
                if failed(told):
                    return told
                self._shown[verdict.claim] = said
        summary = Summary()
        for claim in asked:
            summary.count(self._known[claim])
        opening = self._opening(())
        return opening.bind(lambda known: self.show(form.closing(known, summary)))

    def _opening(self, names: Iterable[str]) -> Result[Opening]:
        """What is known before the first verdict, with these of the papers."""
        embedder, judge = self.verifier.embedder(), self.verifier.judge()
        if failed(embedder):
            return embedder
        if failed(judge):
            return judge
        sources = tuple(
            Source(name, self._papers[name].document, len(self._papers[name].chunks))
            for name in names
        )
        settings, confined = self.verifier.settings, wiring.sandbox()
        return Success(
            Opening(sources, embedder.unwrap(), settings, confined, judge=judge.unwrap())
        )

    def _form(self) -> TextForm:
        return TextForm(
            width=terminal.width(),
            colour=terminal.colour(),
            verbose=self.request.verbose,
            explain=self.request.explain,
        )

    def _passing(self, error: Error) -> Result[None]:
        """An error that may pass is told, once; then what is due is tried again."""
        if not isinstance(error, ServiceUnavailable):
            return Failure(error)
        if str(error) != self._failed:
            self._failed = str(error)
            self.trouble(f"{error}; it is tried again")
        return Success(None)


def _said(verdict: Verdict) -> tuple[object, ...]:
    """What of a verdict is news: of another edition of a paper each score differs a little."""
    quote = verdict.evidence[0].text if verdict.evidence else ""
    return verdict.status, quote, *map(str, verdict.conflicts)
