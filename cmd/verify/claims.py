"""A claims file becomes claims: one a line, or one over several lines where a line was wrapped."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.verdict import Claim
from vera.verification import wiring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.core.document import Document, Span

STANDARD_INPUT = "-"
MOST = 1_000_000
"""Lines, or sentences, of claims in one run: some hundred bytes of memory each, and hours."""
_MARKER = re.compile(r"(?:[-*•‣]|\(?\d{1,3}[.)])\s+(?=\S)")
_ENDED = re.compile(r"[.!?…。！？][\"'”’»)\]]*$")
_OPEN = re.compile(
    r"(?:[,;:(\[–—-]|\b(?:a|an|and|are|as|at|by|for|from|has|have|in|is|not|of|on|or|than|that|the"
    r"|their|to|was|were|which|with))$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"[a-zà-öø-ÿ,;:)\]%]")
_NARROWEST = 40
"""Nobody wraps text to fewer columns; a shorter line ended because its claim did."""
_LINE_END = re.compile("\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
"""What `str.splitlines` takes for one."""


def read_claims(name: str, *, sentences: bool, password: str | None) -> Result[list[Claim]]:
    """The claims of a file or of standard input: its lines, or with `sentences` its sentences."""
    read = wiring.read_claims(0 if name == STANDARD_INPUT else Path(name), password)
    if failed(read):
        return read
    document = read.unwrap()
    if sentences:
        return claims_of_sentences(document, wiring.sentences_of(document))
    return claims_of_lines(document)


def claims_of_lines(document: Document) -> Result[list[Claim]]:
    """The claims of a file by `parse_claims`, at least one and of no more than `MOST` lines."""
    if next(islice(_LINE_END.finditer(document.text), MOST, None), None):
        return _refused(document, ReadFault.TOO_LARGE, f"it has more than {MOST:,} lines")
    return _some(document, parse_claims(document.text))


def claims_of_sentences(document: Document, sentences: Iterable[Span]) -> Result[list[Claim]]:
    """Each sentence as a claim, at least one and no more than `MOST`."""
    claims: list[Claim] = []
    line, counted = 1, 0
    for sentence in sentences:
        if len(claims) == MOST:
            return _refused(document, ReadFault.TOO_LARGE, f"it has more than {MOST:,} sentences")
        line += document.text.count("\n", counted, sentence.start)
        counted = sentence.start
        claims.append(Claim(" ".join(sentence.of(document.text).split()), line))
    return _some(document, claims)


def _some(document: Document, claims: list[Claim]) -> Result[list[Claim]]:
    """A run without claims must not look like one that went well."""
    if claims:
        return Success(claims)
    return _refused(document, ReadFault.EMPTY, "there is no claim in it")


def _refused(document: Document, fault: ReadFault, detail: str) -> Failure[UnreadableDocument]:
    hint = "write one claim a line" if fault is ReadFault.EMPTY else "split it into smaller files"
    return Failure(UnreadableDocument("read claims", document.source, fault, detail, hint))


def parse_claims(text: str) -> list[Claim]:
    r"""The claims of a file, each with the line it begins on.

    Blank lines and lines that start with `#` are skipped and end a claim; a list's bullets and
    numbers are not part of it. A line goes on with the claim before it if it is indented deeper,
    if it begins as no sentence does after a line that did not end one, or if that line is open
    (ends in "of", in a comma, ...) or was filled to the width that the file is wrapped to.

    >>> [claim.text for claim in parse_claims("# mine\nA is\nlarger than B.\nC is small.\n")]
    ['A is larger than B.', 'C is small.']
    """
    claims: list[Claim] = []
    for block in _blocks(text):
        width = max(len(line.rstrip()) for _, line in block)
        ended = bool(_ENDED.search(block[-1][1].rstrip()))
        parts: list[str] = []
        begun, indent = 0, 0
        for number, line in block:
            body = line.strip()
            marker = _MARKER.match(body)
            deeper = len(line) - len(line.lstrip()) > indent
            room = width - len(parts[-1]) - 1 if parts else 0
            filled = ended and width >= _NARROWEST and len(body.split()[0]) > room
            if parts and not marker and (deeper or _continues(parts[-1], body, filled=filled)):
                parts.append(body)
                continue
            if parts:
                claims.append(Claim(_joined(parts), begun))
            begun, indent = number, len(line) - len(line.lstrip())
            parts = [body[marker.end() :] if marker else body]
        claims.append(Claim(_joined(parts), begun))
    return claims


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Runs of numbered lines between blank lines and comments."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            block.append((number, line.expandtabs()))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _continues(before: str, line: str, *, filled: bool) -> bool:
    if _ENDED.search(before):
        return False
    return bool(_OPEN.search(before) or _GOES_ON.match(line) or filled)


def _joined(parts: list[str]) -> str:
    return " ".join(" ".join(parts).split())
