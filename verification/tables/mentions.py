"""Where a claim names the rows and columns of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.retrieval.frame import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.language.sentence import Sentence

HALF = 0.5
"""The least share of a name that a claim must have where no other line has as much: by hand."""
_WHOLE = 0.99


@frozen(eq=False)
class Mention:
    """A line that a claim names, by the words at `places`; `share` is how much of its name it has.

    `rivals` are others that these words name as well.
    """

    line: Line
    places: frozenset[int]
    share: float
    rivals: tuple[Line, ...] = ()

    @property
    def first(self) -> int:
        """The place of the first of its words."""
        return min(self.places)


def mentions(claim: Sentence, lines: Sequence[Line]) -> tuple[Mention, ...]:
    """The lines that a claim names, each once, in the order of its words."""
    found: list[Mention] = []
    taken: set[int] = set()
    held = sorted(
        (each for line in lines for each in _candidates(claim, line)),
        key=lambda each: (each.share < _WHOLE, -_told(claim, each), _spread(each), each.line.at),
    )
    for each in held:
        telling = {at for at in each.places if _weight(claim, each.line, at) > 0} or each.places
        if telling & taken or any(each.line is other.line for other in found):
            continue
        alike = tuple(
            other.line
            for other in held
            if other.line is not each.line
            and other.places >= telling
            and (other.share >= _WHOLE) == (each.share >= _WHOLE)
            and abs(_told(claim, other) - _told(claim, each)) < 1e-9
        )
        found.append(Mention(each.line, each.places, each.share, alike))
        taken |= telling
    return tuple(sorted(found, key=lambda each: each.first))


def _candidates(claim: Sentence, line: Line) -> Iterator[Mention]:
    """Places where the claim has enough of a name: around each word that tells most of it."""
    places: dict[str, list[int]] = {}
    for at, word in enumerate(claim.words):
        for stem in (word.stem, *claim.synonyms.get(word.stem, ())):
            if stem in line.stems:
                places.setdefault(stem, []).append(at)
    if not places:
        return
    weight = line.weight
    had = sum(line.stems[stem] for stem in places)
    share = had / weight if weight else len(places) / len(line.stems)
    only_numbers = all(stem[0].isdigit() for stem in places)
    if share < (_WHOLE if only_numbers else HALF):
        return
    leading = max(places, key=lambda stem: line.stems[stem])
    for at in places[leading]:
        near = (min(each, key=lambda place: abs(place - at)) for each in places.values())
        yield Mention(line, frozenset(near), share)


def _weight(claim: Sentence, line: Line, at: int) -> float:
    word = claim.words[at]
    stems = (word.stem, *claim.synonyms.get(word.stem, ()))
    return max((line.stems[stem] for stem in stems if stem in line.stems), default=0.0)


def _told(claim: Sentence, each: Mention) -> float:
    return sum(_weight(claim, each.line, at) for at in each.places)


def _spread(each: Mention) -> int:
    return max(each.places) - min(each.places)
