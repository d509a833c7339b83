"""The citations of a manuscript resolved: which paper at hand each claim is asked of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.verdict import Claim
from vera.verification.manuscript.papers import Held
from vera.verification.manuscript.reading import Placed
from vera.verification.manuscript.sentences import is_claim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.manuscript.citations import Work
    from vera.verification.manuscript.papers import Papers
    from vera.verification.manuscript.reading import Manuscript


@frozen
class Asked:
    """A claim, the papers that it is asked of, and the works that could not be found, and why."""

    claim: Claim
    papers: tuple[Held, ...]
    lacking: tuple[tuple[str, str], ...]
    placed: Placed


@frozen
class Aside:
    """A citation that is asked of no paper, since it does not say that the paper says something."""

    claim: Claim
    why: str
    placed: Placed


@frozen
class Resolved:
    """All claims of a manuscript with their papers, and the citations that are none."""

    asked: tuple[Asked, ...]
    aside: tuple[Aside, ...]

    @property
    def works(self) -> dict[str, str]:
        """All works that are cited, in order, and why each is asked of no paper, or nothing."""
        found: dict[str, str] = {}
        for it in self.asked:
            found.update((name, why) for name, why in it.lacking)
            lacking = dict(it.lacking)
            found.update((name, "") for name in it.claim.cites if name not in lacking)
        return found


def resolve(manuscript: Manuscript, papers: Papers) -> Resolved:
    """Find the paper that each citation means."""
    known: dict[Work, Held | str] = {}

    def meant(work: Work) -> Held | str:
        if work not in known:
            entry = manuscript.references.meant(work)
            known[work] = entry if isinstance(entry, str) else papers.meant(entry)
        return known[work]

    asked, aside = [], []
    for placed in manuscript.claims:
        for works, why in _sorted(placed):
            said = placed.said.text
            names = tuple(work.name for work in works)
            claim = Claim(said, placed.line, placed.file, names, placed.page)
            if why:
                aside.append(Aside(claim, why, placed))
                continue
            found = {work.name: meant(work) for work in works}
            held = {it.content: it for it in found.values() if isinstance(it, Held)}
            lacking = tuple((name, it) for name, it in found.items() if isinstance(it, str))
            asked.append(Asked(claim, tuple(held.values()), lacking, placed))
    return Resolved(tuple(asked), tuple(aside))


def _sorted(placed: Placed) -> Iterator[tuple[tuple[Work, ...], str]]:
    """The works that a claim is asked of; and those of marks that do not say that they say it."""
    citations = placed.said.citations
    against = tuple(dict.fromkeys(work for it in citations if it.contrast for work in it.works))
    works = tuple(dict.fromkeys(work for it in citations if not it.contrast for work in it.works))
    if against:
        yield against, "it is cited for the contrary"
    if works:
        yield works, "" if is_claim(placed.said.text) else "nothing is said with it"
