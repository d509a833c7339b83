"""Which papers of a library a filter holds for. Each function runs in a transaction."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.verification.ingestion.markup.iso8601 import as_number, period, seconds
from vera.verification.library import documents, generations, places
from vera.verification.library.files import shown
from vera.verification.library.filter_language import All, Any, Condition, Filter, Not, parse
from vera.verification.library.metadata import FIELDS, FRONT, fold, folded_path
from vera.verification.library.metadata_rows import clean, string

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.verification.library.filter_language import Where
    from vera.verification.library.store import Connection

_OP = "filter papers"
_OF_FIELD = (
    "SELECT DISTINCT a.document FROM about AS a JOIN document AS d ON d.id = a.document"
    " WHERE d.generation = ? AND a.field = ? AND a.used = 1"
)
_CONTRARY = {"!=": "=", "!~": "~"}


def filter_of(where: str | Sequence[str]) -> Result[Filter | None]:
    """The filter that is said, as in `filter_language.parse`; None where nothing is."""
    return parse(where).map(lambda found: found) if where else Success(None)


def fitting(
    connection: Connection, asked: Filter | None, name: str
) -> Result[frozenset[int] | None]:
    """The documents that the filter holds for, at least one; None without a filter.

    `name` is the library's. An `InvalidInput` where the filter holds for none, or names a field
    that no paper has; a `StorageFault` where there are no papers, or papers were added by a version
    that kept no metadata.
    """
    if asked is None:
        return Success(None)
    known = generations.known(connection)
    if not known:
        return Failure(no_papers(name))
    generation = known[0].id
    ids = connection.execute("SELECT id FROM document WHERE generation = ?", (generation,))
    every = frozenset(int(id_) for (id_,) in ids.fetchall())
    bare = connection.execute(
        "SELECT id FROM document AS d WHERE generation = ?"
        " AND NOT EXISTS (SELECT 1 FROM about AS a WHERE a.document = d.id) LIMIT 1",
        (generation,),
    )
    if bare.fetchone() is not None:
        detail = "its papers were added by an older version of verify, which kept no metadata"
        return Failure(StorageFault(_OP, name, detail, "add them again"))
    found = _of(connection, generation, every, asked.where)
    if not failed(found) and not found.unwrap():
        return _wrong(asked.text, f"fits no paper of the library {name}")
    return found.map(lambda documents: documents)


def no_papers(name: str) -> StorageFault:
    """What is wrong where a library of that name is searched before papers were added."""
    hint = f"add some: verify library add {name} PAPER..."
    return StorageFault("search a library", name, "the library holds no papers", hint)


def fields_of(connection: Connection, generation: int) -> tuple[str, ...]:
    """The fields that a filter can name: those that every library has, then of front matter."""
    found = connection.execute(
        "SELECT DISTINCT a.field FROM about AS a JOIN document AS d ON d.id = a.document"
        " WHERE d.generation = ? ORDER BY a.field",
        (generation,),
    )
    names = [string(field) for (field,) in found.fetchall()]
    own = (it.removeprefix(FRONT) for it in names if it.startswith(FRONT))
    return (*FIELDS, "path", *(f"{FRONT}{it}" if it in FIELDS else it for it in own))


def _of(
    connection: Connection, generation: int, every: frozenset[int], where: Where
) -> Result[frozenset[int]]:
    match where:
        case Condition():
            if where.operator in _CONTRARY:
                told = Condition(where.field, _CONTRARY[where.operator], where.value)
                held = _held(connection, generation, told)
                return held.map(lambda it: every - it)
            return _held(connection, generation, where)
        case Not(inner):
            return _of(connection, generation, every, inner).map(lambda it: every - it)
        case All(parts) | Any(parts):
            found = traverse(lambda it: _of(connection, generation, every, it), parts)
            if failed(found):
                return found
            sets = found.unwrap()
            both = every.intersection(*sets) if isinstance(where, All) else None
            return Success(frozenset().union(*sets) if both is None else both)


def _held(connection: Connection, generation: int, it: Condition) -> Result[frozenset[int]]:
    """The documents of which a value fits."""
    if it.field == "path":
        return Success(_lying(connection, generation, it))
    field = it.field
    if field not in FIELDS:
        known = fields_of(connection, generation)
        field = field if field.startswith(FRONT) else f"{FRONT}{field}"
        if field.removeprefix(FRONT) not in known and field not in known:
            return _wrong(it.field, f"names no field; fields are {', '.join(known)}")
    asked = _sql(it, field)
    if asked is None:
        return _wrong(it.value, f"must compare {it.field} with a number or a time")
    sql, values = asked
    found = connection.execute(f"{_OF_FIELD}{sql}", (generation, field, *values))
    return Success(frozenset(int(document) for (document,) in found.fetchall()))


def _sql(it: Condition, field: str) -> tuple[str, tuple[object, ...]] | None:
    """What stands behind `_OF_FIELD`, and its values; every value is bound, none is in the text."""
    said = clean(fold(field, it.value))
    match it.operator, it.kind:
        case "", _:
            return "", ()
        case "~", _:
            return " AND a.fold LIKE ? ESCAPE '!'", (f"%{_plain(said)}%",)
        case "=", "text":
            return _equal(field, said)
        case operator, "time":
            return _at(operator, period(it.value))
        case operator, "number":
            return _compared(operator, as_number(it.value))
    number = as_number(it.value)
    if it.operator == "=":
        if number is None:
            return " AND a.fold = ?", (said,)
        return " AND (a.fold = ? OR a.number = ?)", (said, number)
    if number is None and seconds(it.value) is not None:
        return _at(it.operator, period(it.value))
    return _compared(it.operator, number)


def _equal(field: str, said: str) -> tuple[str, tuple[object, ...]]:
    """An author is known by the family name, too, and a tag by those above it."""
    if field == "author" and " " not in said:
        return " AND (a.fold = ? OR a.key = ?)", (said, said)
    if field == "tag":
        return " AND (a.fold = ? OR a.fold LIKE ? ESCAPE '!')", (said, f"{_plain(said)}/%")
    return " AND a.fold = ?", (said,)


_COMPARISONS = {"=": "= ?", "<": "< ?", "<=": "<= ?", ">": "> ?", ">=": ">= ?"}


def _compared(operator: str, number: float | None) -> tuple[str, tuple[object, ...]] | None:
    if number is None:
        return None
    return f" AND a.number {_COMPARISONS[operator]}", (number,)


def _at(operator: str, named: tuple[float, float] | None) -> tuple[str, tuple[object, ...]] | None:
    """A time that is before, in or after what is named: a year, a month, a day, a second."""
    if named is None:
        return None
    start, end = named
    match operator:
        case "=":
            return " AND a.number >= ? AND a.number < ?", (start, end)
        case "<":
            return " AND a.number < ?", (start,)
        case "<=":
            return " AND a.number < ?", (end,)
        case ">":
            return " AND a.number >= ?", (end,)
    return " AND a.number >= ?", (start,)


def _plain(said: str) -> str:
    """Text without the wild cards of LIKE."""
    return said.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _lying(connection: Connection, generation: int, it: Condition) -> frozenset[int]:
    """The documents of which a file lies there."""
    held: Mapping[places.Content, int] = {
        entry.content: entry.id for entry in documents.entries(connection, generation)
    }
    wanted = folded_path(it.value)
    found = set()
    for kept in places.known(connection).values():
        names = {folded_path(name) for name in (kept.path, shown(kept.path))}
        if it.operator == "=":
            fits = wanted in names | {folded_path(os.path.basename(kept.path))}  # noqa: PTH119
        else:
            fits = not it.operator or any(wanted in name for name in names)
        if fits and kept.content in held:
            found.add(held[kept.content])
    return frozenset(found)


def _wrong(value: str, rule: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput(_OP, (Problem("where", value, rule),)))
