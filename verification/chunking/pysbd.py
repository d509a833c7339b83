"""Sentences by pysbd, made exact and linear.

pysbd alone loses text, overlaps, and takes more than linear time. Here it is only asked whether a
stop that the rules of `ends.py` cannot decide ends a sentence, in a window of at most 500
characters around it; every boundary is ours, and its text is never taken over (ADR 0003).
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.core.text import between_blank_lines
from vera.verification.chunking.ends import STOP, Ending, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vera.core.document import Document

_WORDS = re.compile(r"\S")

_BEFORE, _AFTER, _MARGIN = 100, 150, 50
"""The window around an unsure stop, and how near to its right edge pysbd is not believed."""

_IMPORTING = Lock()
_SENTINELS = "∯ȸȹƪ∮♨☝☏♝♟♬♭☉☇☈☄ᓰᓱᓳᓴᓷᓸ⎋✂⌬\\"
_NEUTRAL = str.maketrans(
    dict.fromkeys(_SENTINELS, "x")
    | dict.fromkeys("012345678", "9")
    | dict.fromkeys("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", " ")
)
"""Each to one character, so that offsets stay: what pysbd uses as marks of its own, the numbers
that it would take for a list (quadratic time), and line ends, which always split."""


class PysbdSplitter:
    """Finds the sentences of a document, one paragraph at a time, as they are asked for."""

    def split(self, document: Document) -> Iterator[Span]:
        """The sentences in order, without overlap; between them is only whitespace.

        A paragraph is one of `document.blocks`, or without them what blank lines part; text that
        no block covers is read too. Every character that is not whitespace is in one sentence. A
        paragraph without any end is one sentence, whatever its length.
        """
        text = document.text
        for low, high in _paragraphs(document):
            yield from _sentences(text, low, high)


def _paragraphs(document: Document) -> Iterator[tuple[int, int]]:
    text, at = document.text, 0
    for block in document.blocks:
        yield from between_blank_lines(text, at, block.span.start)
        yield block.span.start, block.span.end
        at = block.span.end
    yield from between_blank_lines(text, at, len(text))


def _sentences(text: str, low: int, high: int) -> Iterator[Span]:
    while high > low and text[high - 1].isspace():
        high -= 1
    start = _skip_space(text, low, high)
    unsure = _Unsure(text, high)
    for found in STOP.finditer(text, start, high):
        ending = judge(text, start, found, high)
        if ending is Ending.UNSURE:
            ending = unsure.judge(start, found)
        if ending is Ending.YES:
            yield Span(start, found.end())
            start = _skip_space(text, found.end(), high)
    if start < high:
        yield Span(start, high)


def _skip_space(text: str, low: int, high: int) -> int:
    word = _WORDS.search(text, low, high)
    return word.start() if word else high


class _Unsure:
    """Asks pysbd about the unsure stops of one paragraph, once for all those in one window."""

    def __init__(self, text: str, high: int) -> None:
        self._text = text
        self._high = high
        self._believed_to = -1
        self._ends: frozenset[int] = frozenset()

    def judge(self, low: int, found: re.Match[str]) -> Ending:
        """Whether pysbd ends a sentence at the stop `found`; the last end was at `low`."""
        at, end = found.span()
        if end > self._believed_to:
            first, last = max(low, at - _BEFORE), min(self._high, end + _AFTER)
            self._believed_to = last if last == self._high else last - _MARGIN
            self._ends = frozenset(first + end for end in _ends(self._text[first:last]))
        ended = any(place in self._ends for place in range(at + 1, end + 1))
        return Ending.YES if ended else Ending.NO


def _ends(window: str) -> frozenset[int]:
    """Where pysbd's sentences end in `window`; where it fails, after each stop before a space."""
    neutral, segment = window.translate(_NEUTRAL), _segment()
    try:
        sentences = segment(neutral)
    except Exception:  # noqa: BLE001 - pysbd names no errors; whatever it is, the plain rule decides
        sentences = None
    located = None if sentences is None else _locate(neutral, sentences)
    if located is None:
        return frozenset(found.end() for found in STOP.finditer(window))
    return located


def _locate(window: str, sentences: list[str]) -> frozenset[int] | None:
    """The ends of pysbd's sentences, or None when one of them is not in the window."""
    ends, at = set(), 0
    for sentence in sentences:
        bare = sentence.strip()
        place = window.find(bare, at)
        if place < 0:
            return None
        at = place + len(bare)
        ends.add(at)
    return frozenset(ends)


@lru_cache(maxsize=1)
def _segment() -> Callable[[str], list[str]]:
    """The English rules of pysbd, imported when first needed: `verify --help` must not load it."""
    with _IMPORTING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its escapes in plain strings: a warning where not cached
        import pysbd

    segmenter = pysbd.Segmenter(language="en", clean=False)
    return lambda window: list(segmenter.processor(window).process())
