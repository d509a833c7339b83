"""The sets that a user named, from disk: known ones, near misses, or the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vera.bench.sets.known import SETS, scifact
from vera.bench.sets.near_misses import near_misses, verbatim
from vera.bench.sets.pair_sets import PAIR_SETS, pair_set
from vera.bench.sets.user_set import user_set
from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vera.bench.sets.known import Example

T = TypeVar("T")

_SEED = 1


def _copied(data: Path, split: str) -> Iterator[Example]:
    """Near misses of sentences that stand in the papers, word for word."""
    sources = (
        example for name in ("scifact", "clscisumm") for example in SETS[name](data / name, split)
    )
    yield from near_misses(verbatim(sources), _SEED)


def _said(data: Path, split: str) -> Iterator[Example]:
    """Near misses of true claims in words of their own."""
    yield from near_misses(scifact(data / "scifact", split), _SEED)


DERIVED: dict[str, Callable[[Path, str], Iterator[Example]]] = {
    "near_misses": _copied,
    "near_misses_said": _said,
    **{name: pair_set(name) for name in PAIR_SETS},
}
"""Sets that are made of others: functions of the folder that holds all sets, and the split."""

NAMES = (*SETS, *DERIVED)


def load_sets(
    wanted: str, data: Path | None, split: str, paper: Path | None = None
) -> Result[dict[str, list[Example]]]:
    """The examples of each set of a list with commas.

    A set is one of `NAMES`, with a split of its own behind a colon or without, or the path of a
    JSON-lines file or a folder (`own.user_set`). `data` is the folder that holds the known sets.
    """
    found: dict[str, list[Example]] = {}
    for name in filter(None, map(str.strip, wanted.split(","))):
        loaded = _load(name, data, split, paper)
        if failed(loaded):
            return loaded
        known, examples = loaded.unwrap()
        found[known] = examples
    return Success(found) if found else _unknown(wanted)


def files_of(wanted: str, paper: Path | None) -> list[Path]:
    """What of such a list may be a file of the user's, and the paper: nothing is written there."""
    named = [Path(name) for name in map(str.strip, wanted.split(",")) if name not in NAMES]
    return named if paper is None else [*named, paper]


def _load(
    name: str, data: Path | None, split: str, paper: Path | None
) -> Result[tuple[str, list[Example]]]:
    known, _, own_split = name.partition(":")
    if known not in NAMES:
        if not Path(name).exists():
            return _unknown(name)
        return user_set(Path(name), data, paper).map(lambda examples: (Path(name).stem, examples))
    if data is None:
        problem = Problem("--data", "", f"must be given for the set {known}")
        return Failure(InvalidInput("load a set", (problem,)))
    chosen = own_split or split
    made = reading(
        known,
        data,
        lambda: list(
            DERIVED[known](data, chosen) if known in DERIVED else SETS[known](data / known, chosen)
        ),
    )
    return made.map(lambda examples: (known, examples))


def reading(known: str, data: Path, read: Callable[[], T]) -> Result[T]:
    """What `read` makes of the files of a set, or a `StorageFault` that says what is wrong."""
    try:
        return Success(read())
    except OSError as error:
        hint = "give a split of its own as SET:SPLIT" if (data / known).is_dir() else ""
        detail = f"cannot be read: {error.strerror or error}"
        return Failure(StorageFault("load a set", str(error.filename or data), detail, hint))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        detail = f"is no {known}: {type(error).__name__} {error}"
        return Failure(StorageFault("load a set", str(data / known), detail))


def _unknown(name: str) -> Failure[InvalidInput]:
    rule = f"must be one of {', '.join(NAMES)}, or a file or folder of your own"
    return Failure(InvalidInput("load a set", (Problem("set", name, rule),)))
