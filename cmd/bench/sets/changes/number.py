"""Another number in the same role: percentages, amounts, ratios, years, p-values, words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .change import Change, as_cased, is_denied

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

_NUMBER = re.compile(
    r"(?:(?P<sign>[<>=≤≥~] ?)|(?<![\w.,:/+−–*×·)-]))(?P<value>\d{1,3}(?:,\d{3})+|\d*\.\d+|\d+)"
    r"(?P<unit> ?%| ?percent| per ?cent|-fold)?"
    r"(?=$|[\s,;.)\]-])(?!\.\d|,\d|-\d|-?[A-Z]| ?[×x*:] ?\d)"
)
_LABEL = re.compile(
    r"(?:tables?|figs?\.?|figures?|sections?|eqs?\.?|equations?|chapters?|steps?|types?|groups?|"
    r"phases?|grades?|stages?|class(?:es)?|levels?|models?|algorithms?|examples?|no\.|numbers?|"
    r"days?|weeks?|versions?|volumes?|pages?|appendix|category|arm|part|cohort|experiments?|"
    r"genes?|virus|factors?|proteins?|receptors?|kinases?|domains?|interleukins?|isoforms?|subunits?|residues?|"
    r"family|members?|box|ser|thr|tyr|caspases?|"
    r"chromosomes?|exons?|codon|position|rules?|lemma|theorem|questions?|study|trial|al\.,?|"
    r"covid|sars|see|,|\(|[-=+*/^|§])\s?$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:^|\s)[A-Z][\w.-]*\s?$")
_RANGE_BEFORE = re.compile(r"\d ?%?\s*(?:-|–|to|and|or|,|vs\.?|versus|±)\s*$|between $")
_RANGE_AFTER = re.compile(r"\s*(?:-|–|to|or|±)\s*\d|\s*(?:and|,)\s*\.?\d|\s*[x×*/^]\s")
_INTERVAL = re.compile(r"^\s?(?:CI|confidence|credib)", re.IGNORECASE)
_P = re.compile(r"(?:\b|\d)[Pp](?:[ -]?values?)?(?: for \w+)? ?$")
_AT_LEAST = re.compile(
    r"(?:at least|more than|greater than|higher than|over|above|exceed\w*|beyond|longer than|"
    r"older than|minimum of)\s(?:the )?$",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"(?:at most|less than|fewer than|lower than|smaller than|up to|below|under|within|"
    r"shorter than|younger than|maximum of|only|as few as)\s(?:the )?$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_NOTE = re.compile(
    r"\b(?!(?:of|than|to|at|was|is|were|are|by|about|and|score|mean|only|nearly|in)\b)\w+ $"
)
_YEAR_BEFORE = re.compile(r"\b(?:in|since|from|until|during|after|before|of|by)\s(?:\w+ )?$")
_RATIO = re.compile(r"\b(?:ratio|risk|OR|RR|HR|odds|hazard)\b[^.;]{0,40}$")
_DEFINITE = re.compile(
    r"\b(?:the|these|those|its|their|other|into|between|our|both) $", re.IGNORECASE
)
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve")
_WORD = re.compile(
    rf"\b({'|'.join(_WORDS)})\b(?!-)(?! (?:or|to|and) \w+ (?:of|more))", re.IGNORECASE
)
_FOLD = re.compile(rf"\b({'|'.join(_WORDS)})(?=[- ]?fold\b)", re.IGNORECASE)
_SHARES = {"twice": "four times", "half of": "a tenth of", "a third of": "two thirds of"}
_SHARES |= {"two-thirds of": "one-third of", "two thirds of": "one third of"}
_SHARE = re.compile(rf"\b(?:{'|'.join(_SHARES)})\b", re.IGNORECASE)
_FACTORS = (0.2, 0.4, 0.5, 0.6, 1.5, 1.8, 2.5, 10.0)


def _printed(value: float, like: str) -> str:
    decimals = len(like.partition(".")[2])
    text = f"{value:,.{decimals}f}" if "," in like else f"{value:.{decimals}f}"
    return text[1:] if like.startswith(".") else text


def _others(value: float, found: re.Match[str], before: str) -> tuple[list[float], str]:
    """Realistic other values for a number, and which sort of number it is."""
    printed = found["value"]
    if (found["unit"] or "").strip() in {"%", "percent", "per cent"}:
        near = [value * factor for factor in (0.25, 0.5, 1.4, 2)] + [100 - value, value + 20]
        return [at for at in near if 0 < at < 100], "percent"
    if _YEAR.fullmatch(printed) and _YEAR_BEFORE.search(before):
        return [value + by for by in (-9, -6, -4, 3, 5, 8)], "year"
    if _RATIO.search(before) and "." in printed and 0.2 < value < 5:
        return [1 / value], "ratio"
    if "." in printed:
        return [value * factor for factor in _FACTORS], "decimal"
    whole = [float(round(value * factor)) for factor in _FACTORS]
    whole += [value + by for by in (-3, -2, 2, 3)] if value < 20 else []
    return [at for at in whole if at > 0], "amount"


def _another(found: re.Match[str], before: str, chance: np.random.Generator) -> tuple[str, str]:
    """Another value as it would be printed, or the same if there is none; and its sort.

    It differs by a tenth and more (but for years), to the side that "at least" or "<" excludes.
    """
    value, sign = float(found["value"].replace(",", "")), (found["sign"] or "").strip()
    others, sort = _others(value, found, before)
    far = [
        at for at in others if at != value and (sort == "year" or abs(at - value) >= 0.1 * value)
    ]
    if _AT_LEAST.search(before) or sign in {">", "≥"}:
        far = [at for at in far if at > value]
    elif _AT_MOST.search(before) or sign in {"<", "≤"}:
        far = [at for at in far if at < value]
    other = far[int(chance.integers(len(far)))] if far else value
    return _printed(other, found["value"]), sort


def _p_value(found: re.Match[str]) -> Change:
    """The sign turned, or the value moved to the other side of 0.05."""
    value, printed, sign = float(found["value"]), found["value"], found["sign"]
    start = found.start("sign")
    if "=" not in sign:
        turned = sign.translate(str.maketrans("<>≤≥", "><≥≤"))
        return Change(start, sign + printed, turned + printed, "p-value")
    other = 0.2 if value < 0.006 else value * 10 if value < 0.05 else 0.004
    after = f"{min(other, 0.9):.3f}".rstrip("0")
    after = after.removeprefix("0") if printed.startswith(".") else after
    return Change(start, sign + printed, sign + after, "p-value")


def _is_name(found: re.Match[str], before: str) -> bool:
    """Whether a number only tells things apart: that of a table, a type, a list, a version."""
    printed = found["value"]
    if not before or found["unit"] or found["sign"]:
        return not before
    padded = printed.startswith("0") and printed[1:].isdigit()
    padded |= bool(re.match(r" [A-Z][a-z]+ [a-z]", found.string[found.end() :]))  # a note's mark
    year = bool(_YEAR.fullmatch(printed)) and not _YEAR_BEFORE.search(before)
    return padded or year or bool(_LABEL.search(before) or _NAMED.search(before))


def _is_range(before: str, after: str) -> bool:
    """Whether a number ends a range, or is of a formula, an interval's level, or a note's."""
    if (after == "." and _NOTE.search(before)) or before.endswith((") ", "/ ")):
        return True
    ends = _RANGE_BEFORE.search(before) or _RANGE_AFTER.match(after) or _INTERVAL.match(after)
    return bool(ends)


def numbers(text: str, chance: np.random.Generator) -> Iterator[Change]:
    """Every number that states something, another in its place: no labels, ranges, intervals.

    >>> from numpy.random import default_rng
    >>> [change.sort for change in numbers("It reached 92% on 40 papers.", default_rng(1))]
    ['percent', 'amount']
    """
    for found in _NUMBER.finditer(text):
        at = found.start()
        before, after = text[:at], text[found.end() :]
        if found["sign"] and _P.search(before):
            yield _p_value(found)
        elif not (
            _is_name(found, before) or _is_range(before, after) or is_denied(text, len(before))
        ):
            printed, sort = _another(found, before, chance)
            if printed != found["value"]:
                yield Change(found.start("value"), found["value"], printed, sort)
    for pattern in (_WORD, _FOLD):
        for found in pattern.finditer(text):
            at = _WORDS.index(found[1].lower())
            other = _WORDS[(at + int(chance.integers(2, 6))) % len(_WORDS)]
            if not (is_denied(text, found.start()) or _DEFINITE.search(text[: found.start()])):
                yield Change(found.start(), found[1], as_cased(found[1], other), "word")
    for found in _SHARE.finditer(text):
        other = _SHARES[found[0].lower()]
        yield Change(found.start(), found[0], as_cased(found[0], other), "word")
