"""One run of a command of `verify library`."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.result import Result, Success, failed
from vera.verification import wiring
from vera.verification.library import Added, Library, Remaking, Watching, take_in
from vera.verification.library.opening import label, names
from vera.verification.library.postgres_address import is_address
from vera.verification.library.watching import Watcher
from vera.verification.report import exit_codes
from vera.verification.report.of_library import (
    added_text,
    condition_text,
    files_text,
    library_lines,
    near_text,
    paper_lines,
    recall_text,
    remaking_text,
    shown_bytes,
    unmatched_lines,
)
from vera.verification.report.of_links import links_json, links_text
from vera.verification.report.of_papers import papers_json
from vera.verification.report.progress import Waiting
from vera.verify import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


@frozen
class Adding:
    """What the command line asks to be added, as it was given."""

    name: str
    papers: tuple[str, ...]
    chunker: str | None
    chunk_size: str | None
    overlap: float | None
    embedder: str
    bibliographies: tuple[str, ...]
    sensitivity: str | None
    password: str | None
    cache: bool
    watch: bool
    quiet: bool


def add_papers(request: Adding) -> int:
    """Add papers to a library; gives the exit code."""
    terminal.show_log(logging.ERROR if request.quiet else logging.WARNING)
    opened = Library.open(request.name, create=True).bind(lambda it: _opened(it, request))
    if failed(opened):
        return terminal.stop(opened.failure())
    library = opened.unwrap()

    def remaking(told: Remaking) -> None:
        if not request.quiet:
            terminal.complain(remaking_text(told))

    def add(names: Sequence[str]) -> Result[Added]:
        with Waiting(quiet=request.quiet) as waiting:
            progress, pages = waiting.on_papers(f"papers of {library.name}")
            return library.add(
                names,
                bibliographies=request.bibliographies,
                sensitivity=request.sensitivity,
                password=request.password,
                watching=Watching(progress, remaking, pages),
            )

    if request.watch:
        return _watch(library, request, add)
    done = add(request.papers)
    if failed(done):
        return terminal.stop(done.failure())
    added = done.unwrap()
    _complain(added, quiet=request.quiet)
    code = exit_codes.UNREADABLE if added.unread else exit_codes.DONE
    return code if request.quiet else _shown(added_text(library.name, added), code)


def _watch(library: Library, request: Adding, add: Callable[[Sequence[str]], Result[Added]]) -> int:
    """Keep a library in step, until a signal or an error ends it; gives the exit code."""

    def told(added: Added) -> Result[None]:
        _complain(added, quiet=request.quiet)
        return Success(None) if request.quiet else terminal.write(files_text(added))

    ended = Watcher(library.papers, add, request.papers, told, terminal.complain).run()
    return terminal.stop(ended.failure())


def _complain(added: Added, *, quiet: bool) -> None:
    for error in added.unread:
        terminal.complain(str(error), error.hint)
    for name in added.vanished:
        terminal.complain(f"{name}: it is not there any more; it stays in the library")
    for note in () if quiet else (*added.notes, *unmatched_lines(added)):
        terminal.complain(note)


def list_libraries() -> int:
    """Show the names of all libraries, and how much each holds; gives the exit code."""
    text, code = "", exit_codes.DONE
    for name in names():
        found = Library.open(name).bind(lambda library: library.condition())
        if failed(found):
            code = terminal.stop(found.failure())
        else:
            text += library_lines(name, found.unwrap())
    return _shown(text, code)


def list_papers(name: str, where: tuple[str, ...], form: str) -> int:
    """Show the papers of a library; gives the exit code."""
    exact = form == "json"
    papers = Library.open(name).bind(lambda library: library.papers(where))
    shown = papers.map(lambda them: papers_json(label(name), them) if exact else paper_lines(them))
    return _told(shown, exact=exact)


def remove_papers(name: str, papers: tuple[str, ...]) -> int:
    """Remove papers from a library; gives the exit code."""
    removed = Library.open(name).bind(lambda library: library.remove(papers))
    return _told(removed.map(lambda gone: "".join(f"removed {each}\n" for each in gone)))


def show_status(name: str) -> int:
    """Show how a library is; gives the exit code."""
    return _told(
        Library.open(name).bind(
            lambda library: library.condition().map(lambda it: condition_text(library.name, it))
        )
    )


def index_library(name: str, *, drop: bool) -> int:
    """Make an approximate index of a library, or remove that on a server; gives the exit code."""
    library, shown = Library.open(name), label(name)
    if drop:
        gone = library.bind(lambda it: it.drop_near())
        return _told(gone.map(lambda count: f"{shown}: {count} removed, search is exact\n"))
    if is_address(name):
        return _told(library.bind(lambda it: it.make_near()).map(lambda it: recall_text(shown, it)))
    made = library.bind(lambda it: it.approximate())
    return _told(made.map(lambda near: f"{shown}: {near_text(near)}\n"))


def check_library(name: str) -> int:
    """Check a library; gives the exit code."""
    found = Library.open(name).bind(lambda library: library.check())
    if failed(found):
        return terminal.stop(found.failure())
    name = label(name)
    for fault in found.unwrap():
        terminal.complain(fault)
    if found.unwrap():
        hint = "remove the papers that are named and add them again, or restore a copy of the file"
        terminal.complain(f"the library {name} is damaged", hint)
        return exit_codes.UNREADABLE
    return _shown(f"{name}: sound\n", exit_codes.DONE)


def show_links(name: str, paper: str | None, *, exact: bool) -> int:
    """Show which papers lead to which; gives the exit code."""
    found = Library.open(name).bind(lambda library: library.links(paper))
    return _told(found.map(lambda told: links_json(name, told) if exact else links_text(told)))


def export_library(name: str, file: Path) -> int:
    """Write a library into a file; gives the exit code."""
    written = Library.open(name).bind(lambda library: library.export(file))
    return _told(
        written.map(lambda size: f"{label(name)}: exported to {file}, {shown_bytes(size)}\n")
    )


def import_library(file: Path, name: str | None) -> int:
    """Make a library of a file; gives the exit code."""
    made = take_in(file, name)
    if failed(made):
        return terminal.stop(made.failure())
    found = Library.open(made.unwrap()).bind(lambda library: library.condition())
    return _told(found.map(lambda told: library_lines(made.unwrap(), told)))


def _opened(library: Library, request: Adding) -> Result[Library]:
    """The library with what is asked for; what is not asked for is as it was."""
    known = library.manifest()
    if failed(known):
        return known
    manifest, settings = known.unwrap(), None
    if (request.chunker, request.chunk_size, request.overlap) != (None, None, None):
        chosen = wiring.settings(
            request.chunker or (manifest.chunker if manifest else "sentence"),
            request.chunk_size,
            request.overlap,
            references=manifest is not None and manifest.references,
        )
        if failed(chosen):
            return chosen
        settings = chosen.unwrap()
    return Library.open(request.name, settings, embedder=request.embedder, cache=request.cache)


def _told(text: Result[str], *, exact: bool = False) -> int:
    if failed(text):
        return terminal.stop(text.failure())
    return _shown(text.unwrap(), exit_codes.DONE, exact=exact)


def _shown(text: str, code: int, *, exact: bool = False) -> int:
    written = terminal.write(text, exact=exact)
    return terminal.stop(written.failure()) if failed(written) else code
