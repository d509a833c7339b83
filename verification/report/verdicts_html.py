"""The report as one page for a browser: a summary, a filter, each claim with its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import Status, shown
from vera.verification.report.as_text import TextForm
from vera.verification.report.evidence_html import Album, Papers
from vera.verification.report.html_page import html_page, line, named
from vera.verification.report.of_manuscript import manuscript_lines
from vera.verification.report.verdict_lines import LITTLE
from vera.verification.report.verdicts_style import SCRIPT, SIGNS, STYLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.verdict import Evidence, Explanation, Part, Verdict
    from vera.verification.report.model import Opening, Source, Summary


class HtmlForm:
    """Writes the page as its last piece, since it begins with what is known last, the counts.

    `papers` gives the pictures of pages, which are drawn then. With `explain` each verdict tells
    how its score came about, and each passage its cosine.
    """

    def __init__(self, papers: Papers, *, explain: bool = False) -> None:
        self._papers, self._explain = papers, explain
        self._verdicts: list[Verdict] = []

    def opening(self, opening: Opening) -> str:  # noqa: ARG002 - a Form
        """Nothing yet."""
        return ""

    def verdict(self, verdict: Verdict) -> str:
        """Nothing yet."""
        self._verdicts.append(verdict)
        return ""

    def closing(self, opening: Opening, summary: Summary) -> str:
        """The page."""
        album = Album(self._papers)
        documents = (source.document for source in opening.sources)
        album.documents.update((it.source, it) for it in documents if it is not None)
        album.draw(piece for verdict in self._verdicts for piece in _shown_evidence(verdict))
        counted = TextForm().closing(opening, summary).strip()
        claims = "".join(
            _claim(at, verdict, album, explain=self._explain)
            for at, verdict in enumerate(self._verdicts, 1)
        )
        body = f"""<a class="skip" href="#claims">To the claims</a>
