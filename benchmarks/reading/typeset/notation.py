"""The neutral notation of the content, from which both the sources and the truth are made.

Text is plain but for pieces in braces: `{n:3}` the mark of a note, `{c:4–6}` of works, `{a:1,*}` of
an address, all raised; `{^:−3}` an exponent; `{_:2}` an index; `{r:st}` what is raised and stays
plain in the text (an ordinal, an isotope, a charge); `{i:x}` italics. Thousands are parted by
`{,}`, by `{;}` (a comma and a thin space, as TeX sets "20,000" in a formula) or by `{~}` (a thin
space alone).
"""

from __future__ import annotations

import re
import unicodedata

from attrs import frozen

from benchmarks.reading.text import plain

MARKS = frozenset("nca")
_PIECE = re.compile(r"\{(?:([nca^_ri]):([^}]*)|([,;~]))\}")
_LIGATURE = re.compile("ffi|ffl|ff|fi|fl")
_SIMPLE = re.compile(r"-?[\w.]+")
_THOUSANDS = {",": (",",), ";": (",",), "~": (" ", "")}


@frozen
class Piece:
    """A stretch of text; `code` says how it is set, and is empty where it is plain."""

    code: str
    text: str


@frozen
class Item:
    """A place of a text that is easily read wrong.

    It begins at character `at`; what stands between the letter before it and its own first letter
    must be one of `accepted`. `printed` is what the page shows there. A mark is no part of the
    text: it stood before that character.
    """

    kind: str
    at: int
    printed: str
    accepted: tuple[str, ...] = ()


@frozen
class Said:
    """What a source says: the text without its marks, and its items in order."""

    text: str
    items: tuple[Item, ...]


def pieces(source: str) -> list[Piece]:
    """The source taken apart.

    >>> [(piece.code, piece.text) for piece in pieces("CO{_:2} 20{,}000")]
    [('', 'CO'), ('_', '2'), ('', ' 20'), (',', ''), ('', '000')]
    """
    found = []
    end = 0
    for match in _PIECE.finditer(source):
        found.append(Piece("", source[end : match.start()]))
        found.append(Piece(match[1] or match[3], match[2] or ""))
        end = match.end()
    found.append(Piece("", source[end:]))
    return [piece for piece in found if piece.code or piece.text]


def said(source: str) -> Said:
    """The text that a reader should have, and its items.

    >>> said("10{^:−3} m{n:1} of finds").text
    '10^-3 m of finds'
    """
    text = ""
    items: list[Item] = []
    for piece in pieces(source):
        shown = plain(piece.text)
        if piece.code in MARKS:
            items.append(Item("mark", len(text), piece.text))
        elif piece.code == "^":
            plainly = _SIMPLE.fullmatch(shown)
            sign = "-" if shown.startswith("-") else ""
            text += "^" if plainly else "^("
            items.append(Item("exponent", len(text), shown, ("^" + sign, f"^({sign}")))
            text += shown if plainly else f"{shown})"
        elif piece.code in {"_", "r"}:
            before = " " if text[-1:] == " " else ""
            accepted: tuple[str, ...] = ("", "_") if piece.code == "_" else (before,)
            items.append(Item("index", len(text), shown, accepted))
            text += shown
        elif piece.code in _THOUSANDS:
            accepted = _THOUSANDS[piece.code]
            text += accepted[0]
            items.append(
                Item("thousands", len(text), {";": ", "}.get(piece.code, text[-1]), accepted)
            )
        else:
            # Blanks at the ends of a piece are the text's own.
            text += " ".join(part and plain(part) for part in piece.text.split(" "))
    items += by_letters(text)
    return Said(text, tuple(sorted(items, key=lambda item: item.at)))


def by_letters(text: str) -> list[Item]:
    """The ligatures and the letters with accents of a text."""
    ligatures = (Item("ligature", it.start(), it[0]) for it in _LIGATURE.finditer(text))
    accents = (
        Item("accent", at, letter)
        for at, letter in enumerate(text)
        if letter.isalpha() and not letter.isascii() and _is_latin(letter)
    )
    return [*ligatures, *accents]


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter).startswith("LATIN ")
