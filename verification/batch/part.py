"""The verdicts on one paper as a file of its own: rows between a head and a checksum.

The first line is the head, each of the next ones is a row, in the order of the claims, and the last
line has the SHA-256 of all before it. A file that was cut short or changed is known by that.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from attrs import asdict, frozen

from vera.core.verdict import Status
from vera.verification.batch.rows import line, row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Document
    from vera.core.verdict import Verdict

_SCHEMA = "vera.batch.part/1"
_BEGIN = b'{"schema":"vera.batch.part/1",'
_MEMORY = 64 << 20
"""Bytes of rows that are held while parts are merged."""


@frozen
class Head:
    """What a part says of itself: `counts` are its rows by their status.

    `states_nothing` are those of the unchecked that were left out.
    """

    key: str
    document: str
    media_type: str
    path: str
    complete: bool
    counts: Mapping[str, int]
    states_nothing: int = 0

    @property
    def rows(self) -> int:
        """The number of its rows."""
        return sum(self.counts.values())


def to_bytes(key: str, document: Document, verdicts: Sequence[Verdict]) -> bytes:
    """The part of a paper, all of it."""
    statuses = Counter(verdict.status for verdict in verdicts)
    counts = {status.value: statuses[status] for status in Status}
    place = (document.digest, document.media_type, document.source, document.complete)
    head = Head(key, *place, counts, sum(verdict.states_nothing for verdict in verdicts))
    lines = [line({"schema": _SCHEMA, **asdict(head)})]
    lines += (line(row(verdict, document)) for verdict in verdicts)
    body = b"".join(lines)
    return body + _seal(hashlib.sha256(body).hexdigest())


def head_of(file: IO[bytes], key: str, rows: int) -> Head | None:
    """The head of a sound part with that key and as many rows; None of anything else."""
    whole, count = hashlib.sha256(), -1
    first = last = file.readline()
    for each in file:
        whole.update(last)
        last, count = each, count + 1
    if last != _seal(whole.hexdigest()) or not first.startswith(_BEGIN):
        return None
    said = json.loads(first)
    del said["schema"]
    head = Head(**said)
    return head if (head.key, head.rows, count) == (key, rows, rows) else None


def rows_of(files: Sequence[tuple[str, int]], count: int) -> Iterator[bytes]:
    """The rows of parts, first those of the first claim in the order of the parts, and so on.

    `files` are the parts' paths with their sizes in bytes, `count` is how many rows each has. As
    many claims are read at once as fit into memory, so no number of parts is too large. Raises
    OSError.
    """
    each = max(1, sum(size for _, size in files) // max(count, 1))
    step = max(1, _MEMORY // each)
    places = [0] * len(files)
    for first in range(0, count, step):
        wanted = min(step, count - first)
        block: list[list[bytes]] = []
        for at, (path, _) in enumerate(files):
            with open(path, "rb") as file:  # noqa: PTH123 - many of them
                file.seek(places[at])
                if not first:
                    file.readline()
                block.append([file.readline() for _ in range(wanted)])
                places[at] = file.tell()
        for rows in zip(*block, strict=True):
            yield from rows


def counted(heads: Iterable[Head]) -> Counter[Status]:
    """How many rows there are of each status."""
    total: Counter[Status] = Counter()
    for head in heads:
        total.update({Status(name): count for name, count in head.counts.items()})
    return total


def _seal(digest: str) -> bytes:
    seal: dict[str, Any] = {"sha256": digest}
    return line(seal)
