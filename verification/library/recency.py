"""How recent a document is, where that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.ingestion.markup.iso8601 import seconds
from vera.verification.library.link_rows import marks, portions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.verification.library.store import Connection

_FIELDS = ("time", "front.date", "year", "modified")
"""What says when a document is from, the surest first. A year is its first day."""
_DAY = 86_400.0


def recency(age: float, half_life: float) -> float:
    """1 for what is from now, and half of that after each half-life; both in seconds or in days.

    What is from the future is from now.

    >>> recency(0, 30), recency(30, 30), recency(60, 30)
    (1.0, 0.5, 0.25)
    """
    return float(2.0 ** -(max(age, 0.0) / half_life))


def recencies(
    connection: Connection, documents: Iterable[int], half_life: float, now: float
) -> dict[int, float]:
    """The recency of those documents whose time is known; the half-life is in days."""
    return {
        document: recency((now - time) / _DAY, half_life)
        for document, time in _times(connection, documents).items()
    }


def _times(connection: Connection, documents: Iterable[int]) -> dict[int, float]:
    """When each document is from, in seconds since 1970."""
    found: dict[int, tuple[int, float]] = {}
    for some in portions([(document,) for document in documents]):
        rows = connection.execute(
            f"WITH asked (document) AS (VALUES {marks(some)})"  # noqa: S608 - only ?
            " SELECT a.document, a.field, a.value FROM asked JOIN about AS a"
            " ON a.document = asked.document AND a.used = 1 AND a.field IN (?, ?, ?, ?)"
            " ORDER BY a.document, a.at",
            [*(value for row in some for value in row), *_FIELDS],
        )
        for document, field, value in rows.fetchall():
            name = field.decode() if isinstance(field, bytes) else field
            time = seconds(bytes(value).decode("utf-8", "surrogatepass"))
            order = _FIELDS.index(name)
            if time is not None and order < found.get(document, (len(_FIELDS), 0.0))[0]:
                found[document] = order, time
    return {document: time for document, (_, time) in found.items()}
