"""Which blocks are headings, and the sections that they open."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Section, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.lines import Line

_NUMBERED = re.compile(r"((?:\d{1,2}|[A-H])(?:\.\d{1,2}){0,3}|[IVX]{1,5}(?=\.))\.?\s+(?=[^\W\d_])")
_WELL_KNOWN = re.compile(
    r"(?:abstract|summary|introduction|background|related work|methods?|materials and methods|"
    r"methodology|results|results and discussion|discussion|conclusions?|acknowledge?ments?|"
    r"appendix|appendices|availability|limitations|ethics statement|"
    r"data availability)",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"(?:list of )?references?(?: and notes| cited| list)?|(?:selected )?bibliography|"
    r"bibliographical references|(?:literature|works) cited|cited literature",
    re.IGNORECASE,
)
_SPACED_REFERENCES = "R E F E R E N C E S"
_APPENDIX = re.compile(
    r"appendi(?:x|ces)\b|supplement(?:s\b|: |a(?:ry|l) (?:material|information|note|method|text|"
    r"data|fig|tab))|supporting information\b",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"[A-H](?:\.\d{1,2})*\.?\s+[^\W\d_]")
_LONGEST_KNOWN = 60
"""Characters of a title that is known by its words, at most, with its number: none has more."""
_LONGEST = 200
MOST_LINES = 4
_SPACED_LETTERS = 2
"""Words from which on single letters among them are the label of an axis, set wide."""
_MOST_WORDS = 18
_NUMBERS_OF_A_ROW = 4
_CUT_OFF = re.compile(
    r"\s(?:the|a|an|is|are|was|were|which|that|has|have|of|for|and|or|to|with|by|from|in|at)$"
)
_LISTED = re.compile(r"(.+?)[\s.]+\d{1,4}$")
"""A title in a table of contents, with its page."""
_SENTENCE_INSIDE = re.compile(r"[a-z)\]]{3}[.?!] (?:[A-Z][a-z]+|A|I) [a-z]")
"""A sentence that ends and another that begins: headings are not made of two."""
_LARGER = 1.08
_SMALLEST = 0.9
_SMALL_CAPITALS = 0.85
"""Parts of the body's size that a heading has at least, the second if its number proves it."""
_NUMBERED_PAPER = 3
"""Numbered headings from which on a paper is taken to number all but the well-known ones."""


@frozen
class Heading:
    """A heading: its title, its level from 1 (outermost), and where it stands in the text."""

    title: str
    level: int
    span: Span


def is_numbered(text: str) -> bool:
    """Whether the text begins like a numbered heading.

    >>> is_numbered("3.1 Entity Linking"), is_numbered("17 patients died")
    (True, False)
    """
    found = _NUMBERED.match(text)
    return found is not None and text[found.end()].isupper()


def _title_of(text: str) -> str:
    """The heading without its number and without the marks around it."""
    found = _NUMBERED.match(text)
    return (text[found.end() :] if found else text).strip(" :.")


def _names_references(title: str) -> bool:
    return title[:1].isupper() and (
        _REFERENCES.fullmatch(title) is not None or title == _SPACED_REFERENCES
    )


def is_references(text: str) -> bool:
    """Whether the text is the title of a list of references.

    >>> is_references("7. References"), is_references("Literature Cited"), is_references("Refer")
    (True, True, False)
    """
    return len(text) <= _LONGEST_KNOWN and _names_references(_title_of(text))


def is_appendix(text: str, after_references: bool) -> bool:
    """Whether the text is the title of an appendix.

    Behind the references, or in an appendix, a letter for a number tells too.

    >>> is_appendix("6 Appendix: Proofs", False), is_appendix("A Proofs", True)
    (True, True)
    """
    lettered = after_references and _LETTERED.match(text) is not None
    return lettered or _APPENDIX.match(_title_of(text)) is not None


def is_well_known(text: str) -> bool:
    """Whether the text is the title of a section that most papers have.

    >>> is_well_known("2 RELATED WORK"), is_well_known("Related work shows")
    (True, False)
    """
    if len(text) > _LONGEST_KNOWN:
        return False
    title = _title_of(text)
    return _names_references(title) or (
        title[:1].isupper() and _WELL_KNOWN.fullmatch(title) is not None
    )


class Style(Enum):
    """What the type of a block, its font and size, says of it in its document."""

    HEADINGS = auto()
    TEXT = auto()
    UNKNOWN = auto()


