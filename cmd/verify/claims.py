"""A claims file becomes claims: one a line, or one over several lines where a line was wrapped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.verdict import Claim

if TYPE_CHECKING:
    from collections.abc import Iterator

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
