"""What something was done with: a claim's tool against the one that the paper used for it.

"The integrals were computed in R" is not what "we used Julia to compute the integrals" says,
though no words stand beside both names.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from verification.grounding.names import Name, Sort, names
from verification.grounding.sentence import root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence

_WITH = re.compile(
    r"(?<![\w-])(?:in|with|using|via|through|by means of)\s(?:the\s|an?\s)?$", re.IGNORECASE
)
_LETTER = re.compile(r"(?<![\w-])(?:in|with|using) ([RC])(?=[.,;]?(?:\s|$))")
"""A language whose name is a letter, which is no name elsewhere."""
_USED = re.compile(
    r"(?<![\w-])(?:us(?:ed|es?|ing)|employ(?:ed|s|ing)?|utili[sz](?:ed|es?|ing))\s", re.IGNORECASE
)
_FOR = re.compile(r"(?<![\w-])(?:to|for)\s(?:the\s)?(?=[a-z])")
_END = re.compile(r"[.!?;](?=\s)")
_BACK = 16  # characters before a name in which "by means of" is sought
_NEAR = 40  # characters between "used" and the name of what was used
_FAR = 150  # characters from there to what it was used for
_PURPOSE = 5  # words that tell what it was used for
_MANY = 8  # uses in a text that are looked at


def tools(claim: Sentence) -> Iterator[Name]:
    """The names of a claim that something was done with.

    >>> from verification.grounding.sentence import Sentence
    >>> [name.text for name in tools(Sentence("Sums are done in R, and drawn with Daft."))]
    ['R', 'Daft']
    """
    for found in _LETTER.finditer(claim.text):
        yield Name(*found.span(1), found[1], found[1].lower(), Sort.SYMBOL)
    for name in names(claim.text):
        if _WITH.search(claim.text, max(0, name.start - _BACK), name.start):
            yield name


def used_instead(claim: Sentence, evidence: Sentence, tool: Name) -> list[Name]:
    """The names that the evidence used for what the claim did with `tool`; none if it is unsure.

    >>> from verification.grounding.sentence import Sentence
    >>> claim = Sentence("The integrals were computed in R.")
    >>> paper = Sentence("We used Julia with its solvers to compute the integrals.")
    >>> [name.text for name in used_instead(claim, paper, next(tools(claim)))]
    ['Julia']
    """
    known = {root(word.stem) for word in claim.words if not word.is_function}
    text, found = evidence.text, names(evidence.text)
    for used in islice(_USED.finditer(text), _MANY):
        stop = _END.search(text, used.end(), used.end() + _FAR)
        high = stop.start() if stop else min(len(text), used.end() + _FAR)
        for goal in _FOR.finditer(text, used.end(), high):
            purpose = _purpose(evidence, goal.end())
            if not (purpose and purpose[0] in known and len(known.intersection(purpose)) > 1):
                continue
            taken = [name for name in found if used.end() <= name.start < goal.start()]
            near = taken and taken[0].start - used.end() <= _NEAR
            return taken if near and all(name.key != tool.key for name in taken) else []
    return []


def _purpose(evidence: Sentence, start: int) -> list[str]:
    """The roots of the words with a meaning that begin at an offset: what is done, and to what."""
    at = evidence.first_from(start)
    following = (word for word in evidence.words[at : at + 2 * _PURPOSE] if not word.is_function)
    return [root(word.stem) for word in islice(following, _PURPOSE)]
