"""The report for viewers of findings: SARIF 2.1.0, a result for each claim that is not grounded.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; sections below are of it.
"""

from __future__ import annotations

import hashlib
import json
import re
from importlib.metadata import version
from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import quote

from vera.core.verdict import Status
from vera.verification.report.as_json import json_box, json_cell, json_text
from vera.verification.report.heads import head
from vera.verification.report.places import STANDARD_INPUT, gaps_of, stands_in
from vera.verification.report.printable import printable
from vera.verification.report.verdict_lines import whereabouts

if TYPE_CHECKING:
    from vera.core.verdict import Claim, Evidence, Verdict
    from vera.verification.report.model import Opening, Summary

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_RULES = {
    Status.CONTRADICTED: (
        "The paper says otherwise.",
        "Read the passage, and correct the claim or cite another paper.",
    ),
    Status.UNSUPPORTED: (
        "The paper does not say it, as far as VERA can tell.",
        "The nearest passage is given: cite what says it, or claim what is said.",
    ),
    Status.UNCHECKED: (
        "Whether the paper says it could not be found out.",
        "The message says why: it is no claim in English, or could not be asked.",
    ),
}
"""What each status means, and what to do."""
_IDS = list(_RULES)
_PLACEHOLDER = re.compile(r"\{(\d+)\}")


class SarifForm:
    """One run, written piece by piece. Of a status that `fails` the run a result is an error.

    Grounded claims are only counted: viewers show every result as a finding. `claims` names the
    file of claims, "" for standard input.
    """

    def __init__(self, claims: str, fails: frozenset[str]) -> None:
        self._claims, self._fails, self._first = claims, fails, True

    def opening(self, opening: Opening) -> str:
        """The log up to its first result: the tool, its rules, and what was not read."""
        gaps = list(gaps_of(opening))
        notifications = [
            {
                "level": "error" if gap.all else "warning",
                "message": _message(gap.text),
                "locations": [{"physicalLocation": {"artifactLocation": _artifact(gap.source)}}],
            }
            for gap in gaps
        ]
        run = {
            "tool": {"driver": self._driver()},
            "columnKind": "unicodeCodePoints",
            "invocations": [
                {
                    "executionSuccessful": not any(gap.all for gap in gaps),
                    "toolExecutionNotifications": notifications,
                }
            ],
        }
        log = json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
        return log.removesuffix("\n    }\n  ]\n}") + ',\n      "results": ['

    def verdict(self, verdict: Verdict) -> str:
        """One element of `results`; nothing for a grounded claim."""
        if verdict.status is Status.GROUNDED:
            return ""
        comma, self._first = "" if self._first else ",", False
        return f"{comma}\n" + _indented(self._result(verdict), 8)

    def closing(self, opening: Opening, summary: Summary) -> str:
        """The log from its last result on: how many claims there were of each status."""
        counts: dict[str, object] = {status.value: summary.counts[status] for status in Status}
        if summary.left_out is not None:
            counts["left_out"] = summary.left_out
        if opening.settings.only_claims:
            counts["states_nothing"] = summary.states_nothing
        known = {
            "claims": summary.total,
            **counts,
            "threshold": opening.settings.threshold,
            "embedder": opening.embedder.name,
        }
        tail = _indented({"properties": known}, 4).removeprefix("    {\n")
        return "\n      ],\n" + tail + "\n  ]\n}\n"

    def _driver(self) -> dict[str, object]:
        return {
            "name": "verify",
            "fullName": "VERA verify",
            "semanticVersion": version("vera-verify"),
            "rules": [
                {
                    "id": status.value,
                    "shortDescription": {"text": meaning},
                    "fullDescription": {"text": f"{meaning} {advice}"},
                    "help": {"text": advice},
                    "defaultConfiguration": {"level": self._level(status)},
                }
                for status, (meaning, advice) in _RULES.items()
            ],
        }

    def _level(self, status: Status) -> str:
        return "error" if status.value in self._fails else "warning"

    def _result(self, verdict: Verdict) -> dict[str, object]:
        claim, status = verdict.claim, verdict.status
        said = f"{status.value.capitalize()}: “{claim.text}” ({verdict.reason})"
        return {
            "ruleId": status.value,
            "ruleIndex": _IDS.index(status),
            "level": "note" if verdict.states_nothing else self._level(status),
            "message": _message(said),
            "locations": [self._location(claim)],
            "relatedLocations": [
                _related(number, head(verdict, piece), piece)
                for number, piece in enumerate(verdict.evidence, 1)
            ],
            "partialFingerprints": {"claim/v1": self._fingerprint(claim)},
            "properties": {
                "claim": claim.text,
                "score": verdict.score,
                "calibrated": verdict.calibrated,
                "reason": verdict.reason,
                "conflicts": list(map(str, verdict.conflicts)),
                "cites": list(claim.cites),
            },
        }

    def _location(self, claim: Claim) -> dict[str, object]:
        region = {"region": {"startLine": claim.line}} if claim.line else {}
        artifact = _artifact(stands_in(claim, self._claims))
        return {"physicalLocation": {"artifactLocation": artifact, **region}}

    def _fingerprint(self, claim: Claim) -> str:
        """The same for a claim that has moved in its file, so that it is known again."""
        whole = json.dumps([stands_in(claim, self._claims), claim.text])
        return hashlib.sha256(whole.encode()).hexdigest()


def _related(number: int, said: str, piece: Evidence) -> dict[str, object]:
    """A passage. A paper's lines are not those of its file, so the page is told, not a region."""
    return {
        "id": number,
        "message": _message(f"{said}: “{piece.text}” ({whereabouts(piece)})"),
        "physicalLocation": {"artifactLocation": _artifact(piece.document)},
        "properties": {
            "pages": list(piece.pages),
            "section": piece.section,
            "cosine": piece.score,
            "boxes": [json_box(box) for box in piece.boxes],
            **({"cells": [json_cell(cell) for cell in piece.cells]} if piece.cells else {}),
        },
    }


def _message(text: str) -> dict[str, str]:
    """A message for people in which nothing is a link or a placeholder (3.11.5, 3.11.6)."""
    plain = printable(text).replace("](", "] (")
    return {"text": _PLACEHOLDER.sub(r"{{\1}}", plain)}


def _artifact(name: str) -> dict[str, object]:
    """A file by its URI, relative as it was given; standard input is said in words.

    >>> _artifact("a b/c#1.txt")
    {'uri': 'a%20b/c%231.txt'}
    """
    if not name:
        return {"uri": quote(STANDARD_INPUT), "description": {"text": STANDARD_INPUT}}
    path = PurePath(name)
    posix = path.as_posix().encode("utf-8", "replace")
    if path.is_absolute():
        return {"uri": "file:///" + quote(posix.lstrip(b"/"), safe="/:")}
    return {"uri": quote(posix)}


def _indented(value: object, by: int) -> str:
    return " " * by + json_text(value).replace("\n", "\n" + " " * by)
