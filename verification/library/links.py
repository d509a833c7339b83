"""Which papers of a library lead to which, for people and programs."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verification.library import documents, generations, graph, places
from vera.verification.library.citing import Sort
from vera.verification.library.files import absolute, shown, within

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from vera.verification.library.store import Connection


@frozen
class Linked:
    """Another paper, by its file as it is shown, and the entry or [[wikilink]] as it is written."""

    paper: str
    title: str
    sort: Sort
    text: str


@frozen
class Links:
    """What a paper leads to, what leads to it, and its links that mean no paper of the library.

    A link that fits several papers alike is among the `unresolved`.
    """

    paper: str
    title: str
    cites: tuple[Linked, ...]
    cited_by: tuple[Linked, ...]
    unresolved: tuple[tuple[Sort, str], ...]


def links_among(connection: Connection, name: str, paper: str | None) -> Result[tuple[Links, ...]]:
    """The links of a file of the library of that name, or of all in a folder, or of all files."""
    known, roots = generations.known(connection), None if paper is None else [absolute(paper)]
    current = known[0].id if known else 0
    found = {
        documents.of_content(connection, current, kept.content)
        for path, kept in places.known(connection).items()
        if roots is None or within(path, roots)
    }
    wanted = [document for document in found if document is not None]
    if not wanted and paper is not None:
        problem = Problem("paper", paper, f"is not in the library {name}")
        return Failure(InvalidInput("look for links", (problem,)))
    return Success(tuple(_links(connection, current, wanted)))


def _links(connection: Connection, generation: int, wanted: Collection[int]) -> Iterator[Links]:
    titles = {it.id: it.title for it in documents.entries(connection, generation)}
    names = {id_: shown(places.first_of(connection, id_)) for id_ in titles}
    found = graph.around(connection, generation, sorted(wanted))
    out, back = defaultdict[int, list[Linked]](list), defaultdict[int, list[Linked]](list)
    for it in found.out:
        out[it.source].append(Linked(names[it.target], titles[it.target], it.sort, it.text))
    for it in found.back:
        back[it.target].append(Linked(names[it.source], titles[it.source], it.sort, it.text))
    left = defaultdict[int, list[tuple[Sort, str]]](list)
    for id_, link in found.unresolved:
        left[id_].append((link.sort, link.text))
    for id_ in sorted(wanted, key=names.__getitem__):
        yield Links(names[id_], titles[id_], tuple(out[id_]), tuple(back[id_]), tuple(left[id_]))
