"""What names a thing and states nothing, by the words that habit fixes, in every format."""

from __future__ import annotations

import re

_KEYWORDS = re.compile(
    r"(?:(?:Author )?Key ?-?[Ww]ords?(?: and [Pp]hrases)?|KEY ?WORDS|I(?:ndex|NDEX) T(?:erms|ERMS)"
    r"|General Terms|Categories and Subject Descriptors|CCS Concepts|Subject classification)"
    r"\s*(?:[:.—–-]|$)"
)
_NAMED = re.compile(
    r"(?:Theorem|Lemma|Proposition|Corollary|Definition|Remark|Proof|Example|Conjecture|Assumption)"
    r"(?:\s+\d+(?:\.\d+)*[a-z]?)?(?:\s*\([^)]*\))?\s*[.:]?"
)


def is_keywords(text: str) -> bool:
    """Whether a text is a list of keywords, or the head of one.

    >>> is_keywords("Keywords: bees, wasps"), is_keywords("Keywords help readers.")
    (True, False)
    """
    return _KEYWORDS.match(text) is not None


def is_named(text: str) -> bool:
    """Whether a text is no more than the head of a theorem or the like.

    >>> is_named("Theorem 4 (Euler)."), is_named("Proof"), is_named("Proof of life was given.")
    (True, True, False)
    """
    return _NAMED.fullmatch(text) is not None
