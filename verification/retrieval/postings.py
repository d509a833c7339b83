"""BM25F over many texts: which term is in which, as arrays that can lie in a file.

The formula is that of SQLite's FTS5, whose own `bm25()` looks at every match (2 µs each): over
30,000 chunks that took 49 ms of processor time a claim, and as arrays 1.6 ms (ADR 38).
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate, chain, count
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.verification.retrieval.bm25 import LENGTH, SATURATION
from vera.verification.retrieval.dense import Indexes, Scores, candidates, ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST = 2**14
"""Texts of one `Postings`: what is made of them at once takes some 100 MB (ADR 38). By hand."""
_LEAST = 1e-6
"""What FTS5 gives a term that is in more than half of the texts, for an idf of 0 or less."""
_TIMES = 2
"""How many times more texts than the new ones the last part may have to be joined: by hand."""
_KINDS = ("<u8", "<i8", "<f8", "<f4", "<u2")
"""Of the arrays of `Postings`, in order."""


def _number(term: str) -> int:
    """64 bits of a hash; no two of a million terms share one, but for a chance of 3 in 10^8."""
    data = term.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


@frozen(eq=False)
class Postings:
    """The terms of n texts, n at most `MOST`.

    `terms` (t,) are their numbers, ascending; the texts that hold term i are
    `texts[starts[i] : starts[i + 1]]`, ascending, and `counts` how often, weighted. `lengths` (n,)
    are all terms of a text, unweighted.
    """

    terms: NDArray[np.uint64] = field(repr=False)
    starts: NDArray[np.int64] = field(repr=False)
    lengths: NDArray[np.float64] = field(repr=False)
    counts: NDArray[np.float32] = field(repr=False)
    texts: NDArray[np.uint16] = field(repr=False)

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]], weights: Sequence[float]) -> Postings:
        """The terms of texts whose fields are stems with a space between; a weight for each."""
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        flat: list[int] = []
        sizes = np.empty((len(texts), len(weights)), dtype=np.int64)
        for at, fields in enumerate(texts):
            split = [words.split() for words in fields]
            sizes[at] = [*map(len, split)]
            flat.extend(map(numbers.__getitem__, chain.from_iterable(split)))
        known = np.array([*map(_number, numbers)], dtype=np.uint64)
        found = np.array(flat, dtype=np.int64)
        each = np.tile(np.array(weights, dtype=np.float32), len(texts)).repeat(sizes.ravel())
        lengths: NDArray[np.int64] = sizes.sum(axis=1)
        where = np.arange(len(texts), dtype=np.uint16).repeat(lengths)
        return _sorted(known[found], where, each, lengths.astype(np.float64))

    def and_then(self, other: Postings) -> Postings:
        """These texts, and then the others."""
        later = other.texts.astype(np.int64) + len(self.lengths)
        return _sorted(
            np.concatenate([each.terms.repeat(np.diff(each.starts)) for each in (self, other)]),
            np.concatenate((self.texts, later.astype(np.uint16))),
            np.concatenate((self.counts, other.counts)),
            np.concatenate((self.lengths, other.lengths)),
        )

    def holding(self, term: str) -> slice:
        """Where in `texts` and `counts` the term stands."""
        number = np.uint64(_number(term))
        at = int(self.terms.searchsorted(number))
        if at == len(self.terms) or self.terms[at] != number:
            return slice(0, 0)
        return slice(int(self.starts[at]), int(self.starts[at + 1]))

    def to_bytes(self) -> bytes:
        """How many they are, then each array."""
        sizes = np.array([len(self.lengths), len(self.terms), len(self.texts)], dtype="<i8")
        arrays: Sequence[NDArray[Any]] = (
            self.terms,
            self.starts,
            self.lengths,
            self.counts,
            self.texts,
        )
        parts = (it.astype(kind).tobytes() for it, kind in zip(arrays, _KINDS, strict=True))
        return b"".join((sizes.tobytes(), *parts))

    @classmethod
    def from_bytes(cls, data: NDArray[np.uint8]) -> Postings:
        """The same again, as views of `data`, which must be what `to_bytes` gave."""
        texts, terms, size = (int(each) for each in data[:24].view("<i8"))
        at, arrays = 24, []
        for kind, long in zip(_KINDS, (terms, terms + 1, texts, size, size), strict=True):
            end = at + long * np.dtype(kind).itemsize
            arrays.append(data[at:end].view(kind))
            at = end
        return cls(*arrays)


def _sorted(
    terms: NDArray[np.uint64],
    texts: NDArray[np.uint16],
    counts: NDArray[np.float32],
    lengths: NDArray[np.float64],
) -> Postings:
    """Each term once a text; `texts` ascend for each term already."""
    order = np.argsort(terms, kind="stable")
    terms, texts, counts = terms[order], texts[order], counts[order]
    new = np.ones(len(terms), dtype=bool)
    new[1:] = (terms[1:] != terms[:-1]) | (texts[1:] != texts[:-1])
    firsts = np.flatnonzero(new)
    summed = np.add.reduceat(counts, firsts) if len(firsts) else counts
    terms, texts = terms[firsts], texts[firsts]
    known, starts = np.unique(terms, return_index=True)
    return Postings(known, np.append(starts, len(terms)), lengths, summed, texts)


@frozen(eq=False, slots=False)
class Words:
    """The words of n texts in `parts`, one after another, without those that are `gone`."""

    parts: tuple[Postings, ...] = field(repr=False)
    gone: Indexes = field(repr=False)

    @cached_property
    def _firsts(self) -> list[int]:
        """The first text of each part, and how many there are in all."""
        return [*accumulate((len(part.lengths) for part in self.parts), initial=0)]

    @cached_property
    def _there(self) -> NDArray[np.bool_]:
        there = np.ones(self._firsts[-1], dtype=bool)
        there[self.gone] = False
        return there

    @cached_property
    def _saturations(self) -> Scores:
        """What is added to the count of a term in each text (n,), as FTS5 does."""
        lengths = np.concatenate([part.lengths for part in self.parts] or [np.empty(0)])
        mean = lengths[self._there].sum() / max(int(self._there.sum()), 1)
        norms: Scores = SATURATION * (1 - LENGTH + LENGTH * lengths / max(mean, 1e-9))
        return norms

    def scores(self, terms: Iterable[str]) -> Scores:
        """BM25F of each text (n,) for these terms; 0 for one that holds none or is gone."""
        scores, total = np.zeros(self._firsts[-1]), int(self._there.sum())
        for term in terms:
            found = [(part, first, part.holding(term))
                     for part, first in zip(self.parts, self._firsts, strict=False)]  # fmt: skip
            holding = sum(self._count(*each) for each in found)
            idf = math.log((total - holding + 0.5) / (holding + 0.5)) if holding else 0.0
            idf = max(idf, 0.0) or _LEAST
            for part, first, where in found:
                size, texts = len(part.lengths), part.texts[where].astype(np.intp)
                counts = part.counts[where].astype(np.float64)
                norms = self._saturations[first : first + size].take(texts)
                gains = idf * ((counts * (SATURATION + 1.0)) / (counts + norms))
                scores[first : first + size] += np.bincount(texts, gains, size)
        scores[self.gone] = 0.0
        return scores

    def _count(self, part: Postings, first: int, where: slice) -> int:
        if not len(self.gone):
            return int(where.stop) - int(where.start)
        texts = part.texts[where]
        return int(self._there[first : first + len(part.lengths)][texts].sum())

    def best(
        self, terms: Iterable[str], k: int, hidden: Indexes | None = None
    ) -> tuple[Indexes, Scores]:
        """The k best texts that hold any of the terms, best first, and their scores.

        Those that are `hidden` are not found, but count among all.
        """
        scores = self.scores(terms)
        if hidden is not None:
            scores[hidden] = 0.0
        if not len(scores):
            return np.empty(0, dtype=np.intp), scores
        found = candidates(scores, k)
        found = found[scores[found] > 0]
        return ranked(found, scores[found], k)


def merged(parts: Sequence[int], new: int) -> int:
    """How many of the last parts, of these numbers of texts, the next of `new` texts is joined to.

    So that there are few parts, and each text is written again but a few times: as many as the
    logarithm of all.

    >>> merged([10_000, 900, 20], 30)
    1
    >>> merged([10_000, 900, 20], 600)
    2
    >>> merged([16_000], 1_000)
    0
    """
    joined = 0
    for size in reversed(parts):
        if size > _TIMES * new or size + new > MOST:
            break
        new += size
        joined += 1
    return joined
