"""A small labelled set of our own, and what stands in for an embedder by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from vera.bench.sets.known import Example, Label
from vera.core.document import Document, Span

if TYPE_CHECKING:
    from pathlib import Path

_SENTENCES = (
    "The new pump moved {} litres of water in an hour.",
    "Nobody saw a leak in the {} valves of the first tank.",
    "Most of the cost of {} crowns went into the filter.",
)
_OTHERS = ("Birds sing before dawn in May.", "The choir met on Tuesdays.")


def examples(count: int = 12) -> list[Example]:
    """So many papers, each with a true claim, one of another number, and one of another subject."""
    found = []
    for at in range(count):
        said = [sentence.format(20 + 3 * at + turn) for turn, sentence in enumerate(_SENTENCES)]
        text = " ".join(said)
        document = Document(text, f"paper-{at}", "")
        true = said[at % 3]
        gold = (Span(text.index(true), text.index(true) + len(true)),)
        false = _SENTENCES[at % 3].format(500 + at)
        for name, claim, label, kind in (
            ("true", true, Label.SUPPORTED, "copied"),
            ("number", false, Label.CONTRADICTED, "number"),
            ("other", _OTHERS[at % 2], Label.NONE, ""),
        ):
            places = () if label is Label.NONE else gold
            group = document.source
            found.append(Example(f"{at}-{name}", claim, document, label, group, places, kind))
    return found


def written(folder: Path, count: int = 12) -> Path:
    """The same as a set of a user's own: papers of text, and one file of claims."""
    lines = []
    for example in examples(count):
        (folder / f"{example.group}.txt").write_text(example.document.text, "utf-8")
        line = {
            "id": example.id,
            "claim": example.claim,
            "document": f"{example.group}.txt",
            "label": example.label.value,
            "kind": example.kind,
        }
        if example.gold:
            line["evidence"] = example.gold[0].of(example.document.text)
        lines.append(json.dumps(line))
    path = folder / "claims.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
