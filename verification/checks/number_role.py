"""What role a number of a text has: the words around it, by how surely they are its own."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from vera.verification.language.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.language.sentence import Sentence
    from vera.verification.language.words import Word

# All set by hand; only what the check makes of them was measured (ADR 17, 43).
_REACH = 10  # half of the words on either side that are looked at
_PARTING = frozenset(
    ("and", "or", "but", "versus", "vs", "compared", "whereas", "while", "than", "against")
)
_FAR = 14.0  # the cost at which no word is the number's own any more
_STOPPED, _PAUSED, _PARTED = 4, 1.5, 1.5  # what a stop costs, a comma or bracket, a word that parts
_PASSED = 1  # what each other word or number costs
_FADING = 0.35  # how fast a word counts less with the cost
_STOP = re.compile(r"[.;:!?]\s")


Role = dict[str, float]
"""Stems of words beside a number, with how surely they are its own, 0 to 1."""

Roles = tuple[tuple[Quantity, Role], ...]


def _walk(
    text: str, found: Sequence[Word], at: int, step: int, taken: set[int], role: Role
) -> None:
    cost, edge = 0.0, None
    for index in range(at, at + step * 2 * _REACH, step):
        if not 0 <= index < len(found) or cost > _FAR:
            return
        word = found[index]
        if edge is not None:
            gap = text[edge : word.start] if step > 0 else text[word.end : edge]
            paused = _PAUSED if any(sign in gap for sign in ",;:()") else 0
            cost += _STOPPED if _STOP.search(gap) else paused
        edge = word.end if step > 0 else word.start
        if word.is_number or index in taken:
            cost += _PASSED
        elif word.text in _PARTING:
            cost += _PARTED
        elif not word.is_function:
            role[word.stem] = max(role.get(word.stem, 0), 1 / (1 + _FADING * cost))
            cost += _PASSED


def roles(sentence: Sentence) -> Roles:
    """The quantities of a sentence in order, each with its role.

    Words inside of one that is only implied are others' own: "zero bees of 40".
    """
    text, found, measured = sentence.text, sentence.words, sentence.quantities
    starts = [word.start for word in found]
    spans = [(bisect_left(starts, one.start), bisect_left(starts, one.end)) for one in measured]
    written = [span for one, span in zip(measured, spans, strict=True) if not one.derived]
    taken = {index for first, last in written for index in range(first, last)}
    found_all = []
    for one, (first, last) in zip(measured, spans, strict=True):
        role: Role = {}
        _walk(text, found, first - 1, -1, taken, role)
        _walk(text, found, last, 1, taken, role)
        found_all.append((one, role))
    return tuple(found_all)


def likeness(claim: Role, paper: Role, evidence: Sentence) -> float:
    """The share of a claim's role that a number of the paper has, 0 to 1."""
    total = sum(claim.values())
    if not total:
        return 0.0
    shared = 0.0
    for stem, weight in claim.items():
        meant = evidence.synonyms.get(stem, ())
        shared += min(weight, max((paper.get(each, 0.0) for each in (stem, *meant)), default=0.0))
    return shared / total
