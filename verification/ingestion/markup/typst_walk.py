"""Walks through the markup of Typst and writes what it shows, block by block."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.core.document import Form, Kind
from vera.verification.ingestion.markup import typst_math
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.typst_calls import AFTER, code
from vera.verification.ingestion.markup.typst_code import contents
from vera.verification.ingestion.markup.unshown import REFERRED

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 200
"""Brackets inside brackets beyond which a file is none that anybody wrote."""
_KEY = r"[\w](?:[\w.:/-]*[\w/-])?"
LABEL = re.compile(rf"<({_KEY})>")
_SIGN = re.compile(
    r"(?P<address>https?://[^\s\])]+)|(?P<comment>//[^\n]*)|(?P<long>/\*.*?(?:\*/|\Z))"
    r"|(?P<block>```.*?(?:```|\Z))|(?P<raw>`[^`]*`)|(?P<formula>\$(?:\\.|[^$\\])*\$)"
    rf"|(?P<code>#)|(?P<reference>(?<![\w.])@(?P<key>{_KEY}))|(?P<label><{_KEY}>)"
    r"|(?P<escaped>\\(?:u\{[0-9A-Fa-f]{1,6}\}|\S))|(?P<break>\\(?=\s))"
    r"|(?P<head>^[ \t]*(?P<level>={1,6})[ \t]+(?P<heading>[^\n]*))"
    r"|(?P<item>^[ \t]*(?:[-+]|\d+\.|/)[ \t]+)"
    r"|(?P<blank>[ \t]*\n[ \t]*\n\s*)|(?P<strong>\*)|(?P<emphasis>(?<!\w)_|_(?!\w))|(?P<tie>~)"
    r"|(?P<open>\[)|(?P<close>\])",
    re.MULTILINE | re.DOTALL,
)
_SCRIPTED = re.compile(
    r"(?P<base>|\"\"|.*[\d.%)]\s*)(?P<sign>[\^_])"
    r"(?P<script>\((?:[^()]|\([^()]*\))*\)|[\w.]+|[^\s\w(])\s*",
    re.DOTALL,
)
"""A formula that is a script of what stands before it, or a number with one."""
_LONGEST_SCRIPTED = 200
"""Characters of such a formula, as of TeX."""


@define
class Walk:
    """What was written so far, and what the file says of itself."""

    source: str
    page: Page
    labels: frozenset[str]
    front: dict[str, list[object]] = Factory(dict)
    notes: list[tuple[int, int, int]] = Factory(list)
    faults: list[str] = Factory(list)
    title: str = ""
    in_one_line: bool = False

    @contextmanager
    def one_line(self) -> Iterator[None]:
        """What is written is one paragraph: a cell, a heading, a caption."""
        before, self.in_one_line = self.in_one_line, True
        yield
        self.in_one_line = before

    def walk(self, start: int, end: int, depth: int = 0) -> None:
        """Write what a stretch of the source shows."""
        if depth > _DEEPEST:
            raise RecursionError
        at = start
        while at < end:
            found = _SIGN.search(self.source, at, end)
            stop = found.start() if found else end
            self._put(at, self.source[at:stop])
            if found is None:
                return
            self.page.at(found.start())
            at = self._sign(found, end, depth)

    def _put(self, at: int, text: str) -> None:
        if text:
            self.page.at(at)
            self.page.put(text.replace("---", "—").replace("--", "–"))

    def end(self, kind: Kind = Kind.BODY) -> None:
        """End the paragraph; its footnotes follow, each a block of its own. A cell has none."""
        if self.in_one_line:
            self.page.put(" ")
            return
        self.page.end(kind)
        while self.notes:  # a note may have notes
            number, start, end = self.notes.pop(0)
            self.page.note(partial(self.walk, start, end), number)

    def _sign(self, found: re.Match[str], end: int, depth: int) -> int:
        """Write what one sign stands for; gives where the source goes on."""
        said = found[0]
        match found.lastgroup:
            case "address" | "strong" | "emphasis" | "comment" | "long" | "label":
                self.page.put(said if found.lastgroup == "address" else "")
            case "block" | "blank" | "item":
                self.end()
            case "raw":
                self.page.put(" ".join(said[1:-1].split()))
            case "formula":
                self._formula(said[1:-1], self.source[found.end() : found.end() + AFTER])
            case "escaped":
                number = int(said[3:-1], 16) if said.startswith("\\u{") else 0
                self.page.put(chr(number) if 0 < number < sys.maxunicode else said[1:])
            case "break" | "tie":
                self.page.put(" ")
            case "code":
                return code(self, found.end(), end, depth)
            case "open" | "close":
                self.page.put(said)
            case _:
                return self._named(found, end, depth)
        return found.end()

    def _named(self, found: re.Match[str], end: int, depth: int) -> int:
        if found["head"]:
            self.end()
            with self.one_line():
                self.walk(found.start("heading"), found.end("heading"), depth + 1)
            self.page.end_heading(len(found["level"]))
            return found.end()
        after = contents(self.source, found.end(), end)[:1]
        known = found["key"] in self.labels
        self.page.put(REFERRED if known else f"\\citep{{{found['key']}}}")
        return after[0][1] + 1 if after else found.end()

    def _formula(self, inside: str, after: str) -> None:
        """A formula in the line, whose script may be a mark; one between blanks is set apart."""
        if inside[:1].isspace() and inside[-1:].isspace() and not self.in_one_line:
            self.end()
            self.page.put(typst_math.text_of(inside))
            self.page.end(form=Form.FORMULA)
            return
        short = len(inside) <= _LONGEST_SCRIPTED
        script = _SCRIPTED.fullmatch(inside.strip()) if short else None
        if script is None:
            self.page.put(typst_math.text_of(inside))
            return
        said = script["script"]
        text = typst_math.text_of(said[1:-1] if said.startswith("(") else said)
        if script["base"]:
            self.page.put(typst_math.text_of(script["base"]))
        if script["sign"] == "_":
            self.page.lower(text)
        else:
            self.page.lift(text, after)
