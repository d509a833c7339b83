"""Contrastive evidence: a text with a few words exchanged, so that claims about it turn.

A model that reads the same claims beside both cannot judge by the claim alone (Schuster, Fisch and
Barzilay 2021, "Get your vitamin C!"). The files have places and the new words: no text of a paper.
"""

from __future__ import annotations

import json
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from bench.sets import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bench.sets import Example

_FILE = Path(__file__).with_name("claims") / "turned.jsonl"
_OTHER = {Label.SUPPORTED: Label.CONTRADICTED, Label.CONTRADICTED: Label.SUPPORTED}


@frozen
class Contrast:
    """`sentence` is changed: `claim` was false of it and is true now, `broken` were true."""

    sentence: str
    claim: str
    broken: tuple[str, ...]


def changed(text: str, changes: Iterable[Sequence[Any]]) -> str:
    """A text with stretches (start, end, new words) exchanged, all by their places in the text.

    >>> changed("Bees sleep at night.", [[5, 10, "dance"], [14, 19, "noon"]])
    'Bees dance at noon.'
    """
    made, at = [], 0
    for start, end, words in sorted(changes, key=itemgetter(0)):
        made += [text[at:start], words]
        at = end
    return "".join([*made, text[at:]])


def digest(text: str) -> str:
    """By what a text is known again."""
    return sha256(text.encode("utf-8")).hexdigest()[:12]


def evidence_of(example: Example) -> str:
    """The evidence that a set names for a claim, in one line; "" where it names none."""
    return " ".join(span.of(example.document.text) for span in example.gold)


def turned(
    sets: Mapping[str, Sequence[Example]], file: Path = _FILE
) -> Iterator[tuple[str, Example, str]]:
    """A set's name, an example with the other label, and the changed evidence that makes it so.

    ValueError where a set has another text than was changed.
    """
    known = {(name, each.id): each for name, examples in sets.items() for each in examples}
    for row in map(json.loads, file.read_text("utf-8").splitlines()):
        example = known.get((row["set"], row["id"]))
        text = evidence_of(example) if example else ""
        if example is None or digest(text) != row["digest"]:
            raise ValueError(f"{row['set']} has another text at {row['id']}")
        other = evolve(example, label=_OTHER[example.label])
        yield row["set"], other, changed(text, row["changes"])
