"""What was found, as an editor shows it: diagnostics, and text beside a sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen
from lsprotocol import types

from vera.core.verdict import Status
from vera.verification.report.places import told
from vera.verification.report.printable import printable
from vera.verification.report.verdict_lines import verdict_lines
from vera.verify.lsp.checking import Finding
from vera.verify.lsp.places import range_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pygls.workspace import PositionCodec

    from vera.core.errors import Error
    from vera.verify.lsp.checking import Checked

SOURCE = "vera"
_SEVERITIES = {
    Status.CONTRADICTED: types.DiagnosticSeverity.Error,
    Status.UNSUPPORTED: types.DiagnosticSeverity.Warning,
    Status.UNCHECKED: types.DiagnosticSeverity.Information,
}
_NAMES = re.compile(r"[\\#]\w+|bibliography")
"""In lines that name a file: commands of LaTeX and Typst, and the front matter of Markdown."""


@frozen
class Shown:
    """A finding where it stands: its range for the editor, and the text of its lines."""

    finding: Finding
    range: types.Range
    text: tuple[str, ...]

    def is_in(self, lines: Sequence[str]) -> bool:
        """Whether it stands there still."""
        start, end = self.range.start.line, self.range.end.line
        return tuple(lines[start : end + 1]) == self.text

    def touches(self, other: types.Range) -> bool:
        """Whether a range, or the cursor, is on it."""
        mine = self.range
        return _at(mine.start) <= _at(other.end) and _at(other.start) <= _at(mine.end)


def called(document: str) -> str:
    """What a paper is called where there is little room: its file's name."""
    return Path(document).name


def _at(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


def shown(checked: Checked, path: Path, codec: PositionCodec) -> tuple[Shown, ...]:
    """The findings of one of the files."""
    lines = checked.lines[path]
    return tuple(_shown(it, lines, codec) for it in checked.findings[path])


def _shown(finding: Finding, lines: Sequence[str], codec: PositionCodec) -> Shown:
    placed = finding.placed
    start, end = range_of(placed.sentence, placed.line, placed.column, lines)
    text = tuple(lines[start[0] : end[0] + 1])
    return Shown(finding, _range(lines, start, end, codec), text)


def _range(
    lines: Sequence[str], start: tuple[int, int], end: tuple[int, int], codec: PositionCodec
) -> types.Range:
    return types.Range(*(_position(lines, place, codec) for place in (start, end)))


def _position(lines: Sequence[str], at: tuple[int, int], codec: PositionCodec) -> types.Position:
    line, column = at
    return types.Position(line, codec.client_num_units(lines[line][:column]))


def diagnostics(found: Sequence[Shown]) -> Iterator[types.Diagnostic]:
    """One for each finding that is not grounded."""
    for it in found:
        verdict = it.finding.verdict
        if verdict is None:
            said = f"not asked: {printable(it.finding.why)}"
            hint = types.DiagnosticSeverity.Hint
            yield types.Diagnostic(it.range, said, hint, "not-asked", source=SOURCE)
        elif verdict.status in _SEVERITIES:
            status = verdict.status.value
            reasons = "\n".join(printable(line) for line in told(verdict, called)[1:])
            yield types.Diagnostic(
                it.range,
                f"{status}: {reasons}",
                _SEVERITIES[verdict.status],
                status,
                source=SOURCE,
                data={"claim": verdict.claim.text, "cites": list(verdict.claim.cites)},
            )


def hover(found: Sequence[Shown]) -> str:
    """All that is known of these, as text: what papers say, and where."""
    return "\n\n".join(
        "\n".join(_lines(it.finding)) for it in found if it.finding.verdict is not None
    )


def _lines(finding: Finding) -> Iterator[str]:
    if finding.verdict is None:
        return
    for line in verdict_lines(finding.verdict, verbose=False, explain=False, short=called):
        label = f"{line.label} {line.number}".strip()
        yield f"{label}: {printable(line.text)}" if label else printable(line.text)


def trouble(problem: str, lines: Sequence[str], codec: PositionCodec) -> types.Diagnostic:
    """What could not be read, on the line that names it, else on the first."""
    at = next(_naming(problem, lines), 0)
    whole = _range(lines, (at, 0), (at, len(lines[at])), codec)
    severity = types.DiagnosticSeverity.Warning
    return types.Diagnostic(whole, printable(problem), severity, "problem", source=SOURCE)


def _naming(problem: str, lines: Sequence[str]) -> Iterator[int]:
    """The lines that name the file which a problem begins with, with or without its suffix."""
    name = Path(problem.partition(" ")[0].rstrip(":")).name
    sought = {name, Path(name).stem} - {""}
    for number, line in enumerate(lines):
        if _NAMES.search(line) and sought & set(re.split(r"[\s{},:\"'/]+", line)):
            yield number


def unchecked(error: Error, lines: Sequence[str], codec: PositionCodec) -> types.Diagnostic:
    """That a manuscript was not checked, and why: one without diagnostics would look sound."""
    return trouble(f"{error}: nothing is checked", lines, codec)
