"""python -m benchmarks.reading [--libraries A,B] [--papers A,B] [--json FILE]."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from functools import reduce
from itertools import chain
from operator import add
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pypdfium2
from attrs import frozen

from benchmarks.reading.gold import Gold, papers
from benchmarks.reading.hyphens import Hyphen, hyphens
from benchmarks.reading.libraries import LIBRARIES, Found, Library
from benchmarks.reading.measures import Counts, Measured, measure
from benchmarks.reading.table import Row, table

_BESIDE_THE_CHECKOUT = Path(__file__).parents[3] / "shared" / "data"

Said: TypeAlias = dict[str, Any]
"""What a library's process says of a paper: see `reader.py`."""


@frozen(eq=False)
class Paper:
    """A paper with what is worked out once for all libraries."""

    gold: Gold
    pages: int
    hyphens: list[Hyphen]

    @classmethod
    def of(cls, gold: Gold) -> Paper:
        """Pages and broken words are pdfium's."""
        with pypdfium2.PdfDocument(gold.pdf) as pdf:
            lines = "\n".join(page.get_textpage().get_text_range() for page in pdf)
            return cls(gold, len(pdf), hyphens(lines, gold.sentences))

    def judge(self, said: Said) -> Measured:
        """What the library found; a paper that it failed on is an empty text."""
        found = Found(said.get("text", ""), said.get("sections"))
        return measure(self.gold, found, self.hyphens)


def _run(library: Library, paths: list[Path]) -> Said:
    """Read all papers in a process of the library's own.

    A shell starts it: the peak of a process begins with the size of its parent, and this is large.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        reader = [sys.executable, "-m", "benchmarks.reading.reader", library.name, str(out)]
        command = ["sh", "-c", '"$0" "$@"; exit $?', *reader]
        subprocess.run(command, check=True, input="\n".join(map(str, paths)), text=True)
        said: Said = json.loads(out.read_text("utf-8"))
        return said


def _row(
    library: Library, said: list[tuple[Paper, Said]], judged: list[Measured], peak: int
) -> Row:
    return Row(
        library.name,
        library.version,
        reduce(add, (one.counts for one in judged), Counts()),
        pages=sum(paper.pages for paper, one in said if "text" in one),
        seconds=sum(one.get("seconds", 0.0) for _, one in said),
        peak=peak,
        failed=tuple(f"{paper.gold.name}: {one['error']}" for paper, one in said if "error" in one),
        tells_sections=any(one.get("sections") is not None for _, one in said),
    )


def _detail(paper: Paper, said: Said, judged: Measured) -> Said:
    kept: Said = {key: said[key] for key in ("seconds", "error") if key in said}
    return {"pages": paper.pages, **kept, **attrs.asdict(judged)}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.reading")
    names = ",".join(LIBRARIES)
    parser.add_argument("--libraries", default=names, help=f"some of {names}")
    parser.add_argument("--papers", default="", help="names of papers without .pdf; all if absent")
    parser.add_argument("--json", type=Path, help="write every count, and the sentences missed")
    options = parser.parse_args()
    options.libraries = options.libraries.split(",")
    options.papers = set(filter(None, options.papers.split(",")))
    if unknown := set(options.libraries) - set(LIBRARIES):
        parser.error(f"no such library: {', '.join(sorted(unknown))}")
    data = Path(os.environ.get("VERA_DATA") or _BESIDE_THE_CHECKOUT)
    options.sets = {
        name: [gold for gold in golds if not options.papers or gold.name in options.papers]
        for name, golds in papers(data).items()
    }
    there = {gold.name for gold in chain.from_iterable(options.sets.values())}
    if options.papers - there or not there:
        absent = ", ".join(sorted(options.papers - there)) or "any (set VERA_DATA to their folder)"
        parser.error(f"papers not found: {absent}")
    return options


def main() -> None:
    """Run the libraries one after another and print a table for each set of papers."""
    options = _options()
    sets = {name: list(map(Paper.of, golds)) for name, golds in options.sets.items() if golds}
    paths = [paper.gold.pdf for paper in chain.from_iterable(sets.values())]
    rows: dict[str, list[Row]] = {name: [] for name in sets}
    details: Said = {}
    for library in map(LIBRARIES.__getitem__, options.libraries):
        if not library.version:
            for some in rows.values():
                some.append(Row(library.name, "not installed"))
            continue
        ran = _run(library, paths)
        every = iter(ran["papers"])
        detail = details[library.name] = {"version": library.version, "peak": ran["peak"]}
        for name, found in sets.items():
            said = [(paper, next(every)) for paper in found]
            judged = [paper.judge(one) for paper, one in said]
            rows[name].append(_row(library, said, judged, ran["peak"]))
            for (paper, one), judgement in zip(said, judged, strict=True):
                detail[paper.gold.name] = _detail(paper, one, judgement)
    for name, found in sets.items():
        pages = sum(paper.pages for paper in found)
        head = f"### {name[0].upper()}{name[1:]}: {len(found)} papers, {pages} pages"
        sys.stdout.write(f"{head}\n\n{table(rows[name])}\n\n")
    if options.json:
        options.json.write_text(json.dumps(details, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
