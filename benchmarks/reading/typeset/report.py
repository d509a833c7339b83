"""The scores of each reader as tables in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from benchmarks.reading.typeset.scoring import Scores

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
    "lost ligatures",
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

    `losing` are the scores on PDFs whose fonts do not tell their ligatures. The rest says what
    the reader tells of at all.
    """

    name: str
    why: str = ""
    scores: Scores = field(factory=Scores)
    losing: Scores = field(factory=Scores)
    text: bool = False
    marks: bool = False
    sections: bool = False
    statements: bool = False
    tables: bool = False
    failed: tuple[str, ...] = ()


def _share(right: int, of: int) -> str:
    return f"{right / of:.3f} ({right}/{of})" if of else _NONE


def _rate(part: int, of: int) -> str:
    return f"{10_000 * part / of:.1f}" if of else _NONE


def _text(row: Told) -> list[str]:
    it = row.scores
    share = {kind: _share(it.right[kind], it.of[kind]) for kind in it.of}
    lost = _share(row.losing.right["ligature"], row.losing.of["ligature"])
    tells = [
        (row.marks, _share(it.marks_found, it.marks)),
        (row.marks, str(it.marks_false)),
        (row.text, share.get("mark", _NONE)),
        (row.text, share.get("accent", _NONE)),
        (row.text, share.get("ligature", _NONE)),
        (row.text, lost),
        (row.text, share.get("exponent", _NONE)),
        (row.text, share.get("index", _NONE)),
        (row.text, share.get("thousands", _NONE)),
        (row.text, _rate(it.joined, it.words)),
        (row.text, _rate(it.split, it.words)),
        (row.text, share.get("hyphen", _NONE)),
        (row.statements, _share(it.statements, it.labels)),
        (row.sections, _share(it.headings_missed, it.headings)),
        (row.sections, str(it.headings_false)),
    ]
    return [row.name, *(said if told else _NONE for told, said in tells)]


def _tables(row: Told) -> list[str]:
    cells = row.scores.cells
    if not row.tables:
        return [row.name, *[_NONE] * (len(_TABLES) - 1)]
    ours = row.statements  # who tells of evidence tells of heads and captions, too
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
    finders = [row for row in rows if row.tables]
    kinds = sorted({kind for row in finders for kind in row.scores.by_kind})
    by_kind = [
        [row.name, *(f"{row.scores.by_kind[kind].f1:.3f}" for kind in kinds)] for row in finders
    ]
    parts = [
        f"### {title}",
        _markdown(_TEXT, [_text(row) for row in rows if row.text]),
        _markdown(_TABLES, [_tables(row) for row in finders]),
        _markdown(["cell F1 by kind", *kinds], by_kind),
    ]
    absent = [f"* {row.name}: {row.why}" for row in rows if row.why]
    failed = [f"* {row.name} failed on {why}" for row in rows for why in row.failed]
    if absent or failed:
        parts.append("\n".join([*absent, *failed]))
    return "\n\n".join(parts) + "\n"
