"""python -m benchmarks.reading [--libraries A,B] [--papers A,B] [--json FILE]."""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import reduce
from itertools import chain
from operator import add
from pathlib import Path

import attrs
import pypdfium2
from attrs import frozen

from benchmarks.reading.gold import Gold, sets_of_papers
from benchmarks.reading.hyphens import Hyphen, hyphens
from benchmarks.reading.libraries import LIBRARIES, Found, Library
from benchmarks.reading.measures import Counts, Measured, intact, measure
from benchmarks.reading.process import Said, run
from benchmarks.reading.table import Row, table
from benchmarks.reading.text import Comparable
from benchmarks.reading.typeset.readers import READERS
from benchmarks.reading.typeset.running import reports

_BESIDE_THE_CHECKOUT = Path(__file__).parents[3] / "shared" / "data"


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
            return cls(gold, len(pdf), hyphens(lines, gold))

    def judge(self, every: list[Said]) -> list[Measured]:
        """What each library read of it; one that failed on it read an empty text."""
        found = [Found(said.get("text", ""), said.get("sections")) for said in every]
        read = [Comparable.of(one.text) for one in found]
        # A library alone would be measured by its own sentences, in which nothing is astray.
        others = read if len(read) > 1 else []
        findable = frozenset().union(*(intact(self.gold, one) for one in others))
        return [
            measure(self.gold, one, text, self.hyphens, findable)
            for one, text in zip(found, read, strict=True)
        ]


def _row(library: Library, papers: list[Paper], said: list[Said], judged: list[Measured]) -> Row:
    return Row(
        library.name,
        library.version,
        reduce(add, (one.counts for one in judged), Counts()),
        pages=sum(paper.pages for paper, one in zip(papers, said, strict=True) if "text" in one),
        seconds=sum(one.get("seconds", 0.0) for one in said),
        failed=tuple(
            f"{paper.gold.name}: {one['error']}"
            for paper, one in zip(papers, said, strict=True)
            if "error" in one
        ),
        tells_sections=any(one.get("sections") is not None for one in said),
    )


def _detail(paper: Paper, said: Said, judged: Measured) -> Said:
    kept: Said = {key: said[key] for key in ("seconds", "error") if key in said}
    return {"pages": paper.pages, **kept, **attrs.asdict(judged)}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.reading")
    names = ",".join(READERS)
    parser.add_argument("--libraries", default=names, help=f"some of {names}")
    only = "names of papers without .pdf; all, and the typeset ones, if absent"
    parser.add_argument("--papers", default="", help=only)
    parser.add_argument("--json", type=Path, help="write every count, and the sentences missed")
    options = parser.parse_args()
    options.libraries = options.libraries.split(",")
    options.papers = set(filter(None, options.papers.split(",")))
    if unknown := set(options.libraries) - set(READERS):
        parser.error(f"no such library: {', '.join(sorted(unknown))}")
    data = Path(os.environ.get("VERA_DATA") or _BESIDE_THE_CHECKOUT)
    chosen = {
        name: [gold for gold in golds if not options.papers or gold.name in options.papers]
        for name, golds in sets_of_papers(data).items()
    }
    options.sets = {name: golds for name, golds in chosen.items() if golds}
    there = {gold.name for gold in chain.from_iterable(options.sets.values())}
    if options.papers - there or not there:
        absent = ", ".join(sorted(options.papers - there)) or "any (set VERA_DATA to their folder)"
        parser.error(f"papers not found: {absent}")
    return options


def _run_all(libraries: list[Library], paths: list[Path]) -> dict[str, Said]:
    """What each installed library says, by its name."""
    return {library.name: run(library.name, paths) for library in libraries if library.version}


def main() -> None:
    """Run the libraries one after another and print the tables of each set of papers."""
    options = _options()
    # Some find only tables.
    libraries = [LIBRARIES[name] for name in options.libraries if name in LIBRARIES]
    paths = [gold.pdf for gold in chain.from_iterable(options.sets.values())]
    ran = _run_all(libraries, paths)
    details: Said = {
        name: {"version": LIBRARIES[name].version, "peak": one["peak"], "papers": {}}
        for name, one in ran.items()
    }
    every = zip(*(one["papers"] for one in ran.values()), strict=True)
    for name, golds in options.sets.items():
        papers = list(map(Paper.of, golds))
        said = [next(every) for _ in papers]
        judged = [paper.judge(list(one)) for paper, one in zip(papers, said, strict=True)]
        rows = {}
        for at, library in enumerate(ran):
            own, judgements = [one[at] for one in said], [one[at] for one in judged]
            row = _row(LIBRARIES[library], papers, own, judgements)
            rows[library] = attrs.evolve(row, peak=ran[library]["peak"])
            for each in zip(papers, own, judgements, strict=True):
                details[library]["papers"][each[0].gold.name] = _detail(*each)
        absent = Row("", "not installed")
        shown = [rows.get(one.name, attrs.evolve(absent, library=one.name)) for one in libraries]
        pages = sum(paper.pages for paper in papers)
        head = f"### {name[0].upper()}{name[1:]}: {len(papers)} papers, {pages} pages"
        sys.stdout.write(f"{head}\n\n{table(shown)}\n\n")
    for said_of, told in () if options.papers else reports(options.libraries):
        sys.stdout.write(f"{said_of}\n")
        details.setdefault("typeset", []).append([attrs.asdict(row) for row in told])
    if options.json:
        options.json.write_text(json.dumps(details, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
