"""An index of very many vectors in the database: HNSW, by pgvector. ADR 0037.

It is a table of its own with a copy of the vectors, made when it is asked for and never changed:
its name says up to which chunk it goes. Chunks that came later are searched exactly, those that
went are left out. So no writer needs pgvector, and to make it again is to make it anew from the
truth. It proposes; cosines are exact.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.result import Result, Success, failed
from vera.verification.library import chunks, generations
from vera.verification.library.postgres_schema import DERIVED
from vera.verification.library.seals import damaged, seal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vera.core.ports import Matrix
    from vera.verification.library.generations import Generation
    from vera.verification.library.postgres_connection import Link
    from vera.verification.library.postgres_faults import Where
    from vera.verification.library.store import Connection

_WIDEST = 4000
"""Numbers of a vector that HNSW takes in half precision."""
_LOOKED = 1000
"""Candidates that are kept while the graph is walked; the most that pgvector takes."""
_QUERIES, _TEN = 100, 10
_FIND = f"""
SELECT c.relname::text, e.nspname::text FROM pg_class AS l
JOIN pg_class AS c ON c.relnamespace = l.relnamespace AND c.relkind = 'r'
    AND c.relname LIKE '{DERIVED}!_' || ?::bigint || '!_%' ESCAPE '!'
JOIN pg_extension AS x ON x.extname = 'vector' JOIN pg_namespace AS e ON e.oid = x.extnamespace
WHERE l.oid = 'library'::regclass AND has_table_privilege(c.oid, 'SELECT')
    AND has_schema_privilege(e.oid, 'USAGE')
"""  # noqa: S608 - ours
_MATRICES = (
    "SELECT document, checksum, vectors FROM matrix WHERE document = ANY(?::bigint[])"
    " ORDER BY document"
)
_AT_ONCE = 200
"""Papers whose vectors are in memory at once."""
_VERSION = """
SELECT e.nspname::text, x.extversion FROM pg_extension AS x
JOIN pg_namespace AS e ON e.oid = x.extnamespace WHERE x.extname = 'vector'
"""
_OLD = """
SELECT c.relname::text FROM pg_class AS l JOIN pg_class AS c ON c.relnamespace = l.relnamespace
WHERE l.oid = 'library'::regclass AND c.relkind = 'r' AND c.relname LIKE %s
"""
_UNFINISHED = "_new"
"""Ends the name of a table that is being made: another may have its name until it is done."""


@frozen
class Near:
    """The index of a generation. `last` is the id of the last chunk that is in it."""

    table: str
    types: str
    last: int
    dimension: int

    def nearest(
        self, connection: Connection, row: NDArray[np.float32], k: int
    ) -> tuple[NDArray[np.int64], Matrix]:
        """About the k chunks nearest to a vector (dimension,): their ids (n,) and their vectors."""
        connection.execute(
            "SELECT set_config('hnsw.ef_search', ?, true),"
            " set_config('hnsw.iterative_scan', 'strict_order', true),"
            " set_config('hnsw.max_scan_tuples', ?, true)",
            (str(min(max(k, 40), _LOOKED)), str(100 * k)),
        )
        return self._rows(connection.execute(self.ordered("?"), (_text(row), k)).fetchall())

    def vectors(self, connection: Connection, ids: Sequence[int]) -> dict[int, NDArray[np.float32]]:
        """The vectors of those of these chunks that are in it."""
        found = connection.execute(
            f'SELECT chunk, vector FROM "{self.table}" WHERE chunk = ANY(?::bigint[])',  # noqa: S608
            (list(ids),),
        )
        known, rows = self._rows(found.fetchall())
        return dict(zip(known.tolist(), rows, strict=True))

    def ordered(self, mark: str) -> str:
        """The statement that gives the nearest, with such marks for the vector and the number."""
        half = f'"{self.types}".halfvec({self.dimension})'
        return (
            f'SELECT chunk, vector FROM "{self.table}" ORDER BY vector::{half}'  # noqa: S608 - ours
            f' OPERATOR("{self.types}".<#>) {mark}::{half} LIMIT {mark}'
        )

    def _rows(self, found: Sequence[tuple[int, bytes]]) -> tuple[NDArray[np.int64], Matrix]:
        """Of pgvector's binary form: two numbers of 16 bits, then the vector, high byte first."""
        ids = np.array([chunk for chunk, _ in found], dtype=np.int64)
        whole = b"".join(bytes(vector)[4:] for _, vector in found)
        rows = np.frombuffer(whole, dtype=">f4").reshape(-1, self.dimension)
        return ids, rows.astype(np.float32)


