"""Whether the hyphen at the end of a line belongs to the word.

The words of the document tell, then a list of English words (ADR 0062). Those of the document
alone got 502 of 515 line ends of real papers right; always joining got 440 (ADR 0008).
"""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion.pdf.glyphs import BROKEN
from vera.verification.words import is_word, ranks, words

if TYPE_CHECKING:
    from collections.abc import Iterable

HYPHENS = BROKEN + "\u00ad\u2010\u2011-"
"""What may end a line in the middle of a word."""

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*")
_LAST_PART = re.compile(rf"([^\W_]+(?:[-\u2010\u2011][^\W_]+)*)[{HYPHENS}]$")
_DASH = re.compile(r"\w[\u2013\u2014]$")
_MARKS = HYPHENS + "\u2013\u2014"
"""What ends a line that is not simply followed by a space."""
_URL = re.compile(r"(?<!\S)\S*?(?:https?:|ftp:|www\.|[^\W_]\.[a-z]{2,}/)\S*$")
_URL_ENDS = frozenset("/._=?&#~:%")
"""What a URL is broken behind; it goes on with `_URL_GOES_ON`, or with what is no word."""
_URL_GOES_ON = re.compile(r"//|~?[^\W_][\w%~+-]*[/._=?&~][\w/~]")
_FIRST_TOKEN = re.compile(r"\w+")
_NAME = re.compile(r"[A-Z][a-z]+|\d+")
_EXTENSION = re.compile(r"(?:s?html?|php|pdf|xml|txt|org|com|net|edu|gov)\b")
_LISTING = re.compile(r"(?:and|or|to|versus|vs)\b")
_FIRST_PART = re.compile(r"([^\W\d_]+)(?:[-\u2010\u2011][^\W\d_]+)*")
_NEVER_HYPHENATED = frozenset(
    """
    any every further her him how more never other some them there what when where your
    """.split()  # noqa: SIM905 - a list of sixteen quoted words is harder to read
)
"""Words that begin longer ones ("every-thing") and no compound with a hyphen."""
_SUFFIX = re.compile(
    r"[dlnt]?ings?|ments?|[aciu]?tions?|al?ly|ably|ibly|ness|i[sz]ations?|[drt]?ences?|"
    r"ities|ity|ists?|isms?|ances?|ative|able"
)
"""What ends words and is none: no hyphen stands before it."""
_COMPOUND = re.compile(r"(?:based|oriented|driven)$|(?:and|as|by|for|in|of|on|the|to)-")
"""What ends compounds with a hyphen ("rule-based"), or goes on inside one ("state-of-the-art")."""
_PARTICLES = frozenset(
    ("by", "co", "de", "down", "in", "off", "on", "out", "over", "re", "under", "up")
)
"""What begins closed verbs and nouns ("out-perform"), though it is a word as well."""
_RARE = 2200
"""Rank in the list of English words up to which two of them, of which it lists no word of both,
make a compound ("follow-up"). With the list, 22 line ends of 65 papers are read otherwise, 20 of
them right (ADR 0062)."""
_TYPICAL_PREFIX = 2
_WHOLE_WORD = 4
_LONGEST_URL = 200
_LONGEST_WORD = 80
"""Characters of a line's end that are looked at; it bounds the work on hostile lines."""


def _plain(word: str) -> str:
    return word.lower().replace("\u2010", "-").replace("\u2011", "-")


