"""A piece of evidence for a browser: the quote, and its page with the lines marked on it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from vera.core.document import Document
from vera.core.result import Result, failed
from vera.core.verdict import Status, shown
from vera.verification.ingestion.pdf.pictures import MEDIA_TYPE
from vera.verification.report.html_page import line, named
from vera.verification.report.verdict_lines import place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from vera.core.document import Box, Page
    from vera.core.verdict import Evidence, TableCell
    from vera.verification.ingestion.pdf.pictures import Pictures

_LABELS = {
    None: "A further passage",
    Status.GROUNDED: "The paper says",
    Status.CONTRADICTED: "The paper says otherwise",
    Status.UNSUPPORTED: "The nearest passage",
}
_AROUND = 45.0
"""Points of a page above and below the marked lines: three lines of print or so."""
_CONTEXT = 300
"""Characters before and after a quote of a paper without pages."""


def stands_in(document: Document, evidence: Evidence) -> bool:
    """Whether the document has the evidence at its place; not so once its file was changed."""
    return evidence.span.of(document.text) == evidence.text


class Papers(Protocol):
    """Reads once more what was read: for the library's papers, and for pictures."""

    def document(self, name: str) -> Result[Document]:
        """The paper of that name, which is that of its evidence."""
        ...

    def pictures(self, document: Document, numbers: Collection[int]) -> Result[Pictures]:
        """Pictures of those pages of it."""
        ...


@define
class Album:
    """The papers that evidence is of, and pictures of the pages that it stands on, each once."""

    papers: Papers
    documents: dict[str, Document] = field(factory=dict)
    _faults: dict[str, str] = field(factory=dict)
    _classes: dict[tuple[str, int], str] = field(factory=dict)
    _missing: dict[tuple[str, int], str] = field(factory=dict)
    _rules: list[str] = field(factory=list)

    def draw(self, shown_evidence: Iterable[Evidence]) -> None:
        """Get the papers and pictures of all evidence that will be shown."""
        wanted: dict[str, list[Evidence]] = {}
        for evidence in shown_evidence:
            wanted.setdefault(evidence.document, []).append(evidence)
        for name, pieces in wanted.items():
            if name not in self.documents:
                read = self.papers.document(name)
                if failed(read):
                    self._faults[name] = str(read.failure())
                    continue
                self.documents[name] = read.unwrap()
            if not all(stands_in(self.documents[name], piece) for piece in pieces):
                self._faults[name] = f"{name}: it changed after the claims were checked"
                continue
            if numbers := {box.page for piece in pieces for box in piece.boxes}:
                self._draw(name, numbers)

    def _draw(self, name: str, numbers: set[int]) -> None:
        found = self.papers.pictures(self.documents[name], numbers)
        if failed(found):
            self._missing |= {(name, number): str(found.failure()) for number in numbers}
            return
        pictures = found.unwrap()
        self._missing |= {(name, number): why for number, why in pictures.missing.items()}
        for number, data in sorted(pictures.made.items()):
            self._classes[name, number] = style = f"g{len(self._classes)}"
            url = f"data:{MEDIA_TYPE};base64,{base64.b64encode(data).decode()}"
            self._rules.append(f".{style} {{ background-image: url({url}); }}\n")

    @property
    def style(self) -> str:
        """The rules with the pictures."""
        return "".join(self._rules)

    def figure(self, evidence: Evidence, status: Status | None, *, cosine: bool) -> str:
        """The quote with its place and the pictures of it; with `cosine`, how near it is, too.

        `status` is the verdict that it decided; None for a passage that decided nothing.
        """
        near = f", cosine {shown(evidence.score)}" if cosine else ""
        caption = f"<b>{_LABELS[status]}</b>, {line(place(evidence))}{near}"
        pictures = "".join(self._pictures(evidence, status.value if status else "further"))
        quote = f'<blockquote dir="auto">{self._quote(evidence)}</blockquote>'
        cells = cells_table(evidence.cells) if evidence.cells else ""
        return f"<figure><figcaption>{caption}</figcaption>\n{quote}{cells}{pictures}</figure>\n"

    def _quote(self, evidence: Evidence) -> str:
        """The quote; where no page shows what stands around it, with that."""
        name = evidence.document
        drawn = all((name, box.page) in self._classes for box in evidence.boxes)
        if name in self._faults or (evidence.boxes and drawn):
            return named(evidence.text)
        span, text = evidence.span, self.documents[name].text
        quote = f"<mark>{named(evidence.text)}</mark>"
        before = text[max(0, span.start - _CONTEXT) : span.start]
        after = text[span.end : span.end + _CONTEXT]
        if span.start > _CONTEXT:
            before = f"… {before.partition(' ')[2]}"
        if span.end + _CONTEXT < len(text):
            after = f"{after.rpartition(' ')[0]} …"
        return f"{named(before)}{quote}{named(after)}"

    def _pictures(self, evidence: Evidence, mark: str) -> Iterator[str]:
        name = evidence.document
        if name in self._faults:
            yield f'<p class="warn">Not shown where it stands: {line(self._faults[name])}.</p>\n'
            return
        for number in sorted({box.page for box in evidence.boxes}):
            boxes = [box for box in evidence.boxes if box.page == number]
            page = next((it for it in self.documents[name].pages if it.number == number), None)
            style = self._classes.get((name, number))
            if style is None or page is None:
                why = self._missing.get((name, number), "the paper has no such page")
                yield f'<p class="warn">No picture of page {number}: {line(why)}.</p>\n'
            else:
                yield _drawn(page, boxes, style, mark, name)


def cells_table(cells: Sequence[TableCell]) -> str:
    """Cells of a row as a small table: their heads above and before them, what they say marked."""
    heads = "".join(f'<th scope="col">{line(" ".join(cell.column))}</th>' for cell in cells)
    said = "".join(f"<td><mark>{named(cell.text)}</mark></td>" for cell in cells)
    return (
        f'<div class="wide"><table class="cells"><caption>{line(cells[0].table)}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody><tr>"
        f'<th scope="row">{line(" ".join(cells[0].row))}</th>{said}</tr></tbody></table></div>\n'
    )


def _drawn(page: Page, boxes: list[Box], style: str, mark: str, name: str) -> str:
    """The part of the page around the boxes, and the whole page behind a summary.

    `style` is the class of the page's picture, `mark` that of what is marked on it.
    """
    top = max(0.0, min(box.y0 for box in boxes) - _AROUND)
    bottom = min(page.height, max(box.y1 for box in boxes) + _AROUND)
    high = max(bottom - top, 1.0)
    marks = "".join(
        f'<i class="{mark}" style="left:{_part(box.x0, page.width)};'
        f"top:{_part(box.y0, page.height)};width:{_part(box.x1 - box.x0, page.width)};"
        f'height:{_part(box.y1 - box.y0, page.height)}"></i>'
        for box in boxes
    )
    what = f"Page {page.number} of {name} with the quoted lines marked"

    def shot(label: str, height: float, up: float) -> str:
        return (
            f'<div class="shot" role="img" aria-label="{line(label)}" '
            f'style="aspect-ratio:{page.width:.1f}/{height:.1f}"><div class="sheet {style}" '
            f'style="aspect-ratio:{page.width:.1f}/{page.height:.1f};top:-{_part(up, height)}">'
            f"{marks}</div></div>"
        )

    whole = shot(f"{what}, whole", page.height, 0.0)
    return (
        f"{shot(what, high, top)}\n"
        f"<details><summary>The whole page {page.number}</summary>{whole}</details>\n"
    )


def _part(length: float, of: float) -> str:
    return f"{100 * length / of:.3f}%"
