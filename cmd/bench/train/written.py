"""Claims that were written for this project, about sentences of the known sets' papers.

Of each sentence there are two true claims in other words and three that are false by one thing, and
of most a few changes that make a false one true (`claims/written.jsonl`). The file has places and
digests: no sentence of a paper is in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.bench.sets.known import SETS, scifact_abstracts
from vera.bench.train.contrasts import Contrast, changed, digest
from vera.core.document import Document, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FILE = Path(__file__).with_name("claims") / "written.jsonl"
_SPLITS = {"wice": "dev"}


@frozen
class Written:
    """The claims on one sentence. `before` is the sentence before it, "" where there is none."""

    set: str
    document: Document
    span: Span
    before: str
    true: tuple[str, ...]
    false: tuple[tuple[str, str], ...]
    """What makes it false, and the claim."""
    contrasts: tuple[Contrast, ...] = ()

    @property
    def sentence(self) -> str:
        """What the claims are about."""
        return self.span.of(self.document.text)


def every(data: Path, file: Path = _FILE) -> Iterator[Written]:
    """All of them, in the file's order; `data` is the folder that holds the known sets.

    OSError where a set is missing, ValueError where it has another text than was written about.
    """
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    documents = _documents(data, sorted({row["set"] for row in rows}))
    for row in rows:
        document = documents.get((row["set"], row["document"]), Document("", "", ""))
        start, end = row["start"], row["end"]
        sentence = document.text[start:end]
        if digest(sentence) != row["digest"]:
            raise ValueError(f"{row['set']} has another text at {row['document']}:{start}")
        yield Written(
            row["set"],
            document,
            Span(start, end),
            document.text[start - row["before"] : start].strip(),
            tuple(row["true"]),
            tuple((kind, claim) for kind, claim in row["false"]),
            tuple(
                Contrast(
                    changed(sentence, each["changes"]),
                    row["false"][each["makes"]][1],
                    tuple(row["true"][at] for at in each["breaks"]),
                )
                for each in row.get("contrasts", ())
            ),
        )


def _documents(data: Path, names: Iterable[str]) -> dict[tuple[str, str], Document]:
    """The documents of sets, by set and name: of SciFact, also those no claim is asked of."""
    found = {}
    for name in names:
        folder = data / name
        asked = (example.document for example in SETS[name](folder, _SPLITS.get(name, "train")))
        for document in scifact_abstracts(folder) if name == "scifact" else asked:
            found[name, document.source] = document
    return found
