"""What each paragraph of a PDF is to its reader: title, abstract, caption, references and so on.

Every rule errs towards the body: a paragraph that is called references is never used as evidence,
so it needs its place in the list, a year or an address, and must be no prose (ADR 0012).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Form, Kind
from vera.verification.ingestion.headings import (
    is_appendix,
    is_numbered,
    is_references,
    is_well_known,
)
from vera.verification.ingestion.names import is_keywords, is_named
from vera.verification.ingestion.pdf.front import names_a_place
from vera.verification.ingestion.pdf.notices import (
    is_list_of_subjects,
    is_notice,
    speaks_of_rights,
)
from vera.verification.ingestion.pdf.numbering import missing
from vera.verification.ingestion.pdf.paragraphs import Paragraph, ends_sentence
from vera.verification.ingestion.pdf.references import (
    LONG,
    WORD,
    has_verbs,
    has_words,
    is_prose,
    with_references,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Setting

_NOTE = re.compile(
    r"(?:\d{1,2}|[*∗†‡§¶#✉⋆]+|[a-z](?=[A-Z]))[\s,]*(?=[^\W\d_]|[“\"'(]|https?:|[*∗†‡§¶])"
)
_NOTE_SIZE = 0.96
_SAME_SIZE = 0.06
_ABSTRACT = re.compile(r"abstract(?:\s*[.:—–-]|\s+[A-Z])", re.IGNORECASE)
_IS_ABSTRACT = re.compile(r"\W*a ?b ?s ?t ?r ?a ?c ?t\W*", re.IGNORECASE)
_TITLE_PITCH = 1.7
_PARTS_OF_AN_ADDRESS = 3
"""Commas of an address at least: institute, street, town and country."""
_SMALL_WORD = re.compile(r"(?<![\w-])[a-z]{4,}(?![\w@.-])")
"""Addresses have names and small words of a few letters: of, and, der."""
_HEAD_OF_KEYWORDS = 4
"""Words of a line that heads a list of keywords, at most."""


def _is_at_foot(block: Paragraph, lines: Sequence[Line]) -> bool:
    """Whether nothing in larger type stands under the block in its column."""
    foot, left, right = block.lines[-1].y1, block.lines[0].x0, block.lines[0].x1
    return not any(
        line.y0 > foot and line.x0 < right and line.x1 > left
        and line.size * _NOTE_SIZE > block.size
        for line in lines
    )  # fmt: skip


def _is_under_text(block: Paragraph, lines: Sequence[Line], body: float) -> bool:
    """Whether running text in the body's type stands over the block in its column."""
    top, left, right = block.lines[0].y0, block.lines[0].x0, block.lines[0].x1
    return any(
        line.y1 <= top and line.x0 < right and line.x1 > left
        and abs(line.size - body) < _SAME_SIZE * body and len(line.text) >= LONG
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


def _is_address_book(blocks: Sequence[Paragraph], at: int, body: float) -> bool:
    """Whether small type right under a heading is a list of places, without a sentence."""
    block = blocks[at]
    return (
        at > 0
        and blocks[at - 1].kind is Kind.HEADING
        and block.kind is Kind.BODY
        and block.size <= _NOTE_SIZE * body
        and names_a_place(block.text)
        and not has_verbs(block.text)
        and block.text.count(",") >= _PARTS_OF_AN_ADDRESS
        and _SMALL_WORD.search(block.text) is None
    )


def _with_notices(blocks: list[Paragraph], body: float) -> None:
    """What stands on a page beside the text, and what only names."""
    first = blocks[0].lines[0].page
    for at, block in enumerate(blocks):
        if block.kind not in (Kind.BODY, Kind.HEADING):
            continue
        before = blocks[at - 1] if at else None
        is_list = (
            before is not None
            and before.kind is Kind.LABEL
            and is_keywords(before.text)
            and before.text == before.lines[0].text
            and len(before.text.split()) <= _HEAD_OF_KEYWORDS
        )
        if (
            is_keywords(block.text)
            or is_named(block.text)
            or (is_list_of_subjects(block.text) and not is_prose(block.text))
            or (is_list and not is_prose(block.text))
        ):
            blocks[at] = evolve(block, is_heading=False, kind=Kind.LABEL)
        elif (
            is_notice(block.text)
            or _is_address_book(blocks, at, body)
            or (
                block.lines[0].page == first
                and block.size <= _NOTE_SIZE * body
                and speaks_of_rights(block.text)
            )
        ):
            blocks[at] = evolve(block, is_heading=False, kind=Kind.FRONT)


def _with_footnotes(blocks: list[Paragraph], body: float) -> None:
    lines: dict[int, list[Line]] = {}
    for block in blocks:
        for line in block.lines:
            lines.setdefault(line.page, []).append(line)
    first = blocks[0].lines[0].page
    for at, block in enumerate(blocks):
        if block.kind is not Kind.BODY or block.size > _NOTE_SIZE * body:
            continue
        is_note = _NOTE.match(block.text) is not None and has_words(block)
        is_note = is_note or (at > 0 and _follows_note(blocks[at - 1], block))
        page = block.lines[0].page
        if page == first and block.form is not Form.CODE:
            is_note = is_note or _is_under_text(block, lines[page], body)
        if is_note and _is_at_foot(block, lines[page]):
            is_front = page == first and not has_verbs(block.text) and names_a_place(block.text)
            kind = Kind.FRONT if is_front else Kind.FOOTNOTE
            blocks[at] = evolve(block, is_heading=False, kind=kind)


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
        words = len(WORD.findall(block.text))
        stands_before = title is not None and at < title
        is_beside = stands_before and words < LONG and block.size <= _NOTE_SIZE * body
        if is_beside or not is_prose(block.text):
            blocks[at] = evolve(block, kind=Kind.FRONT)
        elif (
            not has_abstract
            and (title is not None and at > title)
            and words >= LONG
            and ends_sentence(block.text)
        ):
            blocks[at] = evolve(block, kind=Kind.ABSTRACT)
    if title is not None and (title < first or blocks[title].size > body):
        whole = blocks[title]
        while title + 1 < len(blocks) and _goes_on_below(whole, blocks[title + 1]):
            whole = evolve(whole, lines=whole.lines + blocks.pop(title + 1).lines)
        blocks[title] = evolve(whole, is_heading=True, kind=Kind.TITLE)


def _with_parts(blocks: list[Paragraph]) -> None:
    """Abstract and appendix: what stands under their headings; an abstract ends with its page."""
    part, behind, page = Kind.BODY, False, 0
    for at, block in enumerate(blocks):
        if part is Kind.ABSTRACT and block.lines[0].page > page:
            part = Kind.BODY
        if block.kind is Kind.HEADING:
            text = block.text
            behind = behind or is_references(text)
            if _IS_ABSTRACT.fullmatch(text):
                part, page = Kind.ABSTRACT, block.lines[0].page
            elif is_appendix(text, behind or part is Kind.APPENDIX):
                part = Kind.APPENDIX
            elif part is not Kind.APPENDIX or is_well_known(text):
                part = Kind.BODY
        elif block.kind is Kind.BODY:
            is_abstract = part is Kind.BODY and _ABSTRACT.match(block.text) is not None
            kind = Kind.ABSTRACT if is_abstract else part
            blocks[at] = block if kind is Kind.BODY else evolve(block, kind=kind)


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
        done.append(block if kind is block.kind else evolve(block, kind=kind))
    with_references(done)
    _with_notices(done, setting.body)
    _with_footnotes(done, setting.body)
    _with_front(done, title, setting.body)
    _with_parts(done)
    return done
