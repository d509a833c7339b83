"""Tells by two looks which files have changed and are written to no more."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TypeAlias

from attrs import define, field

Stamp: TypeAlias = "tuple[int, int]"
"""The size of a file and its time in nanoseconds."""


@define
class Settling:
    """What was seen of files. `done` are those that were dealt with, and their stamps then.

    A stamp of None is one that is not known: the file counts as changed.
    """

    done: dict[str, Stamp | None] = field(factory=dict)
    _last: Mapping[str, Stamp] | None = None

    def look(self, now: Mapping[str, Stamp]) -> tuple[list[str], list[str]]:
        """Which files have changed and settled, and which of `done` are gone, by the stamps `now`.

        A file that is not as in the look before is still being written. One that is gone is so in
        two looks, too: many programs write a file by putting another in its place.
        """
        before, self._last = self._last, now
        if before is None:
            return [], []
        settled = [
            path for path, stamp in now.items() if self.done.get(path) != stamp == before.get(path)
        ]
        gone = [path for path in self.done if path not in now and path not in before]
        return settled, gone


def stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """The stamps of the files that are there."""
    found: dict[str, Stamp] = {}
    for path in paths:
        with suppress(OSError):  # it is not there, or not now
            status = os.stat(path)  # noqa: PTH116 - names are kept as they are given
            found[path] = status.st_size, status.st_mtime_ns
    return found
