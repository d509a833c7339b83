"""What an editor's settings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

PAUSE = 1.0
"""Seconds without a change after which a text is checked although it was not saved."""
_LONGEST = 3600.0
_RULES = {
    "papers": "must be a list of folders and files",
    "library": "must be the name of a library",
    "bib": "must be a list of files",
    "threshold": "must be a number",
    "embedder": "must be a name, as --embedder has it",
    "pause": f"must be seconds from 0 to {_LONGEST:g}",
}


@frozen
class Wanted:
    """Where the papers are, and what decides: as in `verify manuscript`. `pause` is in seconds."""

    papers: tuple[str, ...] = ()
    library: str | None = None
    bib: tuple[Path, ...] = ()
    threshold: float = 0.7
    embedder: str = "auto"
    pause: float = PAUSE


def wanted(said: object, root: Path) -> Result[Wanted]:
    """What settings ask for; paths in them are from `root` on, and ~ is the user's own folder.

    An `InvalidInput` names each setting that is unknown or has no sense, and that no papers, or two
    sorts of them, are named.

    >>> print(wanted({"papers": 3, "colour": 1}, Path()).failure())
    settings of the editor: vera.papers must be a list of folders and files (got 3); vera.colour \
is unknown (got 1)
    """
    given = dict(said) if isinstance(said, Mapping) else {}
    given = {name: value for name, value in given.items() if value is not None}
    problems = tuple(
        Problem(f"vera.{name}", value, _RULES.get(name, "is unknown"))
        for name, value in given.items()
        if name not in _RULES or not _sound(name, value)
    )
    if problems:
        return Failure(InvalidInput("settings of the editor", problems))
    papers = tuple(str(root / Path(name).expanduser()) for name in given.get("papers", ()))
    library = given.get("library") or None
    if bool(papers) == (library is not None):
        why = "must name the cited papers, or vera.library, and not both"
        problem = Problem("vera.papers", given.get("papers", []), why)
        return Failure(InvalidInput("settings of the editor", (problem,)))
    return Success(
        Wanted(
            papers,
            library,
            tuple(root / Path(name).expanduser() for name in given.get("bib", ())),
            float(given.get("threshold", 0.7)),
            given.get("embedder", "auto"),
            float(given.get("pause", PAUSE)),
        )
    )


def _sound(name: str, value: object) -> bool:
    match name:
        case "papers" | "bib":
            return isinstance(value, list) and all(isinstance(it, str) and it for it in value)
        case "threshold" | "pause":
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return number and (name != "pause" or 0 <= float(str(value)) <= _LONGEST)
    return isinstance(value, str)
