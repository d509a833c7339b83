"""The counts of each library as a table in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.reading.measures import Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = "–"
_HEAD = (
    "library",
    "version",
    "intact",
    "exact",
    "joined",
    "split",
    "hyphens right",
    "stray",
    "heads",
    "line numbers",
    "disorder",
    "headings",
    "other sections",
    "accents",
    "ligatures",
    "exponents",
    "pages/CPU-s",
    "peak MB",
)


@frozen
class Row:
    """A library over a set of papers; `version` says why where it has no counts.

    `pages` are those of the papers that were read, in `seconds` of CPU time; `peak` is in bytes.
    """

    library: str
    version: str
    counts: Counts | None = None
    pages: int = 0
    seconds: float = 0.0
    peak: int = 0
    failed: tuple[str, ...] = ()
    tells_sections: bool = False


def _share(part: int, of: int) -> str:
    return f"{part / of:.3f} ({part}/{of})" if of else _NONE


def _rate(part: int, of: int) -> str:
    return f"{10_000 * part / of:.1f}" if of else _NONE


def _cells(row: Row) -> list[str]:
    counts = row.counts
    if counts is None:
        return [row.library, row.version, *[_NONE] * (len(_HEAD) - 2)]
    titled = row.tells_sections
    return [
        row.library,
        row.version,
        _share(counts.intact, counts.sentences),
        _share(counts.exact, counts.sentences),
        _rate(counts.joined, counts.words),
        _rate(counts.split, counts.words),
        _share(counts.hyphens_right, counts.hyphens),
        _rate(counts.stray, counts.letters),
        str(counts.running_heads),
        str(counts.line_numbers),
        f"{counts.disordered}/{counts.pairs}",
        _share(counts.headings_found, counts.headings) if titled else _NONE,
        str(counts.other_sections) if titled else _NONE,
        _share(counts.accents_right, counts.accents),
        _share(counts.ligatures_right, counts.ligatures),
        _share(counts.exponents_right, counts.exponents),
        f"{row.pages / row.seconds:.1f}" if row.seconds else _NONE,
        f"{row.peak / 1e6:.0f}",
    ]


def table(rows: Sequence[Row]) -> str:
    """The rows as a table; below it every paper that a library could not read."""
    lines = [_HEAD, ["---"] * len(_HEAD), *map(_cells, rows)]
    failed = [f"* {row.library} failed on {why}" for row in rows for why in row.failed]
    shown = ["| " + " | ".join(cells) + " |" for cells in lines]
    return "\n".join([*shown, *([""] if failed else []), *failed])
