"""What tests of libraries share: papers in a folder, and libraries of a fake embedder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.fakes import FakeEmbedder
from vera.verification.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vera.core.document import Document
    from vera.core.ports import Embedder, Matrix, Role
    from vera.core.result import Result
    from vera.core.settings import Settings

TEXTS = {
    "bees": "Bees sleep at night. A hive holds some thirty thousand workers in summer.",
    "wasps": "Wasps build nests of paper. A nest holds four hundred workers at most.",
    "ants": "Ants follow trails of scent. A colony keeps aphids for their honeydew.",
    "moths": "Moths fly by night toward lamps. Their ears hear the calls of bats.",
}
"""The papers by their names, one paragraph each."""
STORES = pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
"""Marks tests that hold of both stores."""
PREFIX = "VERA_TEST_LIBRARY_PREFIX"
"""The environment's name for what the names of libraries begin with, in all processes of a test."""
_LONG_AGO = 1_700_000_000


def write(folder: Path, texts: dict[str, str] | None = None) -> Path:
    """Papers as text files that were written long ago."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (TEXTS if texts is None else texts).items():
        put(folder / f"{name}.txt", text)
    return folder


def put(path: Path, text: str, when: int = _LONG_AGO) -> Path:
    """A file that was last changed at that time, in seconds since 1970."""
    path.write_text(text, "utf-8")
    os.utime(path, (when, when))
    return path


def named(name: str) -> str:
    """The name of a library where the test keeps its libraries."""
    return os.environ.get(PREFIX, "") + name


def shelf(
    name: str = "insects",
    settings: Settings | None = None,
    embedder: Embedder | None = None,
    **options: Any,
) -> Library:
    """A library of a fake embedder, made if there is none; nothing is cached."""
    chosen = embedder or FakeEmbedder()
    opened = Library.open(
        named(name), settings, embedder=chosen, cache=False, create=True, **options
    )
    return opened.unwrap()


class Counting(FakeEmbedder):
    """Counts the texts that it embeds."""

    def __init__(self, dimension: int = 64) -> None:
        super().__init__(dimension)
        self.count = 0

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """As the fake embeds."""
        self.count += len(texts)
        return super().embed(texts, role, progress)


def fields(document: Document) -> dict[str, Any]:
    """All that a library keeps of a document, as values that can be compared."""
    places = document.places
    known = {
        name: getattr(document, name)
        for name in type(document).__annotations__
        if name not in {"places", "front", "marks", "references"}
    }
    arrays = (
        None if places is None else [it.tolist() for it in (places.page, places.line, places.box)]
    )
    return {**known, "front": dict(document.front), "places": arrays}