@frozen
class Lexicon:
    """The words of a document, in lower case: how often each occurs, and each "x" of "x-y"."""

    words: Counter[str]
    prefixes: Counter[str]

    @classmethod
    def of(cls, lines: Iterable[str]) -> Lexicon:
        """The words of the lines. Neither part of a word broken at a line's end counts.

        >>> sorted(Lexicon.of(["well-known words, un-", "known"]).words)
        ['known', 'well', 'well-known', 'words']
        """
        whole: list[str] = []
        after_break = False
        for line in lines:
            found = _WORD.findall(line)
            if after_break:
                del found[:1]
            after_break = line[-1:] in HYPHENS
            if after_break and found:
                found.pop()
            whole += found
        words: Counter[str] = Counter()
        for word, count in Counter(whole).items():
            words[_plain(word)] += count
        prefixes: Counter[str] = Counter()
        for word, count in list(words.items()):
            if "-" in word:
                prefixes[word.partition("-")[0]] += count
                words.update(dict.fromkeys(word.split("-"), count))
        return cls(words, prefixes)

    def keeps_hyphen(self, first: str, last: str) -> bool:
        """Whether `first` and `last`, parted by a line end, are written with a hyphen.

        `last` may go on with further hyphens, as in "state-" and "of-the-art".

        >>> Lexicon.of(["the literature"]).keeps_hyphen("litera", "ture")
        False
        >>> Lexicon.of([]).keeps_hyphen("follow", "up"), Lexicon.of([]).keeps_hyphen("re", "quires")
        (True, False)
        """
        a, whole = _plain(first), _plain(last)
        b = whole.partition("-")[0]
        if f"{a}-{whole}" in self.words or f"{a}-{b}" in self.words:
            return True
        if a + whole in self.words or a + b in self.words:
            return False
        is_prefix = self.prefixes[a] >= _TYPICAL_PREFIX
        if a + b in words() and not (is_prefix and b in words()):
            return False
        if a in _NEVER_HYPHENATED or _SUFFIX.fullmatch(b):
            return False
        if _COMPOUND.match(whole):
            return True
        if a not in _PARTICLES and max(ranks().get(a, _RARE), ranks().get(b, _RARE)) < _RARE:
            return True
        both_occur = a in self.words and b in self.words
        compound = "-" in whole or min(len(a), len(b)) >= _WHOLE_WORD
        return (both_occur and compound) or "-" in a or is_prefix


def _last_part(line: str) -> str:
    """The word that the hyphen at the end of the line follows; nothing without such a hyphen."""
    if line[-1:] not in HYPHENS:
        return ""
    found = _LAST_PART.search(line[-_LONGEST_WORD:])
    return found[1] if found else ""


def is_broken(line: str) -> bool:
    """Whether the line ends inside a word.

    >>> is_broken("litera-"), is_broken("pages 3 -")
    (True, False)
    """
    return line[-1:] in HYPHENS and (line.endswith(BROKEN) or bool(_last_part(line)))


def _url_goes_on(line: str, following: str) -> bool:
    """Whether a URL was broken at the end of the line.

    >>> _url_goes_on("at http://a.org/b/", "c.html."), _url_goes_on("at http://a.org/", "that is")
    (True, False)
    """
    if line[-1:] not in _URL_ENDS or not _URL.search(line[-_LONGEST_URL:]):
        return False
    if line[-1] == ".":
        begun = _EXTENSION.match(following) or _URL_GOES_ON.match(following)
        return begun is not None and following[0].islower()
    if _URL_GOES_ON.match(following):
        return not following.startswith(("http:", "https:", "www."))
    first = _FIRST_TOKEN.match(following)
    return first is not None and not (_NAME.fullmatch(first[0]) or is_word(first[0].lower()))


class Joint(Enum):
    """What becomes of a line end inside a paragraph."""

    SPACE = "a space"
    NOTHING = "the lines are put together as they are"
    NO_HYPHEN = "the last character of the line is dropped"


def joint(line: str, following: str, lexicon: Lexicon) -> Joint:
    """How the text of `line` goes on with `following` in the next one.

    >>> joint("1990–", "1994", Lexicon.of([])), joint("pre-", "and post-war", Lexicon.of([]))
    (<Joint.NOTHING: 'the lines are put together as they are'>, <Joint.SPACE: 'a space'>)
    """
    if line[-1:] not in _MARKS:
        return Joint.NOTHING if _url_goes_on(line, following) else Joint.SPACE
    if _DASH.search(line[-2:]) and following[:1].isalnum():
        return Joint.NOTHING
    if not is_broken(line):
        return Joint.SPACE
    last, first = _last_part(line), _FIRST_PART.match(following)
    if line[-1] == "\u00ad":
        return Joint.NO_HYPHEN
    if not last or not first or any(map(str.isdigit, last)):
        return Joint.NOTHING
    if last.lower() == last.upper():  # no script without capitals breaks words with a hyphen
        return Joint.NOTHING
    if line[-1] != BROKEN and _LISTING.match(following):
        return Joint.SPACE
    if first[0][0].isupper() and not last.isupper():
        return Joint.NOTHING
    return Joint.NOTHING if lexicon.keeps_hyphen(last, first[0]) else Joint.NO_HYPHEN
