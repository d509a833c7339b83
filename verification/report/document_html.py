"""A document as a page for a browser: its text under its headings, and its tables as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Form, Kind
from vera.verification.report.html_page import html_page, line, named
from vera.verification.report.of_document import blocks_of_pages, tables_of_pages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from vera.core.document import Block, Document, Page, Span
    from vera.core.table import Cell, Table

_STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #1a1a1a; --faint: #595959; --line: #8a8a8a;
  --head: #f0f0f0; }
@media (prefers-color-scheme: dark) { :root { --page: #16181c; --ink: #ececec; --faint: #b4b4b4;
  --line: #8a8a8a; --head: #24272d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page);
  color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; }
pre { overflow-x: auto; }
.aside { color: var(--faint); font-size: .875rem; }
.item { margin-inline-start: 1.5rem; }
figure { margin: 1.5rem 0; overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
caption { text-align: start; padding-bottom: .5rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem .6rem;
  border: 1px solid var(--line); }
th { background: var(--head); }
.control { font: .6875rem/1 ui-monospace, monospace; border: 1px dotted var(--ink);
  padding: 0 .15rem; unicode-bidi: isolate; direction: ltr; }
@media print { body { max-width: none; font-size: 10pt; } }
"""
_ASIDE = frozenset(
    (Kind.FRONT, Kind.CAPTION, Kind.FOOTNOTE, Kind.REFERENCES, Kind.LABEL)
)  # fmt: skip
_DEEPEST = 6


def document_html(document: Document, pages: Collection[Page]) -> str:
    """One self-contained page."""
    name = line(document.title) or line(document.source)
    titled = any(block.kind is Kind.TITLE for block in document.blocks)
    head = "" if titled else f'<h1 dir="auto">{name}</h1>\n'
    body = "".join(_parts(document, pages))
    title = document.title or document.source
    return html_page(title, _STYLE, f'<main dir="auto">\n{head}{body}</main>', "")


def _parts(document: Document, pages: Collection[Page]) -> Iterator[str]:
    tables = list(tables_of_pages(document, pages))
    said = {span for table in tables for span in (table.caption, *table.notes)}
    at = 0
    for block in blocks_of_pages(document, pages):
        while at < len(tables) and tables[at].span.start <= block.span.start:
            if tables[at].span.end > block.span.start:
                break
            at += 1
        if block.kind is Kind.TABLE and at < len(tables):
            table = tables[at]
            if table.span.start <= block.span.end and block.span.start <= table.span.end:
                if block.span.start <= table.span.start <= block.span.end:
                    yield from _table(document, table)
                continue
        if block.span not in said:
            yield _block(document, block)


def _text(document: Document, span: Span) -> str:
    return named(span.of(document.text))


def _block(document: Document, block: Block) -> str:
    text = _text(document, block.span)
    if block.kind is Kind.TITLE:
        return f'<h1 dir="auto">{text}</h1>\n'
    if block.kind is Kind.HEADING:
        section = next(document.sections_around(block.span.start), None)
        level = min(1 + len(section.path) if section else 2, _DEEPEST)
        return f'<h{level} dir="auto">{text}</h{level}>\n'
    if block.form is Form.CODE:
        return f"<pre>{text}</pre>\n"
    if block.form is Form.QUOTE:
        return f'<blockquote dir="auto">{text}</blockquote>\n'
    if block.form is Form.ITEM:
        return f'<p class="item" dir="auto">{text}</p>\n'
    if block.kind in _ASIDE:
        return f'<p class="aside" dir="auto">{text}</p>\n'
    return f'<p dir="auto">{text}</p>\n'


def _table(document: Document, table: Table) -> Iterator[str]:
    yield "<figure>\n<table>\n"
    if table.caption is not None:
        yield f'<caption dir="auto">{_text(document, table.caption)}</caption>\n'
    rows: list[list[Cell]] = [[] for _ in range(table.height)]
    for cell in table.cells:
        rows[cell.row].append(cell)
    heads = _rows_of_heads(rows)
    for part, own in (("thead", rows[:heads]), ("tbody", rows[heads:])):
        if own:
            yield f"<{part}>\n"
            for row in own:
                cells = "".join(_cell(document, cell, part == "thead", table) for cell in row)
                yield f"<tr>{cells}</tr>\n"
            yield f"</{part}>\n"
    yield "</table>\n"
    for note in table.notes:
        yield f'<p class="aside" dir="auto">{_text(document, note)}</p>\n'
    yield "</figure>\n"


def _rows_of_heads(rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the top hold heads alone, and no cell that reaches below them."""
    count = 0
    for row in rows:
        if not all(cell.is_head or not len(cell.span) for cell in row):
            break
        count += 1
    while count and any(it.row + it.rows > count for row in rows[:count] for it in row):
        count -= 1
    return count if count < len(rows) else 0


def _cell(document: Document, cell: Cell, above: bool, table: Table) -> str:
    name = "th" if cell.is_head else "td"
    marks = ""
    if cell.is_head:
        group = "group" if (cell.columns if above else cell.rows) > 1 else ""
        across = not above and cell.columns == table.width > 1
        marks = f' scope="{"colgroup" if across else ("col" if above else "row") + group}"'
    if cell.columns > 1:
        marks += f' colspan="{cell.columns}"'
    if cell.rows > 1:
        marks += f' rowspan="{cell.rows}"'
    return f'<{name}{marks} dir="auto">{_text(document, cell.span)}</{name}>'
