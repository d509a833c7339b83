"""A chunk together with those before and behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Span
from vera.verification.library import chunks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.verification.library.chunks import Piece
    from vera.verification.library.store import Connection


@frozen
class Stretch:
    """Characters of a paper's text, exactly those of `span`; `pages` are numbers from 1."""

    span: Span
    pages: tuple[int, ...]
    text: str


def around(connection: Connection, chunk: int, reach: int) -> tuple[Stretch, ...]:
    """A chunk with `reach` neighbours on each side, what overlaps or touches as one stretch."""
    return merged(chunks.pieces(connection, chunks.near(connection, chunk, reach)))


def merged(pieces: Iterable[Piece | Stretch]) -> tuple[Stretch, ...]:
    """The pieces of one document as the fewest stretches, in order, without a character twice.

    >>> merged([Stretch(Span(2, 5), (1,), "cde"), Stretch(Span(0, 3), (1,), "abc")])
    (Stretch(span=Span(start=0, end=5), pages=(1,), text='abcde'),)
    """
    made: list[Stretch] = []
    for piece in sorted(pieces, key=lambda it: it.span):
        last = made[-1] if made else None
        if last is None or piece.span.start > last.span.end:
            made.append(Stretch(piece.span, piece.pages, piece.text))
            continue
        more = piece.text[last.span.end - piece.span.start :]
        span = Span(last.span.start, max(last.span.end, piece.span.end))
        pages = tuple(sorted({*last.pages, *piece.pages}))
        made[-1] = Stretch(span, pages, last.text + more)
    return tuple(made)
