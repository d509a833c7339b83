"""The words of a text as search and comparison see them: without case, endings and accents.

No other room takes a text apart into words: who wants other words joins or drops these.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import Stemmer
from attrs import frozen

from vera.verification.language.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*(?:\^?\d+)?")
"""A power is a part of what is raised to it, with a caret as without: "R^2" is "R²"."""
_STEMMING = Lock()

FUNCTION_WORDS = frozenset(word_list("function_words"))
"""Words that say how a sentence is built and not what it is about."""


@frozen
class Word:
    """A word or number of a text: its place, as printed in lower case, and its stem."""

    start: int
    end: int
    text: str
    stem: str

    @property
    def is_function(self) -> bool:
        """Whether it is one of `FUNCTION_WORDS`."""
        return self.text in FUNCTION_WORDS

    @property
    def is_number(self) -> bool:
        """Whether it begins with a digit."""
        return self.text[0].isdigit()


@lru_cache(maxsize=1 << 16)  # of words, not of texts: without it `words` takes twice as long
def _stem(word: str) -> str:
    """The word's stem by the Snowball stemmer for English (Porter 2), accents removed.

    >>> _stem("increasing"), _stem("naïveté"), _stem("r^2"), _stem("r²")
    ('increas', 'naivet', 'r2', 'r2')
    """
    plain = unicodedata.normalize("NFKD", word)
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
    bare = bare.replace("’", "'").replace("^", "").removesuffix("'s")
    with _STEMMING:  # a stemmer keeps state
        stem: str = _stemmer().stemWord(bare)
    return stem


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def words(text: str) -> tuple[Word, ...]:
    """The words in order; offsets are those of the text.

    >>> [word.stem for word in words("Models' losses fell by 3.5%.")]
    ['model', 'loss', 'fell', 'by', '3.5']
    """
    return tuple(
        Word(found.start(), found.end(), found[0].lower(), _stem(found[0].lower()))
        for found in _WORD.finditer(text)
    )


def joined(text: str, marks: frozenset[str]) -> list[Word]:
    """The words of a text, those with one of some marks between them as one; "" is no mark at all.

    >>> [word.text for word in joined("The 2nd follow-up of IL-6", frozenset(("", "-")))]
    ['the', '2nd', 'follow-up', 'of', 'il-6']
    """
    made: list[Word] = []
    for word in words(text):
        last = made[-1] if made else None
        if last and text[last.end : word.start] in marks:
            together = text[last.start : word.end].lower()
            made[-1] = Word(last.start, word.end, together, last.stem + word.stem)
        else:
            made.append(word)
    return made


def content(found: Iterable[Word]) -> list[str]:
    """The stems of the words that say what a text is about."""
    return [word.stem for word in found if not word.is_function]
