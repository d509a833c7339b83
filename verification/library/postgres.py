"""A library in a schema of a PostgreSQL database, shared by many. ADR 0037.

A reader sees the library as it was at one moment and waits for nobody; writers come one after the
other, by the lock of the one row of `library`.
"""

from __future__ import annotations

import weakref
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verification.library import postgres_near, postgres_words
from vera.verification.library.postgres_address import parsed
from vera.verification.library.postgres_connection import begin, connect, pool, unbounded
from vera.verification.library.postgres_faults import Where
from vera.verification.library.postgres_schema import State, look, make
from vera.verification.library.store import DamagedRowError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vera.verification.library.postgres_address import Address
    from vera.verification.library.postgres_connection import Link, Pool
    from vera.verification.library.postgres_near import Near, Recall
    from vera.verification.library.store import Connection, Cursor, Store

T = TypeVar("T")

WAIT = 60.0
"""Seconds that one process waits until another has written its paper."""


class Transaction:
    """What a library does in PostgreSQL's own way (`store.Connection`)."""

    def __init__(self, link: Link, totals: dict[int, tuple[int, int]]) -> None:
        self._link = link
        self._totals = totals
        self._cursors = 0
        self.written = False

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Run a statement; its answer comes in binary form."""
        cursor = self._link.cursor(binary=True)
        cursor.execute(_psycopg(sql), parameters)
        self.written |= cursor.rowcount > 0 and not sql.lstrip().startswith(("SELECT", "WITH"))
        return cursor

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Run a statement once for each row of parameters."""
        cursor = self._link.cursor()
        cursor.executemany(_psycopg(sql), rows)
        # After a pipeline the server does not count how long nothing is asked.
        self._link.execute("SELECT 1")
        self.written |= cursor.rowcount > 0

    def each(self, sql: str, parameters: Sequence[Any] = (), most: int = 100) -> Iterator[Any]:
        """The rows of a large answer, fetched so many at a time."""
        self._cursors += 1
        with self._link.cursor(f"each_{self._cursors}", binary=True) as cursor:
            cursor.itersize = most
            cursor.execute(_psycopg(sql), parameters)
            yield from cursor

    def version(self) -> tuple[int, ...]:
        """The number of changes that were written, and which index of vectors there is."""
        found = self.execute("SELECT changes FROM library").fetchone()
        if found is None:
            raise DamagedRowError("the row of library is missing")
        return int(found[0]), postgres_near.which(self)

    def changed(self, document: int, *, gone: bool) -> None:
        """Nothing is kept beside a library on a server."""

    def size(self) -> int:
        """Bytes of all its tables, with their indexes."""
        (size,) = self.execute(
            "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class AS c"
            " JOIN pg_class AS l ON l.relnamespace = c.relnamespace"
            " WHERE l.oid = 'library'::regclass AND c.relkind = 'r'"
        ).fetchone()
        return int(size)

    def put_words(self, chunk: int, stems: Sequence[str]) -> None:
        """A posting for each stem."""
        postgres_words.put(self, chunk, stems)

    def drop_words(self, document: int) -> None:
        """Those of a document's chunks."""
        postgres_words.drop(self, document)

    def by_words(
        self, terms: Sequence[str], weights: Sequence[float]
    ) -> Iterable[tuple[int, float]]:
        """As FTS5 ranks them."""
        version, _ = self.version()
        if version not in self._totals:
            self._totals.clear()
            self._totals[version] = postgres_words.totals(self)
        return postgres_words.ranked(self, terms, weights, self._totals[version])

    def near(self, generation: int, dimension: int) -> Near | None:
        """That of pgvector."""
        return postgres_near.find(self, generation, dimension)

    def count_words(self) -> tuple[int, int]:
        """How many chunks have words, and how many that are there have none."""
        return postgres_words.count(self)


