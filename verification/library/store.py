"""The port between what a library holds and where it is kept.

Statements are in the SQL that SQLite and PostgreSQL share: "?" for parameters, `INSERT ... ON
CONFLICT ... DO UPDATE`, `RETURNING id`, and no pragma, rowid or upsert of one of them. Text is kept
as bytes. What the two do each in its own way is a method here. ADR 0037.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.ports import Matrix
    from vera.core.result import Result

T = TypeVar("T")

FIELDS = ("text", "title", "tags", "aliases")
"""Where a chunk's words stand: in itself, or in what names its document."""


class DamagedRowError(Exception):
    """A row is not as it was written. What runs transactions makes a `StorageFault` of it."""


class Cursor(Protocol):
    """The rows that a statement gives, each a tuple."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        ...

    def fetchone(self) -> Any:
        """The next row, or None."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """One transaction: what is read in it is the library as it was at one moment."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Run a statement."""
        ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each row of parameters."""
        ...

    def each(self, sql: str, parameters: Sequence[Any] = (), most: int = 100) -> Iterator[Any]:
        """The rows of a large answer, which need not all be in memory: so many at a time."""
        ...

    def version(self) -> tuple[int, ...]:
        """Another tuple after each change of the library, by this process or by another."""
        ...

    def changed(self, document: int, *, gone: bool) -> None:
        """Keep that a document came, or went, where what is made of the library follows it."""
        ...

    def size(self) -> int:
        """Bytes that the library takes where it is kept."""
        ...

    def put_words(self, chunk: int, stems: Sequence[str]) -> None:
        """Keep the stems of a chunk, a text for each of `FIELDS`."""
        ...

    def drop_words(self, document: int) -> None:
        """Forget the stems of a document's chunks, while these are still there."""
        ...

    def by_words(
        self, terms: Sequence[str], weights: Sequence[float]
    ) -> Iterable[tuple[int, float]]:
        """The ids of all chunks that hold one of the stems, best first, and their BM25F.

        A stem in a field counts as often as its weight says; k1 is 1.2 and b 0.75. Chunks that are
        being made anew are among them.
        """
        ...

    def near(self, generation: int, dimension: int) -> Near | None:
        """The store's own index of very many vectors, where one was made."""
        ...

    def count_words(self) -> tuple[int, int]:
        """How many chunks have words, and how many chunks that are there have none."""
        ...


class Near(Protocol):
    """An approximate index of the vectors of a generation; `last` is the id of its last chunk."""

    @property
    def last(self) -> int:
        """What came after that chunk is not in it."""
        ...

    def nearest(
        self, connection: Connection, row: NDArray[np.float32], k: int, /
    ) -> tuple[NDArray[np.int64], Matrix]:
        """About the k chunks nearest to a vector (dimension,): their ids (n,) and their vectors."""
        ...

    def vectors(
        self, connection: Connection, ids: Sequence[int], /
    ) -> dict[int, NDArray[np.float32]]:
        """The vectors of those of these chunks that are in it."""
        ...


class Store(Protocol):
    """An open library, for any thread. `name` says in errors which one it is."""

    @property
    def name(self) -> str:
        """A path, or an address without its password."""
        ...

    @property
    def close(self) -> Callable[[], object]:
        """Let go of it; called at the latest on exit."""
        ...

    def read(self, op: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        """What the work finds, all of it as the library was at one moment."""
        ...

    def write(self, op: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        """Do the work whole or not at all, after what others are writing now."""
        ...

    def integrity(self) -> Result[str]:
        """What the store's own check says, a fault a line; "ok" of a sound one."""
        ...
