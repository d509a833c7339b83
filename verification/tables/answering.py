"""A claim is answered by the cells that it names, where it names them surely.

It must name one row and one column, two of one and one of the other where it compares, or a column
and the row that is the most or least of it. What it says in other words than the table's is not
denied: then nothing is surely known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.verification.tables.answer import Answer, Says
from vera.verification.tables.asked import Asked
from vera.verification.tables.best import best
from vera.verification.tables.mentions import WHOLE, mentions
from vera.verification.tables.ordered import compared
from vera.verification.tables.told import listed, told
from vera.verification.words import words as english

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.language.sentence import Sentence
    from vera.verification.retrieval.frame import Frame


def answer(
    claim: Sentence, frames: Sequence[Frame], pairs: frozenset[tuple[str, str]]
) -> Answer | None:
    """What the tables of a document say of a claim; None where it speaks of no cell of them.

    Where it may speak of cells of several tables, the one that explains more of its words answers.
    """
    found = [(asked, it) for asked in (Asked(_known(claim, one), one, pairs) for one in frames)
             if (it := _by(asked)) is not None]  # fmt: skip
    if not found:
        return None
    fewest = min(len(_unexplained(asked)) for asked, _ in found)
    nearest = [it for asked, it in found if len(_unexplained(asked)) == fewest]
    if len({it.says for it in nearest}) > 1:
        return evolve(nearest[0], says=Says.OPEN)
    return nearest[0]


def names(claim: Sentence, frames: Sequence[Frame]) -> dict[str, str]:
    """The names of lines that a claim has and English has not, by their stems: "W4", "ArcLite"."""
    found = (each for frame in frames for lines in (frame.rows, frame.columns)
             for each in mentions(claim, lines) if each.share >= WHOLE)  # fmt: skip
    named = (claim.words[at] for each in found for at in each.places)
    return {
        word.stem: claim.text[word.start : word.end]
        for word in named
        if not word.is_number and word.text not in english()
    }


def _unexplained(asked: Asked) -> set[str]:
    """The stems of a claim that neither the lines it names nor what stands around them has."""
    return {
        word.stem
        for at, word in enumerate(asked.claim.words)
        if not word.is_function and at not in asked.places and word.stem not in asked.frame.around
    }


def _known(claim: Sentence, frame: Frame) -> Sentence:
    """A claim with what is short for what in a table."""
    short = frame.short
    return evolve(claim, synonyms={**claim.synonyms, **short}) if short else claim


def _by(asked: Asked) -> Answer | None:
    return next((it for it in _answers(asked)), None)


def _answers(asked: Asked) -> Iterator[Answer]:
    for way in (compared, best, listed, told):
        if (found := way(asked)) is not None:
            yield found
