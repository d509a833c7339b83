"""Claims as JSON: a list of them, or one object on each line (JSON lines)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from vera.core.errors import ReadFault
from vera.core.result import Result, Success
from vera.core.verdict import Claim
from vera.verification.claims.faults import refused

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = ("claim", "text")
"""Where an object has its claim; the first that is there counts."""
_LINES = 'write an object a line, such as {"claim": "Bees sleep at night."}'
_LIST = 'write a list of claims, such as ["Bees sleep."] or [{"claim": "Bees sleep."}]'
_HALF = re.compile("[\ud800-\udfff]")
_WRONG = ReadFault.DAMAGED


def is_json_lines(text: str) -> bool:
    r"""Whether the first line that is not blank is an object with a claim, as no text begins.

    >>> is_json_lines('{"claim": "Bees sleep."}\n'), is_json_lines("{Bees} sleep.")
    (True, False)
    """
    first = text.lstrip().partition("\n")[0]
    if not first.startswith("{"):
        return False
    try:
        found = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and any(key in found for key in KEYS)


def claims_of_json_lines(text: str, name: str) -> Result[list[Claim]]:
    """The claim of each line that is not blank. Errors: DAMAGED, with the line.

    A line is an object with a `claim` or a `text`, or a string.
    """
    claims: list[Claim] = []
    for number, line in _numbered(text):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            return refused(name, _WRONG, f"it is no JSON: {_reason(error)}", _LINES, number)
        said = _said(found)
        if not isinstance(said, str):
            return refused(name, _WRONG, _why(found), _LINES, number)
        claims.append(_claim(said, number))
    return Success(claims)


def claims_of_json(text: str, name: str) -> Result[list[Claim]]:
    """The claims of a list of texts or objects, each with the line on which it begins.

    Errors: DAMAGED, with the line.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        return refused(name, _WRONG, f"it is no JSON: {_reason(error)}", _LIST, line)
    if not isinstance(found, list):
        return refused(name, _WRONG, "it is JSON, but no list", _LIST)
    claims: list[Claim] = []
    for entry, line in zip(found, _lines_of(text, len(found)), strict=True):
        said = _said(entry)
        if not isinstance(said, str):
            return refused(name, _WRONG, _why(entry), _LIST, line)
        claims.append(_claim(said, line))
    return Success(claims)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank; in JSON lines only a line feed ends one."""
    return (pair for pair in enumerate(text.split("\n"), 1) if pair[1].strip())


def _lines_of(text: str, count: int) -> Iterator[int]:
    """The lines on which the entries of a list begin, found by decoding one after the other."""
    decoder, line, counted = json.JSONDecoder(), 1, 0
    at = text.index("[") + 1
    for _ in range(count):
        while text[at] in " \t\r\n,":
            at += 1
        line += text.count("\n", counted, at)
        counted = at
        yield line
        at = decoder.raw_decode(text, at)[1]


def _claim(said: str, line: int) -> Claim:
    return Claim(" ".join(said.split()), line)


def _said(entry: object) -> object:
    """What an entry claims: itself, or what stands under the first of `KEYS` that it has."""
    if isinstance(entry, dict):
        entry = next((entry[key] for key in KEYS if key in entry), None)
    return None if isinstance(entry, str) and _HALF.search(entry) else entry


def _why(entry: object) -> str:
    if isinstance(entry, dict):
        key = next((key for key in KEYS if key in entry), None)
        said = entry[key] if key else None
        if not isinstance(said, str):
            return f"its {key} is no text" if key else "it has neither a claim nor a text"
        entry = said
    if isinstance(entry, str):
        return "it holds half of a character (a surrogate)"
    return "it is neither a text nor an object"


def _reason(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
