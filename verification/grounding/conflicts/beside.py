"""The words beside a name, and how alike those beside two names are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verification.grounding.sentence import root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verification.grounding.names import Name
    from verification.grounding.sentence import Sentence
    from verification.retrieval.words import Word

_REACH = 4  # words on a side, in which the nearest one with a meaning is sought
_ARTICLES = frozenset({"a", "an", "the"})
_MEANS = frozenset({"with", "by", "using", "via", "through"})
"""Words before what something is done with."""
_HEAD = 3  # words after a name, the last of which can be what it is the name of
_ROOT = 6  # first letters that two words of one root share: spectra, spectrograph


def sides(sentence: Sentence, name: Name) -> tuple[list[Word | None], list[Word | None]]:
    """The words before a name, nearest first, and those after; None where its sentence ends."""
    text, all_words = sentence.text, sentence.words
    first, last = sentence.first_from(name.start), sentence.first_from(name.end)
    before = all_words[max(0, first - _REACH) : first][::-1]
    after = all_words[last : last + _REACH]
    left = [word for word in before if _tells(word, text)]
    right = [word for word in after if _tells(word, text)]
    begins = not before or name.initial
    ends = not after or sentence.sentence_of(name.end)[1] <= after[0].start
    return [None] if begins else [*left], [None] if ends else [*right]


def _tells(word: Word, text: str) -> bool:
    """Whether a word says something of the role: no article, and no number of a reference."""
    return word.text not in _ARTICLES and text[word.start - 1 : word.start] != "["


def side(own: Sequence[Word | None], other: Sequence[Word | None]) -> float:
    """The points of one side: the same next word, the same after it, or the same word near."""
    if not own or not other:
        return 0
    first, second = own[0], other[0]
    if first is None or second is None:
        return 1 if first is second else 0
    if first.stem == second.stem or {first.text, second.text} <= _MEANS:
        again = len(own) > 1 < len(other) and _same(own[1], other[1])
        return (1 if first.is_function else 2) + again
    near, there = _content(own), _content(other)
    return 1 if near is not None and there is not None and near.stem == there.stem else 0


def _same(own: Word | None, other: Word | None) -> bool:
    return own is not None and other is not None and own.stem == other.stem


def _content(side: Sequence[Word | None]) -> Word | None:
    return next((word for word in side if word and not word.is_function), None)


def same_head(claim: Sentence, name: Name, evidence: Sentence, rival: Name) -> bool:
    """Whether two names are of one thing: "the Selectome database", "the ENSEMBL 2016 database"."""
    own, other = _heads(claim, name)[:1], _heads(evidence, rival)
    return any(root(one.stem, _ROOT) == root(two.stem, _ROOT) for one in own for two in other)


def _heads(sentence: Sentence, name: Name) -> list[Word]:
    """The words with a meaning right after a name, with nothing between but spaces."""
    found: list[Word] = []
    at, end = sentence.first_from(name.end), name.end
    for word in sentence.words[at : at + _HEAD]:
        if word.is_function or sentence.text[end : word.start].strip():
            break
        if not word.is_number:
            found.append(word)
        end = word.end
    return found
