"""One run of a command of `verify library`."""

from __future__ import annotations

import logging

from attrs import frozen

from core.result import Result, failed
from verification import wiring
from verification.library import Library, Remaking, Watching
from verification.library.opening import names
from verification.report import exit_codes
from verification.report.of_library import (
    added_text,
    condition_text,
    library_lines,
    paper_lines,
    remaking_text,
)
from verify import terminal


@frozen
class Adding:
    """What the command line asks to be added, as it was given."""

    name: str
    papers: tuple[str, ...]
    chunker: str | None
    chunk_size: str | None
    overlap: float | None
    embedder: str
    password: str | None
    cache: bool
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

    with terminal.Waiting(quiet=request.quiet) as waiting:
        watching = Watching(waiting.on(f"papers of {library.name}"), remaking)
        done = library.add(request.papers, password=request.password, watching=watching)
    if failed(done):
        return terminal.stop(done.failure())
    added = done.unwrap()
    for error in added.unread:
        terminal.complain(str(error), error.hint)
    for name in added.vanished:
        terminal.complain(f"{name}: it is not there any more; it stays in the library")
    code = exit_codes.UNREADABLE if added.unread else exit_codes.DONE
    return code if request.quiet else _shown(added_text(library.name, added), code)


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


def list_papers(name: str) -> int:
    """Show the papers of a library; gives the exit code."""
    return _told(Library.open(name).bind(lambda library: library.papers()).map(paper_lines))


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


def check_library(name: str) -> int:
    """Check a library; gives the exit code."""
    opened = Library.open(name)
    found = opened.bind(lambda library: library.check())
    if failed(found):
        return terminal.stop(found.failure())
    name = opened.unwrap().name  # an address may have a password in it
    for fault in found.unwrap():
        terminal.complain(fault)
    if found.unwrap():
        hint = "remove the papers that are named and add them again, or restore a copy of the file"
        terminal.complain(f"the library {name} is damaged", hint)
        return exit_codes.UNREADABLE
    return _shown(f"{name}: sound\n", exit_codes.DONE)


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


def _told(text: Result[str]) -> int:
    if failed(text):
        return terminal.stop(text.failure())
    return _shown(text.unwrap(), exit_codes.DONE)


def _shown(text: str, code: int) -> int:
    with terminal.open_sink(None, quiet=False, exact=False) as opened:
        written = opened.bind(lambda sink: sink.write(text).bind(lambda _: sink.finish()))
    return terminal.stop(written.failure()) if failed(written) else code
