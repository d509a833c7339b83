"""What raised text is: an exponent, the mark of a note or of works, or a part of the word.

Pure, and the same for every format, so that a number cannot melt with the word or number before it:
"10" with a raised "5" is not 105, and "slept" with a raised "3" is no word. `sense` takes

* `raised`: what is printed raised, blanks at its ends included or not;
* `before`: what stands before it in its paragraph, at least some 40 characters where there are so
  many, without an index that was lowered between the two (of x with an index i, squared: "x");
* `after`: what follows it on the line, some characters; it tells isotopes alone;
* `notes`, `works`: the labels of notes ("1", "a", "†") and the numbers of references ("12") that
  the document is known to have: of its table, for a raised sign in a table. Empty where unknown.

It gives the text that stays, in the form that every reader writes, or what the mark calls. What is
not surely a mark stays. A format that has a link tells more than this; then it is not asked.

The patterns are compiled when they are first asked: all of them take 2 ms, and few files ask all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Calls

if TYPE_CHECKING:
    from collections.abc import Container

_SYMBOLS = "*∗⁎†‡§¶‖#"
_LABEL = rf"(?:\d{{1,3}}+|[a-z]|[{_SYMBOLS}]++)"
_MARK = rf"[\[(]?\s?{_LABEL}(?:(?:\s?[,;–—-]\s?|\s|(?=[{_SYMBOLS}])){_LABEL})*\s?[\])]?"
"""One label, or several: "3", "a,b", "4–6", "1,*", "[12]"."""
_LISTED = rf"{_LABEL}(?:\s?[,;]\s?{_LABEL})+|{_LABEL}[{_SYMBOLS}]+"
_ROMAN = r"[\[(]?[ivxlc]{1,6}[\])]?"
_EACH = rf"\d{{1,3}}|[a-z]|[{_SYMBOLS}]+"
_NUCLEONS = r"(\d{1,3})m?"
_ORDINAL = r"(?i)(?:st|nd|rd|th|ers?|re|e|ème|º|ª|o|a)"
_DEGREE = frozenset("o∘°º◦")
_CHARGE = r"\d?[-+−–]{1,2}|[-+−–]\d|[•·]?[-+−–]"
_SIGN_ALONE = r"[-+−–•·]{1,2}"
_SIGNED = r"[-+−–]\s*\d+(?:[.,]\d+)?"
_PRIMES = r"['′″’]+|[™®©℠]"
_TRADE = {"TM": "™", "SM": "℠"}
_WORD = r"[^\W\d_]{2,}(?:\s+[^\W\d_]{2,})*"
_BARE = r"-?(?:\d+(?:\.\d+)?|[^\W\d_])|\+\d+|[*∗⁎†+-]"
"""An exponent that needs no parentheses."""
_MINUS = str.maketrans("−–‒", "---")
_LAST_WORD = r"[^\W_]+$"
_LETTER = r"[∂∇ΔδDd]?[^\W\d_]\d*"
"""A variable: a letter, with a difference before it or a number behind it."""
_YEAR = r"(?:1[5-9]|20)\d\d"
_DECIMAL = r"\d[.,·]\d+$"
_SAID = r"[^\W\d_]{3}"
_IN_BRACKETS = r"[(\[{]([^()\[\]{}]*)[)\]}]$"
_VARIABLES = frozenset("nkmxtijNT")
_FUNCTIONS = frozenset(
    re.findall(r"\S+", "sin cos tan cot sec csc sinh cosh tanh log ln lg exp det")
)
_UNITS = frozenset(
    (
        *("cm", "mm", "km", "nm", "µm", "μm", "um", "pm", "dm", "ft", "mi", "px", "yd", "Å", "au"),
        *("AU", "pc", "kpc", "Mpc", "Gpc", "ms", "µs", "μs", "ns", "kg", "mg", "Hz", "kHz", "MHz"),
        *("eV", "keV", "MeV", "GeV", "TeV", "mV", "rad", "deg", "arcmin", "arcsec", "pixel"),
        *("pixels", "metre", "meter", "metres", "meters", "mile", "miles", "inch", "inches"),
        *("feet", "foot", "kPa", "Pa", "dB"),
    )
)
"""Those of more than one letter that are squared or cubed; the rest are single letters."""
_POWERS = frozenset("234")
"""Powers of units: area, volume, and the second moment of area."""
_ELEMENTS = re.findall(
    r"\S+",
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se "
    "Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy "
    "Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf",
)
_SYMBOL = r"([A-Z][a-z]?)(?![a-z])"
_OPENS = frozenset(("", *"-/([{"))
_LONGEST = 40
"""Characters of a word or an exponent: what is longer is a text in small type. By hand."""
_HEAVIEST = 3
"""Nucleons for each proton, of hydrogen-3; no nuclide at hand has more, and none fewer than one."""


def sense(
    raised: str,
    before: str,
    after: str = "",
    notes: Container[str] = (),
    works: Container[str] = (),
) -> str | Calls:
    """The text that a raised one leaves, or what it calls as a mark.

    >>> sense("−3", "some 10"), sense("2", "5 cm"), sense("-λt", "e"), sense("th", "the 19")
    ('^-3', '^2', '^(-λt)', 'th')
    >>> sense("14", "of ", "C-labelled"), sense("2+", "free Ca"), sense("+", "CD4")
    ('14', '2+', '+')
    >>> sense("th", "an i")
    'th'
    >>> sense("3", "as bees slept"), sense("4–6", "slept.", works=["4", "5", "6"])
    (<Calls.UNKNOWN: 'mark'>, <Calls.WORKS: 'citation'>)
    >>> sense("a", "0.45", notes=["a", "b"])
    <Calls.NOTE: 'note'>
    """
    raised, apart, before = " ".join(raised.split()), before[-1:].isspace(), before.rstrip()
    if not raised or len(raised) > _LONGEST:
        return f" {raised} " if raised else ""
    if (apart or before[-1:] in _OPENS) and _is_isotope(raised, after):
        return raised
    if not before or not (_ends_a_base(before) or re.fullmatch(_MARK, raised)):
        return _as_mark(raised, notes, works)
    word = _last(before)
    if plain := _plain(raised, word, after):
        return plain
    if re.fullmatch(_MARK, raised) and _is_mark(raised, before, word, notes):
        return _calls(raised, notes, works)
    if raised[0] == "[" and len(word) != 1:  # "[citation needed]"
        return Calls.UNKNOWN
    if re.fullmatch(_WORD, raised) and len(raised) > 2 and len(word) > 1:  # small type, no power
        return f" {raised}"
    return exponent(raised)


def exponent(text: str) -> str:
    """An exponent as text has it: with a caret, in parentheses where it has several signs.

    >>> exponent("−1"), exponent("n + 1"), exponent("(2)"), exponent("0.5")
    ('^-1', '^(n + 1)', '^(2)', '^0.5')
    """
    text = text.strip().translate(_MINUS)
    if re.fullmatch(_SIGNED, text):
        text = "".join(text.split()).removeprefix("+")
    closed = text[:1] == "(" and text.find(")") == len(text) - 1
    return f"^{text}" if closed or re.fullmatch(_BARE, text) else f"^({text})"


def index(text: str, before: str) -> str:
    """An index as text has it: as it is, but apart from a number or exponent that it follows.

    >>> index("2", "H"), index("2", "10"), index("i", "x^2")
    ('2', '_2', '_i')
    """
    text = text.strip()
    power = re.search(r"\^(?:-?[^\W_]+|\([^()]*\))$", before)
    melts = before[-1:].isdecimal() and text[:1].isdecimal()
    return f"_{text}" if text and (power or melts) else text


def is_label(text: str) -> bool:
    """Whether a text can be the mark of a note or of works, wherever it stands.

    >>> [is_label(it) for it in ("3", "4–6", "[12]", "a,b", "**", "iv", "Li 2020")]
    [True, True, True, True, True, True, False]
    """
    said = " ".join(text.split())
    if len(said) > _LONGEST:
        return False
    return re.fullmatch(_MARK, said) is not None or re.fullmatch(_ROMAN, said) is not None


def labels(raised: str) -> list[str]:
    """The labels of a mark, ranges of numbers written out.

    >>> labels("3, 5–7"), labels("a,†"), labels("[12]")
    (['3', '5', '6', '7'], ['a', '†'], ['12'])
    """
    found: list[str] = []
    end = 0
    for each in re.finditer(_EACH, raised):
        between = raised[end : each.start()].strip()
        if between in {"–", "—", "-"} and found and found[-1].isdecimal() and each[0].isdecimal():
            found += map(str, range(int(found[-1]) + 1, int(each[0])))
        found.append(each[0])
        end = each.end()
    return found


def _last(before: str) -> str:
    word = re.search(_LAST_WORD, before[-_LONGEST:])
    return word[0] if word else ""


def _ends_a_base(before: str) -> bool:
    return before[-1].isalnum() or before[-1] in ")]}|‖∥⟩′'*"


def _is_isotope(raised: str, after: str) -> bool:
    symbol = re.match(_SYMBOL, after)
    nucleons = re.fullmatch(_NUCLEONS, raised)
    if symbol is None or symbol[1] not in _ELEMENTS or nucleons is None:
        return False
    protons = _ELEMENTS.index(symbol[1]) + 1
    return protons <= int(nucleons[1]) <= _HEAVIEST * protons


def _plain(raised: str, word: str, after: str) -> str:
    """What is printed raised and belongs to the word or number; nothing for what does not."""
    if word[-1:].isdecimal() and raised in _DEGREE and (raised != "o" or not _is_word(after)):
        return "°"
    if word.isdecimal() and len(raised) > 1 and re.fullmatch(_ORDINAL, raised):
        return raised
    if raised == "th" and re.fullmatch(_LETTER, word):  # "the ith of n"
        return raised
    if raised in _TRADE or re.fullmatch(_PRIMES, raised):
        return _TRADE.get(raised, raised)
    if re.fullmatch(_SIGN_ALONE, raised) or (
        re.fullmatch(_CHARGE, raised) and raised[-1:] in "+-−–"
    ):
        return raised if word != "10" else ""
    return ""


def _is_word(after: str) -> bool:
    return re.match(r"\s?[^\W\d_]{2}", after) is not None


def _is_mark(raised: str, before: str, word: str, notes: Container[str]) -> bool:
    """Whether what looks like a mark is none of the exponents that look alike."""
    last = before[-1]
    known = all(it in notes for it in labels(raised))
    if raised[0] in "[(" and len(word) != 1:
        return True
    if re.fullmatch(_LISTED, raised) and word != "10":
        return True
    if last in ")]}":
        inside = re.search(_IN_BRACKETS, before)
        return inside is None or re.search(_SAID, inside[1]) is not None
    if not word:  # a stop, a quotation mark, or a sign of mathematics
        return last in '.,;:!?%”"’»…'
    if raised.strip(_SYMBOLS) == "":
        return known or re.fullmatch(_LETTER, word) is None or raised[0] not in "*∗⁎"
    if raised.isalpha():
        return _is_letter_mark(raised, before, word, known)
    if word.isdecimal():
        return re.fullmatch(_YEAR, word) is not None and not re.search(_DECIMAL, before)
    if re.fullmatch(_LETTER, word) or word.lower() in _FUNCTIONS:
        return False
    return word not in _UNITS or raised not in _POWERS


def _is_letter_mark(raised: str, before: str, word: str, known: bool) -> bool:
    """Whether a single letter is the label of a note: behind a word, or a number that is data."""
    if word.isdecimal():
        return known or (raised not in _VARIABLES and re.search(_DECIMAL, before) is not None)
    return re.fullmatch(_LETTER, word) is None and word not in _FUNCTIONS


def _as_mark(raised: str, notes: Container[str], works: Container[str]) -> str | Calls:
    if re.fullmatch(_MARK, raised) or raised[0] == "[":
        return _calls(raised, notes, works)
    return raised if re.fullmatch(_WORD, raised) else exponent(raised)


def _calls(raised: str, notes: Container[str], works: Container[str]) -> Calls:
    """What a mark calls: notes or works alone; what both have, or neither, is unknown."""
    called = labels(raised) or [raised]
    noted, cited = all(it in notes for it in called), all(it in works for it in called)
    if noted == cited:
        return Calls.UNKNOWN
    return Calls.NOTE if noted else Calls.WORKS
