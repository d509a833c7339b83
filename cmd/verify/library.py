"""`verify library`: papers that are read and embedded once, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vera.verify import options

if TYPE_CHECKING:
    from pathlib import Path

_EPILOG = """\b
Examples:
  verify library add bees papers/ notes/*.md
  verify library add bees papers/ --watch
  verify claims.txt --library bees
  verify search "do bees sleep at night" --library bees
  verify ask "do bees sleep at night?" --library bees
  verify library export bees bees.vera

\b
A library is one file in the folder VERA_LIBRARY_DIR, or in the system's place for a user's data.
Its papers are not moved, and after they were added not needed any more.
"""


@click.group(context_settings=options.CONTEXT, epilog=_EPILOG)
def command() -> None:
    """Keep papers as libraries, read and embedded once."""


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
@click.argument("papers", metavar="PATH...", nargs=-1, required=True)
@options.library_chunking
@options.embedder(help="As in verify. Default: the library's own; for a new one, auto.")
@click.option(
    "--bib",
    "bibliographies",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="A bibliography of the papers, as Zotero and others export it: BibTeX, CSL JSON or Zotero "
    "RDF; those in a folder that is added are taken, too. May be given several times.",
)
@click.option(
    "--sensitivity",
    type=click.Choice(["normal", "personal", "private", "company-confidential"]),
    help="Kept with all files that are named; else what an email says of itself.",
)
@options.password
@options.cache(help="Keep vectors in the library only.")
@click.option(
    "--watch",
    is_flag=True,
    help="Go on, and keep the library in step with the files: a new or changed one is added when "
    "it was not written to for two seconds. Ends with Ctrl-C (exit code 130). Works for folders "
    "on a network.",
)
@options.quiet
@options.configured
def add(**given: Any) -> int:
    """Add papers to the library NAME, which is made if there is none.

    A PATH is a paper, a folder (all readable files in it and below it) or a pattern such as
    "**/*.pdf". What is in the library already is not opened if size and time are the same; a
    changed file is read again, and one that is gone is marked. A paper that cannot be read is
    named, and the rest goes in; then the exit code is 3. To end the run at any moment leaves whole
    papers, and to run it again goes on. With another embedder or chunker than before all papers are
    made anew, without being read again.
    """
    from vera.verify.libraries import Adding, add_papers

    return add_papers(Adding(**given))


@command.command("list", context_settings=options.CONTEXT)
@click.argument("name", required=False, shell_complete=options.library_names)
@options.where
@options.form(
    "form",
    help="For people, or for programs (schema vera.papers/1, with all that is known of a paper).",
)
@options.configured
def list_(name: str | None, where: tuple[str, ...], form: str) -> int:
    """List the libraries, or the papers of the library NAME."""
    from vera.verify.libraries import list_libraries, list_papers

    if name is None and (where or form == "json"):
        raise click.UsageError("'--where' and '--format json' need NAME.")
    return list_libraries() if name is None else list_papers(name, where, form)


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
@click.argument("papers", metavar="PATH...", nargs=-1, required=True)
def remove(name: str, papers: tuple[str, ...]) -> int:
    """Remove papers, or all that lie in a folder, from the library NAME; files stay as they are."""
    from vera.verify.libraries import remove_papers

    return remove_papers(name, papers)


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
def status(name: str) -> int:
    """Show how large the library NAME is, what it was made with, and which files have changed."""
    from vera.verify.libraries import show_status

    return show_status(name)


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
@click.option("--drop", is_flag=True, help="Remove the index from the server.")
@options.configured
def index(name: str, *, drop: bool) -> int:
    """Make an approximate index of the library NAME, for a million chunks and more.

    It needs faiss (pip install 'vera-verify[index]'), and for a million chunks some minutes. How
    much it finds of what is nearest is measured and printed; papers that are added later are
    searched exactly. To remove it, remove the folder NAME.made beside the library. Of a library on
    a PostgreSQL server pgvector makes it, in the database.
    """
    from vera.verify.libraries import index_library

    return index_library(name, drop=drop)


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
def check(name: str) -> int:
    """Check every page, record and vector of the library NAME; exit code 3 if one is damaged."""
    from vera.verify.libraries import check_library

    return check_library(name)


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
@click.argument("paper", required=False)
@options.form(
    "form",
    help="For people, or for programs (schema vera.links/1), with entries as they are written.",
)
@options.configured
def links(name: str, paper: str | None, form: str) -> int:
    """Show which papers of the library NAME cite or link to which; with PAPER, its own alone.

    An entry of a list of references means the paper of the library with its DOI, else its arXiv
    identifier, else the one whose title stands in it; a [[wikilink]] the file of that name, else
    the paper of that title or alias. Where two fit alike, none is meant.
    """
    from vera.verify.libraries import show_links

    return show_links(name, paper, exact=form == "json")


@command.command(context_settings=options.CONTEXT)
@click.argument("name", shell_complete=options.library_names)
@click.argument("file", type=options.FILE)
def export(name: str, file: Path) -> int:
    """Write the library NAME into FILE, to be kept or taken to another machine.

    It is the library at one moment, also while papers are added. What was removed is not in it. A
    FILE that is there stays as it is.
    """
    from vera.verify.libraries import export_library

    return export_library(name, file)


@command.command("import", context_settings=options.CONTEXT)
@click.argument("file", type=options.FILE)
@click.argument("name", required=False)
def import_(file: Path, name: str | None) -> int:
    """Make a library of a FILE that was exported, under the name NAME or its own.

    FILE is checked whole before there is a library. Papers keep the places they had; those that are
    not on this machine are shown as vanished, and are searched and asked all the same.
    """
    from vera.verify.libraries import import_library

    return import_library(file, name)
