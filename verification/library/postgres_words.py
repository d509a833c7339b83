"""The words of a library on PostgreSQL: a table of postings, ranked as FTS5's bm25() ranks.

With it a search gives the same on both stores. FTS5 counts every token of a row, whatever its
field, as the row's length, and rows that are being made anew with the others; so do we.
https://www.sqlite.org/fts5.html#the_bm25_function
"""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.verification.library.store import Connection

_TOKEN = re.compile(rb"[0-9A-Za-z.,'\x80-\xff]+")
"""As FTS5's tokenizer "ascii" cuts with our `tokenchars`."""
K1, B = 1.2, 0.75
_LEAST = 1e-6
"""The idf of a word that is in half of the rows or more."""

TABLES = (
    "CREATE TABLE words (chunk BIGINT PRIMARY KEY, length BIGINT NOT NULL, seal BYTEA NOT NULL)",
    (
        "CREATE TABLE posting (term BYTEA NOT NULL, chunk BIGINT NOT NULL,"
        " length INTEGER NOT NULL, text INTEGER NOT NULL, title INTEGER NOT NULL,"
        " tags INTEGER NOT NULL, aliases INTEGER NOT NULL, PRIMARY KEY (term, chunk))"
    ),
    "CREATE INDEX posting_chunk ON posting (chunk)",
)
"""In the place of FTS5's. `length` is that of all fields of the chunk."""

_RANKED = """
WITH asked AS (
    SELECT term, turn FROM unnest(?::bytea[]) WITH ORDINALITY AS a (term, turn)
), found AS MATERIALIZED (
    SELECT turn, chunk, length, ?::float8 * text + ?::float8 * title + ?::float8 * tags
        + ?::float8 * aliases AS often
    FROM asked JOIN posting USING (term)
), rare AS (
    SELECT turn, ln((?::float8 - count(*) + 0.5::float8) / (count(*) + 0.5::float8)) AS idf
    FROM found GROUP BY turn
)
SELECT chunk, sum(
    CASE WHEN idf > 0 THEN idf ELSE ?::float8 END * ((often * ?::float8)
    / (often + ?::float8 * (?::float8 + ?::float8 * length / ?::float8))) ORDER BY turn
) AS score
FROM found JOIN rare USING (turn) GROUP BY chunk ORDER BY score DESC, chunk
"""
"""With the brackets that FTS5 has: rounded otherwise, two that are alike change places."""
_SEALED = """
SELECT (
    SELECT count(*) FROM posting AS p WHERE NOT EXISTS (SELECT 1 FROM words WHERE chunk = p.chunk)
) + (
    SELECT count(*) FROM words LEFT JOIN (
        SELECT chunk, sha256(string_agg(term || convert_to(
            format(' %s %s %s %s %s;', length, text, title, tags, aliases), 'UTF8'
        ), ''::bytea ORDER BY term)) AS seal FROM posting GROUP BY chunk
    ) AS made USING (chunk) WHERE coalesce(made.seal, sha256(''::bytea)) <> words.seal
)
"""


def put(connection: Connection, chunk: int, stems: Sequence[str]) -> None:
    """Keep the stems of a chunk, a text for each of `FIELDS`."""
    counts = [Counter(_tokens(field)) for field in stems]
    length = sum(count.total() for count in counts)
    terms = sorted(set().union(*counts))
    columns = [[count[term] for term in terms] for count in counts]
    whole = sha256()
    for term, *often in zip(terms, *columns, strict=True):
        whole.update(term + " {} {} {} {} {};".format(length, *often).encode())
    connection.execute(
        "INSERT INTO words (chunk, length, seal) VALUES (?, ?, ?)", (chunk, length, whole.digest())
    )
    connection.execute(
        "INSERT INTO posting (term, chunk, length, text, title, tags, aliases)"
        " SELECT term, ?, ?, text, title, tags, aliases FROM unnest(?::bytea[], ?::integer[],"
        " ?::integer[], ?::integer[], ?::integer[]) AS p (term, text, title, tags, aliases)",
        (chunk, length, terms, *columns),
    )


def drop(connection: Connection, document: int) -> None:
    """Forget the stems of a document's chunks, while these are still there."""
    for table in ("posting", "words"):
        connection.execute(
            f"DELETE FROM {table} WHERE chunk IN"  # noqa: S608 - ours
            " (SELECT id FROM chunk WHERE document = ?)",
            (document,),
        )


def totals(connection: Connection) -> tuple[int, int]:
    """How many chunks have words, and how many words they have."""
    count, words = connection.execute(
        "SELECT count(*), coalesce(sum(length), 0)::bigint FROM words"
    ).fetchone()
    return count, words


def ranked(
    connection: Connection,
    terms: Sequence[str],
    weights: Sequence[float],
    total: tuple[int, int],
) -> Iterable[tuple[int, float]]:
    """The ids of the chunks that hold one of the stems, best first, and their BM25F."""
    count, words = total
    if not words:
        return ()
    asked = [token for term in terms for token in _tokens(term)]
    formula = _LEAST, K1 + 1.0, K1, 1.0 - B, B, words / count
    return connection.each(_RANKED, (asked, *map(float, weights), float(count), *formula), 2000)


def count(connection: Connection) -> tuple[int, int]:
    """How many chunks have words, and how many chunks that are there have none."""
    there, lost = connection.execute(
        "SELECT (SELECT count(*) FROM words), (SELECT count(*) FROM chunk"
        " WHERE NOT EXISTS (SELECT 1 FROM words WHERE words.chunk = chunk.id))"
    ).fetchone()
    return there, lost


def faults(connection: Connection) -> str:
    """Whether the postings are those that were written: nothing, or what is wrong."""
    (wrong,) = connection.execute(_SEALED).fetchone()
    return f"the words of {wrong} chunks are not as they were written" if wrong else ""


def _tokens(text: str) -> list[bytes]:
    return _TOKEN.findall(text.encode().lower())
