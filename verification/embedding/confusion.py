"""Different texts with one vector: whether they share enough for that to be sound. ADR 0024.

A model may be blind to case, accents, spaces, marks, the order of words or letters that it never
saw. That it takes different words for the same is a fault, of the model or of who runs it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.core.ports import Matrix

ONE = 1e-6
"""How far from 1 the cosine of two texts may be for both to count as having one vector."""
_MOST = 64
"""Pairs that are looked for, at most: the first one that is a fault ends a run."""
_LONGEST_WORD = 60
"""Characters; tokenizers give up on longer ones, such as sequences of bases."""
_SHARE, _FEW = 0.05, 2
"""Texts in letters that a model may not know and take for each other, as a share of all; and a
number that is not worth a fault."""

_PLAIN = re.compile(r"[a-z0-9]+")
_ANY = re.compile(r"\w+")


def same_rows(rows: Matrix) -> list[tuple[int, int]]:
    """Pairs of rows (n, d) with one vector, at most about `_MOST`.

    Where two unit vectors are near, so are their products with any third: only rows whose products
    with two fixed ones are near are compared.
    """
    directions = np.random.default_rng(0).standard_normal((rows.shape[1], 2))
    shadows = rows @ (directions / np.linalg.norm(directions, axis=0))
    order = np.argsort(shadows[:, 0])
    shadows, reach = shadows[order], np.sqrt(2 * ONE) + 1e-6
    found: list[tuple[int, int]] = []
    for step in range(1, len(rows)):
        near = np.abs(shadows[step:] - shadows[:-step]) <= reach
        if not near[:, 0].any() or len(found) > _MOST:
            break
        at = np.flatnonzero(near.all(axis=1))
        one, other = order[at], order[at + step]
        gaps = np.sum((rows[one] - rows[other]) ** 2, axis=1)
        found += [(int(one[n]), int(other[n])) for n in np.flatnonzero(gaps <= 2 * ONE)]
    return found


def _words(text: str, kind: re.Pattern[str]) -> list[str]:
    """The words of a text in any order, without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    return sorted(word for word in kind.findall(bare) if len(word) <= _LONGEST_WORD)


def confused(texts: Sequence[str], pairs: Iterable[tuple[int, int]]) -> tuple[str, str] | None:
    """Two of the texts that must not have one vector, given all pairs that do; None if all may.

    >>> confused(["A bee", "a  bée!", "a wasp"], [(0, 1)])
    >>> confused(["A bee", "a  bée!", "a wasp"], [(0, 2)])
    ('A bee', 'a wasp')
    """
    strange: dict[int, int] = {}
    for one, other in pairs:
        if _words(texts[one], _PLAIN) != _words(texts[other], _PLAIN):
            return texts[one], texts[other]
        if _words(texts[one], _ANY) != _words(texts[other], _ANY):
            strange |= {one: other, other: one}
    if len(strange) > max(_FEW, _SHARE * len(texts)):
        one, other = next(iter(strange.items()))
        return texts[one], texts[other]
    return None
