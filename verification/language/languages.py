"""Whether a text is surely in another language than English, the only one that was measured.

By the script of its letters; and for Latin letters by the words that say how a sentence is built,
and by letters that English does not have (ADR 0042).
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from vera.verification.language.word_list import word_list
from vera.verification.language.words import FUNCTION_WORDS, words

if TYPE_CHECKING:
    from vera.verification.language.words import Word

_ELISION = re.compile(r"(?<=['’])")
"""Where "l'eau" is two words, of which "l'" is known."""
_NAMES = ("German", "French", "Spanish", "Portuguese", "Italian", "Dutch", "Polish", "Swedish")
_LANGUAGES = {name: frozenset(word_list(name.lower())) for name in _NAMES}
_PARTICLES = frozenset(word_list("particles"))
"""Words that also stand in names, titles, Latin terms and English: alone they prove nothing."""
_LATIN = 0.5
"""The share of Latin letters below which a text is in another script: by hand."""
_FEWEST_ENGLISH = 2
"""English function words that leave such a text unsure: by hand."""
_FEWEST = 2
_SHARE = 0.25
_PARTICLES_ALONE, _WORDS_AROUND = 3, 8
_OUTWEIGHED = 3
"""Words that a text of another language has at least, their share, how many particles do in how
many words, and how many weigh as much as one English function word. Chosen so that none of 46,255
labelled claims in English is taken for another language (ADR 0042)."""
_MOST_LETTERS = 2000
"""Characters that are looked at: enough to tell a language by. By hand."""


def other_language(text: str) -> str:
    """The language that a text surely is in, "" for English and where it is not sure.

    >>> other_language("Die Bienen schlafen nicht bei Nacht."), other_language("Die cells do so.")
    ('German', '')
    >>> other_language("Пчёлы спят."), other_language("Todo sobre mi madre is a film.")
    ('a language without Latin letters', '')
    """
    plain = unicodedata.normalize("NFKC", text[:_MOST_LETTERS])
    letters = [letter for letter in plain if letter.isalpha()]
    latin = sum(map(_is_latin, letters))
    said = [piece for word in words(plain) if not word.is_number for piece in _pieces(plain, word)]
    lower = [word.lower() if at == 0 else word for at, word in enumerate(said)]
    english = [word for word in lower if word in FUNCTION_WORDS]
    if latin < _LATIN * len(letters):
        return "" if len(english) >= _FEWEST_ENGLISH else "a language without Latin letters"
    marked = {word for word in lower if word.islower() and not word.isascii() and _spelt(word)}
    ranked = sorted(_LANGUAGES.items(), key=lambda each: -len(each[1].intersection(lower)))
    name, known = ranked[0]
    foreign = known.intersection(lower) - FUNCTION_WORDS
    votes = foreign | marked
    against = sum(word not in known for word in english)
    particles = len(votes) >= _PARTICLES_ALONE and len(said) >= _WORDS_AROUND
    sure = votes - _PARTICLES or (particles and not against)
    enough = len(votes) >= max(_FEWEST, _SHARE * len(said))
    if not (sure and enough) or len(votes) < _OUTWEIGHED * against + _FEWEST:
        return ""
    return name if foreign else "another language than English"


def _pieces(text: str, word: Word) -> list[str]:
    """A word as it is written, up to each apostrophe and after it."""
    return [piece.replace("’", "'") for piece in _ELISION.split(text[word.start : word.end])]


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")


def _spelt(word: str) -> bool:
    """Whether a word has Latin letters alone: no Greek of a formula, no alpha of a name."""
    return len(word) > 1 and all(map(_is_latin, word.replace("'", "")))
