r"""The marks of citation in a text: they are not part of what it says.

[12], (Smith et al., 2019), \citep{smith2019}, [@smith2019], superscript numbers, placeholders.
Brackets and years that are content stay: (n = 12), an interval [0, 1], (2019 to 2021). Where the
form leaves a doubt the mark stays, too: a claim must not be asked without a part of it. Who can do
without a part asks for all that may cite: a number of it is none that a paper found.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

# How often and how far something may stand in these patterns, and which years, is set by hand.
_YEAR = r"(?:1[89]|20)\d\d[a-z]?(?!\w)"
_RECENT = r"(?:19|20)\d\d[a-z]?(?!\w)"
"""An earlier year in a form that leaves a doubt is rather an event's: "Edinburgh (1877)"."""
_YEARS = rf"{_YEAR}(?:\s?[,;]\s?(?:{_YEAR}|[a-z]\b)){{0,8}}"
_PARTICLE = r"(?:(?:van|von|de|der|den|del|della|di|da|du|la|le|ter|ten|dos|bin|ibn|el|al|im|zu)\s)"
_UPPER = "A-Z" + "".join(sign for sign in map(chr, range(0xC0, 0x250)) if sign.isupper())
"""Capitals of Latin letters, with accents: Šimek, Łukasik."""
_NAME = rf"{_PARTICLE}{{0,3}}[{_UPPER}][\w’'.-]{{1,40}}"
_MORE = rf"(?:(?:,?\s(?:and|&)\s|,\s){_NAME}){{0,8}}"
_OTHERS = r"(?:,?\set\.?\sal\b\.?|\sand\s(?:colleagues|co-?workers))"
_SEE = (
    r"(?:(?:but |for (?:a )?reviews?,? )?see(?: also)?,?|also|e\.g\.,?|i\.e\.,?|cf\.|as in|in|by"
    r"|reviewed (?:in|by)|refs?\.?|references?)"
)
_AUTHOR = rf"[{_UPPER}][\w’'-]{{1,40}}"
"""A name in a sentence, which a period would end."""
_AUTHORS_MORE = rf"(?:(?:,?\s(?:and|&)\s|,\s){_AUTHOR}){{0,8}}"
_PLACE = r"(?:,\s?(?:pp?\.|pages?|ch\.|sec\.|§|fig\.)\s?[\w–-]{1,20})?"
_ITEM = rf"(?:{_SEE}\s)?{_NAME}{_MORE}{_OTHERS}?,?\s{_YEARS}{_PLACE}"
_AUTHORS = re.compile(rf"[(\[]\s?{_ITEM}(?:[;,]\s?{_ITEM}){{0,20}}\s?[)\]]")
_SURE = re.compile(
    rf"\bet\.?\sal\b|\sand\s|&|;|\d[a-z]\b|[(\[]{_SEE}\s|\b(?:pp?\.|pages?|ch\.|sec\.)\s|§"
)
_LISTED = re.compile(
    rf"[(\[][^()\[\]]{{0,300}}\bet\.?\sal\b[^()\[\]]{{0,300}}[,\s]{_YEAR}{_PLACE}\s?[)\]]"
)
_ENDS_IN_A_YEAR = re.compile(rf"[^;]{{0,120}}[,\s]{_YEAR}{_PLACE}\s?[)\]]?")
"""What each of a list of works ends with, however its authors are spelt."""
_ONE_AUTHOR = re.compile(
    r"[(\[](?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter)"
    rf"[a-z]{{0,6}}\b)[{_UPPER}][^\W\d_]*[a-z][\w’'-]*,\s"
)
"""A bracket of one name, a comma and a year; without the comma it may be a place or an event."""
_AFTER_AUTHORS = re.compile(
    rf"{_OTHERS}(?P<mark>,?\s?\({_YEARS}\)|,?\s?\[{_YEARS}\]|,?\s{_YEAR}(?!\s?[–-]))"
)
_LATEX = re.compile(
    r"~?\\[A-Za-z]{0,12}cite[A-Za-z]{0,12}\*?"
    r"(?:(?:\s?\[[^\[\]]{0,200}\]){0,2}\s?\{[^{}]{0,500}\}){1,9}"
)
_PANDOC = re.compile(
    r"\[(?:[^\[\]@]{0,100}[\s(;-])?@[\w:.#$%&+?<>~/-]{1,100}[^\[\]]{0,500}\]"
    r"|(?<![\w.@/-])-?@(?=[A-Za-z_:-]{1,60}\d{2})[\w:-]{2,80}(?:\s\[pp?\.[^\[\]]{0,40}\])?"
)
_HELD = r"<\|?(?:[a-z]{1,12}_)?cit(?:e|ations?|\.)?(?:_?[a-z\d]{1,12})?\|?>"
_PLACEHOLDER = re.compile(
    rf"{_HELD}|[(\[](?:[\s,;–\d-]{{1,9}}{_HELD}|{_HELD}){{1,9}}[\s,;–\d-]{{0,9}}[)\]]"
    r"|\[(?:citations?(?: needed)?|cit\.?|refs?\.?)\]",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\[\s?\d{1,3}(?:\s?(?:[,;–—−-]|and)\s?\d{1,3}){0,30}\s?\](?![\w(-])")
_BEFORE_INTERVAL = re.compile(
    r"(?:\b(?:(?<!as )(?<!shown )(?<!reported )(?<!described )(?<!proposed )in|rang(?:es?|ed|ing)"
    r"|intervals?|between|from|within|over|CI|IQR|SD|of|on|to|set|values?|limits?|bounds?|domain)"
    r"|[=∈⊂≈~<>≤≥±:%]|\d(?:\s?[^\W\d_]{1,10}){0,2})\s?$"
)
_BEFORE_LIST = re.compile(
    r"(?:\b(?:sets?|values?|sizes?|doses?|vector|list|array)|[=∈⊂≈~<>≤≥±:])\s?$"
)
_BEFORE_SPREAD = re.compile(r"\b(?:mean|median|average|SD)\b[^.;]{0,30}\d\s?$", re.IGNORECASE)
_BACK = 48
"""Characters before a bracket of numbers in which is sought what makes it no citation: by hand."""
_AROUND = 40
"""Characters before a mark that can belong to it: a bracket, "see", space. By hand."""
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = re.compile(rf"[{_SUPERSCRIPTS}]{{1,3}}(?:[,⁻–˒-][{_SUPERSCRIPTS}]{{1,3}}){{0,9}}(?!\w)")
_RAISED_BY_MARKUP = re.compile(
    r"(?:\^|<sup>\s?|\\textsuperscript\{|\$\^\{?)\[?"
    r"(?P<numbers>\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9})\]?(?:\^|\s?</sup>|\}?\$|\})(?!\w)"
)
"""Of Pandoc, HTML and LaTeX: ^12^, <sup>12</sup>, $^{12}$."""
_FOOTNOTE = re.compile(r"\[\^[\w-]{1,40}\]")
"""The mark of a footnote in Markdown."""
_WORD_BEFORE = re.compile(r"(?:^|[\s(“\"'/-])([^\W\d_]{3,}[a-z])$")
_POWERS = re.compile(
    r"(?:metr|meter|mile|inch|feet|foot|yard|sigma|alpha|beta|gamma|delta|lambda|omega|epsilon)"
)
"""Words that are squared and cubed."""
_POSSIBLE = re.compile(
    r"\[\d{1,4}(?:\s?[,;–-]\s?\d{1,4}){0,30}\]"
    rf"|\((?:e\.g\.,?\s|see\s|cf\.\s)?[A-Z][^()\d]{{0,120}}[\s,]\s?{_RECENT}[^()]{{0,300}}\)"
    rf"|(?<=[\w.]\s)\({_RECENT}\)|\bet al\.?,?\s{_RECENT}"
)
"""Numbers and years that may be a citation's, and as well an interval's or an event's."""
_CONNECTIVE = (
    r"(?:However|Moreover|Furthermore|Nevertheless|Indeed|Later|Earlier|Here|Also|Thus|Hence|Then"
    r"|Instead|In|By|As|While|Whereas|Although|Since|When|After|Before|[A-Z][a-z]+ly)\b"
)
_NAMED = re.compile(
    rf"\b(?!{_CONNECTIVE}){_PARTICLE}{{0,3}}{_AUTHOR}{_AUTHORS_MORE}{_OTHERS}?(?:’s|'s)?,?\s?"
    rf"(?:\({_YEARS}{_PLACE}\)|\[{_YEARS}{_PLACE}\])"
)
_INSIDE = r"[^()\[\]]{0,200}"
_WITH_AUTHORS = (
    re.compile(rf"\b{_AUTHOR}{_AUTHORS_MORE}\set\sal\b\.?"),
    re.compile(rf"\b{_AUTHOR}{_AUTHORS_MORE},?\s?[(\[]\b{_YEAR}[)\]]"),
    re.compile(rf"\s?[(\[](?:{_INSIDE}[^()\[\]\d])?\b{_YEAR}{_INSIDE}[)\]]"),
)
_BETWEEN = re.compile(r"[\s,;–-]{0,3}(?:(?:and|&)\s)?")
_OPENED = re.compile(rf"[(\[]\s?(?:{_SEE}\s?)?$")
_SHOWN_IN = re.compile(r"(?:as (?:shown|reported|described|seen) )?in\s?$", re.IGNORECASE)
_SIGN = re.compile(rf"[\[(\\@<^{_SUPERSCRIPTS}]|{_OTHERS}")
"""What stands in every mark: most claims have none of these."""
_SPACE = re.compile(r"\s*$")


@frozen
class Uncited:
    """A claim without its marks, and which characters of the claim as written are left.

    `starts` are the offsets in `text` at which stretches of the claim begin, ascending, and
    `places` the offsets of the same in the claim as written.
    """

    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]

    def written(self, span: Span) -> Span:
        """A stretch of the text as a stretch of the claim as written, with the marks inside it."""
        return Span(self._place(span.start), self._place(span.end - 1) + 1 if span.end else 0)

    def _place(self, offset: int) -> int:
        at = bisect_right(self.starts, offset) - 1
        return self.places[at] + offset - self.starts[at]


def uncited(claim: str) -> Uncited:
    r"""The claim without its marks of citation; of a claim that is nothing else, an empty text.

    >>> uncited("Smith et al. [12] found that bees sleep (Doe and Roe, 2020a) [3,4-7].").text
    'Smith et al. found that bees sleep.'
    >>> uncited(r"Bees sleep~\citep[see][p. 3]{doe} in winter [@doe2020, p. 4].").text
    'Bees sleep in winter.'
    >>> uncited("In 2019 the share was in [0, 1] (n = 12).").text
    'In 2019 the share was in [0, 1] (n = 12).'
    """
    if not _SIGN.search(claim):
        return Uncited(claim, (0,), (0,))
    pieces, text, starts, places = list(_between_marks(claim)), "", [], []
    for start, end in pieces:
        if text and claim[start].isalnum() and not text[-1].isspace():
            text += " "
        starts.append(len(text))
        places.append(start)
        text += claim[start:end]
    if len(pieces) == 1 and pieces[0] == (0, len(claim)):
        return Uncited(claim, (0,), (0,))
    if not any(map(str.isalnum, text)):
        return Uncited("", (0,), (0,))
    return Uncited(text, tuple(starts), tuple(places))


def marks(text: str) -> list[Span]:
    r"""Where a text cites, in order: each mark by itself, overlapping ones as one.

    >>> [mark.of("Bees sleep [1] (Doe, 2020).") for mark in marks("Bees sleep [1] (Doe, 2020).")]
    ['[1]', '(Doe, 2020)']
    """
    found: list[Span] = []
    for start, end in sorted(_marks(text)):
        if found and start < found[-1].end:
            found[-1] = Span(found[-1].start, max(end, found[-1].end))
        else:
            found.append(Span(start, end))
    return found


def named_with_year(text: str) -> list[Span]:
    """Where names stand with a year in brackets behind them, in order.

    That is a citation where there is a list of references; else it may be a place or an event.

    >>> text = "Doe and Roe (2019) and Poe et al. [2020a] saw it in Rome (Italy)."
    >>> [span.of(text) for span in named_with_year(text)]
    ['Doe and Roe (2019)', 'Poe et al. [2020a]']
    """
    return [Span(*found.span()) for found in _NAMED.finditer(text)]


def without_authors(text: str) -> str:
    """The text without what it cites, whom it names for it, and brackets with a year.

    >>> without_authors("Words order sentences (Lee, 2001; Kim et al., 2010) as in [3, 5].")
    'Words order sentences as in.'
    """
    left = uncited(text).text
    for citation in _WITH_AUTHORS:
        left = citation.sub("", left)
    return " ".join(left.split())


def possible_citations(text: str) -> list[tuple[int, int]]:
    """The stretches [start, end) of a text that may cite, also those that may be content.

    >>> possible_citations("Lee (2010) draws from [0, 1].")
    [(4, 10), (22, 28)]
    """
    return [found.span() for found in _POSSIBLE.finditer(text)]


def _between_marks(claim: str) -> Iterator[tuple[int, int]]:
    """The stretches (start, end) of a claim between its marks."""
    edges = [(0, 0), *_widened(claim), (len(claim), len(claim))]
    for (_, start), (end, _) in pairwise(edges):
        if start < end or not claim:
            yield start, end


def _widened(claim: str) -> Iterator[tuple[int, int]]:
    """The marks, each with the space before it and with brackets that hold nothing else."""
    for low, high in _joined(claim):
        start, end = low, high
        opened = _OPENED.search(claim, max(0, start - _AROUND), start)
        if opened and (closed := re.compile(r"\s?[)\]]").match(claim, end)):
            start, end = opened.start(), closed.end()
        if _SHOWN_IN.fullmatch(claim, 0, start):
            start = 0
        space = _SPACE.search(claim, max(0, start - _AROUND), start)
        start = space.start() if space else start
        if start == 0:
            after = re.compile(r"[\s,;:]*").match(claim, end)
            end = after.end() if after else end
        yield start, end


def _joined(claim: str) -> Iterator[tuple[int, int]]:
    """The marks in order; those that only a comma or an "and" parts are one."""
    held: tuple[int, int] | None = None
    for start, end in sorted(_marks(claim)):
        if held and (start <= held[1] or _BETWEEN.fullmatch(claim, held[1], start)):
            held = held[0], max(held[1], end)
            continue
        if held:
            yield held
        held = start, end
    if held:
        yield held


def _marks(claim: str) -> Iterator[tuple[int, int]]:
    for pattern in (_LATEX, _PANDOC, _PLACEHOLDER, _FOOTNOTE):
        yield from (found.span() for found in pattern.finditer(claim))
    for found in _AFTER_AUTHORS.finditer(claim):
        yield found.span("mark")
    for found in _AUTHORS.finditer(claim):
        if _SURE.search(found[0]) or _ONE_AUTHOR.match(found[0]):
            yield found.span()
    for found in _LISTED.finditer(claim):
        if all(map(_ENDS_IN_A_YEAR.fullmatch, found[0].split(";"))):
            yield found.span()
    for found in _NUMBERS.finditer(claim):
        if _cites(claim, found):
            yield found.span()
    for found in (*_RAISED.finditer(claim), *_RAISED_BY_MARKUP.finditer(claim)):
        if _is_note(claim, found):
            yield found.span()


def _cites(claim: str, found: re.Match[str]) -> bool:
    """Whether numbers in square brackets are a citation, not an interval, an index or a spread."""
    numbers = re.findall(r"\d+", found[0])
    if any(int(number) == 0 for number in numbers):
        return False
    before = claim[max(0, found.start() - _BACK) : found.start()]
    if re.search(r"(?<![^\W_])\w$", before):  # x[1]
        return False
    others = {1: _BEFORE_SPREAD, 2: _BEFORE_INTERVAL}.get(len(numbers), _BEFORE_LIST)
    return others.search(before) is None


def _is_note(claim: str, found: re.Match[str]) -> bool:
    """Whether raised digits are a citation, not a power."""
    before = claim[max(0, found.start() - _BACK) : found.start()]
    is_power = found[0] in {"²", "³"} or found.groupdict().get("numbers") in {"2", "3"}
    if before[-1:] in set('.,;:!?”"’'):
        return True
    word = _WORD_BEFORE.search(before)
    if word is None:
        return before.endswith((")", "]", "%")) and not is_power
    return not (is_power and _POWERS.search(word[1].lower()))
