"""What a sweep keeps on disk: finished cells, so that it can go on, and that the seal is broken."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from vera.bench.tune.grid import Cell, cell_of
from vera.bench.tune.sweep import Outcome, as_line
from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vera.bench.sets.known import Example

Outcomes = dict[Cell, dict[str, Outcome]]


def key_of(sets: Mapping[str, Sequence[Example]], fingerprint: str) -> str:
    """A name for the examples and the embedder: cells of other ones are not gone on with."""
    whole = hashlib.sha256(fingerprint.encode())
    for name, examples in sets.items():
        for example in examples:
            text = hashlib.sha256(
                example.document.text.encode("utf-8", "surrogatepass")
            ).hexdigest()
            line = [name, example.id, example.claim, example.label.value, example.gold, text]
            whole.update(repr(line).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:16]


class FinishedCells:
    """The finished cells of a sweep, one a line of JSON, added as they come."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, keys: Sequence[str]) -> Result[Outcomes]:
        """The cells that were finished with one of these keys; a line that was cut off is none."""
        try:
            text = self.path.read_text("utf-8") if self.path.exists() else ""
        except (OSError, ValueError) as error:
            return Failure(StorageFault("go on", str(self.path), f"cannot be read: {error}"))
        found: Outcomes = {}
        for line in text.splitlines():
            try:
                said = json.loads(line)
                if said["key"] in keys:
                    outcomes = {name: Outcome(**each) for name, each in said["sets"].items()}
                    found[cell_of(said["cell"])] = outcomes
            except (ValueError, KeyError, TypeError):
                continue
        return Success(found)

    def add(self, key: str, cell: Cell, outcomes: Mapping[str, Outcome]) -> Result[None]:
        """Keep a finished cell."""
        line = json.dumps({"key": key, **as_line(cell, outcomes)}) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line if self._ended() else "\n" + line)
        except OSError as error:
            return Failure(
                StorageFault("keep a cell", str(self.path), f"cannot be written: {error}")
            )
        return Success(None)

    def _ended(self) -> bool:
        return not self.path.exists() or self.path.read_bytes()[-1:] in {b"", b"\n"}


def broken_seal(path: Path) -> Result[Mapping[str, Any] | None]:
    """What the sealed part said when it was opened, or None if it never was."""
    try:
        return Success(json.loads(path.read_text("utf-8")) if path.exists() else None)
    except (OSError, ValueError) as error:
        detail = f"cannot be read: {error}"
        return Failure(StorageFault("look at the seal", str(path), detail))
