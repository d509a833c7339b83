"""The lists of references: which paragraphs are their entries, on proof alone (ADR 0012).

A paragraph that is called references is never used as evidence, so it needs its place in the list,
a year or an address, and must be no prose.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Kind
from vera.verification.ingestion.headings import is_references
from vera.verification.ingestion.pdf.paragraphs import Paragraph, ends_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_VERBS = frozenset(
    """
    are be been can could did does had has have is may our should that these they this was we
    were which will would
    """.split()  # noqa: SIM905 - a list of twenty quoted words is harder to read
)
"""Words that sentences have and that titles, names and places hardly ever have."""
WORD = re.compile(r"[^\W\d_]+")
_PROSE_SHARE, _LONG_PROSE_SHARE = 0.15, 0.035
"""Share of them in prose. No entry of 1,493 in 32 lists reaches it (the second: 40 words)."""
LONG = 40
"""Words from which on a paragraph is long."""
_FEWEST_WORDS = 8
_SURE = re.compile(
    r"(?<![\d.])(?:1[89]|20)\d\d[a-z]?(?!\d)|\bdoi\b|https?:|\barxiv\b|\bPMID\b|\bISBN\b|"
    r"\b(?:in press|to appear|forthcoming)\b",
    re.IGNORECASE,
)
_LIST_STARTS = 4
"""Blocks after the heading of a list of references among which its first entry must be."""
_LONGEST_GAP = 6
"""Blocks of words between two sure entries of a list of references."""
_ENTRY_NUMBER = re.compile(r"\[?(\d{1,4})[\].]")
_OTHER_SIZE = 0.12
"""Sizes this much apart, as a ratio, are two even in a scan whose sizes were guessed."""
_LETTERS_OF_WORDS = 4


def is_prose(text: str) -> bool:
    """Whether the text is made of sentences.

    >>> is_prose("Smith J, Jones K. A study of the heart and its valves. Heart. 2001;3:1-9.")
    False
    """
    words = WORD.findall(text.lower())
    share = sum(word in _VERBS for word in words) / max(len(words), 1)
    return len(words) >= _FEWEST_WORDS and share >= (
        _PROSE_SHARE if len(words) < LONG else _LONG_PROSE_SHARE
    )


def _is_sure_entry(block: Paragraph) -> bool:
    """Whether the block is an entry of a list of references, if it stands in one."""
    text = block.text
    return block.kind is Kind.BODY and _SURE.search(text) is not None and not is_prose(text)


def _is_between_entries(blocks: Sequence[Paragraph], at: int, sure: frozenset[int]) -> bool:
    """Whether the block, which is no sentence, stands right between `sure` entries.

    The title of an entry may be a paragraph of its own and have verbs like prose.
    """
    around = (it for it in (at - 1, at + 1) if it < len(blocks))
    return not ends_sentence(blocks[at].lines[-1].text) and sure.issuperset(around)


def has_verbs(text: str) -> bool:
    """Whether the text has a word that names and addresses hardly ever have."""
    return not _VERBS.isdisjoint(WORD.findall(text.lower()))


def has_words(block: Paragraph) -> bool:
    """Whether the block has letters enough for a word or two."""
    return sum(map(str.isalpha, block.text)) >= _LETTERS_OF_WORDS


def _list(blocks: Sequence[Paragraph], first: int, end: int) -> Iterator[int]:
    """Which of the blocks from `first` to before `end` are the references of the list there.

    The list ends with the last sure entry, and where no entry follows for some blocks.
    """
    sure = [at for at in range(first, end) if _is_sure_entry(blocks[at])]
    if not sure or sure[0] >= first + _LIST_STARTS:
        return
    last = first - 1
    for at in sure:
        if sum(map(has_words, blocks[last + 1 : at])) > _LONGEST_GAP:
            break
        last = at
    entries = frozenset(sure)
    sizes = sorted(blocks[at].size for at in sure if at <= last)
    size = sizes[len(sizes) // 2]
    number = 0
    for at in range(first, last + 1):
        block = blocks[at]
        if block.kind is not Kind.BODY:
            continue
        numbered = _ENTRY_NUMBER.match(block.text)
        is_next = numbered is not None and int(numbered[1]) == number + 1
        number = int(numbered[1]) if numbered and (is_next or not number) else number
        words = len(WORD.findall(block.text))
        is_other_type = (
            words >= _FEWEST_WORDS
            and abs(block.size - size) > _OTHER_SIZE * size
            and at not in entries
        )
        is_title = words < LONG and _is_between_entries(blocks, at, entries)
        if (is_next and words < LONG) or is_title or not (is_prose(block.text) or is_other_type):
            yield at


def _ends_list(blocks: Sequence[Paragraph], at: int) -> bool:
    """Whether the heading at `at` ends a list of references and is no entry of it.

    It is one of its entries, or inside of one, if entries follow.
    """
    if _SURE.search(blocks[at].text):
        return False
    texts = (
        block
        for block in islice(blocks, at + 1, None)
        if has_words(block) and block.kind in (Kind.BODY, Kind.HEADING)
    )
    following = list(islice(texts, _LIST_STARTS))
    entries = sum(_SURE.search(block.text) is not None for block in following)
    prose = sum(is_prose(block.text) for block in following)
    return prose > entries or 2 * entries < len(following) or not following


def with_references(blocks: list[Paragraph]) -> None:
    """Give the lists of references their kind; what looks like a heading in one is none."""
    headings = [at for at, block in enumerate(blocks) if block.kind is Kind.HEADING]
    for start in headings:
        title = blocks[start]
        if title.kind is not Kind.HEADING or not is_references(title.text):
            continue
        ends = (at for at in headings if at > start and _ends_list(blocks, at))
        end = next(ends, len(blocks))
        for at in range(start + 1, end):
            if blocks[at].kind is Kind.HEADING:
                blocks[at] = evolve(blocks[at], is_heading=False, kind=Kind.BODY)
        for at in list(_list(blocks, start + 1, end)):
            blocks[at] = evolve(blocks[at], is_heading=False, kind=Kind.REFERENCES)
