"""From which cosine on a library answers a query at all: the bar of `verification/library/near.py`.

    python -m benchmarks.library_near DATA FOLDER

DATA has `chroma_chunking` and `scifact`. Each corpus of the first, and the abstracts that 50 claims
of the second cite among 200 others, are libraries in FOLDER. A library is asked what it answers
(its own questions; the claims, and three words of each) and what it does not (questions on other
corpora). Prints where the two are equally likely by the cosine of the nearest chunk, fitted on all
libraries, and, fitted on the others, how often `near` tells rightly on each.
"""

from __future__ import annotations

import csv
import os
import random
import sys
from pathlib import Path

import numpy as np
from attrs import frozen

from benchmarks.library import cited, write_papers
from vera.core.result import failed
from vera.verification.language.words import words
from vera.verification.library import Library

_CLAIMS, _OTHERS, _QUERIES = 50, 200, 40
_SEED = 1


@frozen
class Asked:
    """A query: of which library, whether that answers it, the best cosine, what is told of it."""

    library: str
    answered: bool
    cosine: float
    near: bool


def main(data: Path, folder: Path) -> str:
    """Ask; gives the table."""
    os.environ["VERA_LIBRARY_DIR"] = str(folder / "libraries")
    chance = random.Random(_SEED)  # noqa: S311 - the sample is to be the same each time
    questions: dict[str, list[str]] = {}
    with (data / "chroma_chunking" / "questions.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            questions.setdefault(row["corpus_id"], []).append(row["question"])
    corpora = {name: [data / "chroma_chunking/corpora" / f"{name}.md"] for name in questions}
    own = {name: chance.sample(asked, _QUERIES) for name, asked in questions.items()}
    corpora["abstracts"], own["abstracts"] = _abstracts(data, folder, chance)
    found = []
    for name, paths in corpora.items():
        library = _library(name, paths)
        others = [one for other in questions if other != name for one in own[other]]
        for query, answered in [(one, True) for one in own[name]] + [
            (one, False) for one in others
        ]:
            hits = library.search(query).unwrap()
            cosine = max(it.score for hit in hits for it in hit.signals if it.name == "meaning")
            found.append(Asked(name, answered, cosine, any(hit.near is not False for hit in hits)))
    lines = [f"even at {even(found):.3f}", ""]
    lines += ["| library | even by the others | answered, near | not answered, not near |"]
    lines += ["|---|---|---|---|"]
    for name in corpora:
        bar = even([it for it in found if it.library != name])
        mine = [it for it in found if it.library == name]
        told = (
            _share([it.near is yes for it in mine if it.answered is yes]) for yes in (True, False)
        )
        lines.append(f"| {name} | {bar:.3f} | {' | '.join(told)} |")
    return "\n".join(lines)


def even(found: list[Asked]) -> float:
    """The cosine at which a logistic model of both kinds, weighed alike, gives one half."""
    x = np.array([it.cosine for it in found])
    y = np.array([it.answered for it in found], float)
    weights = np.where(y == 1, 1 / y.sum(), 1 / (1 - y).sum())
    slope, bias = 0.0, 0.0
    for _ in range(50):  # Newton's method
        p = 1 / (1 + np.exp(-(slope * x + bias)))
        gap, bend = weights * (p - y), weights * p * (1 - p)
        hessian = [[(bend * x * x).sum(), (bend * x).sum()], [(bend * x).sum(), bend.sum()]]
        step = np.linalg.solve(hessian, [(gap * x).sum(), gap.sum()])
        slope, bias = slope - step[0], bias - step[1]
    return float(-bias / slope)


def _abstracts(data: Path, folder: Path, chance: random.Random) -> tuple[list[Path], list[str]]:
    gold = cited(data / "scifact")
    claims = chance.sample(sorted(gold), _CLAIMS)
    texts = write_papers(data / "scifact", folder / "papers")
    wanted = {name for claim in claims for name in gold[claim]}
    others = chance.sample(sorted(set(texts) - wanted), _OTHERS)
    paths = [folder / "papers" / f"{name}.md" for name in sorted({*wanted, *others})]
    terms = ({it.text for it in words(claim) if not it.is_function} for claim in claims)
    longest = (sorted(it, key=lambda word: (len(word), word))[-3:] for it in terms)
    return paths, [*claims, *map(" ".join, longest)]


def _library(name: str, paths: list[Path]) -> Library:
    opened = Library.open(name.replace("_", "-"), embedder="minilm", create=True)
    library = opened.unwrap()
    added = library.add(paths)
    if failed(added):
        sys.exit(str(added.failure()))
    return library


def _share(right: list[bool]) -> str:
    return f"{sum(right)} of {len(right)}"


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1]), Path(sys.argv[2])) + "\n")
