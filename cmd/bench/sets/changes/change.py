"""A change of a sentence, and what all kinds of change ask of the words around it."""

from __future__ import annotations

import re

from attrs import frozen

_CLAUSE = re.compile(r"[;:,()\[\]]|\b(?:and|but|or|whereas|while|although|which|that|who)\b")
_NOT = re.compile(
    r"\b(?:not?|nor|neither|never|none|without|cannot|fail(?:s|ed|ure)?|lacks?|absence|unable"
    r"|whether|if|unless|hardly|rather)\b|n['’]t\b",
    re.IGNORECASE,
)


@frozen
class Change:
    """`before`, from `start` on, becomes `after`; `sort` tells changes of one kind apart."""

    start: int
    before: str
    after: str
    sort: str

    def of(self, text: str) -> str:
        """The text with the change made.

        >>> Change(4, "cat", "dog", "animal").of("The cat sleeps.")
        'The dog sleeps.'
        """
        return text[: self.start] + self.after + text[self.start + len(self.before) :]


def clause_before(text: str, at: int) -> str:
    """The words of the clause that stand before a place in it.

    >>> clause_before("It was tested, and it did not fall.", 30)
    ' it did not '
    """
    start = max((found.end() for found in _CLAUSE.finditer(text, 0, at)), default=0)
    return text[start:at]


def is_denied(text: str, at: int) -> bool:
    """Whether a word of denial or doubt stands before a place in its clause."""
    joined = re.search(r"[^;:,.()]*\bor\b[^;:,.()]*$", text[:at])
    return bool(_NOT.search(clause_before(text, at)) or (joined and _NOT.search(joined[0])))


def in_brackets(text: str, at: int) -> bool:
    """Whether a place stands between brackets.

    >>> in_brackets("A (or B) is C.", 6), in_brackets("A (or B) is C.", 12)
    (True, False)
    """
    before = text[:at]
    return before.count("(") + before.count("[") > before.count(")") + before.count("]")


def as_cased(like: str, word: str) -> str:
    """The word with a capital letter if the one it stands for has one.

    >>> as_cased("Higher", "lower")
    'Lower'
    """
    return word[0].upper() + word[1:] if like[0].isupper() else word


def with_article(text: str, start: int, before: str, after: str, sort: str) -> Change:
    """The change of a word, and of the "a" or "an" before it where the new one asks for it.

    >>> with_article("by an increase in", 6, "increase", "decrease", "").after
    'a decrease'
    """
    article = re.search(r"(?:^|(?<=\s))(an?|^An?) $", text[:start])
    if article is None:
        return Change(start, before, after, sort)
    right = as_cased(article[1], "an" if after[0] in "aeiouAEIOU" else "a")
    return Change(article.start(), article[0] + before, f"{right} {after}", sort)
