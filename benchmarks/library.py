"""How well and how fast a library finds the abstract that a claim of SciFact cites.

    python -m benchmarks.library DATA/scifact FOLDER

Writes the 5,183 abstracts as Markdown into FOLDER/papers, adds them to the library "scifact", and
prints recall and nDCG of the cited abstracts for each signal alone and fused, beside BM25 over
whole abstracts. What was added before is not added again.
"""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vera.core.result import failed
from vera.verification.language.words import content, words
from vera.verification.library import Library
from vera.verification.retrieval.bm25 import Bm25
from vera.verification.retrieval.query import Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DEPTH = 300
"""Fused hits that are looked at: whatever is among the ten best of one signal is among them."""


def write_papers(data: Path, folder: Path) -> dict[str, str]:
    """The abstracts as files, title and text, by their names; files that are there stay."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {}
    for row in _rows(data / "corpus.jsonl"):
        title = " ".join(row["title"].split())
        text = f"# {title}\n\n{' '.join(part.strip() for part in row['abstract'])}\n"
        path = folder / f"{row['doc_id']}.md"
        if not path.exists():
            path.write_text(text, "utf-8")
        texts[path.stem] = text
    return texts


def cited(data: Path) -> dict[str, set[str]]:
    """For each claim the names of the abstracts that it cites, whatever they say of it."""
    gold: dict[str, set[str]] = {}
    for row in _rows(data / "pairs_train.jsonl"):
        gold.setdefault(row["claim"], set()).add(str(row["doc_id"]))
    return gold


def recall(ranked: Sequence[str], gold: set[str], most: int) -> float:
    """The share of the gold among the first.

    >>> recall(["a", "b", "c"], {"b", "x"}, 2)
    0.5
    """
    return len(gold.intersection(ranked[:most])) / len(gold)


def ndcg(ranked: Sequence[str], gold: set[str], most: int = 10) -> float:
    """Normalised discounted cumulative gain of the first, with a gain of 1 for the gold.

    >>> round(ndcg(["a", "b"], {"b"}), 3)
    0.631
    """
    gain = sum(1 / math.log2(at + 2) for at, name in enumerate(ranked[:most]) if name in gold)
    return gain / sum(1 / math.log2(at + 2) for at in range(min(len(gold), most)))


def rankings(library: Library, claim: str) -> dict[str, list[str]]:
    """The papers by each signal alone and fused, best first, each once."""
    hits = library.search(claim, DEPTH).unwrap()
    found = {"fused": [Path(hit.paper).stem for hit in hits]}
    for name in ("meaning", "words", "graph"):
        ranks = [
            (signal.rank, Path(hit.paper).stem)
            for hit in hits
            for signal in hit.signals
            if signal.name == name
        ]
        found[name] = [paper for _, paper in sorted(ranks)]
    return {name: list(dict.fromkeys(papers)) for name, papers in found.items()}


def table(found: Mapping[str, Mapping[str, Sequence[str]]], gold: Mapping[str, set[str]]) -> str:
    """Means over the claims for each system; `found` has the ranking of each for each claim."""
    lines = ["| system | recall@1 | recall@3 | recall@10 | nDCG@10 |", "|---|---|---|---|---|"]
    for system, ranked in found.items():
        means = [
            sum(recall(ranked[claim], gold[claim], most) for claim in gold) / len(gold)
            for most in (1, 3, 10)
        ]
        means.append(sum(ndcg(ranked[claim], gold[claim]) for claim in gold) / len(gold))
        lines.append(f"| {system} | {' | '.join(f'{mean:.3f}' for mean in means)} |")
    return "\n".join(lines)


def whole_abstracts(texts: Mapping[str, str], claims: Iterable[str]) -> dict[str, list[str]]:
    """The ranking of plain BM25 over the abstracts for each claim."""
    names = list(texts)
    index = Bm25.of([content(words(text)) for text in texts.values()])
    found = {}
    for claim in claims:
        scores = index.scores(Query(claim).terms)
        found[claim] = [names[at] for at in (-scores).argsort(kind="stable")[:10]]
    return found


def main(data: Path, folder: Path) -> str:
    """The whole run; gives what is printed. An error of the library ends it."""
    texts, gold = write_papers(data, folder / "papers"), cited(data)
    library = Library.open("scifact", embedder="minilm", create=True).unwrap()
    began = time.perf_counter()
    added = library.add([folder / "papers"])
    if failed(added):
        return str(added.failure())
    told = [f"{len(added.unwrap().added)} added in {time.perf_counter() - began:.0f} s"]
    began = time.perf_counter()
    unchanged = library.add([folder / "papers"]).unwrap().unchanged
    each = (time.perf_counter() - began) / max(unchanged, 1)
    told.append(f"{unchanged} unchanged: {1000 * each:.3f} ms each")
    again = Library.open("scifact", embedder="minilm").unwrap()
    again.verifier.embedder().unwrap()
    for what in ("first", "second"):
        began = time.perf_counter()
        again.search(next(iter(gold)), 10).unwrap()
        told.append(f"{what} search: {1000 * (time.perf_counter() - began):.0f} ms")
    ranked = {claim: rankings(again, claim) for claim in gold}
    systems: dict[str, Mapping[str, Sequence[str]]] = {
        name: {claim: ranked[claim][name] for claim in gold}
        for name in ("meaning", "words", "fused")
    }
    systems["BM25, whole abstracts"] = whole_abstracts(texts, gold)
    return "\n".join([*told, f"{len(gold)} claims", table(systems, gold)])


def _rows(path: Path) -> Iterable[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1]), Path(sys.argv[2])) + "\n")
