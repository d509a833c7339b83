"""Markdown: the text of the file exactly, with its blocks and sections.

Blocks are what a reader sees: headings, paragraphs, list items, table rows and code. Front matter
and HTML comments are none, so that no sentence hidden in them can ground a claim.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, frozen
from markdown_it import MarkdownIt

from core.document import Block, Kind, Span
from core.result import Result, failed
from verification.ingestion.headings import Heading, sections_of
from verification.ingestion.text import read as read_text
from verification.ingestion.written import Region

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

    from core.document import Document, File

_DEEPEST = 100
"""Nested lists and quotes beyond this are not parsed; then paragraphs are what blank lines part."""
_LINE_END = re.compile(r"\r\n?|\n")
_FRONT_MATTER = re.compile(
    r"---[ \t]*(?:\r\n?|\n)(?=[\w\"'-]+[ \t]*:).*?(?:\r\n?|\n)(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|$)",
    re.DOTALL,
)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(['\"]?)(?P<title>[^\r\n]+?)\1[ \t]*\r?$", re.MULTILINE)
_AUTHORS = re.compile(
    r"^authors?[ \t]*:[ \t]*(?P<line>[^\r\n]*)\r?\n(?P<items>(?:[ \t]*-[ \t]+[^\r\n]*\r?\n)*)",
    re.MULTILINE,
)
_ITEM = re.compile(r"^[ \t]*-[ \t]+(?:name[ \t]*:)?([^\r\n]+)", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
"""Pandoc's, after a heading: {#identifier .class}."""
_TAG = re.compile(r"<[^>]*>")


@frozen
class _Source:
    """A text and where its lines begin; the parser names lines, counted from `start`."""

    text: str
    starts: Sequence[int]

    @classmethod
    def of(cls, text: str, start: int) -> _Source:
        ends = (found.end() for found in _LINE_END.finditer(text, start))
        return cls(text, [start, *ends, len(text)])

    def lines(self, first: int, last: int) -> Span:
        """Lines [first, last) without the blanks at both ends."""
        start, end = self.starts[first], self.starts[min(last, len(self.starts) - 1)]
        return self.trimmed(Span(start, end))

    def trimmed(self, span: Span) -> Span:
        part = span.of(self.text)
        left = len(part) - len(part.lstrip())
        return Span(span.start + left, span.start + max(left, len(part.rstrip())))

    def without_mark(self, span: Span, content: str) -> Span:
        """From where the content begins: after "- ", "> " or "## "."""
        first = content.split("\n", 1)[0].strip()
        at = self.text.find(first, span.start, span.end)
        return Span(at, span.end) if at >= 0 else span

    def visible(self, span: Span, comments: Sequence[str]) -> Iterator[Span]:
        """The parts of the span that the comments leave."""
        start = span.start
        for comment in comments:
            at = self.text.find(comment, start, span.end)
            end = at + len(comment)
            if at < 0 and (found := _COMMENT.search(self.text, start, span.end)):
                at, end = found.span()  # its lines begin with marks that the parser took away
            if at >= 0:
                yield Span(start, at)
                start = end
        yield Span(start, span.end)


class _NoRenderer:
    """What the parser wants beside it; its own one takes 12 ms to look for its methods."""

    __output__: ClassVar[str] = "nothing"

    def __init__(self, _: MarkdownIt) -> None:
        pass

    def render(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Nothing is rendered."""
        return ""


def _comments(token: Token) -> list[str]:
    html = (child.content for child in token.children or [] if child.type == "html_inline")
    return [content for content in html if content.startswith("<!--")]


def _blocks(tokens: Sequence[Token], source: _Source) -> Iterator[Span]:
    row: Span | None = None
    in_row: list[str] = []
    for token in tokens:
        first, last = token.map or (0, 0)
        span = source.lines(first, last)
        match token.type:
            case "tr_open":
                row, in_row = span, []
            case "tr_close" if row:
                yield from source.visible(row, in_row)
                row = None
            case "inline" if row:
                in_row += _comments(token)
            case "inline":
                yield from source.visible(
                    source.without_mark(span, token.content), _comments(token)
                )
            case "fence":
                yield source.lines(first + 1, first + 1 + token.content.count("\n"))
            case "code_block":
                yield span
            case "html_block":
                comments = [found[0] for found in _COMMENT.finditer(span.of(source.text))]
                for part in source.visible(span, comments):
                    if _TAG.sub("", part.of(source.text)).strip():
                        yield part


def _headings(tokens: Sequence[Token], source: _Source) -> Iterator[Heading]:
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.map:
            parts = (child.content or " " for child in inline.children or [])
            shown = _ATTRIBUTES.sub("", _COMMENT.sub("", "".join(parts)))
            title = " ".join(shown.split())
            yield Heading(title, int(token.tag[1:]), source.lines(*token.map))


def _kinds(
    spans: Sequence[Span], rows: Sequence[Span], headings: Sequence[Heading]
) -> Iterator[Block]:
    """Each span as a block: a heading, a row, or what the headings before it say."""
    region, at, row_starts = Region(), 0, [row.start for row in rows]
    for span in spans:
        while at < len(headings) and headings[at].span.start <= span.start:
            region.enter(headings[at].title, headings[at].level)
            at += 1
        row = bisect_right(row_starts, span.start) - 1
        if at and span.end <= headings[at - 1].span.end:
            yield Block(span, Kind.HEADING)
        elif row >= 0 and span.end <= rows[row].end:
            yield Block(span, Kind.TABLE)
        else:
            yield Block(span, region.kind)


def _authors(front: str) -> tuple[str, ...]:
    """Names on the line of `author` or `authors`, in brackets, or a list below it."""
    found = _AUTHORS.search(front)
    if not found:
        return ()
    said = found["line"].strip()
    names = said[1:-1].split(",") if said.startswith("[") else [said] if said else []
    names = names or _ITEM.findall(found["items"])
    clean = (name.strip().strip("'\"") for name in names)
    return tuple(name for name in clean if name)


def read(file: File) -> Result[Document]:
    """The file as a document; errors are those of plain text."""
    plain = read_text(file)
    if failed(plain):
        return plain
    text = plain.unwrap().text
    front = _FRONT_MATTER.match(text)
    source = _Source.of(text, front.end() if front else 0)
    options = {"maxNesting": _DEEPEST}
    parser = MarkdownIt("commonmark", options, renderer_cls=_NoRenderer).enable("table")
    tokens = parser.parse(text[source.starts[0] :])
    too_deep = any(token.level >= _DEEPEST - 1 for token in tokens)
    found = () if too_deep else map(source.trimmed, _blocks(tokens, source))
    spans = [span for span in found if len(span)]
    rows = [source.lines(*token.map) for token in tokens if token.type == "tr_open" and token.map]
    headings = list(_headings(tokens, source))
    named = _TITLE.search(front[0]) if front else None
    return plain.map(
        lambda document: evolve(
            document,
            media_type="text/markdown",
            blocks=tuple(_kinds(spans, rows, headings)),
            sections=sections_of(headings, len(text)),
            authors=_authors(front[0]) if front else (),
            title=named["title"] if named else (headings[0].title if headings else ""),
        )
    )
