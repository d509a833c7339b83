"""How a document is chunked, as one page for a browser: the text with its chunks marked."""

from __future__ import annotations

import html
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.report.chunks_style import SCRIPT, STYLE
from vera.verification.report.html_page import html_page, line, named
from vera.verification.report.of_chunks import Chunked, headline, place

if TYPE_CHECKING:
    from collections.abc import Iterator

_APART = 100
"""Characters: chunks that begin closer to each other have one label in the margin."""
_LEGEND = (
    '<p class="legend"><span class="even">an even chunk</span><span class="odd">an odd chunk</span>'
    '<span class="shared">text of several chunks</span>'
    '<span><b class="begin">3</b> chunk 3 begins</span><span><b class="end">3</b> chunk 3 ends'
    '</span><span><i class="control">U+202E</i> a character that cannot be shown</span></p>'
)


@frozen
class _Stretch:
    """The characters [start, end), which belong to the chunks from `first` to before `last`."""

    start: int
    end: int
    first: int
    last: int


def chunks_html(chunked: Chunked) -> str:
    """One self-contained page."""
    name = line(chunked.document.source)
    body = f"""<header>
<h1 dir="auto">{line(chunked.document.title) or name}</h1>
<p dir="auto">{html.escape(headline(chunked))}</p>
{_LEGEND}
<details><summary>All chunks</summary>
<div class="wide"><table>
<thead><tr><th>chunk</th><th>id</th><th>where, and how large</th></tr></thead>
<tbody>
{"".join(_rows(chunked))}</tbody>
</table></div>
</details>
</header>
<main dir="auto">{"".join(_marked(chunked))}</main>"""
    return html_page(f"Chunks of {chunked.document.source}", STYLE, body, SCRIPT)


def _rows(chunked: Chunked) -> Iterator[str]:
    for chunk, shared in zip(chunked.chunks, chunked.shared(), strict=True):
        where = ", ".join(place(chunk, shared, chunked.config.measure))
        cells = (f'<a href="#c{chunk.index}">{chunk.index}</a>', named(chunk.id), named(where))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def _marked(chunked: Chunked) -> Iterator[str]:
    """The whole text in stretches, with a mark where a chunk begins or ends."""
    text, chunks = chunked.document.text, chunked.chunks
    labels, ended = _labels(chunked), 0
    for stretch in _stretches(chunked):
        while ended < len(chunks) and chunks[ended].span.end <= stretch.start:
            yield f'<b class="end" aria-hidden="true">{ended}</b>'
            ended += 1
        for index in range(stretch.first, stretch.last):
            if chunks[index].span.start == stretch.start:
                yield labels.get(index, "")
                yield f'<b class="begin" id="c{index}">{index}</b>'
        yield _stretch(stretch, text)
    for index in range(ended, len(chunks)):
        yield f'<b class="end" aria-hidden="true">{index}</b>'


def _stretch(stretch: _Stretch, text: str) -> str:
    shown = named(text[stretch.start : stretch.end])
    last = stretch.last - 1
    if stretch.first > last:
        return shown if not shown.strip() else f'<span class="none">{shown}</span>'
    kind = "odd" if last % 2 else "even"
    several = "" if stretch.first == last else " shared"
    chunks = f"chunk {last}" if stretch.first == last else f"chunks {stretch.first} to {last}"
    where = f'data-first="{stretch.first}" data-last="{last}" title="{chunks}"'
    return f'<span class="{kind}{several}" {where}>{shown}</span>'


def _stretches(chunked: Chunked) -> Iterator[_Stretch]:
    """The text, cut wherever a chunk begins or ends."""
    spans = [chunk.span for chunk in chunked.chunks]
    cuts = {0, len(chunked.document.text)}
    cuts.update(span.start for span in spans)
    cuts.update(span.end for span in spans)
    first = last = 0
    for start, end in pairwise(sorted(cuts)):
        while last < len(spans) and spans[last].start <= start:
            last += 1
        while first < last and spans[first].end <= start:
            first += 1
        yield _Stretch(start, end, first, last)


def _labels(chunked: Chunked) -> dict[int, str]:
    """The labels in the margin, by the first chunk that each is of."""
    labels: dict[int, str] = {}
    first = 0
    for chunk in chunked.chunks:
        begun = chunked.chunks[first].span.start
        if chunk.span.start - begun >= _APART:
            first = chunk.index
        numbers = str(first) if first == chunk.index else f"{first}–{chunk.index}"
        labels[first] = f'<span class="label" aria-hidden="true">{numbers}</span>'
    return labels
