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
from vera.verification.tables.told import has, listed, told
from vera.verification.tables.values import number_of
from vera.verification.words import words as english

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.language.sentence import Sentence
    from vera.verification.retrieval.frame import Frame, Line


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


def measured(claim: Sentence, frames: Sequence[Frame], pairs: frozenset[tuple[str, str]]) -> str:
    """What a table has a claim's number as, where the claim calls it by a word it has not.

    "ArcLite has a precision of 88.1", of which the table says that it is the accuracy.
    """
    for asked in (Asked(_known(claim, one), one, pairs) for one in frames):
        if len(asked.rows) != 1 or len(asked.values) != 1 or not asked.strange:
            continue
        (row,), (value,) = asked.rows, asked.values
        for column in asked.frame.columns:
            cell = asked.frame.body.get((row.line.at, column.at))
            found = number_of(asked.frame, cell) if cell else None
            if found and has(found, value) and not _is_called(asked.claim, column):
                return " ".join(map(asked.frame.said, column.heads))
    return ""


def _is_called(claim: Sentence, line: Line) -> bool:
    """Whether a claim has any word of the innermost head of a line; one without heads is called."""
    return not line.parts or not line.parts[-1] or not line.parts[-1].isdisjoint(claim.stems)


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
