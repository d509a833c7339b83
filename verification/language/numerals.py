"""Numbers as papers write them: digits, powers of ten, words and fractions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.verification.language.words import Word


def _counted(words: str, first: int) -> dict[str, int]:
    return {word: value for value, word in enumerate(words.split(), first)}


_SMALL = _counted(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
    0,
)
_TENS = {
    word: 10 * value
    for word, value in _counted("twenty thirty forty fifty sixty seventy eighty ninety", 2).items()
}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_TIMES = {
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "twofold": 2, "thrice": 3,
    "triple": 3, "triples": 3, "tripled": 3, "tripling": 3, "threefold": 3, "fourfold": 4,
    "quadrupled": 4, "fivefold": 5, "sixfold": 6, "sevenfold": 7, "eightfold": 8, "tenfold": 10,
}  # fmt: skip
_ORDINALS = _counted("first second third fourth fifth sixth seventh eighth ninth tenth", 1)
_POINTS = {".", "·"}
_FIRST = frozenset((*_SMALL, *_TENS, *_TIMES, *_ORDINALS, "half", "dozen", "a", "an", "several"))
"""The words with which a number in words begins."""
_MOST_DIGITS = 15
"""Digits that a float keeps (`sys.float_info.dig`)."""
_OF_A_PART = 0.05
"""The last place of a share in words, "a third": by hand."""
_OF_A_HALVED = 10
"""The part that the last place is of "half a million", as a divisor: by hand."""

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−–", "0123456789---")

_POWER = r"(?:[-−–]?\d{1,2}|\{[-−–]?\d{1,2}\}|\([-−–]?\d{1,2}\))"
"""An exponent behind its caret; LaTeX has it in braces."""
_CARDINAL = "|".join((*_SMALL, *_TENS))
_SCALE = "|".join(_SCALES)
_NUMBER = re.compile(
    rf"""
    (?P<digits>
        (?:\d{{1,3}}(?:[,\u2009\u202f\xa0]\d{{3}})+(?!\d)|\d+)(?:[.·]\d+)?|(?<![\w.·])[.·]\d+
    )
    (?P<power>\s?(?:[x×*·]|\\times|\\cdot)\s?10(?:\s?\^\s?{_POWER}|⁻?[⁰¹²³⁴-⁹]{{1,2}}|[-−–]\d{{1,2}})
        |(?<=10)⁻?[⁰¹²³⁴-⁹]{{1,2}}|(?<=10)\^{_POWER}|e[-−–+]?\d{{1,2}}(?!\w))?
    (?P<nth>(?:st|nd|rd|th)(?![^\W_]))?
    (?:[\s-]?(?P<scale>{_SCALE})(?:s(?=\sof))?(?![^\W_]))?
    | \b(?:(?P<of>(?:a|{_CARDINAL})[\s-])(?P<part>halves|half|thirds?|quarters?|fourths?
        |(?:fif|six|seven|eigh|nin|ten)ths?)\b | (?P<half>half\b)(?![-]))
        (?:\s(?:a|of\sa)\s(?P<halved>{_SCALE})\b)?
    | \b(?P<times>{"|".join(_TIMES)})\b
    | \b(?P<ordinal>{"|".join(_ORDINALS)})\b
    | \b(?P<words>(?:(?:an?|several)[\s](?={_SCALE}|dozen)(?:{_SCALE}|dozen)|dozen
        |(?:{_CARDINAL})\b)(?:[\s-](?:and\s)?(?:{_CARDINAL}|{_SCALE})\b){{0,12}})(?![^\W_])
    """,
    re.VERBOSE | re.IGNORECASE,
)

_EXPONENT = re.compile(r"(?:10|e|^)\s?\^?\s?[{(]?([-+]?\d+)[})]?$", re.IGNORECASE)


_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d|[.,]\d)")
_WRITTEN = re.compile(r"\d{1,3}(?:[,\u2009\u202f\xa0]\d{3})+(?!\d)|\d{4,}")
_BETWEEN = re.compile(r"[ ,\u2009\u202f\xa0]")


def grouped(text: str, other: str) -> str:
    """A text in which "20 000" is "20,000", of the same length, if another text has that number.

    By itself it may be two numbers, as in the row of a table; but nothing else ends in 000.

    >>> grouped("Of 20 000 bees 124 526 slept, 12 345 flew.", "12345 bees")
    'Of 20,000 bees 124 526 slept, 12,345 flew.'
    """
    if not _SPACED.search(text):
        return text
    known = {_BETWEEN.sub("", found[0]) for found in _WRITTEN.finditer(other)}

    def written(found: re.Match[str]) -> str:
        is_one = found[0].endswith(" 000") or _BETWEEN.sub("", found[0]) in known
        return found[0].replace(" ", ",") if is_one else found[0]

    return _SPACED.sub(written, text)


@frozen
class Numeral:
    """A number in a text: [start, end), its value, and the unit of its last place.

    `form` is "number", "part" (a share of a whole, 0 to 1), "times" or "ordinal". `worded` says
    that letters spell it.
    """

    start: int
    end: int
    value: float
    step: float
    form: str = "number"
    worded: bool = False


def _of_words(text: str) -> float | None:
    """The value of a number in words, None where the words make none.

    >>> _of_words("two hundred and five thousand"), _of_words("two three")
    (205000.0, None)
    """
    total, group, below = 0.0, 0.0, float("inf")
    for word in re.split(r"[\s-]+", text.lower()):
        if word in {"a", "an"}:
            group = 1
        elif word == "and":
            continue
        elif word == "dozen":
            return 12 if group in {0, 1} else None
        elif word in _SCALES:
            scale = _SCALES[word]
            if scale == _SCALES["hundred"]:
                group, below = group * scale, scale
            elif group:
                total, group, below = total + group * scale, 0, float("inf")
        else:
            value = _SMALL.get(word, _TENS.get(word, 0))
            least = 100 if word in _TENS else 10 if value < 10 else 100
            if below < least or (value == 0 and group):
                return None
            group += value
            below = 10 if word in _TENS else 1
    return total + group


def _of_digits(found: re.Match[str]) -> Numeral | None:
    digits = re.sub(r"[,\u2009\u202f\xa0]", "", found["digits"]).replace("·", ".")
    whole, _, decimals = digits.partition(".")
    if len(whole) > _MOST_DIGITS or len(decimals) > _MOST_DIGITS:
        return None
    value, step = float(digits), 10.0 ** -len(decimals)
    if power := found["power"]:
        exponent = _EXPONENT.search(power.translate(_RAISED))
        raised = 10.0 ** int(exponent[1]) if exponent else 1.0
        if power[0] in "^⁻⁰¹²³⁴⁵⁶⁷⁸⁹":
            value, step = raised, 0.0
        else:
            value, step = value * raised, step * raised
    if found["scale"]:
        scale = _SCALES[found["scale"].lower()]
        value, step = value * scale, step * scale
    form = "ordinal" if found["nth"] else "number"
    return Numeral(found.start(), found.end(), value, step, form)


def _read(found: re.Match[str]) -> Numeral | None:
    if found["digits"]:
        return _of_digits(found)
    place = found.start(), found.end()
    if found["times"]:
        return Numeral(*place, _TIMES[found["times"].lower()], 0, "times", True)
    if found["ordinal"]:
        return Numeral(*place, _ORDINALS[found["ordinal"].lower()], 0, "ordinal", True)
    if found["words"]:
        value = _of_words(found["words"])
        return None if value is None else Numeral(*place, value, 1, worded=True)
    parts = (found["of"] or "a").lower().strip(" -\t\n")
    if found["half"] or found["part"]:
        name = (found["half"] or found["part"]).lower()
        share = 1 / (_PARTS.get(name) or _PARTS[name.removesuffix("s")])
        share *= 1 if parts in {"a", ""} else _SMALL.get(parts, _TENS.get(parts, 0))
        if found["halved"]:
            value = share * _SCALES[found["halved"].lower()]
            return Numeral(*place, value, value / _OF_A_HALVED, worded=True)
        return Numeral(*place, share, _OF_A_PART, "part", True) if 0 < share < 1 else None
    return None


def numerals(text: str, found: Iterable[Word]) -> Iterator[Numeral]:
    """The numbers of a text in order, whatever they stand for; `found` are its words.

    >>> from vera.verification.language.words import words
    >>> text = "half a million, 3 x 10^5, twenty-five and 1,234.5"
    >>> [one.value for one in numerals(text, words(text))]
    [500000.0, 300000.0, 25.0, 1234.5]
    """
    done = 0
    for word in found:
        if word.start < done or not (word.is_number or word.text in _FIRST):
            continue
        start = word.start
        if text[start - 1 : start] in _POINTS and not text[start - 2 : start - 1].isalnum():
            start -= 1
        read = _NUMBER.match(text, start) or _NUMBER.match(text, word.start)
        if read and (numeral := _read(read)):
            done = numeral.end
            yield numeral