@frozen
class Recall:
    """What an index finds of the exact first ten of `queries` sentences of the library.

    Seconds are those of one query on the server, without the index and with it.
    """

    chunks: int
    queries: int
    ten: float
    exact: float
    near: float


def find(connection: Connection, generation: int, dimension: int) -> Near | None:
    """The index of a generation, if one was made that this user may read."""
    found = connection.execute(_FIND, (generation,)).fetchone()
    if found is None:
        return None
    table, types = found
    return Near(table, types, int(table.rpartition("_")[2]), dimension)


def which(connection: Connection) -> int:
    """Another number after an index was made or removed."""
    (oid,) = connection.execute(
        "SELECT coalesce(max(c.oid::bigint), 0) FROM pg_class AS l"
        " JOIN pg_class AS c ON c.relnamespace = l.relnamespace AND c.relkind = 'r'"
        " WHERE l.oid = 'library'::regclass AND c.relname LIKE ? ESCAPE '!'",
        (f"{DERIVED}!_%",),
    ).fetchone()
    return int(oid)


def build(link: Link, connection: Connection, where: Where) -> Result[Recall]:
    """Make the index of the current generation, in the place of any other, and measure it.

    In one transaction that sees one state of the library, while others read and write.
    """
    known = generations.known(connection)
    if not known:
        return where.fault("the library holds no papers")
    generation = known[0]
    dimension = generation.manifest.dimension
    types = _types(link, where, dimension)
    if failed(types):
        return types
    last = int(connection.execute("SELECT coalesce(max(id), 0) FROM chunk").fetchone()[0])
    name = f"{DERIVED}_{generation.id}_{last}"
    near = Near(f"{name}{_UNFINISHED}", types.unwrap(), last, dimension)
    table = (
        f'CREATE TABLE "{near.table}" (chunk BIGINT PRIMARY KEY,'
        f' vector "{near.types}".vector({dimension}) NOT NULL)'
    )
    link.execute(table.encode())
    filled = _fill(link, connection, near, generation, where.address.shown)
    if failed(filled):
        return filled
    half = f'"{near.types}".halfvec'
    index = (
        f'CREATE INDEX "{near.table}_hnsw" ON "{near.table}" USING hnsw'
        f" ((vector::{half}({dimension})) {half}_ip_ops)"
    )
    link.execute(index.encode())
    link.execute(f'ANALYZE "{near.table}"'.encode())
    measured = _measured(link, connection, near, generation, filled.unwrap())
    drop(link, near.table)  # last: who searches waits for this transaction from here on
    link.execute(f'ALTER TABLE "{near.table}" RENAME TO "{name}"'.encode())
    link.execute(f'ALTER INDEX "{near.table}_hnsw" RENAME TO "{name}_hnsw"'.encode())
    return Success(measured)


def drop(link: Link, kept: str = "") -> int:
    """Remove what indexes there are, but the table that is `kept`; gives how many."""
    found = [table for (table,) in link.execute(_OLD, (f"{DERIVED}%",)).fetchall() if table != kept]
    for table in found:
        link.execute(f'DROP TABLE "{table}"'.encode())
    return len(found)


def _types(link: Link, where: Where, dimension: int) -> Result[str]:
    """The schema in which pgvector's types are."""
    found = link.execute(_VERSION).fetchone()
    if found is None:
        hint = "its database needs: CREATE EXTENSION vector; without, search is exact"
        return where.fault("the extension pgvector is not installed there", hint)
    types, version = found
    if tuple(map(int, version.split(".")[:2])) < (0, 8):
        return where.fault(f"its pgvector is {version}, and must be 0.8 or newer")
    if dimension > _WIDEST:
        return where.fault(
            f"pgvector takes vectors of {_WIDEST} numbers, and these have {dimension}"
        )
    return Success(str(types))


