"""The papers of a batch: those of a folder, or of a library."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verification.batch.job import Shard
from vera.verification.library import Library
from vera.verification.library.bibliographies import separated
from vera.verification.library.files import absolute, digest, named

if TYPE_CHECKING:
    from collections.abc import Iterable

_OP = "find the papers"


@frozen
class Papers:
    """The papers, each content once, and how many files beside them are copies."""

    shards: tuple[Shard, ...]
    copies: int = 0
    library: str = ""


def find(papers: str | os.PathLike[str]) -> Result[Papers]:
    """The readable files of a folder and below it, or one file, or else the papers of a library.

    Bibliographies are no papers, as where papers are added to a library.

    A file is called by its path from the folder, so that a folder can be moved; a paper of a
    library by the path that it was added from. Errors: an `InvalidInput` where there is no paper,
    and those of opening a library.
    """
    name = os.fspath(papers)
    found = _of_files(name) if Path(name).exists() else _of_library(name)
    if failed(found) or found.unwrap().shards:
        return found
    return Failure(InvalidInput(_OP, (Problem("papers", name, "has no paper in it"),)))


def _of_files(name: str) -> Result[Papers]:
    root = Path(absolute(name))
    folder = root if root.is_dir() else root.parent
    found = separated(list(named([str(root)])), frozenset({str(root)}), frozenset())
    shards = (
        Shard(
            Path(file.path).relative_to(folder).as_posix(),
            digest(file.path),
            file.suffix,
            file.path,
            file.size,
        )
        for file in found.papers
    )
    return Success(_once(shards))


def _of_library(name: str) -> Result[Papers]:
    opened = Library.open(name)
    if failed(opened):
        return opened
    listed = opened.unwrap().documents()
    opened.unwrap().close()
    return listed.map(
        lambda found: Papers(
            tuple(Shard(path, *entry.content, size=entry.chunks) for entry, path in found),
            library=name,
        )
    )


def _once(shards: Iterable[Shard]) -> Papers:
    """What has the same bytes and suffix is read the same; one that cannot be read is like none."""
    found = sorted(shards, key=lambda shard: shard.name)
    first: dict[tuple[str, str], Shard] = {}
    for shard in found:
        first.setdefault((shard.digest or shard.path, shard.kind), shard)
    return Papers(tuple(first.values()), len(found) - len(first))
