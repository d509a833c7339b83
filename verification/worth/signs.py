"""What of a sentence's form tells whether it states something."""

from __future__ import annotations

import math
import re

from vera.verification.language.citations import uncited

_POINTER = re.compile(
    r"(?:sections?|chapters?|tables?|fig(?:ures?|s?\.?)|appendix|annex|box|part|eq(?:uation|\.)"
    r"|files?)\s+[\dIVXS][\w.]*",
    re.IGNORECASE,
)
"""A number that names a place in a text is none that a paper found."""
_AMOUNT = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|third|quarter|fifth"
    r"|tenth|twice|doubled?|halved|percent)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\W*(?:we|i|our|my|let us|the authors?)\b", re.IGNORECASE)
_OF_ITSELF = re.compile(
    r"\b(?:this|the (?:present|next|following|last|first|second|remaining|rest)|our) "
    r"(?:chapter|section|paper|article|book|study|work|essay|volume|review|report|pages?)\b"
    r"|\bin what follows\b|\b(?:sections?|chapter) \d",
    re.IGNORECASE,
)
_ET_AL = re.compile(r"\bet al\b")

SIGNS = ("number", "amount", "citation", "length", "we", "comma", "colon", "itself")
"""The signs of `signs_of`, in order."""


def signs_of(sentence: str) -> tuple[float, ...]:
    """The `SIGNS` of a sentence as it is written: 0 or 1 each, and the log of its words.

    >>> dict(zip(SIGNS, signs_of("We describe this chapter in Section 3."), strict=True))["itself"]
    1.0
    """
    said = uncited(sentence).text
    told = _POINTER.sub(" ", said)
    return (
        float(any(map(str.isdigit, told))),
        float(bool(_AMOUNT.search(told))),
        float(_cites(sentence, said)),
        math.log1p(len(said.split())),
        float(bool(_OPENS.match(said))),
        float("," in said),
        float(":" in said),
        float(bool(_OF_ITSELF.search(said))),
    )


def tells_for_sure(sentence: str) -> bool:
    """Whether a sentence has a number other than a section's, or cites: it is always asked.

    >>> tells_for_sure("Bees sleep 6 hours."), tells_for_sure("Bees sleep [12].")
    (True, True)
    >>> tells_for_sure("Section 3 is on bees.")
    False
    """
    said = uncited(sentence).text
    return any(map(str.isdigit, _POINTER.sub(" ", said))) or _cites(sentence, said)


def _cites(written: str, said: str) -> bool:
    return said != written or _ET_AL.search(written) is not None
