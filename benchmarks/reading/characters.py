"""Letters and exponents in the sentences that authors wrote, and whether they are read right."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.reading.typeset.alignment import align, comparable, letters_before
from benchmarks.reading.typeset.items import is_right
from benchmarks.reading.typeset.notation import Item, by_letters

if TYPE_CHECKING:
    from benchmarks.reading.gold import Gold
    from benchmarks.reading.text import Comparable

_EXPONENT = re.compile(r"(?<=[\w)])\^(-?)(\d+)(?=[\s.,;:)]|$)")
"""One that is written in the same way in a source and in a text: "10^-3"."""


def items_of(sentence: str) -> list[Item]:
    """What in a sentence is easily read wrong.

    >>> [(item.kind, item.printed) for item in items_of("10^-3 m of naïve film")]
    [('ligature', 'fi'), ('accent', 'ï'), ('exponent', '-3')]
    """
    exponents = (
        Item("exponent", found.start() + 1, found[1] + found[2], ("^" + found[1],))
        for found in _EXPONENT.finditer(sentence)
    )
    return [*by_letters(sentence), *exponents]


def characters(gold: Gold, read: Comparable) -> tuple[Counter[str], Counter[str]]:
    """By kind, how many are read right and how many there are; none where no author wrote them.

    `read` has its citation marks.
    """
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for sentence in gold.sentences if gold.authored else ():
        text = unicodedata.normalize("NFC", sentence.said.text)
        if not (items := items_of(text)):
            continue
        aligned, before = align(comparable(text), read), letters_before(text)
        for item in items:
            of[item.kind] += 1
            right[item.kind] += is_right(aligned, item, before[item.at])
    return right, of
