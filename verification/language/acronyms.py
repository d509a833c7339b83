"""The acronyms that a text defines, and the words they stand for.

The algorithm is that of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
definitions in biomedical text" (Pacific Symposium on Biocomputing, 2003): every letter of the
short form is found in the long one, from the right, and the first letter begins a word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.words import content, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vera.verification.language.words import Word

_LONGEST_SHORT = 10  # characters, as in the paper
_FEWEST_LETTERS = 2  # of a short form; the paper wants one: by hand
_LONGEST_INSIDE = 120  # characters in brackets that may be a long form: a bound on time, by hand
_REACH = 400  # characters before a bracket that may hold a long form: a bound on time, by hand
_MOST_OF_TWO = 2  # words that begin with a letter, of the long form of two letters: by hand
_BRACKETS = re.compile(rf"[(\[]([^()\[\]\n]{{2,{_LONGEST_INSIDE}}})[)\]]")
_INSIDE_END = re.compile(r"[,;:]|\s(?:or|and|i\.e\.|e\.g\.)\s", re.IGNORECASE)
_BREAK = re.compile(r"[.;:!?]\s+(?=\W*[^\W\d_a-z])|[()\[\]]")
_INITIAL = re.compile(r"(?<![^\W_])[^\W\d_]")
_RUN = re.compile(r"\S+")
_EXPLAINED = re.compile(
    rf"(?<![^\s(,;])(\w[\w-]{{1,{_LONGEST_SHORT}}})\s?[:=,]\s([^\W\d_][^:=,;.()\n]{{3,{_LONGEST_INSIDE}}})"
)
_LETTER = re.compile(r"(?<![^\W_])([^\W\d_][\w-]{2,})\s?\(([A-Z])\)")
_STRIPPED = " \t\r\n'\"“”‘’,;:."


@frozen
class Definition:
    """A short form, and the long form it was given in the text."""

    short: str
    long: str


def _is_short(text: str) -> bool:
    """Whether it can be a short form: two to ten signs, two words at most, with a capital."""
    return (
        2 <= len(text) <= _LONGEST_SHORT
        and text.count(" ") <= 1  # as in the paper
        and text[0].isalnum()
        and any(sign.isupper() for sign in text)
        and sum(sign.isalpha() for sign in text) >= _FEWEST_LETTERS
    )


def _long_form(short: str, before: str) -> str:
    """The shortest end of `before` that holds the letters of `short` in order, or nothing."""
    at = len(before)
    folded, letters = before.lower(), [sign for sign in short.lower() if sign.isalnum()]
    if len(folded) != len(before):
        return ""  # a letter that has no lower case of one sign
    for index in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and (
            folded[at] != letters[index]
            or (index == 0 and at > 0 and (folded[at - 1].isalnum() or folded[at - 1] in "'’"))
        ):
            at -= 1
        if at < 0:
            return ""
    return before[at:]


def _nearest(short: str, text: str) -> str:
    """The long form of `short` at the end of a text, among as many words as the paper allows."""
    letters = sum(sign.isalnum() for sign in short)
    reach = min(letters + 5, 2 * letters)  # as in the paper
    runs = list(_RUN.finditer(text))[-reach:]
    if not runs:
        return ""
    long = _long_form(short, text[runs[0].start() :].rstrip(_STRIPPED))
    if len(long) <= len(short) or short.lower() in long.lower().split():
        return ""
    if letters == 2 and " " in long and len(_INITIAL.findall(long)) > _MOST_OF_TWO:
        return ""  # two letters stand in any few words: "had a better survival (HR 0.8)"
    return long


def definitions(text: str) -> Iterator[Definition]:
    """The acronyms that a text defines, in order, either form first; linear in its length.

    >>> [(found.short, found.long) for found in definitions(
    ...     "We train a long short-term memory (LSTM) and a CRF (conditional random field).")]
    [('LSTM', 'long short-term memory'), ('CRF', 'conditional random field')]
    """
    for found in _BRACKETS.finditer(text):
        end = _INSIDE_END.search(found[1])
        inside = (found[1][: end.start()] if end else found[1]).strip(_STRIPPED)
        before = text[max(0, found.start() - _REACH) : found.start()].rstrip()
        before = _BREAK.split(before)[-1]
        if _is_short(inside):
            long = _nearest(inside, before)
            if long:
                yield Definition(inside, long)
                continue
        word = before.rsplit(None, 1)[-1].strip(_STRIPPED) if before.strip() else ""
        if _is_short(word) and " " in inside:
            long = _long_form(word, inside)
            if long == inside:
                yield Definition(word, long)


def explained(notes: str) -> Iterator[Definition]:
    """The short forms that the caption or a note of a table explains, one after the other.

    >>> found = explained("Scores. CLS: classification, USR: User activity; BMI, body mass index.")
    >>> [(one.short, one.long) for one in found]
    [('CLS', 'classification'), ('USR', 'User activity'), ('BMI', 'body mass index')]
    """
    for found in _EXPLAINED.finditer(notes):
        short, long = found[1], found[2].strip(_STRIPPED)
        if _is_short(short) and len(long) > len(short) and _long_form(short, long) == long:
            yield Definition(short, long)


def letters(text: str) -> Iterator[Definition]:
    """The single letters by which a text calls what has just been named, as heads of tables do.

    >>> [(one.short, one.long) for one in letters("We measured recall(R) and precision (P).")]
    [('R', 'recall'), ('P', 'precision')]
    """
    for found in _LETTER.finditer(text):
        if found[1][0].upper() == found[2]:
            yield Definition(found[2], found[1])


def spelled_out(text: str, other: str, found: Iterable[Definition]) -> str:
    """A text in which acronyms that the other text has only in full are in full, too.

    >>> found = [Definition("ICU", "intensive care unit")]
    >>> spelled_out("It fell in the ICU.", "In the Intensive Care Unit it rose.", found)
    'It fell in the intensive care unit.'
    """
    lower = other.lower()
    for one in found:
        if one.short in text and one.long.lower() in lower:
            short = re.compile(rf"(?<!\w){re.escape(one.short)}(?!\w)")
            if not short.search(other):
                text = short.sub(one.long.replace("\\", r"\\"), text)
    return text


def synonyms(found: Iterable[Definition]) -> Mapping[str, frozenset[str]]:
    """The stem of each short form, and the stems of the words it stands for.

    Give it to both `Sentence`s that are compared: then each form is found in the other.

    >>> sorted(synonyms([Definition("LSTMs", "long short-term memories")])["lstm"])
    ['long', 'memori', 'short', 'term']
    """
    meant: dict[str, frozenset[str]] = {}
    for one in found:
        short = one.short[:-1] if one.short.endswith("s") and one.short[-2].isupper() else one.short
        first, *rest = words(short) or (None,)
        if first is None or (rest and (len(first.text) < 2 or not _only_marks(rest))):
            continue
        stands_for = frozenset(content(words(one.long)))
        for stem in (first.stem, *(word.stem for word in words(first.text + "s"))):
            meant.setdefault(stem, stands_for)
    return meant


def _only_marks(parts: Iterable[Word]) -> bool:
    """Whether each is a number or a single letter, as after the first in "IL-6" and "TGF-β"."""
    return all(word.is_number or len(word.text) == 1 for word in parts)
