"""What a text is to a reader."""

from __future__ import annotations


def is_blank(text: str) -> bool:
    r"""Whether nothing of the text can be seen: white space, controls, joiners, none of it ink.

    >>> is_blank(" \n\u200b"), is_blank(".")
    (True, False)
    """
    return not any(character.isprintable() and not character.isspace() for character in text)
