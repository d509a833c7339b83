"""Markdown: the text of the file exactly, with its blocks and sections.

Blocks are what a reader sees: headings, paragraphs, list items, table rows, code and displayed
formulas. Front matter and HTML comments are none, so that no sentence hidden in them can ground a
claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, frozen
from markdown_it import MarkdownIt
from markdown_it.rules_block import reference

from vera.core.document import Block, Form, Kind, Span
from vera.core.errors import InvalidInput
from vera.core.result import Result, failed
from vera.verification.ingestion.headings import Heading, sections_of
from vera.verification.ingestion.markup.kinds import named
from vera.verification.ingestion.markup.markdown_tables import captioned, grids_of
from vera.verification.ingestion.markup.regions import Region
from vera.verification.ingestion.markup.yaml import mapping
from vera.verification.ingestion.text import read as read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

    from vera.core.document import Document, File

_DEEPEST = 100
"""Nested lists and quotes beyond this are not parsed; then paragraphs are what blank lines part."""
_LINE_END = re.compile(r"\r\n?|\n")
_FRONT_MATTER = re.compile(
    r"---[ \t]*(?:\r\n?|\n)(?=[\w\"'-]+[ \t]*:)(?P<yaml>.*?)(?:\r\n?|\n)"
    r"(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|$)",
    re.DOTALL,
)
_AUTHORS = ("authors", "author", "author-meta")
"""Fields of front matter that name the authors; the first that does is taken."""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
"""Pandoc's, after a heading: {#identifier .class}."""
_TAG = re.compile(r"<[^>]*>")
_DISPLAYS = {
    "$$": re.compile(r"\$\$\s*+(?:\{[^{}]*\})?[.,;]?\s*$"),
    "\\[": re.compile(r"\\\][.,;]?\s*$"),
}
"""What begins a displayed formula, and what ends its last line."""


