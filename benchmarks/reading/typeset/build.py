"""The PDFs, each with its truth beside it, in a folder for either part."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import tempfile
from bisect import bisect_right
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pikepdf
import pypdfium2
from attrs import frozen

from benchmarks.reading.hyphens import BROKEN, PLACE
from benchmarks.reading.typeset import latex_source, typst_source
from benchmarks.reading.typeset.alignment import align, comparable, letters_before
from benchmarks.reading.typeset.layouts import LATEX, LAYOUTS, PARTS, part_of, tables_of
from benchmarks.reading.typeset.notation import Item
from benchmarks.reading.typeset.papers import paper
from benchmarks.reading.typeset.truth import LOSSES, Truth, truth_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.reading.text import Comparable
    from benchmarks.reading.typeset.grids import Grid
    from benchmarks.reading.typeset.layouts import Layout
    from benchmarks.reading.typeset.papers import Block

_LINE_NUMBER = re.compile(r"(?<=\ufffe)\d{1,3} (?=[^\W\d_])")
"""The number of a line, where pdfium has it within the word that is broken before it."""
_BLOCK = re.compile(rb"\d+ beginbfchar\s(.*?)endbfchar", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_LIGATURES = frozenset({"ff", "fi", "fl", "ffi", "ffl", *"ﬀﬁﬂﬃﬄ"})


@frozen
class Built:
    """What became of a layout: `missing` says what it lacks here, and is empty for one that is."""

    name: str
    part: str
    missing: str = ""


def _missing(layout: Layout) -> str:
    if layout.engine == LATEX:
        return "" if shutil.which("pdflatex") else "LaTeX is not installed"
    if not find_spec("typst"):
        return "typst is not installed"
    import typst

    there = {font.family for font in typst.Fonts().fonts()}
    return ", ".join(f"no font {font}" for font in layout.needs if font not in there)


def _typst(source: str) -> bytes:
    import typst

    made = typst.Compiler(source.encode()).compile(format="pdf", timestamp=0)
    assert isinstance(made, bytes)
    return made


def _latex(source: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paper.tex"
        path.write_text(source, "utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
        for _ in range(2):  # the second time it knows where the lines with numbers are
            done = subprocess.run(
                command, check=False, cwd=folder, env=environment, capture_output=True
            )
            if done.returncode:
                raise RuntimeError(done.stdout.decode("utf-8", "replace")[-2000:])
        return path.with_suffix(".pdf").read_bytes()


def placed(blocks: Sequence[Block], tables: Sequence[Grid]) -> dict[int, list[Grid]]:
    """The tables by the block where they stand; the last place takes those that are left."""
    places = [at for at, block in enumerate(blocks) if block.role == "table"]
    placed = {at: list(tables[number : number + 1]) for number, at in enumerate(places)}
    placed[places[-1]] += tables[len(places) :]
    return placed


def _hyphens(text: str, lines: Comparable) -> Iterator[Item]:
    """The places where a line ends within a word, and whether there the word has a hyphen."""
    aligned, before = align(comparable(text), lines), letters_before(text)
    for letter in range(1, len(aligned.at)):
        if aligned.follows(letter) and PLACE in aligned.gap(letter):
            own = aligned.said.gap(letter - 1)
            if own in {"", "-"}:
                yield Item("hyphen", bisect_right(before, letter) - 1, own, (own,))


def _with_hyphens(truth: Truth, pdf: bytes) -> Truth:
    with pypdfium2.PdfDocument(pdf) as document:
        lines = "\n".join(page.get_textpage().get_text_range() for page in document)
    read = comparable(BROKEN.sub(PLACE, _LINE_NUMBER.sub("", lines)))
    return attrs.evolve(
        truth,
        paragraphs=tuple(
            attrs.evolve(one, items=(*one.items, *_hyphens(one.text, read)))
            for one in truth.paragraphs
        ),
    )


def without_ligatures(pdf: bytes, sign: str) -> bytes:
    """The same pages, whose fonts say of their ligatures that they are `sign`, or say nothing."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for font in opened.objects:
            if isinstance(font, pikepdf.Dictionary) and "/ToUnicode" in font:
                cmap = font.ToUnicode
                cmap.write(_BLOCK.sub(partial(_without, sign), cmap.read_bytes()))
        opened.save(out, deterministic_id=True)
    return out.getvalue()


def _without(sign: str, block: re.Match[bytes]) -> bytes:
    kept = []
    for code, to in _PAIR.findall(block[1]):
        is_ligature = bytes.fromhex(to.decode()).decode("utf-16-be", "replace") in _LIGATURES
        if sign or not is_ligature:
            instead = sign.encode("utf-16-be").hex().encode()
            kept.append(b"<%s> <%s>\n" % (code, instead if is_ligature else to))
    return b"%d beginbfchar\n%sendbfchar" % (len(kept), b"".join(kept))


def build(out: Path, parts: Sequence[str] = PARTS) -> list[Built]:
    """Write PDF and truth of every layout that can be set here: `out`/PART/NAME.pdf and .json."""
    return [_built(layout, out / part_of(layout)) for layout in LAYOUTS if part_of(layout) in parts]


def _built(layout: Layout, folder: Path) -> Built:
    if missing := _missing(layout):
        return Built(layout.name, folder.name, missing)
    folder.mkdir(parents=True, exist_ok=True)
    blocks = paper(layout.name)
    tables = placed(blocks, tables_of(layout))
    if layout.engine == LATEX:
        pdf = _latex(latex_source.source_of(blocks, tables, layout))
    else:
        pdf = _typst(typst_source.source_of(blocks, tables, layout))
    truth = _with_hyphens(truth_of(blocks, tables, layout), pdf)
    _write(folder, truth, pdf)
    for how, sign in LOSSES.items() if layout.losing else ():
        lost = attrs.evolve(truth, name=f"{layout.name}-ligatures-{how}", losing=how)
        _write(folder, lost, without_ligatures(pdf, sign))
    return Built(layout.name, folder.name)


def _write(folder: Path, truth: Truth, pdf: bytes) -> None:
    (folder / f"{truth.name}.pdf").write_bytes(pdf)
    (folder / f"{truth.name}.json").write_text(truth.to_json(), "utf-8")
