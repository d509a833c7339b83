"""Anchors of headings as github-slugger makes them, which GitHub, Docusaurus and others use."""

from __future__ import annotations

import unicodedata

from attrs import define, field

_KEPT = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Nd", "Mn", "Mc", "Me", "Pc"}
_ENCLOSED = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))
"""Letters in circles and squares: symbols that Unicode counts as alphabetic."""


def _is_kept(character: str) -> bool:
    return (
        character in " -"
        or unicodedata.category(character) in _KEPT
        or any(low <= ord(character) <= high for low, high in _ENCLOSED)
    )


def slug(title: str) -> str:
    """The title in lower case, without punctuation and symbols, a hyphen for each space.

    Source: github-slugger 2.0: what is neither alphabetic, a mark, a decimal number, connecting
    punctuation, a space nor a hyphen is left out.

    >>> slug("What's new in C++ & Rust?"), slug("Größe_2 – 中文")
    ('whats-new-in-c--rust', 'größe_2--中文')
    """
    return "".join(filter(_is_kept, title.lower())).replace(" ", "-")


@define
class Slugger:
    """Gives each heading of a page an anchor of its own.

    >>> slugger = Slugger()
    >>> [slugger.anchor(title) for title in ("Data", "Data", "Data 1", "Data")]
    ['data', 'data-1', 'data-1-1', 'data-2']
    """

    _seen: dict[str, int] = field(factory=dict)

    def anchor(self, title: str) -> str:
        """The slug, and a number behind it where that is taken."""
        found = plain = slug(title)
        while found in self._seen:
            self._seen[plain] += 1
            found = f"{plain}-{self._seen[plain]}"
        self._seen[found] = 0
        return found
