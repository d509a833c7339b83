"""What a strategy that knows a document's blocks packs: paragraphs, lists, tables, code, formulas.

Blocks leave out what marks them ("- ", fences, rules, comments, front matter). Here it belongs to
the block whose line it stands on, or that it touches, so that stretches cover all of a text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, frozen

from vera.core.document import Document, Form, Kind
from vera.verification.chunking import code
from vera.verification.chunking.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vera.verification.chunking.strategy import Material

    Splitter: TypeAlias = Callable[[int, int], Sequence[int]]
    """The places inside of [low, high) where a stretch can be parted; they are ascending."""

_INK = re.compile(r"\S")
_LINES = re.compile(r"\r\n?|\n")
_MARK = re.compile(r"[-*+•]|\(?(?:\d{1,9}|[a-zA-Z])[.)]")
HEADS = {Kind.HEADING, Kind.TITLE}
"""What no chunk should end with."""
_DEEPEST = 12
"""How often code is parted inside of a part."""


@frozen
class Stretch:
    """The characters [start, end) of a text that belong together; `end` is behind the last ink.

    `body` is where what follows its headings begins. `cuts` are the places where a list or a table
    may be parted. With a `wall` begins a section.
    """

    start: int
    end: int
    form: Form = Form.PROSE
    is_heading: bool = False
    wall: bool = False
    body: int = 0
    cuts: tuple[int, ...] = ()


def _trimmed(text: str, low: int, high: int) -> tuple[int, int]:
    found = _INK.search(text, low, high)
    if not found:
        return low, low
    while text[high - 1].isspace():
        high -= 1
    return found.start(), high


def _with_marks(document: Document) -> Iterator[Stretch]:
    """The blocks with what marks them, and what stands alone between them."""
    text, held = document.text, None
    for block in document.paragraphs():
        start, end = _trimmed(text, block.span.start, block.span.end)
        if start == end:
            continue
        low = held.end if held else 0
        to_held, alone, to_next = _shared_out(text, low, start, held, block.form)
        if held:
            held = evolve(held, end=to_held)
            inside = held.form is block.form and not _LINES.search(text, low, start)
            if inside and held.is_heading == (block.kind in HEADS):  # parted by a comment
                held = evolve(held, end=end)
                continue
            yield held
        if alone:
            yield Stretch(*alone, body=alone[0])
        is_heading = block.kind in HEADS
        held = Stretch(to_next, end, block.form, is_heading, body=to_next)
    low = held.end if held else 0
    if held:
        to_held, alone, _ = _shared_out(text, low, len(text), held, Form.PROSE)
        yield evolve(held, end=to_held)
    else:
        alone = _trimmed(text, 0, len(text))
    if alone and alone[0] < alone[1]:
        yield Stretch(*alone, body=alone[0])


def _shared_out(
    text: str, low: int, high: int, held: Stretch | None, form: Form
) -> tuple[int, tuple[int, int] | None, int]:
    """Whose the ink of text[low:high] is, between the block before and one of that form.

    Gives the end of the block before, what belongs to none, and the start of the block behind.
    """
    if not _INK.search(text, low, high):
        return low, None, high
    ends = [found.end() for found in _LINES.finditer(text, low, high)]
    edges = [low, *ends, high]
    lines = [_trimmed(text, *edge) for edge in pairwise(edges)]
    first, last = 0, len(lines)
    before, after = low, high
    if high < len(text) and (held is None or last > 1):
        last -= 1
        after = lines[last][0] if lines[last][0] < lines[last][1] else high
        above = text[slice(*lines[last - 1])] if last > bool(held) else ""
        if form is Form.CODE and code.is_fence(above):
            last -= 1
            after = lines[last][0]
    while held and first < last and (first == 0 or lines[first][0] < lines[first][1]):
        before = max(before, lines[first][1] if lines[first][0] < lines[first][1] else low)
        first += 1
    inked = [line for line in lines[first:last] if line[0] < line[1]]
    return before, (inked[0][0], inked[-1][1]) if inked else None, after


def stretches(document: Document) -> Iterator[Stretch]:
    """The stretches in order, apart, cut where sections begin; together they hold all ink."""
    places = [section.span.start for section in document.sections]
    reached = 0
    for stretch in _with_marks(document):
        first, last = bisect_right(places, stretch.start), bisect_right(places, stretch.end - 1)
        edges = [stretch.start, *dict.fromkeys(places[first:last]), stretch.end]
        is_heading = stretch.is_heading
        for low, high in pairwise(edges):
            start, end = _trimmed(document.text, low, high)
            if start < end:
                section = bisect_right(places, start)
                wall = section > reached
                reached = section
                yield evolve(
                    stretch, start=start, end=end, is_heading=is_heading, wall=wall, body=start
                )
                is_heading = False


def wholes(document: Document) -> Iterator[Stretch]:
    """The stretches, the items of a list and the rows of a table as one, with their `cuts`."""
    text, held = document.text, None
    cuts: list[int] = []
    for stretch in stretches(document):
        if held and not stretch.wall and _goes_on(text, held, stretch):
            if stretch.form is Form.ROW or _is_item(text, stretch):
                cuts.append(stretch.start)
            held = evolve(held, end=stretch.end)
            continue
        if held:
            yield evolve(held, cuts=tuple(cuts))
        held, cuts = stretch, []
    if held:
        yield evolve(held, cuts=tuple(cuts))


def _goes_on(text: str, held: Stretch, stretch: Stretch) -> bool:
    """Whether it belongs to the list or the table before it."""
    if stretch.is_heading or held.form not in {Form.ITEM, Form.ROW}:
        return False
    if stretch.form is held.form:
        return True
    return held.form is Form.ITEM and _is_indented(text, stretch)


def _is_indented(text: str, stretch: Stretch) -> bool:
    return stretch.start > 0 and text[stretch.start - 1] in " \t"


def _is_item(text: str, stretch: Stretch) -> bool:
    """Whether it begins an item: it has a mark, or is a paragraph where none is indented."""
    marked = _MARK.match(text, stretch.start) is not None
    return stretch.form is Form.ITEM and (marked or not _is_indented(text, stretch))


def headed(parts: Iterable[Stretch]) -> Iterator[Stretch]:
    """Each heading, or several on end, as one with what follows: no chunk ends with a heading."""
    held: Stretch | None = None
    for part in parts:
        if held:
            part = evolve(part, start=held.start, wall=held.wall)  # noqa: PLW2901
            part = evolve(part, body=part.end) if part.is_heading else part  # noqa: PLW2901
        held = part if part.is_heading else None
        if not held:
            yield part
    if held:
        yield held


class Breaker:
    """Makes units of stretches: a stretch that fits is one, another is parted at its best places.

    Sentences are looked at when the first stretch is too long, and are read once.
    """

    def __init__(self, material: Material) -> None:
        self._material = material
        self.text = material.document.text
        self._sentences: list[int] | None = None

    def sentences(self, low: int, high: int) -> list[int]:
        """Where sentences begin inside of [low, high)."""
        if self._sentences is None:
            self._sentences = [sentence.start for sentence in self._material.sentences]
        found = self._sentences
        return found[bisect_right(found, low) : bisect_right(found, high - 1)]

    def units(self, stretch: Stretch) -> Iterator[Unit]:
        """The stretch as units that are no larger than a chunk may be, the first behind a wall."""
        yield from self._broken(stretch.start, stretch.end, self._ways(stretch), wall=stretch.wall)

    def _ways(self, stretch: Stretch) -> list[Splitter]:
        text, body = self.text, stretch.body
        if stretch.form is Form.CODE:
            named = code.language(text, body, stretch.end)
            parts = partial(code.parts, text, language=named)
            return [_behind(body, parts), _behind(body, partial(code.lines, text))]
        cuts = list(stretch.cuts)
        at_cuts = [_behind(body, partial(_between, cuts))] if cuts else []
        return [*at_cuts, _behind(body, self.sentences)]

    def _broken(
        self, low: int, high: int, ways: list[Splitter], depth: int = 0, *, wall: bool
    ) -> Iterator[Unit]:
        text, most = self.text, self._material.config.maximum
        if self._material.ruler.size(low, high) <= most:
            yield Unit(low, high, wall=wall)
        elif not ways:
            yield from self._material.pieces(*_trimmed(text, low, high), most, wall=wall)
        elif depth == _DEEPEST or not (places := ways[0](low, high)):
            yield from self._broken(low, high, ways[1:], wall=wall)
        else:
            for start, end in pairwise([low, *places, high]):
                last = _trimmed(text, start, end)[1]
                first = wall and start == low
                yield from self._broken(start, last, ways, depth + 1, wall=first)


def _between(places: Sequence[int], low: int, high: int) -> Sequence[int]:
    return places[bisect_right(places, low) : bisect_right(places, high - 1)]


def _behind(body: int, splitter: Splitter) -> Splitter:
    """The same, looking only at what is behind the headings."""

    def places(low: int, high: int) -> Sequence[int]:
        return splitter(max(low, body), high) if body < high else ()

    return places
