"""The tool `verify_claims`: claims, papers and a library in, a report out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.core.settings import Settings
from vera.core.verdict import Claim
from vera.verification.report.as_json import JsonForm
from vera.verification.report.model import Source, Summary
from vera.verify.served.inquiry import Inquiry, inquiry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.verification.report.model import Opening
    from vera.verification.verifier import Paper, Verifier
    from vera.verify.mcp.arguments import VerifyClaims
    from vera.verify.mcp.grant import Granted
    from vera.verify.mcp.tool import Desk, Tell


def verify_claims(asked: VerifyClaims, desk: Desk, tell: Tell) -> Result[str]:
    """A verdict for each claim, as `verify --format json` has it."""
    if not asked.papers and asked.library is None:
        problem = Problem("papers", asked.papers, "or a library must be named")
        return Failure(InvalidInput("verify claims", (problem,)))
    files = traverse(desk.grant.file, asked.papers)
    if failed(files):
        return files
    settings = Settings(asked.threshold, asked.top_k)
    begun = inquiry(desk.opened, asked.library, asked.where, settings)
    if failed(begun):
        return begun
    inquires = begun.unwrap()
    opened = _opened(asked, desk, files.unwrap(), inquires.verifier, tell)
    if failed(opened):
        return opened
    sources, papers = opened.unwrap()
    opening = inquires.opening(sources)
    if failed(opening):
        return opening
    return _report(asked, opening.unwrap(), papers, inquires, tell)


def _opened(
    asked: VerifyClaims, desk: Desk, files: Sequence[Granted], verifier: Verifier, tell: Tell
) -> Result[tuple[tuple[Source, ...], list[Paper]]]:
    """The papers that were named, and those of them that can be asked."""
    total, order = len(files) + len(asked.claims), {it.name: at for at, it in enumerate(files)}

    def progress(name: str) -> Callable[[int, int], None]:
        def embedded(done: int, of: int) -> None:
            tell(order[name] + done / max(of, 1), total, f"reads {name}")

        return embedded

    tell(0, total, "opens the papers")
    opened = desk.opened.papers(files, verifier, progress)
    if failed(opened):
        return opened
    sources, papers = [], []
    for file, paper in zip(files, opened.unwrap(), strict=True):
        if failed(paper):
            sources.append(Source(file.name, error=paper.failure()))
            continue
        papers.append(paper.unwrap())
        sources.append(Source(file.name, papers[-1].document, len(papers[-1].chunks)))
    return Success((tuple(sources), papers))


def _report(
    asked: VerifyClaims, opening: Opening, papers: Sequence[Paper], inquires: Inquiry, tell: Tell
) -> Result[str]:
    claims = [Claim(" ".join(text.split()), at) for at, text in enumerate(asked.claims, 1)]
    form, summary, done = JsonForm(), Summary(), len(opening.sources)
    text = form.opening(opening)
    for verdict in inquires.verdicts(claims, papers, opening.sources):
        if failed(verdict):
            return verdict
        summary.count(verdict.unwrap())
        text += form.verdict(verdict.unwrap())
        tell(done + summary.total, done + len(claims), f"{summary.total} of {len(claims)} claims")
    return Success(text + form.closing(opening, summary))
