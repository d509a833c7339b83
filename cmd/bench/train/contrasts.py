"""Contrastive evidence: a text with a few words exchanged, so that claims about it turn.

A model that reads the same claims beside both cannot judge by the claim alone (Schuster, Fisch and
Barzilay 2021, "Get your vitamin C!"). The files have places and the new words: no text of a paper.
"""

from __future__ import annotations

from hashlib import sha256
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@frozen
class Contrast:
    """`sentence` is changed: `claim` was false of it and is true now, `broken` were true."""

    sentence: str
    claim: str
    broken: tuple[str, ...]


def changed(text: str, changes: Iterable[Sequence[Any]]) -> str:
    """A text with stretches (start, end, new words) exchanged, all by their places in the text.

    >>> changed("Bees sleep at night.", [[5, 10, "dance"], [14, 19, "noon"]])
    'Bees dance at noon.'
    """
    made, at = [], 0
    for start, end, words in sorted(changes, key=itemgetter(0)):
        made += [text[at:start], words]
        at = end
    return "".join([*made, text[at:]])


def digest(text: str) -> str:
    """By what a text is known again."""
    return sha256(text.encode("utf-8")).hexdigest()[:12]
