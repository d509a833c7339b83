"""The names in a text: systems, data sets, drugs, genes, places, persons.

A name is told by how it is written: more than one capital (BERT, mRNA), a letter and a digit
(IL-6, p53), a capital inside a sentence (Wuhan), or, in lower case, the form of a drug's, a
protein's or an enzyme's name (metformin, kinase).
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from attrs import frozen

from verification.grounding.substances import is_substance
from verification.retrieval.words import FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verification.retrieval.words import Word

_TOKEN = re.compile(r"[^\W_]+(?:[-‐‑–'’/.+][^\W_]+)*")
_PIECE = re.compile(r"[^-‐‑–/]+")
_STARTS = re.compile(r"(?:[.!?:;]\s+|\n\s*)\W*\Z")
_LINK = re.compile(r"[ \t](?:(?:of|the|de|van|von|der)[ \t]){0,2}")
_AMOUNT = re.compile(r"\d[\d.,]*[a-zµμ]*|[\d.,]+(?:[A-Z][a-z]*)?|[pPnN]\d*[.,]\d+")
_CAPITAL, _SMALL = re.compile(r"\b[A-Z][a-z]{3,}"), re.compile(r"\b[a-z]{4,}")
_TITLE = 5  # words with capitals that make a title
_BACK = 8  # characters in which a sentence's end is sought before a name
_LONGEST = 60  # characters of a name of several words
_MOST_LETTERS = 8  # of an acronym
_ROMAN = re.compile(r"[IVX]+")
_ENDING = re.compile(r"['’]s?$|(?<=[A-Z0-9])s$")

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu",
    "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi",
    "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_SPELLED = str.maketrans(_GREEK)
_LETTERS = re.compile(r"[^\W_]+")
_GREEK_NAMES = frozenset(_GREEK.values())

_NO_NAMES = (
    "aim aims anova april august auc background ci conclusion conclusions context db december "
    "design dna evaluation february fig figure findings friday hr importance interpretation "
    "introduction iqr january july june limitations main march may measurements method methods "
    "monday november objective objectives october ok or outcome outcomes participants ph "
    "purpose question rct rcts relevance result results rna rr saturday sd sections sem "
    "september setting settings sources study sunday table thursday tuesday wednesday "
    "kda khz mhz ghz hz kw kj mg ml dl ms cm km kg kb mb gb tb nm mm mmhg mmol μm μl µm µl"
)
"""Months, statistics, units, headings of abstracts: written like names, and none."""

_COUNTED = (
    "age chapter cycle day dose equation figure grade group hour level month part phase "
    "section stage step table top type version visit week year"
)
"""Words whose number counts something: "day-21" is no name."""
_NO_NAME_SET, _COUNTED_SET = frozenset(_NO_NAMES.split()), frozenset(_COUNTED.split())


class Sort(Enum):
    """How a name is written."""

    SYMBOL = "symbol"
    PROPER = "proper"
    SUBSTANCE = "substance"


@frozen
class Name:
    """A name, where it stands in its text, and `key`, how it is compared.

    `initial`: it begins a sentence, where ordinary words have capitals too.
    """

    start: int
    end: int
    text: str
    key: str
    sort: Sort
    initial: bool = False


def key(text: str) -> str:
    """A name without case, hyphens, plural and possessive, its Greek letters spelled out.

    >>> key("NF-κB"), key("GATA-3's"), key("LSTMs"), key("TNF-alpha")
    ('nfkappab', 'gata3', 'lstm', 'tnfalpha')
    """
    bare = _ENDING.sub("", text.strip())
    return "".join(_LETTERS.findall(bare.casefold().translate(_SPELLED)))


def _is_symbol(piece: str) -> bool:
    """Whether a piece has a digit and a letter, or a capital after its first sign."""
    return any(map(str.isupper, piece[1:])) or (any(map(str.isdigit, piece)) and piece[0].isalpha())


def _core(token: str) -> tuple[int, int]:
    """The stretch of a hyphenated token that is its name: "anti-CD3", "AMPK-dependent"."""
    pieces = list(_PIECE.finditer(token))
    while len(pieces) > 1 and _is_word(pieces[-1][0]):
        pieces.pop()
    first = 0
    while first < len(pieces) - 1 and _is_word(pieces[first][0]):
        if pieces[first + 1][0].isdigit() and pieces[first][0] not in _COUNTED_SET:
            break  # "interleukin-6"
        first += 1
    return pieces[first].start(), pieces[-1].end()


def _is_word(piece: str) -> bool:
    """Whether a piece is in lower case, and neither a Greek letter nor a substance."""
    return (
        piece.isalpha()
        and piece.islower()
        and piece not in _GREEK
        and piece not in _GREEK_NAMES
        and not is_substance(piece)
    )


def _sort(text: str) -> Sort | None:
    """What sort of name a token is, if one."""
    low = _ENDING.sub("", text.lower())
    pieces = _PIECE.findall(text)
    if low in _NO_NAME_SET or low in FUNCTION_WORDS or len(text) < 2 or not pieces:
        return None
    if all(_AMOUNT.fullmatch(piece) or _ROMAN.fullmatch(piece) for piece in pieces):
        return None
    if (pieces[0].lower() in _COUNTED_SET and not pieces[0].isupper()) or (
        pieces[0].isdigit() and len(pieces[0]) > 1
    ):
        return None
    bare = _ENDING.sub("", text)
    if _is_symbol(bare) or (bare[0].isdigit() and bare[-1].isupper()) or _has_mark(pieces):
        return Sort.SYMBOL
    if any(map(is_substance, pieces)):
        return Sort.SUBSTANCE
    return Sort.PROPER if text[0].isupper() else None


def _has_mark(pieces: list[str]) -> bool:
    """Whether a number follows a word, as in "caspase-3"."""
    return len(pieces) == 2 and pieces[1].isdigit() and len(pieces[0]) > 1 and pieces[0].isalpha()


@lru_cache(maxsize=4096)
def names(text: str, titled: int = 1) -> tuple[Name, ...]:
    """The names of a text in order; proper names that follow one another are one.

    A text is a title, of which a capital tells nothing, from `titled` times as many words with a
    capital as without.

    >>> [name.text for name in names("In Wuhan, p53-dependent growth of New York ran on GPT-4.")]
    ['Wuhan', 'p53', 'New York', 'GPT-4']
    """
    found: list[Name] = []
    shouting = text.isupper()
    title = _is_title(text, titled)
    for token in _TOKEN.finditer(text):
        whole = token[0]
        if whole.islower() and whole.isalpha() and not is_substance(whole):
            continue
        low, high = _core(whole) if not whole.isalnum() else (0, len(whole))
        start, said = token.start() + low, whole[low:high]
        sort = _sort(said)
        if sort is None or (shouting and sort is not Sort.SUBSTANCE):
            continue
        if title and sort is Sort.PROPER:
            continue
        ending = _ENDING.search(said)
        end = start + (ending.start() if ending and ending.start() else len(said))
        initial = not found and not _LETTERS.search(text, 0, start)
        initial = initial or _STARTS.search(text, max(0, start - _BACK), start) is not None
        last = found[-1] if found else None
        if last and not initial and _goes_on(text, last, start, sort):
            found[-1] = _name(text, last.start, end, sort, initial=False)
        else:
            found.append(_name(text, start, end, sort, initial=initial))
    return tuple(found)


def _is_title(text: str, titled: int) -> bool:
    """Whether so many words have capitals that a capital tells nothing."""
    capitals = len(_CAPITAL.findall(text))
    return capitals >= _TITLE and capitals > titled * len(_SMALL.findall(text))


def _name(text: str, start: int, end: int, sort: Sort, *, initial: bool) -> Name:
    return Name(start, end, text[start:end], key(text[start:end]), sort, initial)


def _goes_on(text: str, last: Name, start: int, sort: Sort) -> bool:
    """Whether a proper name goes on here: "New York", "University of Oslo"."""
    proper = sort is last.sort is Sort.PROPER and not last.initial
    proper = proper and start - last.start < _LONGEST
    return proper and _LINK.fullmatch(text, last.end, start) is not None


@frozen(eq=False)
class Forms:
    """All words of a text as one, and where words begin and end in it: names are found fast.

    >>> forms = Forms.of("of GATA-3 and New Yorks' RoBERTa")
    >>> ["gata3" in forms, "newyork" in forms, "bert" in forms]
    [True, True, False]
    """

    joined: str
    edges: frozenset[int]

    @classmethod
    def of(cls, text: str) -> Forms:
        """The forms of a text, in time and memory that grow with its length."""
        pieces = _LETTERS.findall(text.casefold().translate(_SPELLED))
        return cls("".join(pieces), frozenset(accumulate(map(len, pieces), initial=0)))

    def __contains__(self, sought: object) -> bool:
        if not isinstance(sought, str) or not sought:
            return False
        at = self.joined.find(sought)
        while at >= 0:
            end = at + len(sought)
            plural = self.joined.startswith("s", end) and end + 1 in self.edges
            if at in self.edges and (end in self.edges or plural):
                return True
            at = self.joined.find(sought, at + 1)
        return False


def stands_for(short: str, text: Sequence[Word]) -> bool:
    """Whether an acronym can stand for two or more words of a text that follow one another.

    >>> from verification.retrieval.words import words
    >>> stands_for("AMPK", words("the AMP-activated protein kinase"))
    True
    """
    letters = "".join(sign for sign in short if sign.isupper()).lower()
    if not 2 <= len(letters) <= _MOST_LETTERS:
        return False
    folded = [letters, key(short).rstrip("0123456789")[:_MOST_LETTERS]]
    return any(
        _reads(spelled, 0, text, at, begun=at)
        for spelled in folded
        for at, word in enumerate(text)
        if spelled and word.text[0] == spelled[0]
    )


def _reads(letters: str, done: int, text: Sequence[Word], at: int, begun: int) -> bool:
    """Whether the words from `at` spell the letters from `done`, each by its first ones."""
    if done == len(letters):
        return at - begun >= max(2, len(letters) - 1)
    if at == len(text) or at - begun >= len(letters) + 2:
        return False
    said = text[at].text
    if said[0] != letters[done]:
        joined = at > begun and text[at].start - text[at - 1].end == 1
        skipped = text[at].is_function or (joined and at - begun == 1)
        return skipped and _reads(letters, done, text, at + 1, begun)
    place = 0
    while done < len(letters) and (place := said.find(letters[done], place) + 1):
        done += 1
        if _reads(letters, done, text, at + 1, begun):
            return True
    return False
