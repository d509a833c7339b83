"""The scores of each reader as tables in Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import field, frozen

from benchmarks.reading.typeset.finding import Seen
from benchmarks.reading.typeset.scoring import Scores
from benchmarks.reading.typeset.truth import LOSSES

if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = "–"
_TEXT = (
    "library",
    "marks found",
    "false marks",
    "marks apart",
    "accents",
    "ligatures",
    *(f"ligatures {how}" for how in LOSSES),
    "exponents",
    "indices",
    "thousands",
    "joined",
    "split",
    "hyphens right",
    "labels as evidence",
    "headings missed",
    "false headings",
)
_TABLES = (
    "library",
    "tables found",
    "false tables",
    "cell F1",
    "precision",
    "recall",
    "heads tied",
    "captions and notes tied",
    "marks in cells apart",
)


@frozen
class Told:
    """A reader over a part of the papers; `why` says why there are no scores.

    `seen` is what it told of one of them: what is None there it tells of none. `losing` are the
    ligatures (right, of all) by how the fonts of the PDF do not tell them.
    """

    name: str
    why: str = ""
    seen: Seen = field(factory=Seen)
    scores: Scores = field(factory=Scores)
    losing: Mapping[str, tuple[int, int]] = field(factory=dict)
    failed: tuple[str, ...] = ()


def _share(right: int, of: int) -> str:
    return f"{right / of:.3f} ({right}/{of})" if of else _NONE


def _rate(part: int, of: int) -> str:
    return f"{10_000 * part / of:.1f}" if of else _NONE


def _text(row: Told) -> list[str]:
    it = row.scores
    share = {kind: _share(it.right[kind], it.of[kind]) for kind in it.of}
    lost = [_share(*row.losing.get(how, (0, 0))) for how in LOSSES]
    tells = [
        (row.seen.marks, _share(it.marks_found, it.marks)),
        (row.seen.marks, str(it.marks_false)),
        (row.seen.text, share.get("mark", _NONE)),
        (row.seen.text, share.get("accent", _NONE)),
        (row.seen.text, share.get("ligature", _NONE)),
        *((row.seen.text, it) for it in lost),
        (row.seen.text, share.get("exponent", _NONE)),
        (row.seen.text, share.get("index", _NONE)),
        (row.seen.text, share.get("thousands", _NONE)),
        (row.seen.text, _rate(it.joined, it.words)),
        (row.seen.text, _rate(it.split, it.words)),
        (row.seen.text, share.get("hyphen", _NONE)),
        (row.seen.statements, _share(it.statements, it.labels)),
        (row.seen.sections, _share(it.headings_missed, it.headings)),
        (row.seen.sections, str(it.headings_false)),
    ]
    return [row.name, *(said if told is not None else _NONE for told, said in tells)]


def _tables(row: Told) -> list[str]:
    cells = row.scores.cells
    if row.seen.tables is None:
        return [row.name, *[_NONE] * (len(_TABLES) - 1)]
    ours = row.seen.statements is not None  # who tells of evidence tells of heads and captions, too
    return [
        row.name,
        _share(cells.found, cells.tables),
        str(cells.false),
        f"{cells.f1:.3f}",
        _share(cells.right, cells.told),
        _share(cells.right, cells.relations),
        _share(cells.tied, cells.body) if ours or cells.tied else _NONE,
        _share(cells.about_tied, cells.about) if ours else _NONE,
        _share(cells.marks_apart, cells.marks),
    ]


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def report(title: str, rows: Sequence[Told]) -> str:
    """Three tables: what is right in the text, in the tables, and cell F1 by kind of table."""
    finders = [row for row in rows if row.seen.tables is not None]
    kinds = sorted({kind for row in finders for kind in row.scores.by_kind})
    by_kind = [
        [row.name, *(f"{row.scores.by_kind[kind].f1:.3f}" for kind in kinds)] for row in finders
    ]
    parts = [
        f"### {title}",
        _markdown(_TEXT, [_text(row) for row in rows if row.seen.text is not None]),
        _markdown(_TABLES, [_tables(row) for row in finders]),
        _markdown(["cell F1 by kind", *kinds], by_kind),
    ]
    absent = [f"* {row.name}: {row.why}" for row in rows if row.why]
    failed = [f"* {row.name} failed on {why}" for row in rows for why in row.failed]
    if absent or failed:
        parts.append("\n".join([*absent, *failed]))
    return "\n\n".join(parts) + "\n"
