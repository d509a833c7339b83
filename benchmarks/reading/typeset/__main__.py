"""python -m benchmarks.reading.typeset OUT [--part dev|held-out], or --score OUT [--libraries A,B].

The first form typesets the papers, the second has them read and prints the scores.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.reading.typeset.build import build
from benchmarks.reading.typeset.layouts import PARTS
from benchmarks.reading.typeset.readers import READERS
from benchmarks.reading.typeset.report import report
from benchmarks.reading.typeset.running import score


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.reading.typeset")
    names = ",".join(READERS)
    parser.add_argument("folder", type=Path, nargs="?", help="where the PDFs are written")
    parser.add_argument("--score", type=Path, help="judge the readers on the PDFs that are there")
    parser.add_argument("--part", choices=PARTS, help="one of the two; both if absent")
    parser.add_argument("--libraries", default=names, help=f"some of {names}")
    parser.add_argument(
        "--missed", type=Path, help="write all that is wrong in what the first library read"
    )
    options = parser.parse_args()
    options.parts = [options.part] if options.part else PARTS
    options.libraries = options.libraries.split(",")
    if unknown := set(options.libraries) - set(READERS):
        parser.error(f"no such library: {', '.join(sorted(unknown))}")
    if bool(options.folder) == bool(options.score):
        parser.error("either a folder to write to, or --score with one that was written")
    return options


def main() -> None:
    """Typeset, or judge what was typeset."""
    options = _options()
    if options.folder:
        for one in build(options.folder, options.parts):
            sys.stdout.write(f"{one.part}/{one.name}: {one.missing or 'built'}\n")
        return
    for part in options.parts:
        rows = score(options.score / part, options.libraries)
        sys.stdout.write(report(f"Typeset papers, {part}", rows) + "\n")
        if options.missed:
            options.missed.write_text("\n".join((*rows[0].scores.missed, "")), "utf-8")


if __name__ == "__main__":
    main()
