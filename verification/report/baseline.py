"""A report of before, as JSON (`vera.report/1`), and which verdicts are new beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success
from vera.core.verdict import Status
from vera.verification.ingestion.content import content_of
from vera.verification.report.as_json import SCHEMA

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.verdict import Verdict

_MOST = 1 << 28
"""Bytes of a report: some hundred thousand claims."""
_HINT = "give a report that verify wrote with --format json"


@frozen
class Baseline:
    """What a report says: the file, the text and the status of each claim.

    The file is "" where the claim names none: the file of claims itself may have another name.
    """

    known: frozenset[tuple[str, str, Status]]

    def has(self, verdict: Verdict) -> bool:
        """Whether the claim was there with the same status."""
        return (verdict.claim.file, verdict.claim.text, verdict.status) in self.known


def read(path: Path) -> Result[Baseline]:
    """The baseline in a file. Errors: an `UnreadableDocument`, also for what is no such report."""
    found = content_of(path, str(path), _MOST)
    return found.bind(lambda content: parse(content.data, str(path)))


def parse(data: bytes, name: str) -> Result[Baseline]:
    """The baseline that the bytes of a file are; `name` is what the user calls it."""
    try:
        said = json.loads(data)
        schema = said["schema"]
        if schema != SCHEMA:
            return _refused(name, f"it is of the schema {schema!r}, not {SCHEMA}")
        known = frozenset(map(_claim, said["claims"]))
    except (ValueError, RecursionError) as error:
        return _refused(name, f"it is no JSON report: {error}")
    except (KeyError, TypeError) as error:
        return _refused(name, f"it is no report of verify: {type(error).__name__} {error}")
    return Success(Baseline(known))


def _claim(said: object) -> tuple[str, str, Status]:
    if not isinstance(said, dict):
        raise TypeError("a claim is no object")
    file, text = said.get("file"), said["text"]
    if not isinstance(text, str) or not isinstance(file, str | None):
        raise TypeError("text or file of a claim")
    return file or "", text, Status(said["status"])


def _refused(name: str, detail: str) -> Failure[UnreadableDocument]:
    fault = ReadFault.UNSUPPORTED
    return Failure(UnreadableDocument("read the baseline", name, fault, detail, _HINT))
