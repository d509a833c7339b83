"""`verify read PAPER`: what the engine reads of a paper, before any claim is judged."""

from __future__ import annotations

import re

import click

from vera.verify import options

_RANGE = re.compile(r"([1-9]\d{0,5})(?:-([1-9]\d{0,5}))?")


def _numbers(_context: click.Context, _option: click.Parameter, value: str) -> frozenset[int]:
    """Page numbers from ranges such as "3-5" or "1,4,7-9"; none from an empty value."""
    numbers: set[int] = set()
    for part in value.split(",") if value else ():
        found = _RANGE.fullmatch(part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if last < first:
            raise click.BadParameter(f"{value!r} is no list of pages such as 3-5 or 1,4,7-9")
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


@click.command(context_settings=options.CONTEXT)
@click.argument("paper")
@options.form(
    "form",
    type=click.Choice(["text", "json", "html", "csv"]),
    help="The clean text; one object with paragraphs, tables, their places, and what was left out "
    "(json, schema vera.document/1); a page for a browser; or the tables alone (csv).",
)
@click.option("--pages", default="", callback=_numbers, help="Such as 3-5 or 1,4,7-9.")
@options.password
@options.configured
def command(paper: str, form: str, pages: frozenset[int], password: str | None) -> int:
    """Show what is read of PAPER.

    Pages that show something but hold no text are named on standard error; then the exit code is 3.
    """
    from vera.verify.reading import read_paper

    return read_paper(paper, form, pages, password)
