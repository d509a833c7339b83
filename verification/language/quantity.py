"""One quantity: a number, and what the words and signs beside it say of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.units import unit_at

if TYPE_CHECKING:
    from vera.verification.language.numerals import Numeral

_LOOK = 40
"""Characters beside a number in which words that qualify it are looked for: by hand."""
FIRST_YEAR, LAST_YEAR = 1500, 2099
"""Numbers of four digits that can be a year: by hand."""
_CODES = 100
"""Numbers below this that follow capitals are a part of their name: by hand."""

MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
"""A month's name."""

# How far something may stand in these patterns is set by hand.
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approx(?:\.|imately)?|roughly|some|circa|ca\.?|nearly|almost|close to"
    r"|estimated|estimates? of|order of|on average|just (?:over|under))|[~∼≈≃])\s?$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(?:\b(?:more than|over|above|(?:greater|higher|larger|longer|older) than"
    r"|exceed(?:s|ed|ing)?|at least|upwards of|a minimum of|beyond)|[>≥⩾]=?|&gt;|&ge;)\s?$",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"(?:\b(?:(?:less|fewer|lower|smaller|shorter|younger) than|under|below|at most|up to|within"
    r"|as (?:many|much|high|few|little|low|long) as|a maximum of)"
    r"|[<≤⩽]=?|&lt;|&le;)\s?$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:no|(?:not|never|cannot|[a-z]+n[’']t)"
    r"(?: (?:be|been|have|had|fall|drop|dip|go|rise|get))?)\s$",
    re.IGNORECASE,
)
"""What before the words of a limit makes it the other one: "not below 5" is 5 or more."""
_EITHER = re.compile(
    r"\b(?:over|within|up to|beyond|as (?:many|much|high|few|little|low|long) as)\s?$",
    re.IGNORECASE,
)
"""Words of a limit that also tell a span or what was reached: "over two years", "up to 40%"."""
_SIGN = re.compile(r"[<>≤≥⩽⩾]=?\s?$")
_OR_MORE = re.compile(
    r"\s?(?:\+|(?:or|and) (?:more|older|above|over|greater|higher|longer)\b)", re.IGNORECASE
)
_OR_LESS = re.compile(
    r"\s?(?:or|and) (?:less|fewer|younger|below|under|lower|shorter)\b", re.IGNORECASE
)
_P_VALUE = re.compile(
    r"\b(?:p(?:[\s-]?values?)?\s?(?:[=<>≤≥]=?|&[lg][te];)|p[\s-]values?\s(?:of|was|is|were|below"
    r"|above|(?:less|greater) than|:)(?:\s(?:less|greater) than|\s[<>=])?)\s?$",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\s?(?:%|per\s?cent\b|pct\b)|-per\s?cent\b", re.IGNORECASE)
_POINTS = re.compile(
    r"[\s-]?(?:%[\s-]points?|percentage[\s-]points?|pp\b|points?\b)", re.IGNORECASE
)
_TIMES = re.compile(r"[\s-]?(?:folds?\b|times\b|[x×](?![^\W_]|\s?\d))", re.IGNORECASE)
_LEVEL = re.compile(
    r"\s?(?:%|per\s?cent)?[\s-]?(?:CI|CrI|UI|PI|HDI|confidence|credible|uncertainty|prediction)\b"
)
_INTERVAL = re.compile(r"\b(?:CI|CrI|UI|HDI|IQR|SD|SE|SEM|intervals?|range)\b[\s:=,\[({−-]{0,4}$")
_MONEY = re.compile(r"(?:US|A|C)?([$€£¥])\s?$")
_MONEY_AFTER = re.compile(r"\s(dollars|euros|pounds|yuan|yen|USD|EUR|GBP)\b")
_SHORTENED = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "bn": 1e9, "m": 1e6, "b": 1e9, "mn": 1e6}
_SHORT = re.compile(r"(?:k|K|M|B|bn)(?![^\W_])")
_SHORT_MONEY = re.compile(r"\s?(?:k|K|m|M|mn|b|B|bn)(?![^\W_])")
_YEAR_BEFORE = re.compile(
    rf"(?:\b(?:in|since|by|until|till|from|to|between|of|during|before|after|year|and|through|for"
    rf"|spring|summer|autumn|fall|winter|early|late|mid|{MONTH})[\s-]|[(–—/-])$",
    re.IGNORECASE,
)
_DECADE = re.compile(r"(?:1[5-9]|20)\d0s\b")
_NAMED = re.compile(
    r"\b(type|types|stages?|grades?|phase|chromosome|exons?|level|layers?|step|days?|weeks?"
    r"|months?|cycles?|visits?|group|cohort|wave|class|category|arm|model|experiment|study|round"
    r"|tier|rank|top|generation|season|quarter|residue|position|codon|serotype|genotype"
    r"|gpt|ser|thr|tyr|lys)[\s-]$",
    re.IGNORECASE,
)
_CODED = re.compile(r"\b(?!HR|OR|RR|SD|SE|CI|AUC|AND|TO|OF|IN|BY)[A-Z]{2,8}\s$")
_AGED = re.compile(
    r"\b(?:aged?|ages)\s(?:of\s|under\s|over\s|between\s|from\s|at least\s|[<>≤≥]\s?)?$",
    re.IGNORECASE,
)
_OF_AGE = re.compile(r"\b(?:younger|older) than\s$", re.IGNORECASE)


