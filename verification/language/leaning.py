"""Which sentences are understood only with the one before them."""

from __future__ import annotations

import re

_LEANING = re.compile(
    r"\W*(?:it|its|they|their|them|this|these|those|such|he|she|both|the (?:former|latter|same)"
    r"|our (?:method|model|approach|system)|the (?:proposed|above) \w+)\b",
    re.IGNORECASE,
)
_LED_IN = re.compile(r"[A-Z][a-z]+, ")
"""An adverb before the subject: "However, "."""
_REFERS = re.compile(
    r"(?:in|for|by|under|after|with) (?:this|that|these|those|such)\b", re.IGNORECASE
)
_AHEAD = re.compile(
    r"\W*it (?:is|was|has been|appears|seems|follows|turns out)(?: \w+){0,2} (?:that|to|whether)\b",
    re.IGNORECASE,
)
"""An "it" that stands for what follows: "it is known that"."""


def leans(sentence: str) -> bool:
    """Whether a sentence begins with a word for what the one before it named.

    >>> leans("They sleep at night."), leans("Bees sleep at night.")
    (True, False)
    """
    return _LEANING.match(sentence) is not None


def claim_leans(sentence: str) -> bool:
    """The same, of what is said as a claim: also behind an adverb, and not for an empty "it".

    >>> claim_leans("However, it fell to 12%."), claim_leans("In this case, no.")
    (True, True)
    >>> claim_leans("It is known that bees sleep.")
    False
    """
    led = _LED_IN.match(sentence)
    said = sentence[led.end() :] if led else sentence
    if _AHEAD.match(said):
        return False
    return leans(said) or _REFERS.match(said) is not None
