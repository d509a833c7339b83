"""Which papers of a library lead to which: by citation, and by the [[links]] of notes.

A link means a paper where they share a DOI, else an arXiv identifier, else where the paper's title
stands in the entry; a wikilink means the file of that name, else the paper of that title or alias.
Where two papers fit alike, it means none: nothing is guessed.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.verification.library import link_rows, metadata_rows, places
from vera.verification.library.citing import Link, Named, Sort, leads_to
from vera.verification.library.metadata import family

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.verification.library.store import Connection


_SUREST = ("doi", "arxiv", "stem", "title", "alias")
_MOST_CITING = 1000
"""Links that are looked at to find who cites some papers, where a search asks."""
_ALL = 2**31 - 1


@frozen
class Edge:
    """A link of one document that means another."""

    source: int
    target: int
    sort: Sort
    text: str


@frozen
class Around:
    """What some documents lead to, and what leads to them.

    `unresolved` are the links of theirs, each with its document, that mean no paper of the library,
    or no single one.
    """

    out: tuple[Edge, ...] = ()
    back: tuple[Edge, ...] = ()
    unresolved: tuple[tuple[int, Link], ...] = field(default=(), repr=False)


def around(
    connection: Connection, generation: int, documents: Sequence[int], most: int = _ALL
) -> Around:
    """The neighbours of documents of a generation; at most so many links to them are looked at."""
    own = {(source, at): link for source, at, link in link_rows.links_from(connection, documents)}
    citing = link_rows.citing(connection, generation, documents, most) - own.keys()
    others = {
        (source, at): link for source, at, link in link_rows.links_at(connection, sorted(citing))
    }
    links = {**own, **others}
    meant, asked = _meant(connection, generation, links), set(documents)
    edges = [
        Edge(place[0], target, links[place].sort, links[place].text)
        for place, target in meant.items()
    ]
    return Around(
        tuple(it for it in edges if it.source in asked),
        tuple(it for it in edges if it.target in asked),
        tuple((place[0], link) for place, link in own.items() if place not in meant),
    )


def _meant(
    connection: Connection, generation: int, links: Mapping[tuple[int, int], Link]
) -> dict[tuple[int, int], int]:
    """The document that each link means, for those that mean one."""
    fitting: defaultdict[tuple[int, int], defaultdict[str, set[int]]]
    fitting = defaultdict(lambda: defaultdict(set))
    named = cache(lambda document: _named(connection, document))
    for source, at, by, target in link_rows.candidates(connection, generation, list(links)):
        link = links[source, at]
        if target != source and _fits(connection, link, by, target, named):
            fitting[source, at][by].add(target)
    found = {}
    for place, by_field in sorted(fitting.items()):
        surest = next(by_field[by] for by in _SUREST if by in by_field)
        if len(surest) == 1:
            found[place] = next(iter(surest))
    return found


def _fits(
    connection: Connection, link: Link, by: str, target: int, named: Callable[[int], Named]
) -> bool:
    match by:
        case "title":
            return link.means(named(target))
        case "stem":
            paths = places.of_document(connection, target)
            return any(leads_to(link.text, path) for path in paths)
    return True


def _named(connection: Connection, document: int) -> Named:
    known = metadata_rows.of_document(connection, document)
    return Named(known.title, tuple(map(family, known.authors)), known.year)
