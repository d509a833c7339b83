"""Labelled sets of claims beside a few sentences: all that a model of pairs is measured on.

A document is the evidence of one pair, of one to some twenty sentences.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vera.bench.sets.aside import kept_aside
from vera.bench.sets.known import Example, Label, document_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAIR_SETS = (
    "healthver",
    "covidfact",
    "climate_fever",
    "fever_symmetric",
    "fool_me_twice",
    "citation_integrity",
    "vitaminc",
)
"""Of VitaminC only the pages that `vera-bench train` keeps aside."""


def pair_set(name: str) -> Callable[[Path, str], Iterator[Example]]:
    """The function of one of `PAIR_SETS` for `loading.DERIVED`; there is one split."""

    def examples(data: Path, split: str) -> Iterator[Example]:  # noqa: ARG001
        with (data / "pairs" / f"{name}.jsonl").open(encoding="utf-8") as lines:
            for at, row in enumerate(map(json.loads, lines)):
                if name != "vitaminc" or kept_aside(row["group"]):
                    yield _example(f"{name} {at}", row)

    return examples


def _example(source: str, row: dict[str, Any]) -> Example:
    document, spans = document_of(source, row.get("evidence_sentences") or [row["evidence"]])
    gold = tuple(spans[number] for number in row["gold"]) if "gold" in row else (*spans,)
    label = Label(row["label"])
    return Example(
        source,
        row["claim"],
        document,
        label,
        f"{row['group']}",
        () if label is Label.NONE else gold,
    )
