"""Which papers of a library lead to which, for people and programs."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from attrs import frozen

from verification.library import documents, graph, places
from verification.library.citing import Sort
from verification.library.files import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from verification.library.store import Connection


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


def links(connection: Connection, generation: int, wanted: Collection[int]) -> Iterator[Links]:
    """The links of each of these documents, in the order of their files."""
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
