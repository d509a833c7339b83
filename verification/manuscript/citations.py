r"""Where a text cites, and which works: by key, by number, or by authors and year.

[12], [3-5], superscripts; \citep{doe20}, [@doe20]; (Smith et al., 2020; Doe, 2019), and in the
sentence itself "Smith et al. (2020)". What a mark is, `language.citations` knows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Span
from vera.verification.language.citations import marks, named_with_year

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST = 100
"""Works of one range of numbers: more are none that anybody cites at once."""
_KEYS = re.compile(r"\{([^{}]*)\}")
_OPTIONS = re.compile(r"\[[^\[\]]*\]")
_PANDOC_KEY = re.compile(r"@([\w][\w:.#$%&+?<>~/-]*[\w/]|\w)")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_TEXTUAL = re.compile(r"^(?:[Cc]itet|[Tt]extcite|[Cc]iteauthor|[Cc]itealt|[Cc]iteal[tp]?author)")
_NUMBER = re.compile(r"(\d{1,4})(?:\s?[–—−‒⁻˒-]\s?(\d{1,4}))?")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_YEAR = re.compile(r"\b((?:1[89]|20)\d\d)([a-z]?)\b|(?<=,)\s?([a-z])\b(?!\.)")
_NAME = re.compile(r"[^\W\d_][\w’'-]+")
_CONTRAST = re.compile(
    r"\b(?:but see|but cf|contra|in contrast(?: to)?|see,? however|however,? see|contrary to"
    r"|pace)\b",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    ("see", "also", "but", "and", "in", "by", "as", "et", "al", "eg", "ie", "cf", "reviewed", "for")
)
_BEFORE = 24
"""Characters before a mark in which "but see" may stand: by hand."""


@frozen
class Work:
    """A work as a mark names it: by its key or number, or by family names and a year.

    `name` is how a reader is told of it. `year` may have a letter behind it.
    """

    name: str
    families: tuple[str, ...] = ()
    year: str = ""


@frozen
class Citation:
    """A mark in a text and the works that it cites.

    It is `narrative` where it is a part of the sentence ("Smith et al. (2020) found"), and a
    `contrast` where it names what says otherwise ("but see Doe, 2019").
    """

    span: Span
    works: tuple[Work, ...]
    narrative: bool = False
    contrast: bool = False


def citations_of(text: str) -> list[Citation]:
    r"""The citations of a text, in order.

    >>> for it in citations_of("Smith et al. (2020) find sleep [1, 3-4], but see Doe (2019a)."):
    ...     print([work.name for work in it.works], it.narrative, it.contrast)
    ['Smith 2020'] True False
    ['1', '3', '4'] False False
    ['Doe 2019a'] True True
    """
    told = [(span, True) for span in named_with_year(text)]
    told += [(span, False) for span in _apart_from([span for span, _ in told], marks(text))]
    found = []
    for span, narrative in sorted(told, key=lambda it: it[0]):
        said = span.of(text)
        works = tuple(dict.fromkeys(_works(said)))
        if works:
            against = is_contrast(text, span)
            found.append(Citation(span, works, narrative or _is_textual(said), against))
    return found


def is_contrast(text: str, mark: Span) -> bool:
    """Whether what a mark names is said, in it or before it, to say otherwise."""
    before = text[max(0, mark.start - _BEFORE) : mark.start]
    return bool(_CONTRAST.search(mark.of(text)) or _CONTRAST.search(before))


def _apart_from(taken: Sequence[Span], spans: Iterable[Span]) -> Iterator[Span]:
    """The spans that overlap none of those taken; both are in order, and each apart."""
    ends = [it.end for it in taken]
    for span in spans:
        at = bisect_right(ends, span.start)
        if at == len(taken) or not span.overlaps(taken[at]):
            yield span


def _is_textual(mark: str) -> bool:
    command = _COMMAND.match(mark.lstrip("~"))
    return bool(_TEXTUAL.match(command[1])) if command else mark.startswith(("@", "-@"))


def _works(mark: str) -> Iterator[Work]:
    if mark.lstrip("~").startswith("\\"):
        for group in _KEYS.findall(_OPTIONS.sub("", mark)):
            yield from (Work(key.strip()) for key in group.split(",") if key.strip())
    elif "@" in mark:
        yield from map(Work, _PANDOC_KEY.findall(mark))
    elif any(map(str.isalpha, mark)):
        for part in mark.strip("()[] ").split(";"):
            yield from _dated(part)
    else:
        yield from numbered(mark)


def numbered(mark: str) -> Iterator[Work]:
    """The works of numbers, raised ones too, and of their ranges.

    >>> [work.name for work in numbered("3, 5–7")]
    ['3', '5', '6', '7']
    """
    mark = mark.translate(_RAISED)
    for first, last in _NUMBER.findall(mark):
        low, high = int(first), int(last or first)
        if low <= high < low + MOST:
            yield from (Work(str(number)) for number in range(low, high + 1))


def _dated(part: str) -> Iterator[Work]:
    """The works of "Smith and Doe, 2019a, b": one for each year."""
    years = list(_YEAR.finditer(part))
    if not years:
        return
    said = _NAME.findall(part[: years[0].start()])
    names = [it.removesuffix("'s").removesuffix("’s") for it in said if it.lower() not in _NO_NAMES]
    families = tuple(it for it in names if it[0].isupper())
    last = ""
    for found in years:
        last = found[1] or last
        year = last + (found[2] or found[3] or "")
        if families and last:
            yield Work(f"{families[0]} {year}", families, year)
