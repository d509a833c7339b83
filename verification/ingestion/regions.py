"""What each paragraph of a PDF is to its reader: title, abstract, caption, references and so on.

Every rule errs towards the body: a paragraph that is called references is never used as evidence,
so it needs its place in the list, a year or an address, and must be no prose (ADR 0012).
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from core.document import Kind
from verification.ingestion.headings import is_appendix, is_numbered, is_references, is_well_known
from verification.ingestion.numbering import missing
from verification.ingestion.paragraphs import Paragraph, ends_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from verification.ingestion.lines import Line
    from verification.ingestion.paragraphs import Setting

_VERBS = frozenset(
    """
    are be been can could did does had has have is may our should that these they this was we
    were which will would
    """.split()  # noqa: SIM905 - a list of twenty quoted words is harder to read
)
"""Words that sentences have and that titles, names and places hardly ever have."""
_WORD = re.compile(r"[^\W\d_]+")
_PROSE_SHARE, _LONG_PROSE_SHARE = 0.15, 0.035
"""Share of them in prose. No entry of 1,493 in 32 lists reaches it (the second: 40 words)."""
_LONG = 40
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
_NOTE = re.compile(
    r"(?:\d{1,2}|[*∗†‡§¶#✉⋆]+|[a-z](?=[A-Z]))[\s,]*(?=[^\W\d_]|[“\"'(]|https?:|[*∗†‡§¶])"
)
_NOTE_SIZE = 0.96
_SAME_SIZE = 0.06
_OTHER_SIZE = 0.12
"""Sizes this much apart, as a ratio, are two even in a scan whose sizes were guessed."""
_ABSTRACT = re.compile(r"abstract(?:\s*[.:—–-]|\s+[A-Z])", re.IGNORECASE)
_IS_ABSTRACT = re.compile(r"\W*a ?b ?s ?t ?r ?a ?c ?t\W*", re.IGNORECASE)
_LETTERS_OF_WORDS = 4
_TITLE_PITCH = 1.7


def is_prose(text: str) -> bool:
    """Whether the text is made of sentences.

    >>> is_prose("Smith J, Jones K. A study of the heart and its valves. Heart. 2001;3:1-9.")
    False
    """
    words = _WORD.findall(text.lower())
    share = sum(word in _VERBS for word in words) / max(len(words), 1)
    return len(words) >= _FEWEST_WORDS and share >= (
        _PROSE_SHARE if len(words) < _LONG else _LONG_PROSE_SHARE
    )


def _is_sure_entry(block: Paragraph) -> bool:
    """Whether the block is an entry of a list of references, if it stands in one."""
    text = block.text
    if _SURE.search(text) is None or block.kind is not Kind.BODY:
        return False
    return not is_prose(text)


def _is_between_entries(blocks: Sequence[Paragraph], at: int) -> bool:
    """Whether the block, which is no sentence, stands right between sure entries.

    The title of an entry may be a paragraph of its own and have verbs like prose.
    """
    around = (*blocks[at - 1 : at], *blocks[at + 1 : at + 2])
    return not ends_sentence(blocks[at].text) and all(map(_is_sure_entry, around))


def _has_words(block: Paragraph) -> bool:
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
        if sum(map(_has_words, blocks[last + 1 : at])) > _LONGEST_GAP:
            break
        last = at
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
        words = len(_WORD.findall(block.text))
        is_other_type = (
            words >= _FEWEST_WORDS
            and abs(block.size - size) > _OTHER_SIZE * size
            and not _is_sure_entry(block)
        )
        is_title = words < _LONG and _is_between_entries(blocks, at)
        if (is_next and words < _LONG) or is_title or not (is_prose(block.text) or is_other_type):
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
        if _has_words(block) and block.kind in (Kind.BODY, Kind.HEADING)
    )
    following = list(islice(texts, _LIST_STARTS))
    entries = sum(_SURE.search(block.text) is not None for block in following)
    prose = sum(is_prose(block.text) for block in following)
    return prose > entries or 2 * entries < len(following) or not following


def _with_references(blocks: list[Paragraph]) -> None:
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


def _is_at_foot(block: Paragraph, lines: Sequence[Line]) -> bool:
    """Whether nothing in larger type stands under the block in its column."""
    foot, left, right = block.lines[-1].y1, block.lines[0].x0, block.lines[0].x1
    return not any(
        line.y0 > foot and line.x0 < right and line.x1 > left
        and line.size * _NOTE_SIZE > block.size
        for line in lines
    )  # fmt: skip


def _goes_on_below(title: Paragraph, block: Paragraph) -> bool:
    """Whether the block is a further line of the title."""
    a, b = title.lines[-1], block.lines[0]
    return (
        block.kind in (Kind.FRONT, Kind.BODY)
        and a.page == b.page
        and a.bold == b.bold
        and abs(a.size - b.size) <= 0.5 * _SAME_SIZE * a.size
        and 0 < b.baseline - a.baseline < _TITLE_PITCH * a.size
    )


def _follows_note(before: Paragraph, block: Paragraph) -> bool:
    a, b = before.lines[-1], block.lines[0]
    return (
        before.kind is Kind.FOOTNOTE
        and a.page == b.page
        and abs(a.size - b.size) <= _SAME_SIZE * a.size
        and 0 < b.baseline - a.baseline < 2 * a.size
    )


def _with_footnotes(blocks: list[Paragraph], body: float) -> None:
    lines: dict[int, list[Line]] = {}
    for block in blocks:
        for line in block.lines:
            lines.setdefault(line.page, []).append(line)
    for at, block in enumerate(blocks):
        if block.kind is not Kind.BODY or block.size > _NOTE_SIZE * body:
            continue
        is_note = _NOTE.match(block.text) is not None and _has_words(block)
        if (is_note or (at > 0 and _follows_note(blocks[at - 1], block))) and _is_at_foot(
            block, lines[block.lines[0].page]
        ):
            blocks[at] = evolve(block, is_heading=False, kind=Kind.FOOTNOTE)


def _with_front(blocks: list[Paragraph], title: int | None, body: float) -> None:
    """Title, authors and addresses, and an abstract without a heading of its own."""
    headings = [at for at, block in enumerate(blocks) if block.kind is Kind.HEADING]
    sure = [at for at in headings if is_numbered(blocks[at].text) or is_well_known(blocks[at].text)]
    first = sure[0] if sure else -1
    has_abstract = any(_IS_ABSTRACT.fullmatch(blocks[at].text) for at in headings)
    page = blocks[title].lines[0].page if title is not None else 1
    for at in range(first):
        block = blocks[at]
        if block.kind is not Kind.BODY or block.lines[0].page > page + has_abstract:
            continue
        if not is_prose(block.text):
            blocks[at] = evolve(block, kind=Kind.FRONT)
        elif (
            not has_abstract
            and (title is not None and at > title)
            and len(_WORD.findall(block.text)) >= _LONG
            and ends_sentence(block.text)
        ):
            blocks[at] = evolve(block, kind=Kind.ABSTRACT)
    if title is not None and (title < first or blocks[title].size > body):
        whole = blocks[title]
        while title + 1 < len(blocks) and _goes_on_below(whole, blocks[title + 1]):
            whole = evolve(whole, lines=whole.lines + blocks.pop(title + 1).lines)
        blocks[title] = evolve(whole, is_heading=True, kind=Kind.TITLE)


def _with_parts(blocks: list[Paragraph]) -> None:
    """Abstract and appendix: what stands under their headings."""
    part, behind = Kind.BODY, False
    for at, block in enumerate(blocks):
        if block.kind is Kind.HEADING:
            text = block.text
            behind = behind or is_references(text)
            if _IS_ABSTRACT.fullmatch(text):
                part = Kind.ABSTRACT
            elif is_appendix(text, behind or part is Kind.APPENDIX):
                part = Kind.APPENDIX
            elif part is not Kind.APPENDIX or is_well_known(text):
                part = Kind.BODY
        elif block.kind is Kind.BODY:
            is_abstract = part is Kind.BODY and _ABSTRACT.match(block.text) is not None
            blocks[at] = evolve(block, kind=Kind.ABSTRACT if is_abstract else part)


def with_kinds(
    blocks: Sequence[Paragraph],
    headings: AbstractSet[int],
    title: int | None,
    setting: Setting,
) -> list[Paragraph]:
    """The paragraphs, each with its kind. `headings` and `title` are indices of them."""
    done = []
    known = headings | missing(blocks, headings, setting.body)
    for at, block in enumerate(blocks):
        kind = block.kind
        if at in known:
            kind = Kind.HEADING
        elif kind is Kind.BODY and block.is_caption:
            kind = Kind.CAPTION
        done.append(evolve(block, kind=kind))
    _with_references(done)
    _with_footnotes(done, setting.body)
    _with_front(done, title, setting.body)
    _with_parts(done)
    return done
