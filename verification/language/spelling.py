"""A claim that a paper has word for word, in whatever spelling: 20,000 for "20 000", no citation.

It is asked in the paper's own spelling, so that no difference of spelling is taken for one of
meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import field, frozen

from vera.verification.language.citations import uncited

_OPENING = 16
"""Letters and digits at the beginning by which the sentences that may be a claim's are found.

They are sought in four times as many characters; both are set by hand."""
_NEITHER = re.compile(r"[\W_]+")
_THOUSANDS = re.compile(r"(?<=\d)[, \u2009\u202f\xa0](?=\d{3}(?!\d))")
_LEFT_OUT = re.compile(
    r"(?<!\d)\s+|\s+(?!\d)"  # between digits a space parts two numbers
    r"|(?<=[^\W\d_])[\xad‐-](?=[^\W\d_])|[\"“”„«»‘’'`]|[.,;:](?=\s|$)"
)
_DASHES = str.maketrans("−–—‑", "----")


def spelling(text: str) -> str:
    """What all spellings of a text have in common: its words, numbers and signs.

    >>> spelling("20 000 bees [3], co-operating.") == spelling("20,000 bees cooperating")
    True
    >>> spelling("p < 0.05") == spelling("p < 005"), spelling("-3 K") == spelling("3 K")
    (False, False)
    """
    plain = uncited(text).text.casefold().translate(_DASHES)
    return _LEFT_OUT.sub("", _THOUSANDS.sub("", plain))


@frozen
class Spellings:
    """The texts of a paper's units, by how they begin."""

    _by_opening: Mapping[str, Sequence[str]] = field(repr=False)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Spellings:
        """Of the texts of all units."""
        found: dict[str, list[str]] = {}
        for text in texts:
            found.setdefault(_opening(text), []).append(text)
        return cls(found)

    def in_papers_spelling(self, claim: str) -> str:
        """A whole unit that is the claim in its own spelling, without citations; else the claim.

        >>> paper = Spellings.of(["Of 20 000 bees 3 were awake [4]."])
        >>> paper.in_papers_spelling("Of 20,000 bees 3 were awake.")
        'Of 20 000 bees 3 were awake.'
        """
        wanted = spelling(claim)
        for text in self._by_opening.get(_opening(claim), ()):
            if spelling(text) == wanted:
                return uncited(text).text
        return claim


def _opening(text: str) -> str:
    return _NEITHER.sub("", text[: 4 * _OPENING].casefold())[:_OPENING]