def is_heading(lines: Sequence[Line], body: float, style: Style = Style.UNKNOWN) -> bool:
    """Whether the lines of a block are a heading; `body` is the body type's size in points.

    A heading is short, is not a sentence, and is larger or bolder than the body, is set in the type
    of other headings or is known by its words. A number alone proves nothing: list items have it
    too.
    """
    text = " ".join(line.text for line in lines)
    if len(lines) > MOST_LINES or not lines[0].is_upright:
        return False
    if is_well_known(text):
        return True
    if not is_title(text):
        return False
    if style is Style.HEADINGS:
        return True
    size = min(line.size for line in lines)
    if size < (_SMALL_CAPITALS if _is_deep(text) else _SMALLEST) * body:
        return False
    stands_out = size > _LARGER * body or all(line.bold for line in lines)
    return (
        (stands_out and (style is not Style.TEXT or is_numbered(text)))
        or (is_numbered(text) and text.isupper() and not _LETTERED.match(text))
        or (len(lines) == 1 and _is_deep(text))
    )


def is_title(text: str) -> bool:
    """Whether the words of a text may be a heading's: few, with a capital, and no sentence.

    >>> is_title("Author details"), is_title("12.5 (E) 14.0 (E)"), is_title("It was. He did so")
    (True, False, False)
    """
    if len(text) > _LONGEST:
        return False
    title = _title_of(text)
    if sum(map(str.isalpha, title)) < max(3, len(title) // 2) or _is_part_of_a_sentence(text):
        return False
    words = text.split()
    if len(words) > _SPACED_LETTERS and 2 * sum(len(word) == 1 for word in words) > len(words):
        return False
    return text[-1] not in ".,;:" and (text[0].isupper() or is_numbered(text))


def _is_deep(text: str) -> bool:
    """Whether the text is "2.4. Some Title": words after a number of two levels or more.

    Of three levels, half of the words may be numbers or signs: "2.4.1. ASTEP 400".
    """
    found = _NUMBERED.match(text)
    if not (found and is_numbered(text)) or "." not in found[1].strip("."):
        return False
    words = text[found.end() :].split()
    share = 0.5 if found[1].count(".") > 1 else 0.7
    return sum(word[0].isalpha() for word in words) >= share * len(words)


def _is_part_of_a_sentence(text: str) -> bool:
    """Whether the text is prose that was cut off from the rest of its paragraph, or a row.

    >>> _is_part_of_a_sentence("Kay (1987) describes the"), _is_part_of_a_sentence("The Data")
    (True, False)
    """
    words = text.split()
    is_cut_off = _CUT_OFF.search(text) is not None and not is_numbered(text)
    if len(words) > _MOST_WORDS or is_cut_off or _SENTENCE_INSIDE.search(text):
        return True
    numbers = sum(word[0].isdigit() for word in words[1:])
    return numbers >= _NUMBERS_OF_A_ROW


def chosen(blocks: Sequence[Sequence[Line] | None], title: int | None) -> list[int]:
    """Which of the blocks that look like headings open sections, by index.

    `blocks` has the lines of each such block and None for every other. The title is none, nor
    are names of authors and places before the first heading that is surely one, nor lines of a
    table of contents; and in a paper that numbers its headings, labels in figures are none.
    """
    found = {
        at: (" ".join(line.text for line in lines), lines[0].size)
        for at, lines in enumerate(blocks)
        if lines is not None and at != title
    }
    titles = {text for text, _ in found.values()}
    found = {
        at: (text, size)
        for at, (text, size) in found.items()
        if not ((listed := _LISTED.match(text)) and listed[1] in titles)
    }
    sure = [at for at, (text, _) in found.items() if is_numbered(text) or is_well_known(text)]
    numbered = [size for text, size in found.values() if is_numbered(text)]
    chosen = []
    for at, (_, size) in found.items():
        if at in sure:
            chosen.append(at)
        elif sure and at < sure[0]:
            continue
        elif len(numbered) < _NUMBERED_PAPER or any(abs(size - n) < 0.3 for n in numbered):
            chosen.append(at)
    return chosen


def level_of(text: str, size: float, sizes: Sequence[float]) -> int:
    """The level of a heading: by its number if it has one, else by its size among `sizes`.

    >>> level_of("3.1 Data", 11.0, [14.0, 12.0, 11.0]), level_of("Data", 12.0, [14.0, 12.0])
    (2, 2)
    """
    if (found := _NUMBERED.match(text)) and is_numbered(text):
        return found[1].count(".") + 1
    return 1 + sum(other > size + 0.25 for other in sizes)


def sections_of(headings: Sequence[Heading], length: int) -> tuple[Section, ...]:
    """The sections that the headings open in a text of `length` characters."""
    ends = [length] * len(headings)
    paths: list[tuple[str, ...]] = []
    open_: list[int] = []  # the headings around this one, outermost first
    for at, heading in enumerate(headings):
        while open_ and headings[open_[-1]].level >= heading.level:
            ends[open_.pop()] = heading.span.start
        open_.append(at)
        paths.append(tuple(headings[above].title for above in open_))
    spans = (Span(heading.span.start, end) for heading, end in zip(headings, ends, strict=True))
    sections = map(Section, paths, spans)
    return tuple(sections)
