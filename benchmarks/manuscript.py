"""How well `verify manuscript` finds, resolves and judges what the project's manuscript says.

    python -m benchmarks.manuscript

The manuscript and its gold are in testdata/manuscript. Prints the rows of docs/manuscripts.md, and
each wrong statement that passes.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from testdata.manuscript.formats import FOLDER, as_docx, as_pdf
from vera import Verifier
from vera.core.verdict import Status
from vera.verification.manuscript import reading, resolving, shelves, verifying

if TYPE_CHECKING:
    from vera.core.verdict import Verdict
    from vera.verification.manuscript.papers import Papers

_PAPERS = FOLDER.parent / "probes"


def _words(text: str) -> set[str]:
    return set("".join(sign if sign.isalnum() else " " for sign in text.lower()).split())


def _alike(one: str, other: str) -> float:
    """The share of the words of two texts that both have."""
    first, second = _words(one), _words(other)
    return len(first & second) / len(first | second)


def _resolved(path: Path, papers: Papers) -> resolving.Resolved:
    return resolving.resolve(reading.read(path).unwrap(), papers)


def _found(gold: list[dict[str, Any]]) -> int:
    """How many marks of the gold are found in LaTeX, with all their keys."""
    claims = reading.read(FOLDER / "main.tex").unwrap().claims
    marks = [{work.name for work in it.works} for claim in claims for it in claim.said.citations]
    return sum(set(row["keys"]) in marks for row in gold)


def _verdict_of(row: dict[str, Any], verdicts: list[Verdict]) -> Verdict:
    """The verdict on what is most like a statement of the gold."""
    return max(verdicts, key=lambda it: _alike(row["claim"], it.claim.text))


def main() -> None:
    """Measure it."""
    lines = (FOLDER / "gold.jsonl").read_text("utf-8").splitlines()
    gold: list[dict[str, Any]] = [json.loads(line) for line in lines]
    verifier = Verifier(embedder="minilm")
    papers, _ = shelves.of_files([str(_PAPERS)], verifier).unwrap()
    right = {row["quote_file"] for row in gold if row.get("quote_file")}
    click.echo(f"marks found in LaTeX: {_found(gold)} of {len(gold)}")
    with tempfile.TemporaryDirectory() as folder:
        own = ("main.tex", "manuscript.md", "plain.txt", "numbered.txt")
        made = (as_docx(Path(folder)), as_pdf(Path(folder)))
        for path in (*(FOLDER / name for name in own), *made):
            resolved = _resolved(path, papers)
            held = {Path(it.name).name for asked in resolved.asked for it in asked.papers}
            lacking = sum(map(bool, resolved.works.values()))
            cited = f"{len(held & right)} of {len(right)} papers"
            click.echo(f"{path.name}: {cited}, {lacking} not at hand")
    asked = _resolved(FOLDER / "main.tex", papers).asked
    verdicts = [it.unwrap() for it in verifying.verify(asked, verifier)]
    for label in ("contradicted", "supported"):
        rows = [row for row in gold if row["label"] == label]
        found = [_verdict_of(row, verdicts) for row in rows]
        passed = [it for it in found if it.status is Status.GROUNDED]
        click.echo(f"{label} in truth, grounded: {len(passed)} of {len(rows)}")
        if label == "contradicted":
            for it in passed:
                click.echo(f"  {it.claim.file}:{it.claim.line}: {it.claim.text}")


if __name__ == "__main__":
    main()
