"""All that the verdicts of a batch depend on beside the papers: what must be the same to go on."""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict

import vera
from vera.core.result import Result, Success, failed
from vera.verification.calibration.files import load
from vera.verification.library.opening import label

if TYPE_CHECKING:
    from vera.verification.batch.job import Job
    from vera.verification.verifier import Verifier

SCHEMA = "vera.batch/1"
_CODE = {".py", ".json", ".txt", ".npz"}
"""What the engine is made of; a change of any file may change a verdict."""


def identity(job: Job, verifier: Verifier) -> Result[dict[str, Any]]:
    """It, as an object for JSON: what differs between two is what is not the same.

    Errors: those of the embedder and the judge, which are asked what they are, and a `StorageFault`
    for a damaged calibration.
    """
    info = verifier.embedder()
    if failed(info):
        return info
    embedder = info.unwrap()
    calibration = load(embedder.name)
    if failed(calibration):
        return calibration
    judge = verifier.judge().map(lambda it: asdict(it) if it else None)
    if failed(judge):
        return judge
    claims = json.dumps([(claim.line, claim.text, claim.begins) for claim in job.claims])
    return Success(
        {
            "schema": SCHEMA,
            "program": {"version": version("vera-verify"), "sources": _sources()},
            "claims": {"count": len(job.claims), "digest": _digest(claims)},
            "settings": asdict(verifier.settings, value_serializer=_plain),
            "embedder": asdict(embedder),
            "calibration": _digest(repr(calibration.unwrap())),
            "judge": judge.unwrap(),
            "library": label(job.library) or None,
        }
    )


def differences(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """The names of what is not the same.

    >>> differences({"claims": 1, "judge": None}, {"claims": 2, "judge": None})
    ['claims']
    """
    return [name for name in {**now, **before} if before.get(name) != now.get(name)]


def text_of(identity: dict[str, Any]) -> str:
    """It as text, for people and for the disk."""
    return json.dumps(identity, indent=2, sort_keys=True) + "\n"


@cache
def _sources() -> str:
    """The SHA-256 of the engine's own files: a version number stays while code is being changed."""
    whole = hashlib.sha256()
    root = Path(str(vera.__file__)).parent
    for package in ("core", "verification"):
        for path in sorted(it for it in (root / package).rglob("*") if it.suffix in _CODE):
            data = path.read_bytes()
            name = path.relative_to(root).as_posix()
            whole.update(f"{name} {len(data)} ".encode() + data)
    return whole.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(_owner: object, _field: object, value: object) -> object:
    return value.value if isinstance(value, Enum) else value