def _formula(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A rule of the parser: a formula between marks that begins a paragraph, and ends with it.

    Markdown knows none, and would find emphasis, lists and headings in it.
    """
    start = state.bMarks[first] + state.tShift[first]
    closing = _DISPLAYS.get(state.src[start : start + 2])
    if closing is None or state.is_code_block(first):
        return False
    start += 2
    for line in range(first, last):
        if state.isEmpty(line) or (line > first and state.sCount[line] < state.blkIndent):
            return False
        if closing.search(state.src[start : state.eMarks[line]]):
            if not silent:
                state.line = line + 1
                token = state.push("formula", "", 0)
                token.map = [first, state.line]
                token.content = state.getLines(first, state.line, state.blkIndent, False)
            return True
        start = state.bMarks[min(line + 1, last - 1)]
    return False


def _link(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A rule of the parser: where a link leads; "[^1]: word" is a footnote's text, and none."""
    start = state.bMarks[first] + state.tShift[first]
    return not state.src.startswith("[^", start) and reference(state, first, last, silent)


class _Parser(MarkdownIt):
    """One that takes no address apart: where links lead is no part of a text."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - of the parser
        """The address as it is."""
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 - of the parser
        """The address as it is."""
        return link


def _parser() -> MarkdownIt:
    parser = _Parser("commonmark", {"maxNesting": _DEEPEST}, renderer_cls=_NoRenderer)
    parser.enable("table")
    parser.block.ruler.at("reference", _link)
    parser.block.ruler.before("fence", "formula", _formula)
    return parser


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


def _blocks(tokens: Sequence[Token], source: _Source) -> Iterator[Block]:
    """Each as a span with its form; what kind it is, the headings tell."""
    row: Span | None = None
    in_row: list[str] = []
    items, heading = 0, False
    for token in tokens:
        first, last = token.map or (0, 0)
        span = source.lines(first, last)
        form = Form.ITEM if items and not heading else Form.PROSE
        match token.type:
            case "list_item_open" | "list_item_close":
                items += token.nesting
            case "heading_open" | "heading_close":
                heading = token.nesting == 1
            case "tr_open":
                row, in_row = span, []
            case "tr_close" if row:
                for part in source.visible(row, in_row):
                    yield Block(part, Kind.TABLE, Form.ROW)
                row = None
            case "inline" if row:
                in_row += _comments(token)
            case "inline":
                shown = source.without_mark(span, token.content)
                for part in source.visible(shown, _comments(token)):
                    yield Block(part, Kind.HEADING if heading else Kind.BODY, form)
            case "fence":
                lines = source.lines(first + 1, first + 1 + token.content.count("\n"))
                yield Block(lines, form=Form.CODE)
            case "code_block":
                yield Block(span, form=Form.CODE)
            case "formula":
                shown = source.without_mark(span, token.content)
                for part in source.visible(shown, _COMMENT.findall(shown.of(source.text))):
                    yield Block(part, form=Form.FORMULA)
            case "html_block":
                for part in source.visible(span, _COMMENT.findall(span.of(source.text))):
                    if _TAG.sub("", part.of(source.text)).strip():
                        yield Block(part, form=form)


def _shown(part: Token) -> str:
    """What a reader sees of a part of a heading."""
    if part.type in {"softbreak", "hardbreak"}:
        return " "
    return "" if part.type == "html_inline" else part.content


def _headings(tokens: Sequence[Token], source: _Source) -> Iterator[Heading]:
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.map:
            shown = _ATTRIBUTES.sub("", "".join(map(_shown, inline.children or [])))
            title = " ".join(shown.split())
            yield Heading(title, int(token.tag[1:]), source.lines(*token.map))


def _kinds(blocks: Sequence[Block], headings: Sequence[Heading]) -> Iterator[Block]:
    """The blocks; one of the body is what the headings before it say."""
    region, at = Region(), 0
    for block in blocks:
        while at < len(headings) and headings[at].span.start <= block.span.start:
            region.enter(headings[at].title, headings[at].level)
            at += 1
        yield evolve(block, kind=region.kind) if block.kind is Kind.BODY else block


def _authors(front: Mapping[str, object]) -> tuple[str, ...]:
    """The names: one, a list of them, or a list of mappings with a `name`."""
    said = next((front[key] for key in _AUTHORS if front.get(key)), None)
    each = said if isinstance(said, list) else [said]
    names = (one.get("name") if isinstance(one, dict) else one for one in each)
    return tuple(" ".join(name.split()) for name in names if isinstance(name, str) and name.strip())


def _front(found: re.Match[str] | None) -> tuple[Mapping[str, object], tuple[str, ...]]:
    """The fields of the front matter, and a note where they cannot be had."""
    fields = mapping(found["yaml"]) if found else None
    if fields is None:
        return {}, ()
    if not failed(fields):
        return fields.unwrap(), ()
    error = fields.failure()
    why = error.problems[0].problem if isinstance(error, InvalidInput) else str(error)
    return {}, (f"The front matter was not used: {why}.",)


def read(file: File) -> Result[Document]:
    """The file as a document; errors are those of plain text."""
    plain = read_text(file)
    if failed(plain):
        return plain
    text = plain.unwrap().text
    matter = _FRONT_MATTER.match(text)
    front, notes = _front(matter)
    source = _Source.of(text, matter.end() if matter else 0)
    tokens = _parser().parse(text[source.starts[0] :])
    too_deep = any(token.level >= _DEEPEST - 1 for token in tokens)
    found = () if too_deep else _blocks(tokens, source)
    blocks = (evolve(block, span=source.trimmed(block.span)) for block in found)
    headings = list(_headings(tokens, source))
    title = front.get("title")
    if not isinstance(title, str) or not title.strip():
        title = headings[0].title if headings and title is None else str(title or "")
    shown = list(named(list(_kinds([it for it in blocks if len(it.span)], headings)), text))
    grids = () if too_deep else grids_of(tokens, source.lines, text)
    kinds, tables = captioned(list(grids), shown, text)
    return plain.map(
        lambda document: evolve(
            document,
            media_type="text/markdown",
            blocks=tuple(kinds),
            tables=tuple(tables),
            sections=sections_of(headings, len(text)),
            authors=_authors(front),
            title=" ".join(title.split()),
            front=front,
            notes=notes,
        )
    )
