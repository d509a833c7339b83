"""What a text can be found by in its exact form."""

from __future__ import annotations

import re

# A name inside a sentence has three letters at least: by hand.
_ANCHOR = re.compile(
    r"\d+(?:[.,]\d+)*|\b[A-Z][A-Za-z]*[A-Z0-9][A-Za-z0-9]*\b|\b[a-z]+[A-Z]\w*|[α-ωΑ-Ω]"
    r"|(?<=[a-z,;] )[A-Z][a-z]{2,}"
)


def anchors(text: str) -> frozenset[str]:
    """What can be found by its exact form: numbers, acronyms, symbols, names inside a sentence.

    >>> sorted(anchors("We train BERT on 3,000 pairs from Wuhan with IL6."))
    ['3000', 'bert', 'il6', 'wuhan']
    """
    return frozenset(found[0].replace(",", "").lower() for found in _ANCHOR.finditer(text))