@frozen
class Quantity:
    """A quantity of a text: [start, end), a value or a range, and what it is of.

    `sort` is what can be compared: "number", "percent", "times", "ordinal", "date", "p",
    "interval", "points", "label", a currency or the dimension of a unit. Percentages are in
    hundredths, dates in years. `step` is the unit of the last place; `bound` is "<" or ">" if the
    text gives a limit, `firm` if its words can mean nothing else, and `words` is where these and
    the number are: "not below 5". `counted` are the stems of the words that follow at once. A
    `derived` quantity is not written, only implied: 4 of 53 is 7.5%.
    """

    start: int
    end: int
    low: float
    high: float
    step: float
    sort: str
    unit: str = ""
    bound: str = ""
    about: bool = False
    counted: frozenset[str] = frozenset()
    worded: bool = False
    derived: bool = False
    firm: bool = False
    words: tuple[int, int] | None = None


def _bound(before: str, after: str) -> tuple[str, int, int]:
    """The limit that a number is, and where in `before` and `after` its words begin and end."""
    for pattern, bound, other in ((_OVER, ">", "<"), (_UNDER, "<", ">")):
        if found := pattern.search(before):
            denied = _DENIED.search(before, 0, found.start())
            return (other if denied else bound), (denied or found).start(), 0
    for pattern, bound in ((_OR_MORE, ">"), (_OR_LESS, "<")):
        if found := pattern.match(after):
            return bound, len(before), found.end()
    return "", 0, 0


def measured(text: str, one: Numeral) -> Quantity | None:
    """The quantity that a number begins, by what stands on both sides of it."""
    before, after = text[max(0, one.start - _LOOK) : one.start], text[one.end : one.end + _LOOK]
    value, step, end = one.value, one.step, one.end
    sort, unit = {"part": "percent", "number": "number"}.get(one.form, one.form), ""
    if one.form == "part":
        value, step = value * 100, step * 100
    elif one.form == "number":
        if _LEVEL.match(after):
            return None
        if _DECADE.match(text, one.start):
            return Quantity(one.start, end + 1, value, value + 10, 0, "date")
        if money := _MONEY.search(before):
            before = before[: money.start()]
        if _P_VALUE.search(before):
            sort = "p"
        elif _INTERVAL.search(before):
            sort = "interval"
        if short := None if one.worded else (_SHORT_MONEY if money else _SHORT).match(after):
            scale = _SHORTENED[short[0].strip()]
            value, step = value * scale, step * scale
            end += len(short[0])
        for pattern, name in ((_POINTS, "points"), (_PERCENT, "percent"), (_TIMES, "times")):
            if not short and (found := pattern.match(after)):
                sort, end = name if sort == "number" else sort, end + found.end()
                break
        else:
            if money or _MONEY_AFTER.match(after):
                sort, unit = "money", money[1] if money else "$"
            elif not short and (measure := unit_at(text, end)) and sort == "number":
                sort, unit, end = measure.dimension, measure.name, measure.end
            elif not short and after[:1].isalpha():
                return None
        plain = sort == "number" and not one.worded and step == 1
        if plain and one.end - one.start == 4 and FIRST_YEAR <= value <= LAST_YEAR:
            if _YEAR_BEFORE.search(before) and not re.match(r"\s[a-z]+s\b", after):
                return Quantity(one.start, end, value, value + 1, 0, "date")
        elif plain and value < _CODES and _CODED.search(before):
            return None
        elif sort == "number" and (_AGED.search(before) or _OF_AGE.search(before)):
            sort, unit = "time", "year"
        elif sort == "number" and (named := _NAMED.search(before)):
            sort, unit = "label", named[1].lower().removesuffix("s")
    bound, first, behind = _bound(before, text[end : end + _LOOK])
    about = bool(_ABOUT.search(before) or re.search(r"[~∼≈]\s?$", before))
    sign = _SIGN.search(before)
    start = one.start - len(sign[0]) if sign else one.start
    firm = bool(bound) and not _EITHER.search(before)
    return Quantity(
        start,
        end,
        value,
        value,
        step,
        sort,
        unit,
        bound,
        about,
        worded=one.worded,
        firm=firm,
        words=(max(0, one.start - _LOOK) + first, end + behind) if bound else None,
    )