<header>
<h1>Do the papers say it?</h1>
<p>{line(counted)}</p>
<h2>Papers</h2>
<ul class="papers">
{"".join(_papers_read(opening))}</ul>
</header>
{_filter(summary)}
<main id="claims" tabindex="-1">
<h2>Claims</h2>
<p class="hidden-claims warn">Some claims are hidden by the filter.</p>
{claims}</main>
<footer><p>Read the quote, not only the verdict: a program decided it. Unsupported is what no paper
that was asked says, as far as it can tell; unchecked is what it could not ask.</p></footer>"""
        return html_page(f"VERA: {counted}", STYLE + album.style, body, SCRIPT)


def _shown_evidence(verdict: Verdict) -> Iterator[Evidence]:
    yield from verdict.evidence
    for part in verdict.parts:
        yield from part.evidence[:1]


def _papers_read(opening: Opening) -> Iterator[str]:
    shelf = opening.library
    if shelf is not None:
        where = f", of which {shelf.fitting} fit {shelf.where}" if shelf.where else ""
        yield f"<li>Library {line(shelf.name)}: {shelf.papers} papers{line(where)}</li>\n"
    if opening.manuscript is not None:
        for label, said in manuscript_lines(opening.manuscript):
            style = ' class="warn"' if label else ""
            yield f"<li{style}>{line(said)}</li>\n"
    for source in opening.sources:
        yield f"<li>{''.join(_source(source))}</li>\n"


def _source(source: Source) -> Iterator[str]:
    document = source.document
    if document is None:
        yield f'<span class="warn">Not read: {line(str(source.error))}</span>'
        return
    title = f", <cite>{line(document.title)}</cite>" if document.title else ""
    pages = f", {len(document.pages)} pages" if document.pages else ""
    yield f"{line(source.name)}{title}{pages}"
    unread = (f"page {page.number} was not read: {page.unread}" for page in document.unread)
    for note in (*document.notes, *unread):
        yield f'<br><span class="warn">{line(note)}</span>'


def _filter(summary: Summary) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" id="show-{status.value}" name="show" '
        f'value="{status.value}" checked autocomplete="off"> {_sign(status)} '
        f"{status.value} ({summary.counts[status]})</label>\n"
        for status in Status
    )
    help_ = (
        '<p id="help" hidden><label><input type="checkbox" id="keys" checked autocomplete="off"> '
        "keys</label>: <kbd>j</kbd> next and <kbd>k</kbd> previous claim, <kbd>1</kbd> to "
        "<kbd>4</kbd> one verdict only, <kbd>0</kbd> all. "
        '<span id="told" role="status"></span></p>'
    )
    return (
        '<section class="filter" aria-label="Filter"><fieldset>'
        f"<legend>Show</legend>\n{boxes}</fieldset>{help_}</section>"
    )


def _sign(status: Status) -> str:
    return f'<span aria-hidden="true">{SIGNS[status]}</span>'


def _badge(status: Status) -> str:
    return f'<span class="badge {status.value}">{_sign(status)} {status.value}</span>'


def _claim(at: int, verdict: Verdict, album: Album, *, explain: bool) -> str:
    status = verdict.status
    heading = (
        f'<h3 id="h{at}"><a class="number" href="#c{at}" aria-label="Claim {at}">{at}</a>'
        f'{_badge(status)} <span dir="auto">{named(verdict.claim.text)}</span></h3>'
    )
    facts = f'<p class="facts">{line(" · ".join(_facts(verdict)))}</p>'
    reason = f'<p class="reason" dir="auto">Because {line(verdict.reason)}.</p>'
    figures = [
        album.figure(it, None if number else status, cosine=explain)
        for number, it in enumerate(verdict.evidence)
    ]
    behind = ""
    if figures[1:]:
        what = "1 further passage" if len(figures) == 2 else f"{len(figures) - 1} further passages"
        behind = f"<details><summary>{what}</summary>{''.join(figures[1:])}</details>\n"
    parts = "".join(_parts(verdict, album, explain=explain))
    made = _explained(verdict.explanation) if explain and verdict.explanation else ""
    return (
        f'<article class="claim {status.value}" id="c{at}" data-status="{status.value}" '
        f'tabindex="-1" aria-labelledby="h{at}">\n{heading}\n{facts}\n{reason}\n'
        f"{''.join(figures[:1])}{parts}{behind}{_each_paper(verdict)}{made}</article>\n"
    )


def _facts(verdict: Verdict) -> Iterator[str]:
    """The score and its scale, who decided, and where the claim stands in its file."""
    if verdict.score is not None:
        scale = "probability" if verdict.calibrated else "cosine"
        yield f"{scale} {shown(verdict.score)}, threshold {verdict.settings.threshold:g}"
    if verdict.decided not in {"", "calibration", "table", "cosine"}:
        yield f"decided by {verdict.decided}"
    claim = verdict.claim
    if claim.file:
        yield f"{claim.file}:{claim.line}" if claim.line else claim.file
    elif claim.line:
        yield f"line {claim.line}"
    if claim.cites:
        yield f"cites {', '.join(claim.cites)}"


def _parts(verdict: Verdict, album: Album, *, explain: bool) -> Iterator[str]:
    """Each part with its verdict; its passage, too, where no other has shown it."""
    if not verdict.parts:
        return
    places = {(piece.document, piece.span) for piece in verdict.evidence}
    yield '<ul class="parts" aria-label="Parts of the claim">\n'
    for part in verdict.parts:
        yield f"<li>{_part_head(part)}"
        for piece in part.evidence[:1]:
            if (piece.document, piece.span) not in places:
                places.add((piece.document, piece.span))
                yield album.figure(piece, part.status, cosine=explain)
        yield "</li>\n"
    yield "</ul>\n"


def _part_head(part: Part) -> str:
    return (
        f'{_badge(part.status)} <span dir="auto">{named(part.text)}</span> '
        f'<span class="faint">{shown(part.score)}: {line(part.reason)}</span>'
    )


def _each_paper(verdict: Verdict) -> str:
    if len(verdict.papers) < 2:
        return ""
    rows = "".join(
        f"<tr><td>{line(paper.document)}</td><td>{_sign(paper.status)} {paper.status.value}</td>"
        f"<td>{shown(paper.score)}</td></tr>\n"
        for paper in verdict.papers
    )
    return _table(f"What each of {len(verdict.papers)} papers says", "paper verdict score", rows)


def _explained(made: Explanation) -> str:
    told = (
        ("the probability that the paper speaks of it", shown(made.evidence)),
        ("the probability that it then says the same", shown(made.support)),
        ("the probability that it says the contrary", shown(made.denial)),
    )
    rows = [f"<tr><td>{what}</td><td>{value}</td><td></td></tr>\n" for what, value in told]
    rows += [
        f"<tr><td>{line(it.name)}</td><td>{it.value:.4g}</td><td>{it.added:+.2f}</td></tr>\n"
        for it in made.features
        if abs(it.added) >= LITTLE
    ]
    return _table("How the score came about", "measured value added", "".join(rows))


def _table(what: str, columns: str, rows: str) -> str:
    head = "".join(f'<th scope="col">{column}</th>' for column in columns.split())
    return (
        f'<details><summary>{what}</summary><div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>\n{rows}</tbody></table></div></details>\n"
    )
