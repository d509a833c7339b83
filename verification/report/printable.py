"""Text from files made fit for a terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters, escape sequences among them
    "\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069"  # marks that reorder the text around them
    "\u2028\u2029"  # line and paragraph separators
    "\ud800-\udfff\ufffe\uffff]"  # halves of characters and what is none
)
_INVISIBLE = re.compile(rf"(?!\n|\t|\r\n){_UNPRINTABLE.pattern}")


def printable(text: str) -> str:
    r"""One line without control characters: runs of white space are a space, the rest is U+FFFD.

    >>> printable("a\n b\x1b[31mc")
    'a b�[31mc'
    """
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def printable_text(text: str) -> str:
    r"""The text without control characters, as long as before: lines and tabs stay.

    >>> printable_text("a\tb\nc\x1b[31m")
    'a\tb\nc�[31m'
    """
    return _UNPRINTABLE.sub(
        lambda bad: bad[0] if bad[0] in "\n\t" else "\N{REPLACEMENT CHARACTER}", text
    )


def escaped_json(json: str) -> str:
    r"""JSON in which no unprintable character stands raw; inside strings they become \uXXXX.

    >>> escaped_json('"\x9b"')
    '"\\u009b"'
    """
    lines = json.split("\n")
    return "\n".join(_UNPRINTABLE.sub(lambda bad: f"\\u{ord(bad[0]):04x}", it) for it in lines)


def visible(text: str) -> Iterator[tuple[str, bool]]:
    r"""The text in parts; of what cannot be printed, its name, and True beside it.

    Lines, their ends of two characters too, and tabs stay.

    >>> list(visible("a\x00b\r\n"))
    [('a', False), ('U+0000', True), ('b\r\n', False)]
    """
    done = 0
    for found in _INVISIBLE.finditer(text):
        if done < found.start():
            yield text[done : found.start()], False
        yield f"U+{ord(found[0]):04X}", True
        done = found.end()
    if done < len(text):
        yield text[done:], False


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "paper"), counted(1200, "paper")
    ('1 paper', '1,200 papers')
    """
    return f"{number:,} {what}{'s' * (number != 1)}"
