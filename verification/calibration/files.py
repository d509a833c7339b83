"""Calibrations on disk: those that come with the engine, and those that a user fitted."""

from __future__ import annotations

import hashlib
import json
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_config_path

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.process.output_file import open_output
from vera.verification.calibration.features import NAMES
from vera.verification.calibration.models import Calibration, as_json, parse
from vera.verification.entailment.names import PACKAGED

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from vera.core.ports import CrossEncoder

_PLAIN = re.compile(r"[^A-Za-z0-9.]+")


def folder() -> Path:
    """Where a user's own calibrations are: VERA_CALIBRATION_DIR, or the system's place for them."""
    named = os.environ.get("VERA_CALIBRATION_DIR")
    return Path(named) if named else user_config_path("vera") / "calibrations"


def _file(embedder: str, reader: str) -> str:
    with_it = f"-reader-{hashlib.sha256(reader.encode()).hexdigest()[:16]}" if reader else ""
    return _PLAIN.sub("-", embedder) + with_it + ".json"


def load(embedder: str, reader: CrossEncoder | None = None) -> Result[Calibration | None]:
    """The user's calibration for an embedder of that name, else the shipped one, else None.

    With a `reader` other than the packaged one it is that of both, found by the reader's
    fingerprint, wherever its folder is now; that there is none is an error then, since without it
    nobody would ask the reader. A file that is there and is none, or is one for something else, is
    a `StorageFault`: a score must not change its meaning because a file is damaged.
    """
    fingerprint = "" if reader is None or reader.name == PACKAGED else reader.fingerprint
    own = folder() / _file(embedder, fingerprint)
    shipped = files("vera.verification.calibration").joinpath("fitted", own.name)
    place: Path | Traversable = own if own.is_file() else shipped
    if not place.is_file():
        return _missing(own, embedder, reader.name) if reader and fingerprint else Success(None)
    try:
        made = parse(json.loads(place.read_text("utf-8")))
    except OSError as error:
        return _fault("read", str(place), f"it cannot be read: {error.strerror or error}")
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError) as error:
        return _fault("read", str(place), f"it is no calibration: {type(error).__name__} {error}")
    if made.embedder != embedder:
        return _fault("read", str(place), f"it is for {made.embedder}, not for {embedder}")
    if made.reader != fingerprint:
        return _fault("read", str(place), "it was fitted with another reader")
    if unknown := sorted(made.names - NAMES):
        return _fault("read", str(place), f"it is of another version: it needs {unknown[0]!r}")
    return Success(made)


def save(calibration: Calibration, path: Path | None = None) -> Result[Path]:
    """Write a calibration, whole or not at all, to the path or to the user's folder."""
    place = path or folder() / _file(calibration.embedder, calibration.reader)
    text = json.dumps(as_json(calibration), indent=1, ensure_ascii=False) + "\n"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return _fault("write", str(place), f"it cannot be written: {error.strerror or error}")
    opened = open_output(place)
    if failed(opened):
        return opened
    with opened.unwrap() as file:
        return file.write(text).bind(lambda _: file.finish()).map(lambda _: place)


def _missing(place: Path, embedder: str, reader: str) -> Failure[StorageFault]:
    hint = f"fit it with vera-bench calibrate --embedder {embedder} --reader {reader}"
    detail = f"there is no calibration of {embedder} with the reader {reader}"
    return Failure(StorageFault("read", str(place), detail, hint))


def _fault(op: str, path: str, detail: str) -> Failure[StorageFault]:
    hint = "remove it, or fit it again with vera-bench calibrate" if op == "read" else ""
    return Failure(StorageFault(op, path, detail, hint))