def _fill(
    link: Link, connection: Connection, near: Near, generation: Generation, name: str
) -> Result[int]:
    """Copy the vectors in PostgreSQL's binary form; gives how many there are."""
    width = 4 + 4 * near.dimension
    form = np.dtype([
        ("fields", ">i2"), ("of_chunk", ">i4"), ("chunk", ">i8"), ("of_vector", ">i4"),
        ("dimension", ">i2"), ("unused", ">i2"), ("vector", ">f4", (near.dimension,)),
    ])  # fmt: skip
    owners, at = chunks.ids(connection, generation.id), 0
    sql = f'COPY "{near.table}" (chunk, vector) FROM STDIN (FORMAT BINARY)'
    documents = list(dict.fromkeys(owners[:, 1].tolist()))
    for first in range(0, len(documents), _AT_ONCE):
        some = documents[first : first + _AT_ONCE]
        found = connection.execute(_MATRICES, (some,)).fetchall()
        with link.cursor() as cursor, cursor.copy(sql.encode()) as copy:
            copy.write(b"PGCOPY\n\xff\r\n\x00" + bytes(8))
            for document, checksum, vectors in found:
                rows = np.frombuffer(vectors, dtype="<f4").reshape(-1, near.dimension)
                own = owners[at : at + len(rows)]
                whole = len(own) == len(rows) and (own[:, 1] == document).all()
                if checksum != seal(vectors) or not whole:
                    return damaged(name, "what is kept of the chunks of a paper")
                made = np.zeros(len(rows), dtype=form)
                made["fields"], made["of_chunk"], made["of_vector"] = 2, 8, width
                made["chunk"], made["dimension"], made["vector"] = own[:, 0], near.dimension, rows
                copy.write(made.tobytes())
                at += len(rows)
            copy.write(b"\xff\xff")
    return Success(at) if at == len(owners) else damaged(name, "the list of chunks")


def _measured(
    link: Link, connection: Connection, near: Near, generation: Generation, count: int
) -> Recall:
    """Ask for sentences of the library, with the index and without."""
    queries = list(_sentences(connection, generation, near.dimension))
    seconds, found = [0.0, 0.0], [list[set[int]](), list[set[int]]()]
    for exact in (0, 1):
        link.execute("SELECT set_config('enable_indexscan', %s, true)", ("off" if exact else "on",))
        for query in queries:
            began = time.perf_counter()
            ids, rows = near.nearest(connection, query, _TEN if exact else _LOOKED)
            seconds[exact] += time.perf_counter() - began
            best = np.argsort(-(rows @ query), kind="stable")[:_TEN]
            found[exact].append(set(ids[best].tolist()))
    link.execute("SELECT set_config('enable_indexscan', 'on', true)")
    shares = [len(got & want) / len(want) for got, want in zip(*found, strict=True) if want]
    each = max(len(queries), 1)
    ten = sum(shares) / max(len(shares), 1)
    return Recall(count, len(queries), ten, seconds[1] / each, seconds[0] / each)


def _sentences(
    connection: Connection, generation: Generation, dimension: int
) -> Iterator[NDArray[np.float32]]:
    """The vector of one sentence of each of so many papers, evenly spread."""
    found = connection.execute(
        "SELECT id FROM document WHERE generation = ? AND length(units) > 0 ORDER BY id",
        (generation.id,),
    ).fetchall()
    for (document,) in found[:: max(len(found) // _QUERIES, 1)][:_QUERIES]:
        (units,) = connection.execute(
            "SELECT units FROM document WHERE id = ?", (document,)
        ).fetchone()
        rows = np.frombuffer(units, dtype="<f4").reshape(-1, dimension)
        yield rows[document % len(rows)]


def _text(row: NDArray[np.float32]) -> str:
    return "[" + ",".join(map(repr, row.tolist())) + "]"
