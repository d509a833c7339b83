r"""Typst: what a reader of the typeset pages sees, line for line where it stands in the source.

As LaTeX is read. A citation is written as LaTeX has it, `\citep{key}` or `\citet{key}`, so that all
that follows knows one form. Nothing is run: what a function of one's own would show is the content
that it is given, and files that are taken in are named in the front matter.
"""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TYPE_CHECKING

from attrs import Factory, define

from vera.core.document import Document, File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.unshown import REFERRED
from vera.verification.ingestion.text import read as read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

MEDIA_TYPE = "text/x-typst"
_DEEPEST = 200
"""Brackets inside brackets beyond which a file is none that anybody wrote."""
_KEY = r"[\w](?:[\w.:/-]*[\w/-])?"
_LABEL = re.compile(rf"<({_KEY})>")
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
_STATEMENT = re.compile(r"(?:set|show|let|import)\b")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')
_NAMED = re.compile(r'[\w-]+\s*:\s*"(?:\\.|[^"\\])*"')
"""An argument of a function by its name."""
_MOST_FILES = 20
_PROSE = re.compile(r'form\s*:\s*"(?:prose|author)"')


@define
class _Reader:
    """Walks through the source and writes what it shows."""

    source: str
    page: Page
    labels: frozenset[str]
    front: dict[str, list[object]] = Factory(dict)
    notes: list[tuple[int, int, int]] = Factory(list)

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
        """End the paragraph; its footnotes follow, each a block of its own."""
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
            case "raw" | "formula":
                self.page.put(" ".join(said[1:-1].replace("#", "").split()))
            case "escaped":
                code = int(said[3:-1], 16) if said.startswith("\\u{") else 0
                self.page.put(chr(code) if 0 < code < sys.maxunicode else said[1:])
            case "break" | "tie":
                self.page.put(" ")
            case "code":
                return self._code(found.end(), end, depth)
            case "open" | "close":
                self.page.put(said)
            case _:
                return self._named(found, end, depth)
        return found.end()

    def _named(self, found: re.Match[str], end: int, depth: int) -> int:
        if found["head"]:
            self.end()
            self.walk(found.start("heading"), found.end("heading"), depth + 1)
            self.page.end_heading(len(found["level"]))
            return found.end()
        after = self._contents(found.end(), end)[:1]
        known = found["key"] in self.labels
        self.page.put(REFERRED if known else f"\\citep{{{found['key']}}}")
        return after[0][1] + 1 if after else found.end()

    def _code(self, at: int, end: int, depth: int) -> int:
        """What stands behind a "#"."""
        if _STATEMENT.match(self.source, at, end):
            return self._statement(at, end)
        name = _NAME.match(self.source, at, end)
        if name is None:
            return self._closed(at, end) if self.source[at : at + 1] in {"(", "{"} else at
        after, given = name.end(), ""
        if self.source.startswith(("(", "."), after):
            after = self._closed(after, end)
            given = self.source[name.end() : after]
        quoted = _QUOTED.findall(given) or _QUOTED.findall(
            self.source[after : min(end, after + 200)]
        )
        contents = self._contents(after, end)
        match name[0]:
            case "cite":
                form = "citet" if _PROSE.search(given) else "citep"
                keys = ",".join(_LABEL.findall(given))
                self.page.put(f"\\{form}{{{keys}}}" if keys else "")
            case "bibliography":
                files = _QUOTED.findall(_NAMED.sub("", given))
                self.front.setdefault("bibliography", []).extend(files[:_MOST_FILES])
            case "include" if quoted:
                self.end()
                self.front.setdefault("input", []).append([quoted[0], self.page.line(at)])
                found = _QUOTED.search(self.source, after, end)
                return found.end() if found else after
            case "footnote" if contents:
                self.notes.append((self.page.call(), *contents[0]))
            case "figure" | "table" | "image" | "raw":
                self._caption(name.end(), after, depth)
            case _:
                for start, stop in contents:
                    self.walk(start, stop, depth + 1)
        return contents[-1][1] + 1 if contents else after

    def _caption(self, start: int, end: int, depth: int) -> None:
        found = re.compile(r"\bcaption\s*:\s*(?=\[)").search(self.source, start, end)
        self.end()
        for first, last in self._contents(found.end(), end)[:1] if found else ():
            self.walk(first, last, depth + 1)
            self.end(Kind.CAPTION)

    def _statement(self, at: int, end: int) -> int:
        """The end of a statement: of its line, or of the brackets that it opens there."""
        while at < end and self.source[at] != "\n":
            at = self._closed(at, end) if self.source[at] in "([{" else at + 1
        return at

    def _contents(self, at: int, end: int) -> list[tuple[int, int]]:
        """The stretches inside the brackets [...] that follow each other at once."""
        found = []
        while at < end and self.source[at] == "[":
            close = self._closed(at, end)
            found.append((at + 1, close - 1))
            at = close
        return found

    def _closed(self, at: int, end: int) -> int:
        """Where a bracket is closed, or the end."""
        depth = 0
        for place, sign in self._outside(at, end):
            depth += (sign in "([{") - (sign in ")]}")
            if depth <= 0 and sign in ")]}":
                return place + 1
        return end

    def _outside(self, at: int, end: int) -> Iterator[tuple[int, str]]:
        """The brackets, those in quotes, comments and escapes left out."""
        pattern = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|\\.|[()\[\]{}]', re.DOTALL)
        for found in pattern.finditer(self.source, at, end):
            if len(found[0]) == 1:
                yield found.start(), found[0]


def read(file: File) -> Result[Document]:
    """The text of the file; DAMAGED where its brackets nest too deep, EMPTY where nothing shows."""
    decoded = read_text(file)
    if failed(decoded):
        return decoded
    source = decoded.unwrap().text
    reader = _Reader(
        source, Page.of(source), frozenset(_LABEL.findall(re.sub(r"#cite\([^)]*\)", "", source)))
    )
    try:
        reader.walk(0, len(source))
        reader.end()
    except RecursionError:
        detail, hint = "its brackets are too deep", "check that they are closed"
        return Failure(UnreadableDocument("read", file.name, ReadFault.DAMAGED, detail, hint))
    headings = reader.page.headings
    title = headings[0].title if headings and headings[0].level == 1 else ""
    return reader.page.document(file, MEDIA_TYPE, title, reader.front)
