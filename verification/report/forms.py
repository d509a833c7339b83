"""The forms of a report, by the names that `--format` has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.verification.report.exit_codes import FAIL_ON

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.verification.report.model import Form


@frozen
class Wanted:
    """What a form may want to know of a run, beside its verdicts.

    `claims` names the file of claims, "" for standard input; `papers`, an `evidence_html.Papers`,
    reads the papers once more, for pictures of their pages; `fails` are the statuses that make the
    run fail. The others are those of `TextForm`.
    """

    claims: str = ""
    explain: bool = False
    verbose: bool = False
    width: int | None = None
    colour: bool = False
    papers: Any = None
    fails: frozenset[str] = frozenset(FAIL_ON)


def _text(wanted: Wanted) -> Form:
    from vera.verification.report.as_text import TextForm

    return TextForm(
        width=wanted.width,
        colour=wanted.colour,
        verbose=wanted.verbose,
        explain=wanted.explain,
    )


def _json(wanted: Wanted) -> Form:
    from vera.verification.report.as_json import JsonForm

    return JsonForm(explain=wanted.explain)


def _markdown(wanted: Wanted) -> Form:
    from vera.verification.report.as_markdown import MarkdownForm

    return MarkdownForm(wanted.claims)


def _csv(wanted: Wanted) -> Form:
    from vera.verification.report.as_csv import CsvForm

    return CsvForm(wanted.claims)


def _sarif(wanted: Wanted) -> Form:
    from vera.verification.report.as_sarif import SarifForm

    return SarifForm(wanted.claims, wanted.fails)


def _junit(wanted: Wanted) -> Form:
    from vera.verification.report.as_junit import JunitForm

    return JunitForm(wanted.claims, wanted.fails)


def _github(wanted: Wanted) -> Form:
    from vera.verification.report.as_github import GithubForm

    return GithubForm(wanted.claims, wanted.fails)


def _html(wanted: Wanted) -> Form:
    from vera.verification.report.verdicts_html import HtmlForm

    if wanted.papers is None:
        raise ValueError("a page for a browser needs the papers once more")
    return HtmlForm(wanted.papers, explain=wanted.explain)


def _pdf(_wanted: Wanted) -> Form:
    from vera.verification.report.as_pdf import PdfForm

    return PdfForm()


FORMS: dict[str, Callable[[Wanted], Form]] = {
    "text": _text,
    "html": _html,
    "pdf": _pdf,
    "json": _json,
    "markdown": _markdown,
    "csv": _csv,
    "sarif": _sarif,
    "junit": _junit,
    "github": _github,
}
"""Each loads what it needs when a report of it is made: `verify --help` reads the names."""
