"""Which paper that is at hand an entry of a bibliography means.

By the file that it names, a DOI or arXiv identifier, the title with an author and the year, or by a
file that is called as its key. Where two fit alike it means none: nothing is guessed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.result import Result
from vera.verification.ingestion.identifiers import arxiv, bare_arxiv, doi, folded, title_key
from vera.verification.library.citing import OPENING, Link, Named, Sort
from vera.verification.library.metadata import Metadata, family, settled
from vera.verification.library.page_facts import facts_of
from vera.verification.verifier import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.core.document import Document
    from vera.verification.manuscript.references import Reference

_SIGNS = re.compile(r"[^\w]+")


@frozen(eq=False)
class Held:
    """A paper that is at hand: its file, its content's name, what is known of it, how it opens."""

    name: str
    content: tuple[str, str]
    about: Metadata
    open: Callable[[], Result[Paper]]

    @property
    def named(self) -> Named:
        """What an entry can be told to mean it by."""
        about = self.about
        return Named(about.title, tuple(map(family, about.authors)), about.year)


class Papers:
    """The papers that are at hand, found by what an entry says."""

    def __init__(self, held: Iterable[Held]) -> None:
        self.held = tuple(held)
        self._found: defaultdict[tuple[str, str], list[Held]] = defaultdict(list)
        for paper in self.held:
            for key in set(_keys(paper)):
                self._found[key].append(paper)

    def meant(self, reference: Reference) -> Held | str:
        """The paper that an entry means, or why there is none."""
        link = Link(Sort.REFERENCE, reference.text)
        by = [("path", str(path.resolve())) for path in reference.files]
        by += [("doi", doi(reference.text)), ("arxiv", arxiv(reference.text))]
        for key in by:
            if key[1] and (found := self._found.get(key)):
                return _only(found)
        titled = {
            id(paper): paper
            for key in link.keys
            if key[0] == "title"
            for paper in self._found.get(key, ())
            if link.means(paper.named)
        }
        if titled:
            return _only(list(titled.values()))
        called = [
            it for it in self._found.get(("name", _plain(reference.key)), ()) if reference.key
        ]
        fitting = [it for it in called if not _is_another(link, it)]
        if called and not fitting:
            return f"{called[0].name} is called so, but its title is another"
        return _only(fitting) if fitting else "no paper at hand is that"


def about(document: Document) -> Metadata:
    """What a paper says of itself."""
    return Metadata(settled(facts_of(document)))


def _keys(paper: Held) -> Iterable[tuple[str, str]]:
    about = paper.about
    yield "path", str(Path(paper.name).resolve())
    yield "name", _plain(Path(paper.name).stem)
    yield from (("doi", doi(it)) for it in about.all("doi") if doi(it))
    yield from (("arxiv", bare_arxiv(it)) for it in about.all("arxiv") if bare_arxiv(it))
    if about.title:
        yield "title", title_key(about.title)[:OPENING]


def _plain(name: str) -> str:
    return _SIGNS.sub("", folded(name))


def _only(found: list[Held]) -> Held | str:
    """The one paper; copies of one content are one."""
    if len({paper.content for paper in found}) == 1:
        return found[0]
    names = " and ".join(sorted(paper.name for paper in found)[:3])
    return f"{len(found)} papers at hand fit: {names}"


def _is_another(link: Link, paper: Held) -> bool:
    """Whether a paper's title is known, and does not stand in the entry."""
    return bool(title_key(paper.about.title)) and bool(link.text) and not link.means(paper.named)
