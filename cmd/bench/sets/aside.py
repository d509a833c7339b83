"""Which part of a set the packaged reader learns from, and which is measured on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.bench.sets.known import Example

LEARNED = (
    "scifact:train",
    "check_covid:train",
    "evidence_inference:train",
    "wice:dev",
    "fever_symmetric",
    "fool_me_twice",
)
"""The sets of `vera-bench train`'s last pass. Of VitaminC, too, a tenth is left (`pair_sets`)."""
_LEARNED = frozenset(name.partition(":")[0] for name in LEARNED)


def share_of(text: str, shares: int) -> int:
    """Which of so many equal shares a text falls to, the same in every run.

    >>> share_of("bees", 1), 0 <= share_of("bees", 10) < 10
    (0, True)
    """
    return crc32(text.encode("utf-8")) % shares


def kept_aside(group: str) -> bool:
    """Whether a document, page or case is measured on and not learned from: one of ten."""
    return share_of(group, 10) == 0


def unlearned(sets: Mapping[str, Sequence[Example]]) -> dict[str, list[Example]]:
    """The examples that the packaged reader has not learned from, of each set.

    Nor from their texts: FEVER-symmetric has each sentence in two groups.
    """
    return {
        name: _left(examples) if name in _LEARNED else list(examples)
        for name, examples in sets.items()
    }


def _left(examples: Sequence[Example]) -> list[Example]:
    read = {each.document.text for each in examples if not kept_aside(each.group)}
    return [each for each in examples if kept_aside(each.group) and each.document.text not in read]


def some(sets: Mapping[str, Sequence[Example]], most: int) -> dict[str, list[Example]]:
    """At most so many examples of each set, of documents by chance, the same in every run."""

    def turn(example: Example) -> int:
        return share_of(f"fit {example.group}", 1 << 30)

    return {name: sorted(each, key=turn)[:most] for name, each in sets.items()}
