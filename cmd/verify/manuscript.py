"""`verify manuscript`: every citing sentence of a manuscript against the papers that it cites."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from vera.verify import options

_EPILOG = """\b
Examples:
  verify manuscript paper.tex --papers papers/
  verify manuscript thesis.md --bib refs.bib --library bees
  verify manuscript draft.docx --papers papers/ --format json --output report.json

\b
How an entry of the bibliography is matched with a paper, the surest first: by the file that the
entry names (as Zotero and JabRef write it), its DOI or arXiv identifier, the title with an author
and the year, or a file that is called as the key. Where two papers fit, none is taken.

\b
Exit codes are as for verify: 0 where every claim is grounded, 3 where one could not be asked, since
no paper at hand is what it cites, or a part of the manuscript could not be read.
"""


@click.command(context_settings=options.CONTEXT, epilog=_EPILOG)
@click.argument("manuscript", type=click.Path(path_type=Path))
@click.option(
    "--bib",
    "bibs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A bibliography (BibTeX, CSL JSON, Zotero RDF) beside those that the manuscript names and "
    "its own list of references. Can be repeated.",
)
@click.option(
    "--papers",
    multiple=True,
    metavar="DIR",
    help="A folder with the cited papers (all readable files in it and below it), or a paper. Can "
    "be repeated.",
)
@click.option("--library", metavar="NAME", help="The cited papers are in this library.")
@options.threshold(help="As in verify.")
@options.rule(help="As in verify.")
@options.top_k(help="As in verify.")
@options.config
@options.embedder(show_default=True, help="As in verify.")
@options.reader(help="As in verify.")
@options.judge(help="As in verify.")
@options.reporting
@options.running
@click.option("--explain", is_flag=True, help="As in verify.")
@click.option("--strict", is_flag=True, help="As in verify.")
@options.quiet
@click.option("-v", "--verbose", is_flag=True, help="As in verify.")
def command(**given: Any) -> int:
    """Verify each sentence of MANUSCRIPT that cites against the papers that it cites.

    MANUSCRIPT is LaTeX, Markdown, Typst, Org, reStructuredText, Word, HTML, text or PDF, with the
    files that it takes in. Citations are keys, fields of Word, numbers, or authors and years; a
    mark inside a sentence is for its clause, and "Smith et al. (2020) found that X" is asked as X.
    What could not be resolved is listed.
    """
    if bool(given["papers"]) == bool(given["library"]):
        raise click.UsageError("Name the cited papers: by --papers DIR, or by --library NAME.")
    options.check_out(given)
    from vera.verify.manuscripts import Request, run

    return run(Request(**given))
