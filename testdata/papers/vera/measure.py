"""Measure again what the paper says of SciFact train (Table 2, Figure 2, section 6), and print it.

Run from the root of the checkout, with VERA_DATA naming the folder of the real data::

    VERA_DATA=... python -m testdata.papers.vera.measure

It takes about three minutes on two cores, nearly all of it embedding.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vera.core.ports import Embedder, Matrix, Role
from vera.core.result import failed
from vera.verification.embedding.minilm import load_minilm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Scores: TypeAlias = NDArray[np.float32]

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)

_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:\.\d+)?(?![\w-])")
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|can|may|has|have|does|did)\b")
_NEGATED = re.compile(r"\b(?:no|not)\b", re.IGNORECASE)
_OPPOSITES = (
    "increase decrease, increased decreased, increases decreases, increasing decreasing,"
    "higher lower, more less, greater smaller, longer shorter, better worse, positive negative,"
    "promotes inhibits, upregulated downregulated"
)
_DIRECTION = {
    word: other
    for pair in _OPPOSITES.split(",")
    for word, other in (pair.split(), pair.split()[::-1])
}
_DIRECTIONS = re.compile(rf"\b(?:{'|'.join(_DIRECTION)})\b")


@frozen
class Pair:
    """A claim with the sentences of the abstract it cites; `gold` are those that decide it."""

    claim: str
    label: str
    sentences: tuple[str, ...]
    gold: tuple[str, ...]


def change_number(sentence: str) -> str:
    """The sentence with another first digit in its first number, or itself without one."""
    return _NUMBER.sub(lambda n: f"{(int(n[0][0]) + 4) % 9 + 1}{n[0][1:]}", sentence, count=1)


def negate(sentence: str) -> str:
    """The sentence with "not" after its first auxiliary; itself when it already denies."""
    if _NEGATED.search(sentence):
        return sentence
    return _AUXILIARY.sub(lambda verb: f"{verb[0]} not", sentence, count=1)


def turn(sentence: str) -> str:
    """The sentence with its first word of direction turned round; itself when it has none."""
    return _DIRECTIONS.sub(lambda word: _DIRECTION[word[0]], sentence, count=1)


def read_pairs(folder: Path) -> tuple[Pair, ...]:
    """The 919 claim-abstract pairs of SciFact train."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as lines:
        corpus = {row["doc_id"]: _stripped(row["abstract"]) for row in map(json.loads, lines)}
    with (folder / "pairs_train.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return tuple(
        Pair(row["claim"], row["label"], corpus[row["doc_id"]], _stripped(row["rationale_text"]))
        for row in rows
    )


def _stripped(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())


def auc(positive: Scores, negative: Scores) -> float:
    """The chance that a positive scores above a negative, a tie counting half (Mann-Whitney)."""
    ordered = np.sort(negative)
    below = np.searchsorted(ordered, positive, "left") + np.searchsorted(ordered, positive, "right")
    return float(below.mean() / 2 / len(negative))


class Vectors:
    """Unit vectors of texts, each text embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Matrix] = {}

    def of(self, texts: Sequence[str]) -> Matrix:
        """One row (d,) for each text, in order."""
        new = sorted({text for text in texts if text not in self._known}, key=len)
        if new:
            rows = self._embedder.embed(new, Role.PASSAGE)
            if failed(rows):
                sys.exit(f"measure: {rows.failure()}")
            self._known.update(zip(new, rows.unwrap(), strict=True))
        return np.stack([self._known[text] for text in texts])


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def report(name: str, scores: Scores) -> None:
    """Print how a group of scores lies, and the share of it that passes each threshold."""
    low, middle, high = np.quantile(scores, [0.25, 0.5, 0.75])
    passed = "  ".join(f"{float((scores >= t).mean()):.3f}" for t in THRESHOLDS)
    _say(f"{name:22} {len(scores):4} {low:.3f} {middle:.3f} {high:.3f} from {scores.min():.3f}")
    _say(f"{'at thresholds':>22} {passed}")


def measure_pairs(pairs: Sequence[Pair], vectors: Vectors) -> None:
    """Print what the labels have to do with the cosine."""
    vectors.of(sorted({s for pair in pairs for s in pair.sentences} | {p.claim for p in pairs}))
    best: dict[str, list[float]] = {}
    pooled: dict[str, list[float]] = {}
    decided = found = 0
    for pair in pairs:
        rows, claim = vectors.of(pair.sentences), vectors.of([pair.claim])[0]
        cosines = rows @ claim
        whole = np.array([len(s) for s in pair.sentences]) @ rows
        best.setdefault(pair.label, []).append(float(cosines.max()))
        pooled.setdefault(pair.label, []).append(float(whole @ claim / np.linalg.norm(whole)))
        decided += bool(pair.gold)
        found += pair.sentences[int(cosines.argmax())] in pair.gold
    _say(f"the best sentence is a gold one: {found} of {decided}")
    for name, groups in (("best sentence", best), ("pooled abstract", pooled)):
        arrays = {label: np.array(values, np.float32) for label, values in groups.items()}
        for label, values in sorted(arrays.items()):
            report(f"{name[:6]} {label}", values)
        support, none = arrays["SUPPORT"], arrays["NOT_ENOUGH_INFO"]
        against = arrays["CONTRADICT"]
        evidence, rest = np.concatenate([support, against]), np.concatenate([against, none])
        _say(
            f"{name}: AUC evidence/none {auc(evidence, none):.3f}"
            f" support/contradict {auc(support, against):.3f}"
            f" support/rest {auc(support, rest):.3f}"
        )


def measure_edits(pairs: Sequence[Pair], vectors: Vectors) -> None:
    """Print the cosine of gold sentences to falsified copies, and to the claims people wrote."""
    supported = [pair for pair in pairs if pair.label == "SUPPORT"]
    people = np.array(
        [(vectors.of(p.gold) @ vectors.of([p.claim])[0]).max() for p in supported], np.float32
    )
    report("people's claims", people)
    gold = sorted({sentence for pair in supported for sentence in pair.gold})
    _say(f"{len(gold)} gold sentences")
    edits: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("number changed", change_number),
        ("negated", negate),
        ("direction turned", turn),
    )
    for name, edit in edits:
        false = [(sentence, edit(sentence)) for sentence in gold if edit(sentence) != sentence]
        before, after = (vectors.of(side) for side in zip(*false, strict=True))
        cosines = (before * after).sum(axis=1)
        report(name, cosines)
        _say(f"  AUC people's claims over these: {auc(people, cosines):.4f}")


def main() -> None:
    """Measure on SciFact train with the small model."""
    embedder = load_minilm()
    if failed(embedder):
        sys.exit(f"measure: {embedder.failure()}")
    pairs = read_pairs(Path(os.environ["VERA_DATA"]) / "scifact")
    vectors = Vectors(embedder.unwrap())
    measure_pairs(pairs, vectors)
    measure_edits(pairs, vectors)


if __name__ == "__main__":
    main()
