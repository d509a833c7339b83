"""Where a sentence of a paper ends, as far as a few words on either side tell.

In a paper a false end costs more than a missed one: half a sentence is no evidence. So a stop ends
a sentence only where both sides look like it; what these rules cannot tell is `UNSURE` and left to
a judge with more rules (`pysbd.py`). Measured in ADR 0003.
"""

from __future__ import annotations

import re
from enum import Enum

from vera.verification.chunking.abbreviations import (
    ALSO_NAMES,
    BEFORE_NUMBER,
    MAYBE_LAST,
    NEVER_LAST,
    STARTERS,
)


class Ending(Enum):
    """Whether a stop ends a sentence."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


STOP = re.compile(
    r"(?<![.!?…؟۔।॥։።])[.!?…؟۔।॥።։]++"
    r"(?P<tail>[\"'”’»)\]}]*+(?:\[\d[\d,–\- ]{0,40}\]|\d{1,3}(?:[,–-]\d{1,3}){0,9})?)(?=\s)"
    r"|[。！？｡．]++[\"'”’»)\]}」』）》〉】]*+"
)
"""Stops with the closing marks and reference numbers set against them. Whitespace follows, except
after a full-width stop, which needs none. Only the first stop of a run begins a match, so that a
line of dots is read once."""

_ALWAYS = "。！？｡．؟۔।॥։።"
_OPENING = " \"'“‘«([{（「『¿¡•·*†‡§#–—-"
_MARKS = "=+|<>~_^:"
"""What can open a line besides: the marks of headings, tables and markup in plain text."""
_NEAR = 24
_REACH = 400
_SHORTEST_ORDINARY = 4

_LINE_END = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_HEAD = re.compile(r"\S")
_INITIALS = re.compile(r"[A-Z](?:\.-?[A-Z])*")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MARKER = re.compile(r"\W{0,3}(?:\d{1,4}|[^\W\d_]|[ivxl]{1,5})(?:\.\d+)*[.)\]:]*", re.IGNORECASE)
_ENTRY = re.compile(r"\d{1,3}[.)]\s+[A-Z]")
_LABEL = re.compile(
    r"\W{0,3}(?:(?:supplementary|appendix|extended data) )?"
    r"(?:fig|figure|tab|table|eq|equation|box|algorithm|theorem|lemma|definition|proposition"
    r"|corollary|example|section|chapter|scheme|listing)s?\.?\s[\da-z][\w.-]{0,6}[.:]?",
    re.IGNORECASE,
)
_LONGEST_LABEL = 40


def judge(text: str, low: int, found: re.Match[str], high: int) -> Ending:
    """Whether the stop `found` ends the sentence that began at `low`, in a block ending at `high`.

    Looks at no more than 400 characters on either side, whatever the text.

    >>> text = "See Fig. 3. We agree."
    >>> [judge(text, 0, found, len(text)).value for found in STOP.finditer(text)]
    ['no', 'yes']
    """
    at, end = found.span()
    head = _HEAD.search(text, end, high)
    if head is None:
        return Ending.NO
    if text[at] in _ALWAYS:  # not used for abbreviations
        ending = Ending.YES
    else:
        opening = _OPENING + _MARKS if _LINE_END.search(text, end, head.start()) else _OPENING
        following = text[head.start() : min(high, head.start() + _NEAR)].lstrip(opening)
        ending = _between(text, low, at, found["tail"], following)
    if ending is not Ending.NO and _enclosed(text, low, end, high):
        return Ending.NO
    return ending


def _between(text: str, low: int, at: int, tail: str, following: str) -> Ending:
    """The answer from the word before the stop at `at`, and from what follows it."""
    if not following[:1].isalnum():
        return Ending.NO
    if at - low <= _LONGEST_LABEL and (
        _MARKER.fullmatch(text, low, at) or _LABEL.fullmatch(text, low, at)
    ):
        return Ending.NO
    word = _word_before(text, low, at)
    if not word:
        return _after_space(text[max(low, at - _NEAR) : at], following)
    key = word.casefold()
    ordinary = len(word) >= _SHORTEST_ORDINARY and word[-4:].isalpha() and word[-3:].islower()
    closed = word[-1] in ")]}%”\"'’"
    if key in NEVER_LAST or (tail[-1:].isdigit() and not ordinary and not closed):
        return Ending.NO
    if following[0].isdigit() and not (word[-1].isdigit() and _ENTRY.match(following)):
        if key in BEFORE_NUMBER or key in MAYBE_LAST or word[-1].isdigit():
            return Ending.NO
        return Ending.YES if ordinary or closed else Ending.UNSURE
    if following[0].islower():  # "miR-21 is" can begin a sentence, "where" cannot
        mixed = any(c.isupper() or c.isdigit() for c in following.split()[0])
        return Ending.YES if mixed and (ordinary or closed or word[-1].isdigit()) else Ending.NO
    return _before_capital(word, key, following, ordinary or closed)


def _before_capital(word: str, key: str, following: str, plain: bool) -> Ending:
    match = _WORD.match(following)
    next_word = match.group() if match else ""
    starts = next_word in STARTERS
    if key in MAYBE_LAST:
        return Ending.YES if starts else Ending.NO
    if _INITIALS.fullmatch(word):  # "J.-P", or "vitamin C"
        return Ending.YES if starts and next_word not in ALSO_NAMES else Ending.NO
    if starts or plain or word[-1].isdigit() or (word.isupper() and word.isalpha()):
        return Ending.YES
    return Ending.UNSURE


def _word_before(text: str, low: int, at: int) -> str:
    """What stands against the stop at `at`, up to whitespace, without opening marks."""
    near = text[max(low, at - 2 * _NEAR) : at]
    return near.split()[-1].lstrip(_OPENING) if near and not near[-1].isspace() else ""


def _after_space(before: str, following: str) -> Ending:
    """The answer for a stop with a space before it, as in tokenized text; not for ". . ."."""
    dotted = before.rstrip()[-1:] in ".!?…"
    return Ending.NO if dotted or not following[0].isupper() else Ending.YES


def _enclosed(text: str, low: int, at: int, high: int) -> bool:
    """Whether `at` lies between an opening mark and its closing mark, both near."""
    first, last = max(low, at - _REACH), min(high, at + _REACH)
    for opening, closing in ("()", "[]", "“”", "（）", "「」"):
        closes = text.find(closing, at, last)
        if closes >= 0 and text.find(opening, at, closes) < 0:
            opens = text.rfind(opening, first, at)
            if opens >= 0 and text.find(closing, opens, at) < 0:
                return True
    return False