class Server:
    """An open library on a server, for any thread; `close` is called at the latest on exit."""

    def __init__(self, address: Address, links: Pool) -> None:
        self.address = address
        self.name = address.shown
        self._pool = links
        self._totals: dict[int, tuple[int, int]] = {}
        self.close = weakref.finalize(self, links.close)

    def read(self, op: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        """What the work finds, all of it as the library was at one moment."""
        return self._run(op, lambda link: work(Transaction(link, self._totals)), write=False)

    def write(self, op: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        """Do the work whole or not at all, after what others are writing now."""

        def alone(link: Link) -> Result[T]:
            link.execute("SELECT 1 FROM library FOR UPDATE")
            transaction = Transaction(link, {})
            done = work(transaction)
            if transaction.written and not failed(done):
                link.execute("UPDATE library SET changes = changes + 1")
            return done

        return self._run(op, alone, write=True)

    def make_near(self) -> Result[Recall]:
        """Make pgvector's index of the vectors anew, and measure it; nobody waits meanwhile."""
        where = Where("index a library", self.address)

        def work(link: Link) -> Result[Recall]:
            with unbounded(link):
                return postgres_near.build(link, Transaction(link, {}), where)

        return self._run(where.op, work, write=True, one_moment=True)

    def drop_near(self) -> Result[int]:
        """Remove pgvector's indexes; gives how many there were."""
        return self._run("index a library", lambda it: Success(postgres_near.drop(it)), write=True)

    def integrity(self) -> Result[str]:
        """Whether the words are those that were written; pages are the server's to check."""

        def work(link: Link) -> Result[str]:
            with unbounded(link):
                return Success(postgres_words.faults(Transaction(link, {})) or "ok")

        return self._run("check a library", work, write=False)

    def _run(
        self,
        op: str,
        work: Callable[[Link], Result[T]],
        *,
        write: bool,
        one_moment: bool = False,
    ) -> Result[T]:
        import psycopg
        from psycopg_pool import PoolTimeout

        where = Where(op, self.address)
        try:
            with self._pool.connection() as link:
                return _within(link, self.address, work, write=write, one_moment=one_moment)
        except PoolTimeout as error:
            return where.broken(_reason(self.address) or error)
        except (psycopg.Error, DamagedRowError) as error:
            return where.broken(error)


def server_of(store: Store, name: str) -> Result[Server]:
    """The store of the library of that name, if it is a server; else an `InvalidInput`."""
    if isinstance(store, Server):
        return Success(store)
    problem = Problem("library", name, "is in a file, not on a server")
    return Failure(InvalidInput("index a library", (problem,)))


def open_server(op: str, name: str, *, create: bool) -> Result[tuple[Address, Server | None]]:
    """The library at an address, its schema brought up to date; None where there is none.

    With `create` it is made. A `StorageFault` says why it cannot be opened, an `InvalidInput` why
    the name is no address.
    """
    address = parsed(op, name)
    if failed(address):
        return address
    where = Where(op, address.unwrap())
    return _opened(where, create=create).map(lambda server: (where.address, server))


def _opened(where: Where, *, create: bool) -> Result[Server | None]:
    import psycopg

    where.address.warn()
    try:
        with connect(where.address) as link:
            state = _within(link, where.address, lambda it: look(it, where), write=False)
            if state == Success(State.OLDER) or (create and state == Success(State.MISSING)):
                state = _within(link, where.address, lambda it: make(it, where), write=True)
    except psycopg.Error as error:
        return where.broken(error)
    if failed(state):
        return state
    there = state.unwrap() is State.READY
    return Success(Server(where.address, pool(where.address)) if there else None)


def _within(
    link: Link,
    address: Address,
    work: Callable[[Link], Result[T]],
    *,
    write: bool,
    one_moment: bool = False,
) -> Result[T]:
    """Do the work in one transaction, which ends with it.

    A reader sees the library as it was at one moment, a writer what was written before it.
    """
    import psycopg

    level = psycopg.IsolationLevel
    committed = write and not one_moment
    link.isolation_level = level.READ_COMMITTED if committed else level.REPEATABLE_READ
    link.read_only = not write
    with link.transaction():
        begin(link, address.schema, WAIT)
        done = work(link)
        if failed(done):
            raise psycopg.Rollback
    return done


def _reason(address: Address) -> Exception | None:
    """Why no connection can be made, which a pool does not tell."""
    import psycopg

    try:
        connect(address).close()
    except psycopg.Error as error:
        return error
    return None


@lru_cache(maxsize=256)
def _psycopg(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()
