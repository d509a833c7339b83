"""The quantities of a sentence: numbers with what they count or measure, and how exactly.

Numbers that measure nothing are left out: those in names (IL-6), citations and references to
figures, versions, and the level of an interval (95% CI).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from attrs import evolve

from vera.verification.language.citations import possible_citations
from vera.verification.language.numerals import Numeral, numerals
from vera.verification.language.quantity import MONTH, Quantity, measured
from vera.verification.language.units import unit_at
from vera.verification.language.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.verification.language.words import Word

MOST = 40
"""A text with more quantities than this is a table, of which no role is sure: by hand."""

_MOST_COUNTED, _LOOKED_AT = 3, 5
"""Words after a number that say what it counts, among how many: by hand."""
_TO_ORDER, _TO_ONE, _TO_LABEL, _TO_FROM = 12, 6, 16, 6
"""Characters before a number in which a pattern below is sought: by hand."""
_DAYS = 372
"""Of a year of twelve months of 31 days, so that each date has a place of its own."""
_FIFTIETH = 50
"""The part that the last place is of "2 of 3" as a share, as a divisor: by hand."""
_POINT = 1.0
"""The least last place of a share that is only implied, in percent: by hand."""
_TENTH = 0.1
"""The part that the last place is of an implied "two times": by hand."""

_TO_CARET = 4
"""Characters before an exponent in which its caret stands: with a blank, a bracket and a minus."""
_RAISED = re.compile(r"\^\s?[({]?[-−–+]?$")

_ARTICLES = frozenset(("the", "all", "these", "those", "our", "its"))

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# How often and how far something may stand in these patterns, and which years, is set by hand.
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?)?(?P<month>{MONTH})"
    rf"(?:\s(?P<after>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))?"
    rf"(?:,?\s(?:of\s)?(?P<year>(?:1[5-9]|20)\d\d)\b)?"
)
_LABELLED = re.compile(
    r"(?:\b(?:fig(?:ure|s|ures)?|tables?|tab|sec(?:tion|tions)?|eqs?|eqn|equations?|appendix|chapter"
    r"|ref(?:s|erences?)?|algorithm|theorem|lemma|version|ver|vol(?:ume)?|no|pages?|pp|line|item"
    r"|supplement\w*|box|panel|footnote|arxiv|doi|isbn|id)\.?\s?\(?|[#v@_\\])$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s?(?:-|–|—|−|~)\s?|\s(?:to|through)\s(?:[−-]|US\$|[$€£¥])?")
_MEMBER = re.compile(r"\b(?:is|are|was|were|be|been|as|in|on|to|by|for|with) $", re.IGNORECASE)
"""What stands before "one of", where that says of which kind a thing is and counts nothing."""
_NO_ORDER = re.compile(r"\b(?:per|a|each|at|one)[\s-]$|/\s?$", re.IGNORECASE)
_NAME_AFTER = re.compile(r"[.:]\d|-(?:[a-z]{0,2}[A-Z]|[a-z]{1,2}(?![^\W_]))(?!\w*%)")
_ASIDE = re.compile(r"\s?[(\[][^()\[\]]{0,60}[)\]]")
_IN_ALL = re.compile(r"\s(?:in|out of|of(?: the| these| those| all)?)\s$", re.IGNORECASE)
_LISTED = re.compile(r"-?(?:,|,?\s(?:and|or|to|versus|vs\.?)|\s?[-–/])\s?")
_ELIDED = re.compile(r",?\s(?:and\s)?(?:[^\s\d.;:=()]{1,30}\s){1,3}")
_FROM = re.compile(r"\bfrom\s$", re.IGNORECASE)
_CAME_TO = re.compile(r"[^.;:\d]{0,40}?\bto\s(?:(?:about|around|nearly|almost|only|US)\s?)?[$€£]?")
_LIMITS = re.compile(r"\s?[(\[][^()\[\]\d]{0,20}")
_STOPPED = re.compile(r"\s?(?:[,;.)](?!\d)|and\b|$)")


def _dates(text: str) -> Iterator[Quantity]:
    for found in _DATE.finditer(text):
        month = _MONTHS.index(found["month"][:3].lower())
        year, day = found["year"], found["day"] or found["after"]
        if not (year or day) or (day and not 1 <= int(day) <= 31):
            continue
        low = (int(year) if year else 0) + month / 12 + ((int(day) - 1) / _DAYS if day else 0)
        high = low + (1 / _DAYS if day else 1 / 12)
        yield Quantity(*found.span(), low, high, 0, "date" if year else "day")


def _left_out(text: str, one: Numeral) -> bool:
    """Whether a number is a part of a name or reference."""
    before, after = text[one.start - 1 : one.start], text[one.end : one.end + 1]
    if one.form == "ordinal" and _NO_ORDER.search(text[max(0, one.start - _TO_ORDER) : one.start]):
        return True
    if one.worded:
        member = text.startswith(" of ", one.end) and _MEMBER.search(
            text[max(0, one.start - _TO_ONE) : one.start]
        )
        return before == "-" or (one.value in {0, 1} and bool(after == "-" or member))
    if before.isalnum() or before in {"^", "@", "#", "*"}:
        return True
    if _RAISED.search(text, max(0, one.start - _TO_CARET), one.start):
        return True
    two = text[max(0, one.start - 2) : one.start]
    if before == ")" and two[0].isalnum():
        return True
    if len(two) == 2 and two[1] in "-–/.,:'’" and (two[0].isalpha() or two[0] in ")]"):
        return two[1] != "," or not two[0].isspace()
    if len(two) == 2 and two[0].isdigit() and two[1] in ".:":
        return True
    if _NAME_AFTER.match(text, one.end) and not _has_unit_after(text, one.end):
        return True
    return bool(_LABELLED.search(text[max(0, one.start - _TO_LABEL) : one.start]))


def _has_unit_after(text: str, at: int) -> bool:
    """Whether a hyphen joins a unit to a number: "40-mg", but not "16-S"."""
    unit = unit_at(text, at)
    return unit is not None and unit.end - unit.start > 1


def _run(found: tuple[Word, ...], starts: list[int], text: str, at: int) -> frozenset[str]:
    """The stems of up to three words from an offset on, to the next stop or function word."""
    stems: list[str] = []
    if aside := _ASIDE.match(text, at):
        at = aside.end()
    index, of = bisect_left(starts, at), False
    for word in found[index : index + _LOOKED_AT]:
        between = text[at : word.start].strip(" -\n\t")
        if between or word.is_number or len(stems) == _MOST_COUNTED:
            break
        at = word.end
        if word.is_function:
            if word.text == "of" and not of:
                of = True
                continue
            if not of or word.text not in _ARTICLES:
                break
            continue
        stems.append(word.stem)
    return frozenset(stems)


def _joined(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """Ranges made one, limits of intervals marked, and shares (2 of 3) added."""
    held: Quantity | None = None
    for one in found:
        if held is None:
            held = one
            continue
        following = one
        between = text[held.end : one.start]
        alike = held.sort == one.sort or held.sort in {"number", "interval"}
        if alike and _BETWEEN.fullmatch(between) and held.low == held.high and one.sort != "times":
            changed = _FROM.search(text[max(0, held.start - _TO_FROM) : held.start])
            sort = held.sort if held.sort == "interval" else one.sort
            low, high = (held.low, one.high) if sort == "date" else sorted((held.low, one.low))
            if not (changed and sort != "date") and (sort == "interval" or low == held.low):
                step = max(held.step, one.step)
                held = evolve(one, start=held.start, low=low, high=high, sort=sort, step=step)
                continue
            if held.sort == "number" != one.sort:  # from 5 to 10%
                held = evolve(held, sort=one.sort, unit=one.unit)
        elif re.fullmatch(r"\s?(?:±|\+/-|\+/−)\s?", between):
            held = evolve(held, sort=one.sort, unit=one.unit) if held.sort == "number" else held
            continue
        elif re.fullmatch(r",\s|\sand\s", between) and held.sort == "interval":
            following = evolve(one, sort="interval")
        elif _IN_ALL.search(between) and held.sort == one.sort == "number" and one.low > held.low:
            share = 100 * held.low / one.low
            implied = evolve(held, end=one.end, low=share, high=share, sort="percent")
            if re.fullmatch(r"\s(?:in|out of)\s", between):
                yield evolve(held, derived=True)
                yield evolve(one, derived=True)
                held = evolve(implied, step=share / _FIFTIETH, counted=one.counted)
                continue
            yield evolve(implied, step=_POINT, derived=True)
            held = evolve(held, counted=held.counted or one.counted)
        yield held
        held = following
    if held is not None:
        yield held


def _limited(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """The ranges in brackets after a quantity of their sort taken for its limits."""
    before: Quantity | None = None
    for one in found:
        is_range = one.low != one.high and one.sort != "date"
        if before and is_range and _LIMITS.fullmatch(text[before.end : one.start]):
            yield evolve(one, sort="interval" if one.sort in {before.sort, "number"} else one.sort)
        else:
            yield one
        before = one


def _shared(text: str, found: list[Quantity]) -> list[Quantity]:
    """The quantities with the units that a list says once: 5 and 10 mg; 5.4 s, then 6.2."""
    for at in range(len(found) - 2, -1, -1):
        one, after = found[at], found[at + 1]
        if _is_bare(one) and after.unit and _LISTED.fullmatch(text[one.end : after.start]):
            found[at] = evolve(one, sort=after.sort, unit=after.unit, counted=after.counted)
    for at in range(1, len(found)):
        before, one = found[at - 1], found[at]
        between = text[before.end : one.start]
        listed = before.sort == "label" and _LISTED.fullmatch(between)
        of_a_kind = listed and one.sort == "number" and text.startswith(" of ", one.end)
        elided = (
            (before.unit or before.sort == "percent")
            and before.sort not in {"label", "interval"}
            and _ELIDED.fullmatch(between)
            and _STOPPED.match(text, one.end)
        )
        if of_a_kind or (_is_bare(one) and (listed or elided)):
            found[at] = evolve(one, sort=before.sort, unit=before.unit, counted=frozenset())
    return found


def _changed(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """The quantities, and behind "from 75 kg to 60 kg" what it comes to: 15 kg, and 20%."""
    before: Quantity | None = None
    for one in found:
        yield one
        if before and (before.sort, before.unit) == (one.sort, one.unit) and before.low > 0:
            came = _FROM.search(text, max(0, before.start - _TO_FROM), before.start)
            if came and _CAME_TO.fullmatch(text, before.end, one.start):
                yield from differences(before, one)
        before = one


def differences(first: Quantity, last: Quantity) -> Iterator[Quantity]:
    """How far two quantities are from each other: as such, as a share of the first, in times."""
    if first.sort in {"date", "day", "label", "ordinal", "p", "interval"}:
        return
    implied = evolve(last, start=first.start, bound="", words=None, derived=True)
    difference, step = abs(last.low - first.low), max(first.step, last.step)
    points = {"percent": ("points",), "number": ("number", "points")}
    for sort in points.get(first.sort, (first.sort,)):
        yield evolve(implied, low=difference, high=difference, sort=sort, step=step)
    share, unsure = 100 * difference / first.low, 100 * step / first.low
    yield evolve(implied, low=share, high=share, sort="percent", unit="", step=max(_POINT, unsure))
    if last.low > 0:
        times = max(first.low, last.low) / min(first.low, last.low)
        yield evolve(implied, low=times, high=times, sort="times", unit="", step=_TENTH * times)


def _is_bare(one: Quantity) -> bool:
    return one.sort == "number" and not (one.counted or one.worded)


def quantities(text: str, found: tuple[Word, ...]) -> tuple[Quantity, ...]:
    """The quantities of a text in order; `found` are its words.

    >>> text = "In 2019, 95% of 20 mice lived 3 weeks [12]."
    >>> [(one.low, one.sort) for one in quantities(text, words(text))]
    [(2019.0, 'date'), (95.0, 'percent'), (20.0, 'number'), (3.0, 'time')]
    """
    numbers = list(numerals(text, found))
    if not numbers:
        return ()
    starts = [word.start for word in found]
    dates = list(_dates(text))
    taken = sorted((*possible_citations(text), *((one.start, one.end) for one in dates)))
    firsts = [start for start, _ in taken]
    plain: list[Quantity] = dates
    for one in numbers:
        at = bisect_left(firsts, one.end) - 1
        if (at >= 0 and one.start < taken[at][1]) or _left_out(text, one):
            continue
        if quantity := measured(text, one):
            counted = _run(found, starts, text, quantity.end)
            plain.append(evolve(quantity, counted=counted))
    plain.sort(key=lambda each: each.start)
    return tuple(_changed(text, _limited(text, _joined(text, _shared(text, plain)))))


def values(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text, each value once.

    >>> [one.low for one in values("We kept 9 bees and 4 wasps. We fed 9 bees.")]
    [9.0, 4.0]
    """
    found = quantities(text, words(text))
    once = {(one.low, one.high, one.sort, one.unit, one.bound, one.step): one for one in found}
    return tuple(once.values())
