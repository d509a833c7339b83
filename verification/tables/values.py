"""What a cell says: numbers with the unit that it or its heads name, or yes or no."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.verification.language.quantity import Quantity
from vera.verification.language.units import unit_at
from vera.verification.retrieval.spoken import parted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.table import Cell
    from vera.verification.retrieval.frame import Frame

_MINUS = "-−–"
_NUMBER = re.compile(
    rf"(?P<bound>[<>≤≥]\s?)?(?<![\w.])(?P<minus>[{_MINUS}])?"
    r"(?P<digits>\d{1,3}(?:[, \u2009\u202f\xa0]\d{3})+(?![\d])|\d+)(?P<part>\.\d+)?"
)
_BEFORE_A_MINUS = re.compile(r"[\d)%]\s?$")
"""What makes the minus behind it a dash: "12-15"."""
_SCALED = re.compile(
    r"(?:\(|\bin\s|,\s?|['’]000)?\b(?P<words>thousand|million|billion)s?\b|(?P<zeros>['’]000s?\b)"
    r"|[x×]\s?10\^(?P<power>\d{1,2})\b",
    re.IGNORECASE,
)
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
YES = frozenset(("yes", "y", "true", "✓", "✔", "✅", "☑", "full", "supported"))
NO = frozenset(("no", "n", "false", "✗", "✘", "❌", "×", "none", "unsupported"))
"""What a cell says that answers whether: by hand. A dash may be anything."""
_PLAIN = re.compile(r"[\s.\ufe0e\ufe0f]+")


@frozen
class Value:
    """A number of a cell: as a quantity, and with its sign."""

    quantity: Quantity
    signed: float


def truth(said: str) -> bool | None:
    """Whether a cell says yes or no; None where it says something else.

    >>> truth("✓"), truth("No"), truth("–")
    (True, False, None)
    """
    plain = _PLAIN.sub("", said).lower()
    return True if plain in YES else False if plain in NO else None


def values_of(frame: Frame, cell: Cell) -> tuple[Value, ...]:
    """The numbers of a cell, in order, with the unit of its heads and by their scale."""
    text = frame.said(cell)
    rows, columns = frame.heads_of(cell)
    heads = [frame.said(head) for head in (*columns, *rows)]
    unit = next(filter(None, map(unit_of, heads)), "")
    two = any("n (%)" in head.lower() or "(%)" in head and "(" in text for head in heads)
    scale = scale_of(frame, heads)
    return tuple(_values(text, unit, scale, two=two))


def scale_of(frame: Frame, heads: Sequence[str]) -> float:
    """By how much the numbers below these heads are to be multiplied."""
    caption = frame.table.caption
    said = [*heads, caption.of(frame.document.text) if caption else ""]
    for text in said:
        if found := _SCALED.search(text):
            if found["words"]:
                return _SCALES[found["words"].lower()]
            return 1e3 if found["zeros"] else 10.0 ** int(found["power"])
    return 1.0


def unit_of(head: str) -> str:
    """The unit that a head names in brackets or behind a comma.

    >>> [unit_of(it) for it in ("Time (ms)", "Pressure, mmHg, mean", "Age, years", "n (%)")]
    ['ms', 'mmHg', 'years', '%']
    """
    unit = parted(head)[1]
    if unit:
        return unit
    for part in head.split(",")[1:]:
        piece = part.strip()
        known = unit_at(piece, 0)
        if piece in {"%", "‰"} or (known is not None and known.end == len(piece)):
            return piece
    return ""


def _values(text: str, unit: str, scale: float, *, two: bool) -> Iterator[Value]:
    at = 0
    for number, found in enumerate(_NUMBER.finditer(text)):
        if found.start() < at:
            continue
        digits = re.sub(r"\D", "", found["digits"])
        part = found["part"] or ""
        size, step = float(digits + part), 10.0 ** -(max(len(part) - 1, 0))
        dash = _BEFORE_A_MINUS.search(text[: found.start()])
        signed = -size if found["minus"] and not dash else size
        bound = {"<": "<", "≤": "<", ">": ">", "≥": ">"}.get((found["bound"] or "").strip(), "")
        own, end = _own_unit(text, found.end())
        name = own or (unit if unit != "%" or not two or number else "")
        quantity = Quantity(found.start(), end, size, size, step, "number", bound=bound)
        yield Value(_of(quantity, name, scale if name != "%" else 1.0), signed)
        at = end


def _own_unit(text: str, at: int) -> tuple[str, int]:
    if text.startswith("%", at) or text.startswith(" %", at):
        return "%", at + 1 + text.startswith(" ", at)
    known = unit_at(text, at)
    return (text[known.start : known.end], known.end) if known else ("", at)


def _of(plain: Quantity, unit: str, scale: float) -> Quantity:
    if unit in {"%", "‰"}:
        factor = 1.0 if unit == "%" else 0.1
        return evolve(
            plain, low=plain.low * factor, high=plain.high * factor, step=plain.step * factor,
            sort="percent",
        )  # fmt: skip
    known = unit_at(unit, 0) if unit else None
    scaled = evolve(plain, low=plain.low * scale, high=plain.high * scale, step=plain.step * scale)
    return evolve(scaled, sort=known.dimension, unit=known.name) if known else scaled
