"""Texts made comparable: one form of every character, no citation marks, letters by themselves."""

from __future__ import annotations

import re
import unicodedata
from array import array

from attrs import frozen

_SAME = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("‘’‚`´ʼ", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\ufeff"),
    }
)
_NAME = r"(?:(?:(?:van|von|de|der|den|di|la|le) )*[A-ZÀ-ÞĀ-ſ][\w'-]+)"
_NAMES = rf"{_NAME}(?:,? et al\.?,?| (?:and|&) {_NAME})"
_YEAR = r"(?:19|20)\d\d[a-z]?"
_CITATIONS = (
    # Numbers in brackets: [4, 5-7]
    re.compile(r"\[\d+(?:\s?[,;-]\s?\d+)*\]"),
    # Cutri & Foley (2013), Lin et al. (2016, 2017), Lin (2016)
    re.compile(rf"(?:\b{_NAMES}|\b{_NAME}) \({_YEAR}(?:[,;] {_YEAR})*\)"),
    # (e.g., Fortney et al. 2007; Owen & Wu, 2013), (2014)
    re.compile(rf"\((?:[^()]{{0,600}}[\s,;])?{_YEAR}(?:, (?:p\.|pp\.|pages?) [\d-]+)?\)"),
    # Raised numbers as they come out of a page: Powell3, as shown.3,5
    re.compile(r"(?:(?<=[a-z]{2})|(?<=[a-z][.,;)]))\d{1,2}(?:[,-]\d{1,2})*(?=[\s.,;:)']|$)"),
    # What is left of brackets whose citation is gone: (e.g., ; ), (see )
    re.compile(r"\(\s*(?:(?:e\.g\.|i\.e\.|see|see also|and|cf\.)?[\s,;.]*)*\)"),
)
_BEFORE = re.compile(r" +(?=[.,;:?!)\]])")
_MARKS = re.compile(r"([,;])(?: ?[,;])+")


def plain(text: str) -> str:
    """One form of every character and blank: NFKC, straight quotes, one kind of dash.

    >>> plain("ﬁnd  “it”")
    'find "it"'
    """
    return " ".join(unicodedata.normalize("NFKC", text).translate(_SAME).split())


def without_citations(text: str) -> str:
    """Plain text without its citation marks, and without the blank before a mark.

    >>> without_citations("as shown [3, 4-6] by Lin et al. (2016) (e.g., Owen & Wu 2013; Li, 2014)")
    'as shown by'
    """
    for citation in _CITATIONS:
        text = citation.sub("", text)
    return _MARKS.sub(r"\1", _BEFORE.sub("", " ".join(text.split())))


def naively_joined(text: str) -> str:
    r"""Text of lines in which every word broken at a line's end is joined without its hyphen.

    >>> naively_joined("infor-\nmation from state-\r\nof-the-art")
    'information from stateof-the-art'
    """
    return re.sub(r"(?<=\w)(?:[-‐\u00ad\u0002]\s*\n\s*|\ufffe\s*)(?=[a-z])", "", text)


@frozen(eq=False)
class Comparable:
    """A text without citation marks: `letters` are its letters and digits in lower case.

    `at[i]` is the offset in `text` of `letters[i]`.
    """

    text: str
    letters: str
    at: array[int]

    @classmethod
    def of(cls, text: str) -> Comparable:
        """Any text, as it was read."""
        return cls.of_clean(without_citations(plain(text)))

    @classmethod
    def of_clean(cls, text: str) -> Comparable:
        """Plain text whose citation marks are removed.

        >>> Comparable.of_clean("A-b c.").letters
        'abc'
        """
        apart = unicodedata.normalize("NFKD", text)
        found = [(low[0], at) for at, low in enumerate(map(str.lower, apart)) if low.isalnum()]
        return cls(apart, "".join(low for low, _ in found), array("L", (at for _, at in found)))

    def gap(self, index: int) -> str:
        """What stands between `letters[index]` and the next one."""
        if index + 1 >= len(self.at):
            return ""
        return self.text[self.at[index] + 1 : self.at[index + 1]]

    def parts_words(self, index: int) -> bool:
        """Whether a blank follows `letters[index]`, with two or more letters on either side of it.

        >>> said = Comparable.of_clean("of words R p")
        >>> [letter for index, letter in enumerate(said.letters) if said.parts_words(index)]
        ['f']
        """
        around = self.letters[max(index - 1, 0) : index + 3]
        if " " not in self.gap(index) or len(around) < 4 or not around.isalpha():
            return False
        return not self.gap(index - 1) and not self.gap(index + 1)
