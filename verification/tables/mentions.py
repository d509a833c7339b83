"""Where a claim names the rows and columns of a table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.verification.retrieval.frame import Line, Lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vera.verification.language.sentence import Sentence
    from vera.verification.language.words import Word

HALF = 0.5
"""The least share of a name that a claim must have where no other line has as much: by hand."""
WHOLE = 0.99
"""The share from which on a name is whole, but for rounding of floats."""


@frozen(eq=False)
class Mention:
    """A line that a claim names, by the words at `places`; `share` is how much of its name it has.

    `first` is the place of the first word that tells it from the others. `rivals` are others that
    these words name as well.
    """

    line: Line
    places: frozenset[int]
    share: float
    first: int = 0
    rivals: tuple[Line, ...] = ()


def mentions(claim: Sentence, lines: Lines) -> tuple[Mention, ...]:
    """The lines that a claim names, each once, in the order of its words.

    Two whole names may share words, as "in the east bay in 2022 and 2023"; a part of one may not,
    nor is a name named by words of a longer one.
    """
    places = _places(claim, lines)
    near = dict.fromkeys(line for stem in places for line in lines.named.get(stem, ()))
    held = sorted(
        (each for line in near for each in _candidates(line, places)),
        key=lambda each: (
            each.share < WHOLE,
            -_told(claim, each),
            -_said(each.line, places),
            _spread(each),
            each.line.at,
        ),
    )
    alike: dict[tuple[bool, frozenset[int]], list[Line]] = {}
    for each in held:
        alike.setdefault((each.share < WHOLE, _telling(claim, each)), []).append(each.line)
    found: list[Mention] = []
    taken: set[int] = set()
    seen: set[int] = set()
    for each in held:
        telling = _telling(claim, each)
        again = telling <= taken if each.share >= WHOLE else bool(telling & taken)
        most = _said(each.line, places)
        rivals = [it for it in alike[each.share < WHOLE, telling] if _said(it, places) >= most]
        ordered = [it for it in rivals if _is_in_order(claim, it, each)]
        line, rivals = (ordered[0], ordered) if len(ordered) == 1 else (each.line, rivals)
        inside = any(each.places < _stretch(claim, other.places) for other in found)
        if again or inside or line.at in seen:
            continue
        others = tuple(it for it in rivals if it is not line)
        found.append(evolve(each, line=line, rivals=others))
        taken |= telling
        seen.add(line.at)
    shared = Counter(at for each in found for at in _telling(claim, each))
    placed = (evolve(each, first=_own(_telling(claim, each), shared)) for each in found)
    return tuple(sorted(placed, key=lambda each: each.first))


def _stretch(claim: Sentence, places: frozenset[int]) -> frozenset[int]:
    """Places with the small words between them, where nothing else is between: "models with LM"."""
    between = frozenset(range(min(places), max(places))) - places
    return places | between if all(claim.words[at].is_function for at in between) else places


def _is_in_order(claim: Sentence, line: Line, each: Mention) -> bool:
    """Whether a claim has the words of a whole name side by side as the name has them.

    So "en → cn" is not "cn → en". With a word between the order tells nothing: "to en from cn".
    """
    places = sorted(each.places)
    beside = places[-1] - places[0] == len(places) - 1
    return beside and [claim.words[at].stem for at in places] == [*line.stems]


def _said(line: Line, places: Mapping[str, Sequence[int]]) -> int:
    """How many heads of a line a claim has whole: "Cite" has it that "Co-Cite" has not."""
    return sum(part <= places.keys() for part in line.parts)


def _own(telling: frozenset[int], shared: Mapping[int, int]) -> int:
    """The first place of words that no other mention has, too."""
    return min([at for at in telling if shared[at] == 1] or telling)


def _places(claim: Sentence, lines: Lines) -> dict[str, list[int]]:
    """Where a claim has each of its stems, what they stand for, and what is short for them."""
    found: dict[str, list[int]] = {}
    for at, word in enumerate(claim.words):
        for stem in {word.stem, *claim.synonyms.get(word.stem, ())}:
            found.setdefault(stem, []).append(at)
    for short, long in claim.synonyms.items():
        if short in lines.named and short not in found and long and long <= found.keys():
            found[short] = [max(at for stem in long for at in found[stem])]
    for short in lines.short.keys() - found.keys():
        known = lines.short[short]
        if meant := [at for at, it in enumerate(claim.words) if _is_short_for(short, it, known)]:
            found[short] = meant
    return found


def _is_short_for(short: str, word: Word, is_said: bool) -> bool:
    """Whether a word begins with its short form; where that is said to be one, has its letters."""
    letters = iter(word.text)
    skips = is_said and word.text[0] == short[0] and all(sign in letters for sign in short)
    return skips or (word.text.startswith(short) and word.text != short)


def _candidates(line: Line, all_places: Mapping[str, Sequence[int]]) -> Iterator[Mention]:
    """Places where the claim has enough of a name: around each word that tells most of it."""
    places = {stem: all_places[stem] for stem in line.stems if stem in all_places}
    weight = line.weight
    had = sum(line.stems[stem] for stem in places)
    share = had / weight if weight else len(places) / len(line.stems)
    only_numbers = all(stem[0].isdigit() for stem in places)
    if share < (WHOLE if only_numbers else HALF):
        return
    leading = max(places, key=lambda stem: line.stems[stem])
    for at in places[leading]:
        near = (min(each, key=lambda place: abs(place - at)) for each in places.values())
        yield Mention(line, frozenset(near), share)


def _telling(claim: Sentence, each: Mention) -> frozenset[int]:
    """The places of the words that tell a line from others; where none does, of all."""
    return frozenset(at for at in each.places if _weight(claim, each.line, at) > 0) or each.places


def _weight(claim: Sentence, line: Line, at: int) -> float:
    word = claim.words[at]
    stems = [word.stem, *claim.synonyms.get(word.stem, ())]
    stems += [
        stem
        for stem in line.stems
        if word.stem in claim.synonyms.get(stem, ())
        or (stem in line.short and _is_short_for(stem, word, line.short[stem]))
    ]
    return max((line.stems[stem] for stem in stems if stem in line.stems), default=0.0)


def _told(claim: Sentence, each: Mention) -> float:
    return sum(_weight(claim, each.line, at) for at in each.places)


def _spread(each: Mention) -> int:
    return max(each.places) - min(each.places)
