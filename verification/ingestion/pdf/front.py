"""What the first page tells of the whole paper: its title and who wrote it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Kind
from vera.verification.ingestion.headings import is_well_known
from vera.verification.ingestion.pdf.glyphs import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_TITLE_LETTERS = 10
_TITLE_SHARE = 0.6
_PROCEEDINGS = re.compile(
    r"(?:proceedings|proc\.|journal) of\b|human language tech|microsoft word", re.IGNORECASE
)
_FIRST_PART = 5000
"""Characters of the text in which a paper's title stands."""
_MARKS = re.compile(rf"(?<=[^\W\d_])[\s,]*(?:[\d*∗†‡§¶#✉⋆{UNKNOWN}]+[\s,]*)+")
_MAIL = re.compile(r"(?:\{[^{}@]*\}|[\w.-]+)@[\w.-]+\s*$")
_BETWEEN_NAMES = re.compile(r"\s*(?:[,;&]|\b(?:and|AND)\b)\s*")
_PARTS = re.compile(r"[,;&]|\band\b|\bAND\b")
_NAME = re.compile(
    r"[^\W\d_a-z][\w.'’‐-]*"
    r"(?:\s+(?:[^\W\d_a-z][\w.'’‐-]*|van|von|der|den|de|di|da|del|la|le|dos|du|ten|ter|el|al|bin))"
    r"{1,4}"
)
_NO_NAME = re.compile(
    r"universit|institut|department|laborator|school|college|center|centre|research|hospital|"
    r"group|inc\b|corporation|abstract|draft|review|open access|submitted|street|science|"
    r"technolog|international|foundation|academ|company|proceedings|conference|volume|licen|"
    r"associat|society|committee|microsoft|adobe|united (?:kingdom|states)",
    re.IGNORECASE,
)
_FEWEST = 2
_CASELESS = re.compile(r"[^\W\d_]{2,4}")
"""A name in a script without capitals, such as Hangul."""


def title_among(blocks: Sequence[Paragraph]) -> int | None:
    """The block in the largest type on the first page that has text, if it is larger than others.

    A few large letters (an initial, the name of a draft), what is printed along the side and what
    stands under the first heading are no title. Its index, or None.
    """
    first = blocks[0].lines[0].page
    large: list[int] = []
    for at, block in enumerate(blocks):
        if block.lines[0].page != first or (large and is_well_known(block.text)):
            break
        letters = sum(map(str.isalpha, block.text))
        if (
            letters >= max(_TITLE_LETTERS, _TITLE_SHARE * len(block.text))
            and block.kind is Kind.BODY
            and block.lines[0].is_upright
            and "@" not in block.text
        ):
            large.append(at)
    return max(large, key=lambda at: (blocks[at].size, -at), default=None)


def _bare(some: str) -> str:
    return "".join(filter(str.isalnum, some)).lower()


def title_of(said: str, shown: str, text: str) -> str:
    """The title that the metadata name, if the paper shows it; else the one in large type.

    Some metadata name the proceedings, which the first page shows in small type too.
    """
    if not _bare(said) or (shown and _PROCEEDINGS.match(said)):
        return shown or said
    return said if _bare(said) in _bare(text[:_FIRST_PART]) else shown or said


def names_a_place(text: str) -> bool:
    """Whether a text may be where an author works or is written to.

    >>> names_a_place("2 Institute of Physics, Brenn"), names_a_place("3From leaf 77.")
    (True, False)
    """
    return "@" in text or _NO_NAME.search(text) is not None


def names_in(line: str) -> tuple[str, ...]:
    """The names of persons that the line is a list of; none if any part of it may be none.

    >>> names_in("Arman Cohan†∗ and Daniel S. Weld†,‡"), names_in("New York, University of York")
    (('Arman Cohan', 'Daniel S. Weld'), ())
    """
    bare = _MARKS.sub(",", _MAIL.sub("", line))
    parts = [part.strip(" .") for part in _PARTS.split(bare)]
    names = tuple(part for part in parts if part)
    if _NO_NAME.search(line) or not all(map(_NAME.fullmatch, names)):
        return ()
    return names


def _persons(said: str) -> tuple[str, ...]:
    """The parts of what the metadata say, names of small letters alone with capitals."""
    parts = filter(None, (" ".join(part.split()) for part in _BETWEEN_NAMES.split(said)))
    return tuple(part.title() if part.islower() else part for part in parts)


def _named(said: str, text: str) -> tuple[str, ...]:
    """The persons that the metadata name, if the start of the text shows each; else none.

    A login, a program or a typist is no author: "student", "Acrobat Distiller".

    >>> _named("oren etzioni; Kyle Lo", "Kyle Lo and Oren Etzioni"), _named("student", "A student")
    (('Oren Etzioni', 'Kyle Lo'), ())
    """
    shown, names = _bare(text[:_FIRST_PART]), _persons(said)
    for name in names:
        is_name = _NAME.fullmatch(name) or (name.isalpha() and _CASELESS.fullmatch(name))
        ends = (name.split()[0], name.split()[-1])
        if not is_name or _NO_NAME.search(name) or not all(_bare(end) in shown for end in ends):
            return ()
    return names


def authors_of(blocks: Sequence[Paragraph], said: str = "", text: str = "") -> tuple[str, ...]:
    """The authors, if the front matter surely lists them all; else those that the file says.

    `said` are the metadata, believed if `text` shows each name; a name alone, only where the front
    matter lists no other, since some publishers name but the first.
    """
    listed, named = _listed(blocks), _named(said, text)
    if len(listed) >= _FEWEST:
        return listed
    if len(named) >= _FEWEST:
        return named
    says_more = len(_persons(said)) > 1 or len(_lines_of_names(blocks)) > 1
    return () if says_more else listed or named


def _lines_of_names(blocks: Sequence[Paragraph]) -> list[str]:
    front = [block for block in blocks if block.kind is Kind.FRONT]
    return [line.text for block in front for line in block.lines if names_in(line.text)]


def _listed(blocks: Sequence[Paragraph]) -> tuple[str, ...]:
    """The names in the paragraphs after the title.

    A name that stands by itself may be the first of several with addresses between them.
    """
    titles = [at for at, block in enumerate(blocks) if block.kind is Kind.TITLE]
    if not titles:
        return ()
    names: tuple[str, ...] = ()
    for block in blocks[titles[-1] + 1 :]:
        found = names_in(block.text)
        if block.kind is not Kind.FRONT or not found:
            break
        names += found
    return names if len(names) >= _FEWEST or len(_lines_of_names(blocks)) == 1 else ()
