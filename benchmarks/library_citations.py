"""Does a library of papers find the one that a citing sentence cites, and judge as by it alone?

    python -m benchmarks.library_citations DATA/clscisumm FOLDER

Adds the 40 papers of CL-SciSumm (train) to the library "clscisumm" in FOLDER, and prints recall and
nDCG of the cited paper for each signal alone and fused, first for the papers that nothing was tuned
on. Then the verdicts over the library beside those on the one paper named, the cited or a wrong
one, and how many references mean papers of the library. As these papers do not cite each other, it
takes what may be the title of a work from each entry, and shows for works that two papers cite
which entries mean it, to be looked at.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from benchmarks.library import rankings, table
from vera.core.result import failed
from vera.core.verdict import Claim, Status, Verdict
from vera.verification.ingestion.identifiers import title_key
from vera.verification.library import Library
from vera.verification.library.citing import OPENING, Link, Named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vera.verification.library import Links

TUNED = slice(0, None, 2)
"""Of the papers in the order of their names: those that the fusion was tuned on (ADR 0035)."""
_STOP = re.compile(r"(?<=[.?!])\s+|[“”\"]|\)\s")
_SYSTEMS = ("meaning", "words", "graph", "fused")


@frozen
class Cited:
    """A citing sentence, the name of the paper that it cites, and of one that it does not."""

    claim: str
    paper: str
    wrong: str


def citing_sentences(data: Path) -> list[Cited]:
    """The sentences, each once for each paper that it cites."""
    found = _rows(data / "mismatch_pairs_train2018.jsonl")
    rows = (Cited(row["claim"], row["true_paper"], row["mismatched_paper"]) for row in found)
    return list({(row.claim, row.paper): row for row in rows}.values())


def found_first(library: Library, sentences: Sequence[Cited]) -> str:
    """The table of each system over these sentences."""
    asked = [row for row in sentences if not failed(library.search(row.claim, 1))]
    gold = {row.claim: {it.paper for it in asked if it.claim == row.claim} for row in asked}
    ranked = {claim: rankings(library, claim) for claim in gold}
    systems = {name: {claim: ranked[claim][name] for claim in gold} for name in _SYSTEMS}
    return f"{len(gold)} sentences that the embedder reads whole\n{table(systems, gold)}"


def judged(library: Library, papers: Mapping[str, Path], sentences: Sequence[Cited]) -> str:
    """Verdicts over the library, on the cited paper named, and on a wrong one named."""
    claims = [Claim(row.claim) for row in sentences]
    over = [verdict.unwrap() for verdict in library.verify_all(claims)]
    right = _named(library, papers, [(row.claim, row.paper) for row in sentences])
    wrong = _named(library, papers, [(row.claim, row.wrong) for row in sentences])
    cited = [
        {Path(it.document).stem: it.status for it in verdict.papers}.get(row.paper)
        for verdict, row in zip(over, sentences, strict=True)
    ]
    grounded = [verdict for verdict in over if verdict.status is Status.GROUNDED]
    by_cited = sum(status is Status.GROUNDED for status in cited)
    shares = {
        "the cited paper is among those asked": sum(status is not None for status in cited),
        "same status as on the cited paper": sum(
            a.status is b.status for a, b in zip(over, right, strict=True)
        ),
        "grounded over the library": len(grounded),
        "of these by the cited paper": by_cited,
        "grounded on the cited paper named": _grounded(right),
        "grounded on a wrong paper named": _grounded(wrong),
    }
    return "\n".join(f"{what}: {n} of {len(over)}" for what, n in shares.items())


def _named(
    library: Library, papers: Mapping[str, Path], asked: Sequence[tuple[str, str]]
) -> list[Verdict]:
    """The verdict on each claim of one paper, opened once for all its claims."""
    of_paper = defaultdict[str, list[int]](list)
    for at, (_, name) in enumerate(asked):
        of_paper[name].append(at)
    found: dict[int, Verdict] = {}
    opened = library.verifier.open_all([papers[name] for name in of_paper])
    for places, paper in zip(of_paper.values(), opened, strict=True):
        verdicts = library.verifier.verify([paper.unwrap()], [Claim(asked[at][0]) for at in places])
        found |= {at: verdict.unwrap() for at, verdict in zip(places, verdicts, strict=True)}
    return [found[at] for at in range(len(asked))]


def _grounded(verdicts: Iterable[Verdict]) -> int:
    return sum(verdict.status is Status.GROUNDED for verdict in verdicts)


def works(links: Sequence[Links]) -> str:
    """The longest stretch of each entry as a title, with all entries that mean it, if of two."""
    entries = [(it.paper, Link(sort, text)) for it in links for sort, text in it.unresolved]
    by_key = defaultdict[tuple[str, str], list[tuple[str, Link]]](list)
    for paper, link in entries:
        for key in link.keys:
            by_key[key].append((paper, link))
    stretches = (max(_STOP.split(link.text), key=len).strip(" .,") for _, link in entries)
    titles = {title_key(it): it for it in stretches}
    lines, count = [], 0
    for letters, title in sorted(titles.items()):
        near = by_key["title", letters[:OPENING]]
        found = [(paper, link) for paper, link in near if link.means(Named(title))]
        if len({paper for paper, _ in found}) > 1:
            lines += [title, *(f"    {Path(paper).stem}: {link.text}" for paper, link in found)]
            count += len(found)
    return "\n".join([*lines, f"{len(lines) - count} works in {count} entries"])


def main(data: Path, folder: Path) -> str:
    """The whole run; gives what is printed. An error of the library ends it."""
    os.environ["VERA_LIBRARY_DIR"] = str(folder)
    papers = {path.stem: path for path in sorted((data / "train2018").glob("*.pdf"))}
    library = Library.open("clscisumm", embedder="minilm", create=True).unwrap()
    added = library.add(list(papers.values()))
    if failed(added):
        return str(added.failure())
    sentences, tuned = citing_sentences(data), set(list(papers)[TUNED])
    others = [row for row in sentences if row.paper not in tuned]
    links = library.links().unwrap()
    entries = sum(len(it.cites) + len(it.unresolved) for it in links)
    return "\n".join(
        [
            f"papers that nothing was tuned on: {found_first(library, others)}",
            f"all papers: {found_first(library, sentences)}",
            f"verdicts, papers that nothing was tuned on:\n{judged(library, papers, others)}",
            f"{sum(len(it.cites) for it in links)} of {entries} links mean a paper of the library",
            works(links),
        ]
    )


def _rows(path: Path) -> Iterable[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1]), Path(sys.argv[2])) + "\n")
