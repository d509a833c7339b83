"""The tools that ask libraries, and the one that adds to them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.verification.library import Watching
from vera.verification.library.files import absolute, within
from vera.verification.report.of_added import added_json
from vera.verification.report.of_condition import libraries_json
from vera.verification.report.of_hits import hits_json
from vera.verification.report.of_papers import papers_json

if TYPE_CHECKING:
    from vera.core.errors import Error
    from vera.verification.library.checking import Condition
    from vera.verify.mcp.arguments import ArtifactIngest, LibraryStatus, ListPapers, SearchLibrary
    from vera.verify.mcp.grant import Grant
    from vera.verify.mcp.tool import Desk, Tell

_MOST = 500
"""Papers that are listed at once, with all that is known of them: a megabyte."""


def search_library(asked: SearchLibrary, desk: Desk, _tell: Tell) -> Result[str]:
    """The chunks that speak to a question, best first."""
    library = desk.opened.library(asked.library)
    if failed(library):
        return library
    name, neighbours = library.unwrap().name, asked.neighbours
    found = library.unwrap().search(asked.query, asked.top, asked.where, neighbours=neighbours)
    return found.map(lambda hits: hits_json(name, asked.query, hits))


def list_papers(asked: ListPapers, desk: Desk, _tell: Tell) -> Result[str]:
    """The papers of a library with all that is known of them."""
    library = desk.opened.look(asked.library)
    if failed(library):
        return library
    found = library.unwrap().papers(asked.where)
    if failed(found):
        return found
    papers = found.unwrap()
    if len(papers) > _MOST:
        rule = f"leaves {len(papers):,} papers of at most {_MOST:,} that are listed; narrow it"
        return Failure(InvalidInput("list papers", (Problem("where", asked.where, rule),)))
    return Success(papers_json(library.unwrap().name, papers))


def library_status(asked: LibraryStatus, desk: Desk, tell: Tell) -> Result[str]:
    """How a library is, or all are.

    Of files outside the granted folders it is not said whether they are there still.
    """
    conditions: dict[str, Condition] = {}
    faults: dict[str, Error] = {}
    names = desk.opened.library_names() if asked.library is None else (asked.library,)
    for at, name in enumerate(names):
        tell(at, len(names), f"looks at {name}")
        found = desk.opened.look(name).bind(lambda library: library.condition())
        if not failed(found):
            conditions[name] = _told(found.unwrap(), desk.grant)
        elif asked.library is None:
            faults[name] = found.failure()
        else:
            return found
    return Success(libraries_json(conditions, faults))


def artifact_ingest(asked: ArtifactIngest, desk: Desk, tell: Tell) -> Result[str]:
    """Add files to a library, each read and embedded first and then written whole."""
    found = traverse(desk.grant.tree, asked.paths)
    if failed(found):
        return found
    paths = [it.path for it in found.unwrap()]
    opened = desk.opened.library(asked.library, create=True)
    if failed(opened):
        return opened
    library = opened.unwrap()
    watching = Watching(lambda done, total: tell(done, total, f"{done} of {total} papers"))
    added = library.add(paths, sensitivity=asked.sensitivity, password=desk.opened.password,
                        watching=watching)  # fmt: skip
    if failed(added):
        return added
    listed = library.papers()
    if failed(listed):
        return listed
    named = [it for it in listed.unwrap() if within(absolute(it.name), paths)]
    return Success(added_json(library.name, added.unwrap(), named))


def _told(condition: Condition, grant: Grant) -> Condition:
    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(it for it in names if grant.holds(os.path.realpath(it)))

    return evolve(condition, vanished=known(condition.vanished), changed=known(condition.changed))
