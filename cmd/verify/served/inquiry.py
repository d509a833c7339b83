"""Claims that a server is asked about: of papers that are open, of a library, or of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.library import Library
from vera.verification.report.model import Opening, Shelf, Source
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.settings import Settings
    from vera.core.verdict import Claim, Verdict
    from vera.verification.verifier import Paper
    from vera.verify.served.opened import Opened


@frozen
class Inquiry:
    """What verifies, and the library that is asked beside the papers that are named."""

    verifier: Verifier
    library: Library | None
    shelf: Shelf | None
    where: tuple[str, ...]

    def opening(self, sources: Sequence[Source]) -> Result[Opening]:
        """The head of a report on papers that were named. Errors: those of the embedder."""
        known = (self.verifier.settings, wiring.sandbox(), self.shelf)
        return self.verifier.embedder().map(lambda info: Opening(tuple(sources), info, *known))

    def verdicts(
        self, claims: Iterable[Claim], papers: Sequence[Paper], sources: Sequence[Source]
    ) -> Iterator[Result[Verdict]]:
        """A verdict for each claim, in order; `papers` are those of `sources` that are open."""
        missing = [source.name for source in sources if source.error]
        if self.library is None:
            return self.verifier.verify(papers, claims, missing)
        return self.library.verify_all(claims, papers, missing, self.where)


def inquiry(
    opened: Opened, library: str | None, where: Sequence[str], settings: Settings
) -> Result[Inquiry]:
    """What asks papers, and with them the library of that name, of it those that fit `where`.

    Errors: those of opening the library and of its `ready`; an `InvalidInput` for a filter that
    filters nothing.
    """
    if library is None:
        if where:
            problem = Problem("where", list(where), "needs a library")
            return Failure(InvalidInput("verify claims", (problem,)))
        return opened.verifier(settings).map(lambda it: Inquiry(it, None, None, ()))
    found = opened.library(library, settings)
    if failed(found):
        return found
    shelved = found.unwrap()
    fitting, held = shelved.ready(where), shelved.condition()
    if failed(fitting):
        return fitting
    if failed(held):
        return held
    size = held.unwrap().papers, held.unwrap().chunks
    shelf = Shelf(shelved.name, *size, " and ".join(where), fitting.unwrap())
    return Success(Inquiry(shelved.verifier, shelved, shelf, tuple(where)))
