"""From a save, and from one edited sentence, to what an editor is told of a manuscript.

    python -m benchmarks.editing

The manuscript of testdata/manuscript is repeated, thrice with its citations, until it has 30 pages
and more than 80 citations, as Markdown and as LaTeX; a real client speaks to `verify
lsp` over standard input and output. Prints the rows of docs/editors.md: medians of several rounds.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import click

from testdata.manuscript.formats import FOLDER
from tests.verify.lsp.editor import Editor

if TYPE_CHECKING:
    from collections.abc import Callable

_PAGES, _OF_A_PAGE = 30, 2500
"""Pages, and characters of one: about 400 words."""
_ROUNDS = 9
_PLACE = "MEASURED"
_MARK = re.compile(r"~?\\cite[a-z]*(?:\[[^\]]*\])*\{[^}]*\}|\s?\[[^\]\n]*@[^\]]*\]|@\w+")


def _long(text: str, start: str, end: str) -> str:
    """What stands between two marks, thrice in other words, and then without what it cites."""
    first, last = text.index(start), text.index(end)
    body = text[first:last]
    made = body + body.replace(" the ", " that ").replace(" a ", " one ")
    made += body.replace(" of ", " from ").replace(" in ", " at ")
    while len(made) < _PAGES * _OF_A_PAGE:
        made += _MARK.sub("", body)
    place = f"\n\nIn the wards of {_PLACE} the median time was shorter CITED.\n\n"
    return f"{text[:first]}{made}{place}{text[last:]}"


def _given(folder: Path) -> dict[Path, str]:
    tex = (FOLDER / "main.tex").read_text("utf-8")
    md = (FOLDER / "manuscript.md").read_text("utf-8")
    return {
        folder / "manuscript" / "long.md": _long(md, "# Introduction", "# References").replace(
            "CITED", "[@moreau2022]"
        ),
        folder / "manuscript" / "long.tex": _long(
            tex, "\\section{Introduction}", "\\bibliographystyle"
        ).replace("CITED", "\\citep{moreau2022}"),
    }


async def _timed(editor: Editor, path: Path, does: Callable[[], None]) -> float:
    begun = time.perf_counter()
    does()
    await editor.told(path)
    return time.perf_counter() - begun


async def _measure(folder: Path, path: Path, text: str) -> None:
    """Print the rows of one manuscript."""
    editor = await Editor.start()
    await editor.begin(folder, papers=["probes"], embedder="minilm", pause=0)
    first = await _timed(editor, path, partial(editor.open_only, path, text))
    asked = (await editor.status())["asked"]
    saves = [await _timed(editor, path, partial(editor.save, path)) for _ in range(_ROUNDS)]
    edits = []
    for number in range(2, 2 + _ROUNDS):
        other = text.replace(_PLACE, f"{_PLACE} {number}")
        edits.append(await _timed(editor, path, partial(editor.change, path, other, number)))
    more = (await editor.status())["asked"] - asked
    await editor.end()
    click.echo(f"{path.name}: {len(text):,} characters, {asked} statements asked")
    click.echo(f"  opened:              {1000 * first:6.0f} ms")
    click.echo(f"  saved, unchanged:    {1000 * median(saves):6.0f} ms")
    click.echo(f"  one sentence edited: {1000 * median(edits):6.0f} ms ({more} asked)")


def main() -> None:
    """Measure it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("manuscript", "probes"):
            shutil.copytree(FOLDER.parent / part, folder / part)
        os.chdir(folder)
        for path, text in _given(folder).items():
            asyncio.run(_measure(folder, path, text))
    load = os.getloadavg()[0]
    click.echo(f"load of the machine at the end: {load:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
