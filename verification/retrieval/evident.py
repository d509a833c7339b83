"""Which sentences of a document may answer a claim, and what else is read with each.

What names a thing states nothing: a title, the words in a figure, the number of a theorem. It is
known by what its block is to a reader and, where the block does not tell, by its form alone; a
doubt is a statement (ADR 0066).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Block, Form, Kind, Span
from vera.verification.language.statements import is_clause
from vera.verification.language.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Document

_NAMES = frozenset({Kind.TITLE, Kind.FRONT, Kind.HEADING, Kind.LABEL})
"""What a block is that no sentence of answers a claim."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBERING = re.compile(
    r"\W*(?:[^\W\d_]+\.?\s*)?(?:\d{1,3}|[IVX]+)(?:\.\d{1,3})*[a-z]?\.?(?![\w%.])"
)
"""A number of the thing itself: "3.1 Data", "Figure 2", "Theorem 4 (Euler)"."""
_NUMBERED = re.compile(r"[^\W\d_]+ \d{1,3}(?:\.\d{1,3})*[a-z]?(?: \([^()]*\))?[.:]")
"""A head that its number tells, whatever it is called: "Lemma 1 (Order of the cells)."."""
_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+(?=[A-Z\d])")
"""The number of a section of two levels or more: "2.1. Unary operators."."""
_LABEL = re.compile(r"[^\W\d_]+\.? \d{1,3}[a-z]?[.:]\s")
"""What a caption begins with."""
_LEADER = re.compile(r"(?<![^\W\d_])(?:\.\s?){6}")
"""The dots of a list of contents: a sentence has three, and a blank to be filled in more."""
_SENTENCE = re.compile(r"[^\W\d_]{2}[.!?]\s")
"""Where one ends before such an entry."""
_ENDS = re.compile(r"[.!?。！？][\"'”’»)\]]*$")
_OPEN = re.compile(r"[\w,:;)\]=]$")
_GOES_ON = re.compile(r"[a-zα-ω(,;]")
_FEWEST = 4
"""Words from which on a text is a statement whatever it is made of: of 2,492 gold sentences of
SciFact, Check-COVID, CL-SciSumm and Evidence Inference eleven are shorter, four of them headings
that were labelled as evidence."""
_MOST_OF_HEAD = 8
"""Words from which on a text behind the number of a section is a statement: by hand."""


@frozen
class _Said:
    """A sentence of a block, by its index."""

    at: int
    span: Span
    block: Block


def evident(
    document: Document, sentences: Sequence[Span], references: bool
) -> Iterator[tuple[Span, int]]:
    """What may answer a claim, in order, each with the index of its (last) sentence.

    It is a sentence, with the run-in head before it ("Participants. We asked ..."); and one that a
    displayed formula stands in the middle of is one, with the formula.
    """
    begins: int | None = None
    said = list(_stated(document, sentences, references))
    texts = [each.span.of(document.text) for each in said]
    for at, (each, later) in enumerate(zip(said, _later(said), strict=True)):
        if each.block.form is Form.FORMULA:
            continue
        text, begins = texts[at], each.span.start if begins is None else begins
        if later is not None:
            following, are_next = said[later], said[later].at - each.at == later - at
            if are_next and _leads_into(each, text, following, texts[later]):
                continue
        if _is_no_prose(each.block) or is_statement(text):
            yield Span(begins, each.span.end), each.at
        begins = None


def _stated(document: Document, sentences: Sequence[Span], references: bool) -> Iterator[_Said]:
    """The sentences of blocks that may hold statements, and the formulas."""
    blocks = document.paragraphs()
    block = next(blocks, None)
    for at, sentence in enumerate(sentences):
        while block and block.span.end <= sentence.start:
            block = next(blocks, None)
        if block is None:
            return
        is_shown = block.span.start <= sentence.start
        is_left_out = block.kind is Kind.REFERENCES and not references
        if is_shown and not is_left_out and block.kind not in _NAMES:
            yield _Said(at, sentence, block)


def _is_no_prose(block: Block) -> bool:
    """Whether a block is of a table, or code: nothing is told from how many words they have."""
    return block.form in (Form.ROW, Form.CODE) or block.kind is Kind.TABLE


def _later(said: Sequence[_Said]) -> list[int | None]:
    """For each sentence the index of the next that is no formula."""
    found: list[int | None] = []
    after: int | None = None
    for at in reversed(range(len(said))):
        found.append(after)
        after = after if said[at].block.form is Form.FORMULA else at
    return found[::-1]


def _leads_into(each: _Said, text: str, later: _Said, following: str) -> bool:
    """Whether a sentence is read with the next: it is its head, or a formula stands in it."""
    if each.block is later.block:
        return not _is_no_prose(each.block) and is_head(text) and _words(following) >= _FEWEST
    is_parted = later.at > each.at + 1 and later.block.kind is each.block.kind
    return is_parted and _OPEN.search(text) is not None and _GOES_ON.match(following) is not None


def is_statement(text: str) -> bool:
    """Whether a text is more than a name, a sign or a number.

    >>> is_statement("Bees sleep."), is_statement("Mean age 63"), is_statement("Participants.")
    (True, True, False)
    >>> is_statement("Figure 2."), is_statement("= 0"), is_statement("Iteration number")
    (False, False, False)
    >>> is_statement("A list of all that is in this volume . . . . . . . 7")
    False
    >>> is_statement("2.1. Unary minus and plus."), is_statement("Figure 2: General rotation")
    (False, False)
    """
    if (dots := _LEADER.search(text)) and not _SENTENCE.search(text, 0, dots.start()):
        return False
    if section := _SECTION.match(text):
        text = text[section.end() :]
        return is_clause(text) or _words(text) >= _MOST_OF_HEAD
    if label := _LABEL.match(text):
        text = text[label.end() :] or text
    count = _words(text)
    if count >= _FEWEST or _NUMBERED.fullmatch(text):
        return _NUMBERED.fullmatch(text) is None
    if _has_amount(text):
        return count > 1 or (count == 1 and "%" in text)
    return count > 1 and (is_clause(text) or _ENDS.search(text) is not None)


def is_head(text: str) -> bool:
    """Whether a sentence before others may be a head that runs into them.

    What begins with a word like "we" or "it" is a sentence.

    >>> is_head("Statistical analysis."), is_head("Theorem 4 (Euler)."), is_head("We agree.")
    (True, True, False)
    """
    if _NUMBERED.fullmatch(text):
        return True
    if _SECTION.match(text):
        return not is_statement(text)
    if _words(text) >= _FEWEST or _has_amount(text) or is_clause(text):
        return False
    first = next(iter(words(text)), None)
    return first is None or not first.is_function


def _words(text: str) -> int:
    """How many words of two letters or more; in a script without cases each letter may be one."""
    return sum(1 if word.lower() != word.upper() else len(word) for word in _WORD.findall(text))


def _has_amount(text: str) -> bool:
    """Whether it has a number that is not its own."""
    numbered = _NUMBERING.match(text)
    return any(map(str.isdigit, text[numbered.end() if numbered else 0 :]))
