"""What a run leaves: a row for each example, and the file that holds them.

The file is one JSON object, FORMAT below, with what was run, the figures, and the rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict, field, frozen

from vera.core.document import Span
from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "vera.bench.run/1"
Pairs = tuple[tuple[int, int], ...]


@frozen
class Row:
    """An example, and what the engine and the baselines made of it.

    `label` is a `known.Label`, `status` a `verdict.Status`, by their values. `score` is None
    where unchecked; `evidence` is the probability that the document speaks of the claim, None where
    nothing was calibrated. `conflicts` are codes of checks, each once. `gold` and `found` are
    places [start, end) in the document, `found` best first. `cosine` is the bare rule's score,
    None where unchecked, `cosine_found` its places; `bm25` is the best sentence's score,
    `bm25_found` the places of the best sentences. `passage` is the evidence that was shown.
    `peers` has each peer's answer: whether it is grounded, and the peer's own word for it.
    `decided` is as in `vera.core.verdict.Verdict`: a rule, or the name of a judge.
    """

    set: str
    id: str
    group: str
    kind: str
    label: str
    claim: str
    document: str
    status: str
    score: float | None
    evidence: float | None
    conflicts: tuple[str, ...]
    gold: Pairs
    found: Pairs
    cosine: float | None
    cosine_found: Pairs
    bm25: float
    bm25_found: Pairs
    passage: str
    reason: str
    peers: Mapping[str, tuple[bool, str]] = field(factory=dict)
    decided: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What the row of the same example has in another run."""
        return self.set, self.id


def spans(pairs: Pairs) -> list[Span]:
    """Places as spans."""
    return [Span(start, end) for start, end in pairs]


@frozen(eq=False)
class Run:
    """A run of `vera-bench evaluate`: `about` says what ran, `figures` are those of each set."""

    about: Mapping[str, Any]
    figures: Mapping[str, Any]
    rows: Sequence[Row]


def as_json(run: Run) -> str:
    """The file of a run."""
    head = {"format": FORMAT, "about": run.about, "figures": run.figures}
    rows = (json.dumps(asdict(row), ensure_ascii=False) for row in run.rows)
    start = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return start + ',\n "rows": [\n  ' + ",\n  ".join(rows) + "\n ]\n}\n"


def parse(said: Any) -> Run:
    """A run from its file's content; KeyError, TypeError or ValueError where it is none."""
    if said["format"] != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    return Run(said["about"], said["figures"], [_row(row) for row in said["rows"]])


def _row(said: dict[str, Any]) -> Row:
    pairs = {
        name: tuple((int(start), int(end)) for start, end in said[name])
        for name in ("gold", "found", "cosine_found", "bm25_found")
    }
    peers = {name: (bool(yes), str(word)) for name, (yes, word) in said.get("peers", {}).items()}
    return Row(**{**said, **pairs, "conflicts": tuple(said["conflicts"]), "peers": peers})


def load_json(path: Path) -> Result[Any]:
    """The content of a JSON file."""
    try:
        return Success(json.loads(path.read_text("utf-8")))
    except OSError as error:
        return Failure(StorageFault("read", str(path), f"cannot be read: {error.strerror}"))
    except ValueError as error:
        return Failure(StorageFault("read", str(path), f"is no JSON: {error}"))


def load(path: Path) -> Result[Run]:
    """A run that was written to a file."""
    return load_json(path).bind(lambda said: understood(path, said))


def understood(path: Path, said: Any) -> Result[Run]:
    """The run that a file's content is."""
    try:
        return Success(parse(said))
    except (KeyError, TypeError, ValueError) as error:
        hint = "give a file that vera-bench evaluate --json wrote"
        return Failure(StorageFault("read", str(path), f"is no run of bench: {error}", hint))
