"""Sections as chunks as far as they fit; code, lists and formulas kept whole (ADR 0015)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.chunk import ChunkConfig, Measure
from vera.core.document import Form
from vera.verification.chunking.chapters import Place, places
from vera.verification.chunking.strategy import Material, Strategy
from vera.verification.chunking.stretches import HEADS, Breaker, Stretch, headed, wholes
from vera.verification.chunking.units import Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vera.core.chunk import Chunk
    from vera.core.document import Document
    from vera.verification.chunking.counting import Count
    from vera.verification.chunking.units import Unit


def units(material: Material) -> Iterator[Units]:
    """Each section that fits is a unit, with its subsections unless it is a chapter.

    Of a longer one, the units are sentences, lists, tables, formulas with the sentences around
    them, and code; a wall is before each section.
    """
    return Units.batches(_units(material))


def _units(material: Material) -> Iterator[Unit]:
    breaker = Breaker(material)
    for stretch in headed(_groups(material, breaker)):
        yield from breaker.units(stretch)


def _groups(material: Material, breaker: Breaker) -> Iterator[Stretch]:
    """Sections as one stretch where they fit, else their parts."""
    starts = _opened(material)
    most, above = material.config.maximum, None
    for _, group in groupby(
        wholes(material.document), lambda stretch: bisect_right(starts, stretch.start)
    ):
        parts = [evolve(part, wall=False) for part in group]
        parts[0] = evolve(parts[0], wall=True)
        last = parts[-1]
        if all(part.is_heading for part in parts):
            above = parts[0].start if above is None else above
            yield from parts
            continue
        start = parts[0].start if above is None else above
        above = None
        if material.ruler.size(start, last.end) <= most:
            yield Stretch(parts[0].start, last.end, wall=True, body=parts[0].body)
        else:
            yield from _with_formulas(material, _sentences(parts, breaker))


def _opened(material: Material) -> list[int]:
    """Where the sections begin that are not whole inside of one that fits, ascending."""
    text, most = material.document.text, material.config.maximum
    starts: list[int] = []
    reached = 0  # the end of the last that fits
    for section in material.document.sections:
        low, high = section.span.start, section.span.end
        if low < reached:
            continue
        starts.append(low)
        while high > low and text[high - 1].isspace():
            high -= 1
        is_chapter = len(section.path) == 1
        if not is_chapter and low < high and material.ruler.size(low, high) <= most:
            reached = section.span.end
    return starts


def _sentences(parts: Iterable[Stretch], breaker: Breaker) -> Iterator[Stretch]:
    """The parts, each paragraph as its sentences."""
    for part in parts:
        if part.form is not Form.PROSE or part.is_heading:
            yield part
            continue
        edges = [part.start, *breaker.sentences(part.start, part.end), part.end]
        for low, high in pairwise(edges):
            end = low + len(breaker.text[low:high].rstrip())
            yield evolve(part, start=low, end=end, body=low, wall=part.wall and low == part.start)


def _with_formulas(material: Material, parts: Iterable[Stretch]) -> Iterator[Stretch]:
    """Each formula as one with the sentences before and behind it, as far as together they fit."""
    held: Stretch | None = None
    open_ = False  # what is held ends with a formula
    for part in parts:
        formula = part.form is Form.FORMULA
        joins = formula or (open_ and part.form is Form.PROSE)
        if (
            held
            and joins
            and not (held.is_heading or part.is_heading)
            and _fit(material, held, part)
        ):
            held = evolve(held, end=part.end)
        else:
            if held:
                yield held
            held = part
        open_ = formula
    if held:
        yield held


def _fit(material: Material, first: Stretch, last: Stretch) -> bool:
    prose = first.form in {Form.PROSE, Form.FORMULA}
    return prose and material.ruler.size(first.start, last.end) <= material.config.maximum


def _place(document: Document, chunk: Chunk) -> Place:
    """The place of the innermost section that holds what the chunk says behind its headings."""
    first = bisect_right(document.blocks, chunk.span.start, key=lambda block: block.span.end)
    last = bisect_left(document.blocks, chunk.span.end, key=lambda block: block.span.start)
    body = chunk.span.start
    for block in document.blocks[first:last]:
        body = max(body, block.span.start)
        if block.kind not in HEADS:
            break
    around = list(document.sections_around(body))
    holding = (section for section in around if section.span.end >= chunk.span.end)
    section = next(holding, around[0] if around else None)
    return places(document)[section.span.start] if section else Place()


def _prefix(place: Place) -> str:
    number = place.subsection or place.section
    return f"ch{place.chapter}-s{number}" if number else f"ch{place.chapter}"


def _named(document: Document, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    seen: Counter[str] = Counter()
    for chunk in chunks:
        prefix = _prefix(_place(document, chunk))
        seen[prefix] += 1
        yield evolve(chunk, id=f"{prefix}-{seen[prefix]:03d}")


def fields(document: Document, chunk: Chunk, count: Count) -> Mapping[str, object]:
    """Where in a textbook the chunk stands.

    `section` and `subsection` are None where the chunk stands above them, `url_anchor` where it is
    under no heading of a Markdown file. `chunk_index` counts the chunks of the section from 0.
    """
    place = _place(document, chunk)
    return {
        "chunk_id": chunk.id,
        "chapter": place.chapter,
        "section": place.section,
        "subsection": place.subsection,
        "url_anchor": place.anchor or None,
        "token_count": count(chunk.text),
        "chunk_index": int(chunk.id.rpartition("-")[2]) - 1,
        "source_file": document.source,
    }


SECTIONS = Strategy("sections", units, ChunkConfig(512, 0.0, 0, 512, Measure.TOKENS), named=_named)
