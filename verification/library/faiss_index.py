"""An approximate index of very many vectors, by faiss. ADR 0038.

The vectors are parted into lists around centres, and only the lists nearest to a query are looked
at, with each number of a vector in a byte. It proposes; cosines are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success
from vera.verification.retrieval.dense import Indexes, top_k

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.ports import Matrix

_OP = "index a library"
_EXAMPLES = 64
"""Vectors that are looked at for each list's centre; faiss asks for 39 at least."""
_BLOCK = 2**16
_DEPTH = 10
GOAL = 0.99
"""The share of the exact first ten that is to be found; as many lists are looked at."""


@frozen
class Recall:
    """What an index was found to find, of the exact first ten and first thousand of queries.

    `lists` are looked at of all `of`; the queries are `queries` sentences of the library.
    """

    lists: int
    of: int
    queries: int
    ten: float
    thousand: float


class Approximate:
    """An index of the first `rows` rows, in a file. It looks at so many lists."""

    def __init__(self, index: Any, rows: int, lists: int) -> None:
        self.rows = rows
        self._index = index
        self._index.nprobe = lists

    def near(self, query: Matrix, k: int) -> Indexes:
        """About the k rows nearest to a query (1, dimension), in no order."""
        found: Indexes = self._index.search(query, k)[1][0]
        return np.sort(found[found >= 0])


def build(vectors: Matrix, queries: Matrix, path: Path) -> Result[Recall]:
    """Make the index of the rows (n, dimension) as a file, and measure it on the queries.

    It takes a minute or more for a million rows. A `StorageFault` says why it could not be made.
    """
    try:
        import faiss  # type: ignore[import-untyped,unused-ignore]

        lists = max(min(int(len(vectors) ** 0.5), len(vectors) // _EXAMPLES), 1)
        index: Any = faiss.index_factory(
            vectors.shape[1], f"IVF{lists},SQ8", faiss.METRIC_INNER_PRODUCT
        )
        index.cp.spherical = True  # centres of unit vectors are unit vectors
        every = max(len(vectors) // (lists * _EXAMPLES), 1)
        index.train(np.ascontiguousarray(vectors[::every]))
        for at in range(0, len(vectors), _BLOCK):
            index.add(np.ascontiguousarray(vectors[at : at + _BLOCK]))
        recall = _measured(index, vectors, queries, lists)
        faiss.write_index(index, str(path))
    except ImportError:
        hint = "pip install 'vera-verify[index]'"
        return Failure(StorageFault(_OP, "faiss", "it is not installed", hint))
    except (RuntimeError, OSError) as error:
        return Failure(StorageFault(_OP, str(path), str(error).splitlines()[-1]))
    return Success(recall)


def load(path: Path, rows: int, lists: int) -> Result[Approximate]:
    """The index that is in a file, mapped into memory; the file must be as it was made."""
    try:
        import faiss

        index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP)
        return Success(Approximate(index, rows, lists))
    except (ImportError, RuntimeError, OSError) as error:
        return Failure(StorageFault(_OP, str(path), str(error).splitlines()[-1]))


def _measured(index: Any, vectors: Matrix, queries: Matrix, lists: int) -> Recall:
    """The fewest lists that reach the goal, half as many more each time, and what they find."""
    depth = min(1000, len(vectors))
    exact = [found for found, _ in top_k(queries, vectors, depth)]
    looked = 1
    while True:
        index.nprobe = looked
        found = index.search(queries, depth)[1]
        ten, every = (
            float(np.mean([np.isin(want[:k], got).mean()
                           for want, got in zip(exact, found, strict=True)]))
            for k in (_DEPTH, depth)
        )  # fmt: skip
        if ten >= GOAL or looked >= lists:
            return Recall(looked, lists, len(queries), ten, every)
        looked = min(looked + looked // 2 + 1, lists)
