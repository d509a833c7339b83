"""What an editor can do about a finding: put the right number, insert the quote, open the paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from vera.verification.report.printable import printable
from vera.verification.report.verdict_lines import place
from vera.verify.lsp.shown import Shown, called

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pygls.workspace import PositionCodec

    from vera.core.verdict import Conflict, Evidence

OPEN = "vera.open"
_NUMBERS = frozenset(("number", "date"))
"""The conflicts whose words can stand for each other; in those of units and words more differs."""
_PLAIN = re.compile(r"[\w .,:%°–−-]+")
"""What means itself in every format, % in LaTeX apart."""
_COMMENTS = {
    ".tex": ("% ", ""),
    ".typ": ("// ", ""),
    ".org": ("# ", ""),
    ".rst": (".. ", ""),
    ".txt": ("# ", ""),
    ".text": ("# ", ""),
}
_MARKDOWN = ("<!-- ", " -->")


def actions(
    found: Sequence[Shown], uri: str, suffix: str, lines: Sequence[str], codec: PositionCodec
) -> Iterator[types.CodeAction | types.Command]:
    """What can be done about these findings of the text with those lines."""
    for it in found:
        verdict = it.finding.verdict
        if verdict is None or not verdict.evidence:
            continue
        for conflict in verdict.conflicts:
            edit = _right_number(it, conflict, suffix, lines, codec)
            if edit is not None:
                title = f"Write {printable(conflict.paper)}, as the paper does"
                yield _edit(title, types.CodeActionKind.QuickFix, uri, edit)
        quote = _quote(verdict.evidence[0])
        yield _edit(
            "Insert the quote as a comment",
            types.CodeActionKind.Refactor,
            uri,
            _comment(it, quote, suffix, lines),
        )
        if suffix not in _COMMENTS:
            block = _block(it, quote, lines)
            yield _edit("Insert the quote as a block", types.CodeActionKind.Refactor, uri, block)
        address = _address(verdict.evidence[0])
        if address:
            title = f"Open {printable(place(verdict.evidence[0], called))}"
            yield types.Command(title, OPEN, arguments=[address])


def _edit(
    title: str, kind: types.CodeActionKind, uri: str, edit: types.TextEdit
) -> types.CodeAction:
    return types.CodeAction(title, kind, edit=types.WorkspaceEdit({uri: [edit]}))


def _quote(evidence: Evidence) -> str:
    """The quote and its place on one line."""
    where = place(evidence, called)
    return f"“{printable(evidence.text)}” ({printable(where)})"


def _right_number(
    it: Shown, conflict: Conflict, suffix: str, lines: Sequence[str], codec: PositionCodec
) -> types.TextEdit | None:
    """The paper's number in the place of the claim's, where that stands once in the sentence."""
    if conflict.code not in _NUMBERS or not _PLAIN.fullmatch(conflict.paper):
        return None
    said, paper = conflict.claim, conflict.paper
    if suffix == ".tex":
        said, paper = said.replace("%", "\\%"), paper.replace("%", "\\%")
    sought = re.compile(rf"(?<![\w.,]){re.escape(said)}(?![\w]|[.,]\d)")
    places = []
    for number in range(it.range.start.line, it.range.end.line + 1):
        for found in sought.finditer(lines[number]):
            whole = types.Range(
                *(
                    types.Position(number, codec.client_num_units(lines[number][:column]))
                    for column in found.span()
                )
            )
            if it.touches(whole):
                places.append(whole)
    return types.TextEdit(places[0], paper) if len(places) == 1 else None


def _comment(it: Shown, quote: str, suffix: str, lines: Sequence[str]) -> types.TextEdit:
    """A line above the sentence's first, indented as it is."""
    before, behind = _COMMENTS.get(suffix, _MARKDOWN)
    line = it.range.start.line
    indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    quiet = quote.replace("--", "–").replace(">", "›") if behind else quote
    return _insert(line, f"{indent}{before}{quiet}{behind}\n")


def _block(it: Shown, quote: str, lines: Sequence[str]) -> types.TextEdit:
    """A block of quotation behind the paragraph."""
    line = it.range.end.line
    while line < len(lines) and lines[line].strip():
        line += 1
    text = re.sub(r"([\\`*_\[\]<>#|~$@&])", r"\\\1", quote)
    if line == len(lines):
        return _insert(line, f"\n\n> {text}\n")  # an editor takes it for the end of the last line
    return _insert(line, f"\n> {text}\n")


def _insert(line: int, text: str) -> types.TextEdit:
    at = types.Position(line, 0)
    return types.TextEdit(types.Range(at, at), text)


def _address(evidence: Evidence) -> str:
    """Where the passage can be seen: the file, and the page of a PDF; "" where there is none."""
    path = Path(evidence.document)
    if not path.is_file():
        return ""
    page = f"#page={evidence.pages[0]}" if evidence.pages else ""
    return f"{path.resolve().as_uri()}{page}"
