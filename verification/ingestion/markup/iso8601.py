"""Moments in ISO 8601, and numbers, as text that may be neither."""

from __future__ import annotations

import re
from datetime import MAXYEAR, UTC, datetime, timedelta

_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*", re.DOTALL)
_NUMBER = re.compile(r"[-+]?\d{1,20}(?:\.\d{0,20})?(?:e[-+]?\d{1,2})?", re.IGNORECASE | re.ASCII)


def seconds(text: str) -> float | None:
    """A moment as seconds since 1970; a day, month or year is its first moment in UTC.

    >>> seconds("1970-01-02"), seconds("1970-01-01T01:00:00+01:00"), seconds("soon")
    (86400.0, 0.0, None)
    """
    if not _MOMENT.fullmatch(text) and not _DAY.fullmatch(text):
        return None
    whole = {4: "-01-01", 7: "-01"}.get(len(text), "")
    try:
        moment = datetime.fromisoformat(text + whole)
        zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return zoned.timestamp()
    except (ValueError, OverflowError):
        return None


def period(text: str) -> tuple[float, float] | None:
    """The first moment of the year, month, day or second that is named, and the first after it.

    >>> period("1970-01-02"), period("1970-01-01T00:00:10Z")
    ((86400.0, 172800.0), (10.0, 11.0))
    """
    start = seconds(text)
    if start is None:
        return None
    first = datetime.fromtimestamp(start, tz=UTC)
    last_year = first.year == MAXYEAR
    match len(text):
        case 4 if not last_year:
            return start, first.replace(year=first.year + 1).timestamp()
        case 7 if not last_year:
            return start, (first + timedelta(days=31)).replace(day=1).timestamp()
        case 10:
            return start, start + 86400
    return start, start + 1


def iso(moment: float) -> str:
    """Seconds since 1970 in UTC, to the second.

    >>> iso(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(moment, tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def as_number(text: str) -> float | None:
    """The number that the text is, or None.

    >>> as_number("2020"), as_number("1e3"), as_number("soon"), as_number("nan")
    (2020.0, 1000.0, None, None)
    """
    return float(text) if _NUMBER.fullmatch(text) else None
