"""What `vera-bench tune` is asked for."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen


@frozen
class Request:
    """What the command line asks for, as it was given; lists have commas."""

    sets: str
    data: Path | None
    split: str
    paper: Path | None
    sizes: str
    overlaps: str
    chunkers: str
    top_k: str
    embedders: str
    output: Path
    config: Path | None
    resamples: int
    keep_sealed: bool
    cache: bool
