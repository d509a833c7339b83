"""Whether a chunk that was found is near what was looked for, or only nearer than all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.words import words
from vera.verification.library.signals import MEANING
from vera.verification.retrieval.query import Query

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.ranking import Ranked

_EVEN = {"minilm": 0.37}
"""By the name of an embedder, the cosine at which the nearest chunk of a library is as likely that
of a query which the library answers as of one which it does not (`benchmarks.library_near`)."""


@frozen
class Near:
    """What is near: from this cosine on, or what has all of these stems.

    `answered` says that something of the library is, by its cosine.
    """

    even: float
    stems: frozenset[str]
    answered: bool

    def __call__(self, ranked: Ranked, said: str) -> bool | None:
        """Whether a chunk is; `said` is what it and its paper's title, tags and aliases say.

        By words, too, since a name says little to an embedder. None for another chunk of a library
        that has something near: the bar was measured on the nearest.
        """
        cosine = _cosine(ranked)
        if cosine is not None and cosine >= self.even:
            return True
        if self.stems and self.stems <= {word.stem for word in words(said)}:
            return True
        return None if self.answered else False


def near_of(embedder: str, text: str, ranked: Sequence[Ranked]) -> Near | None:
    """What is near a text, of all that was found; None where that is not known of the embedder."""
    cosines = [cosine for it in ranked if (cosine := _cosine(it)) is not None]
    if embedder not in _EVEN or not cosines:
        return None
    even = _EVEN[embedder]
    return Near(even, frozenset(Query(text).terms), max(cosines) >= even)


def _cosine(ranked: Ranked) -> float | None:
    return next((it.score for it in ranked.signals if it.name == MEANING), None)
