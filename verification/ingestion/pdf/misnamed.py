"""Ligatures that a font calls by another letter: "eHect" for "effect", "deCned" for "defined".

Where a font does not say what its ligatures are, a library may take their codes for letters. A
capital, a figure or a foreign letter in the midst of small ones tells of it: where one and the same
stands in several such words, and all of them become known words with one ligature, it is that one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.verification.words import is_word, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from vera.verification.ingestion.pdf.lines import Line

_LIGATURES = ("fi", "fl", "ff", "ffi", "ffl")
_ODD = re.compile(r"[a-z]([A-Z0-9\xc0-\u017f])[a-z]")
"""A sign inside a word that is no small letter of English."""
_AROUND = re.compile(r"[A-Za-z]?[a-z]*\Z"), re.compile(r"[a-z]*(?![^\W_])")
"""The rest of the word before and behind it: small letters alone, after a first one."""
_LONGEST = 30
_BEGUN = re.compile(r"(?<![^\W_])[A-Z0-9][a-z]{2,}(?![^\W_])")
_TOKEN = re.compile(r"[^\W_]+")
_PROOF = 3
"""Different words that prove what a sign stands for; as in `ligatures`."""
_MOST = 0.6
"""Part of the odd words with a sign that become known ones; names and formulas do not."""


def _readings(token: str, at: int, read: Iterable[str]) -> Iterator[str]:
    for letters in read:
        if is_word((token[:at] + letters + token[at + 1 :]).lower()):
            yield letters


def _odd_words(text: str) -> Iterator[tuple[str, int]]:
    """Each word of small letters with one odd sign inside, and where in it that stands."""
    for found in _ODD.finditer(text):
        at = found.start(1)
        before = _AROUND[0].search(text[max(0, at - _LONGEST) : at])
        after = _AROUND[1].match(text, at + 1, at + _LONGEST)
        if before and after and not text[at - len(before[0]) - 1 : at - len(before[0])].isalnum():
            yield before[0] + text[at] + after[0], len(before[0])


def _proved(text: str) -> dict[str, str]:
    """The signs that stand for ligatures, with their letters."""
    odd = set(_odd_words(text))
    if len(odd) < _PROOF:
        return {}
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for token, at in odd:
        if token.lower() not in words():
            votes[token[at]].update(list(_readings(token, at, _LIGATURES)) or [""])
    proved = {}
    for sign, found in votes.items():
        letters, count = max(found.items(), key=lambda it: (it[0] != "", it[1]))
        if letters and count >= max(_PROOF, _MOST * found.total()):
            proved[sign] = letters
    return proved | (_at_beginnings(text, proved) if proved else {})


def _at_beginnings(text: str, proved: Mapping[str, str]) -> dict[str, str]:
    """More such signs of a font that has some, which only begin words: "Eow" for "flow"."""
    rest = [letters for letters in _LIGATURES if letters not in proved.values()]
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for token in set(_BEGUN.findall(text)):
        if token[0] not in proved and token.lower() not in words():
            votes[token[0]].update(list(_readings(token, 0, rest)) or [""])
    found = {}
    for sign, counts in votes.items():
        letters, count = max(counts.items(), key=lambda it: (it[0] != "", it[1]))
        if letters and count >= max(_PROOF - 1, _MOST * counts.total()):
            found[sign] = letters
    return found


def _mended(line: Line, proved: Mapping[str, str], known: AbstractSet[str]) -> Line:
    parts = list(line.text)
    for token in _TOKEN.finditer(line.text):
        word = token[0]
        if word.isdigit() or word.lower() in known:
            continue
        signs = [at for at, sign in enumerate(word) if sign in proved]
        inside = [
            at for at in signs if word[at - 1 : at].islower() or word[at + 1 : at + 2].islower()
        ]
        whole = "".join(proved[s] if at in inside else s for at, s in enumerate(word))
        is_odd = all(0 < at < len(word) - 1 and word[at + 1].islower() for at in inside)
        if inside and (is_odd or is_word(whole.lower())):
            for at in inside:
                parts[token.start() + at] = proved[word[at]]
    text = "".join(parts)
    if text == line.text:
        return line
    return evolve(line, text=text, glyphs=np.repeat(line.glyphs, [len(part) for part in parts]))


def with_named(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The lines of the pages, such signs as the letters that they stand for."""
    proved = _proved("\n".join(line.text for lines in pages for line in lines))
    if not proved:
        return [list(lines) for lines in pages]
    signs = re.compile("[" + "".join(map(re.escape, proved)) + "]")
    return [
        [_mended(line, proved, words()) if signs.search(line.text) else line for line in lines]
        for lines in pages
    ]
