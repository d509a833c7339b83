"""What a cell says: a number with the unit that it or its heads name, or yes or no."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.verification.language.quantity import Quantity
from vera.verification.language.units import unit_at
from vera.verification.language.words import words
from vera.verification.retrieval.spoken import parted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.table import Cell
    from vera.verification.retrieval.frame import Frame

_DIGITS = (
    r"(?:\d{1,3}(?:[,\u2009\u202f\xa0]\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+"
)
_MARKS = r"[\s*†‡§¶#^a-d]{0,6}"
_CELL = re.compile(
    rf"(?P<bound>[<>≤≥])?\s?(?P<minus>[-−–])?(?P<number>{_DIGITS})"
    rf"(?:\s?(?:-|–|—|to)\s?(?P<end>{_DIGITS}))?"
    r"(?P<unit>\s?[^\d\s()\[\]±*†‡§#^+,;/|-][^\d()\[\]±*†‡§#^+,;|]{0,11}?)?"
    rf"{_MARKS}"
    rf"(?:[(\[]\s?(?P<share>{_DIGITS})\s?(?P<percent>%)?\s?[)\]]|[(\[][^()\[\]]*[)\]]"
    rf"|(?:±|\+/-|\+/−)[\s\d.,%]*)?{_MARKS}"
)
"""A cell that is one number or range, and what may stand behind it: its spread, limits, a share."""
_SCALED = re.compile(
    r"(?:[(,]\s?|\bin\s)(?P<words>thousand|million|billion)s?\b|(?P<zeros>['’]000)s?\b"
    r"|[x×]\s?10\^(?P<power>\d{1,2})\b",
    re.IGNORECASE,
)
"""What in a head or a caption says that the numbers below are of thousands, say."""
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_SIGNS = frozenset("%‰$€£¥")
_SHARE = frozenset(("percent", "percentag"))
_DECIMAL = re.compile(r"\d+(?:\.\d+)?")
_ALL = 100
"""The most that a share of a whole can be, in percent."""
_BOUNDS = {"<": "<", "≤": "<", ">": ">", "≥": ">"}
YES = frozenset(("yes", "y", "true", "✓", "✔", "✅", "☑"))
NO = frozenset(("no", "n", "false", "✗", "✘", "❌"))
"""What a cell says that answers whether: by hand. A dash, a dot or a blank may be anything."""
_PLAIN = re.compile(r"[\s.\ufe0e\ufe0f]+")


@frozen
class Number:
    """What a cell that is one number says.

    `quantity` is its number without its sign, in the unit and scale of its heads, `signed` the
    number that is compared with others of the table. `share` is the percentage in brackets behind a
    count, and `plain` the quantity without the scale. `units` are those that a claim may give to a
    number that has none.
    """

    quantity: Quantity
    signed: float
    share: Quantity | None
    plain: Quantity
    units: frozenset[str] = frozenset()


def truth(said: str) -> bool | None:
    """Whether a cell says yes or no; None where it says something else.

    >>> truth("✓"), truth("No"), truth("–")
    (True, False, None)
    """
    plain = _PLAIN.sub("", said).lower()
    return True if plain in YES else False if plain in NO else None


def number_of(frame: Frame, cell: Cell) -> Number | None:
    """The number that a cell is; None for words, for a blank, and where it has several."""
    rows, columns = frame.heads_of(cell)
    heads = [frame.said(head) for head in (*columns, *rows)]
    text, table = frame.document.text, frame.table
    caption = [table.caption.of(text)] if table.caption else []
    found = number(frame.said(cell), heads, scale_of([*heads, *caption]))
    if found is None:
        return None
    around = [*heads, *caption, *(note.of(text) for note in table.notes)]
    units = {name for each in around for name in _units_in(each)} | _shares(frame, cell)
    return evolve(found, units=frozenset(units))


def _units_in(text: str) -> Iterator[str]:
    """The units, and signs of shares and money, that stand anywhere in a text."""
    yield from _SIGNS.intersection(text)
    for word in words(text):
        if unit := unit_at(text, word.start):
            yield unit.name
        elif word.stem in _SHARE:
            yield "%"


def _shares(frame: Frame, cell: Cell) -> frozenset[str]:
    """That of shares for a column whose numbers can be shares and are not all whole ones."""
    said = [frame.said(it) for it in frame.body.values() if it.column == cell.column]
    found = [float(it) for it in said if _DECIMAL.fullmatch(it)]
    can_be = bool(found) and max(found) <= _ALL and not all(map(float.is_integer, found))
    return frozenset("%") if can_be else frozenset()


def number(said: str, heads: Sequence[str], scale: float = 1.0) -> Number | None:
    """The same of what a cell says below and behind these heads.

    >>> found = number("83 (53.9)", ["Women, n (%)"])
    >>> found.quantity.low, found.share.low, number("1.42 ± 0.06", []).quantity.low
    (83.0, 53.9, 1.42)
    >>> number("12-15", ["Time (s)"]).quantity.unit, number("12/15", []), number("n/a", [])
    ('second', None, None)
    """
    found = _CELL.fullmatch(said)
    if found is None:
        return None
    unit = next(filter(None, map(unit_of, heads)), "")
    own = (found["unit"] or "").strip()
    counted = any("n (%)" in head.lower() for head in heads)
    shared = found["share"] is not None and bool(counted or found["percent"])
    if own and unit_of(f"({own})".join(("x ", ""))) != own:
        return None  # words behind it: not only a number
    name = own or ("" if unit == "%" and shared else unit)
    low, step = _read(found["number"])
    high = _read(found["end"])[0] if found["end"] else low
    bound = _BOUNDS.get(found["bound"] or "", "")
    plain = _in_unit(Quantity(0, len(said), low, high, step, "number", bound=bound), name)
    share = None
    if shared:
        value, least = _read(found["share"])
        share = Quantity(0, len(said), value, value, least, "percent")
    scaled = plain if plain.sort == "percent" else _times(plain, scale)
    return Number(scaled, -low if found["minus"] else low, share, plain)


def scale_of(around: Sequence[str]) -> float:
    """By how much the numbers below these heads, or under this caption, are to be multiplied.

    >>> scale_of(["Residents (thousands)"]), scale_of(["Cells (×10^6)"]), scale_of(["Residents"])
    (1000.0, 1000000.0, 1.0)
    """
    for text in around:
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


def _read(digits: str) -> tuple[float, float]:
    """The value of a number, and the unit of its last place."""
    plain = re.sub(r"[^\d.]", "", digits)
    return float(plain), 10.0 ** -len(plain.partition(".")[2])


def _times(one: Quantity, factor: float) -> Quantity:
    return evolve(one, low=one.low * factor, high=one.high * factor, step=one.step * factor)


def _in_unit(plain: Quantity, unit: str) -> Quantity:
    if unit in {"%", "‰"}:
        return evolve(plain if unit == "%" else _times(plain, 0.1), sort="percent")
    known = unit_at(unit, 0) if unit else None
    return evolve(plain, sort=known.dimension, unit=known.name) if known else plain
