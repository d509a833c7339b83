"""How rare a word is in English at large.

The vocabulary of BERT (`embedding/vocab.txt`) lists words by how often they occur in English books
and Wikipedia, the commonest first. Words occur about as often as the inverse of their rank (Zipf),
so the logarithm of the rank says how much a word tells.
"""

from __future__ import annotations

import math

from vera.verification.words import ranks

_LEAST = 0.05
"""What the commonest words count, so that none counts nothing: by hand."""


def rarity(word: str) -> float:
    """From 0.05 for the commonest words to 1 for those that are not in the vocabulary.

    >>> rarity("the") < rarity("method") < rarity("enzyme") < rarity("mitochondrion")
    True
    """
    rank = ranks().get(word.lower())
    return 1.0 if rank is None else max(_LEAST, math.log(rank) / math.log(len(ranks())))
