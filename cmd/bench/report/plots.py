"""Plots of runs, as PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from vera.bench.figures.metrics import even_odds
from vera.bench.figures.metrics import reliability as binned
from vera.bench.figures.png import png
from vera.bench.figures.systems import systems
from vera.bench.sets.known import Label
from vera.bench.tune.grid import cell_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from vera.bench.figures.metrics import Bools, Floats
    from vera.bench.figures.rows import Row
    from vera.bench.tune.grid import Cell

_COLOURS = {"supported": "#1b7837", "contradicted": "#b2182b", "none": "#666666"}
_LINES = ("#08519c", "#d95f02", "#7570b3")


def _panels(count: int, height: float = 3.6) -> tuple[Figure, list[Axes]]:
    columns = min(count, 3)
    lines = -(-count // columns)
    figure = Figure(figsize=(4.4 * columns, height * lines), layout="constrained")
    grid = figure.subplots(lines, columns, squeeze=False)
    every = list(grid.flat)
    for spare in every[count:]:
        spare.set_visible(False)
    return figure, every[:count]


def _title(name: str) -> str:
    r"""A set's name as letters that the plots' font has, and no formula.

    >>> _title("a$\x1b")
    'a??'
    """
    return "".join(letter if " " <= letter < "\x7f" and letter != "$" else "?" for letter in name)


def precision_recall(true: Bools, score: Floats) -> tuple[Floats, Floats]:
    """Recall and precision (m,) at each distinct score as the threshold, from the highest down.

    >>> recall, precision = precision_recall(np.array([True, False]), np.array([0.9, 0.1]))
    >>> recall.tolist(), precision.tolist()
    ([1.0, 1.0], [1.0, 0.5])
    """
    order = np.argsort(-score, kind="stable")
    hits = np.cumsum(true[order])
    last = np.append(np.flatnonzero(np.diff(score[order])), len(score) - 1)
    recall = hits[last] / max(int(hits[-1]), 1)
    return recall, hits[last] / (last + 1)


def curves(sets: Mapping[str, Sequence[Row]]) -> bytes:
    """Precision against recall of supported claims: the engine, the cosine and BM25."""
    figure, panels = _panels(len(sets))
    for axes, (name, rows) in zip(panels, sets.items(), strict=True):
        true = np.array([row.label == Label.SUPPORTED.value for row in rows])
        said = systems(rows)
        chosen = {"engine": "engine", "cosine": "cosine at 0.7", "BM25": "BM25, best threshold"}
        for colour, (shown, system) in zip(_LINES, chosen.items(), strict=True):
            axes.plot(*precision_recall(true, said[system].score), color=colour, label=shown)
        axes.axhline(true.mean(), color="#bbbbbb", lw=0.8, ls="--")
        axes.set(title=_title(name), xlabel="recall", ylabel="precision")
        axes.set(xlim=(0, 1), ylim=(0, 1.02))
        axes.legend(fontsize=8, loc="lower left")
    return png(figure)


def reliability(sets: Mapping[str, Sequence[Row]]) -> bytes | None:
    """How often claims of a probability are true, at even odds; None where none is calibrated."""
    known = {
        name: [row for row in rows if row.evidence is not None and row.score is not None]
        for name, rows in sets.items()
    }
    known = {name: rows for name, rows in known.items() if rows}
    if not known:
        return None
    figure, panels = _panels(len(known))
    for axes, (name, rows) in zip(panels, known.items(), strict=True):
        true = np.array([row.label == Label.SUPPORTED.value for row in rows])
        score = np.array([row.score for row in rows], np.float64)
        counts, means, shares = zip(*binned(true, score, even_odds(true)), strict=True)
        sizes = [8 + 300 * count / len(rows) for count in counts]
        axes.plot([0, 1], [0, 1], color="#bbbbbb", lw=0.8, ls="--")
        axes.plot(means, shares, color=_LINES[0], lw=1)
        axes.scatter(means, shares, s=sizes, color=_LINES[0], alpha=0.7)
        axes.set(
            title=_title(name), xlabel="probability given", ylabel="share supported, at even odds"
        )
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    return png(figure)


def distributions(sets: Mapping[str, Sequence[Row]]) -> bytes:
    """The engine's scores by label; claims that were not checked are left out."""
    figure, panels = _panels(len(sets))
    for axes, (name, rows) in zip(panels, sets.items(), strict=True):
        for label, colour in _COLOURS.items():
            scores = [row.score for row in rows if row.label == label and row.score is not None]
            if scores:
                shown = f"{label} ({len(scores)})"
                steps = np.linspace(min(0.0, *scores), 1.0, 26).tolist()
                weights = np.full(len(scores), 1 / len(scores))
                axes.hist(
                    scores, steps, weights=weights, histtype="step", color=colour, label=shown
                )
        axes.set(title=_title(name), xlabel="score", ylabel="share of the label's claims")
        axes.legend(fontsize=8)
    return png(figure)


def _sizes(cells: Sequence[Cell]) -> list[str]:
    found = dict.fromkeys(cell.size for cell in cells if cell.size is not None)
    return sorted(found, key=lambda size: (int("".join(filter(str.isdigit, size)) or 0), size))


def heat_map(tuned: Mapping[str, Any], measure: str, which: tuple[str, str, int]) -> bytes | None:
    """A measure by size and overlap, for each set, of an embedder, a chunker and a top-k.

    Below each value stands its interval. None where the grid has no such cells.
    """
    picked = {
        cell: said["sets"]
        for said in tuned["cells"]
        if ((cell := _cell(said)).embedder, cell.chunker, cell.top_k) == which
    }
    cells = [cell for cell in picked if cell.size is not None]
    names = [name for name in tuned["about"]["sets"] if cells and measure in picked[cells[0]][name]]
    if not cells or not names:
        return None
    sizes = _sizes(cells)
    overlaps = sorted({cell.overlap for cell in cells if cell.overlap is not None})
    figure, panels = _panels(len(names), 3.4)
    for axes, name in zip(panels, names, strict=True):
        values = np.full((len(overlaps), len(sizes)), np.nan)
        for cell in cells:
            found = picked[cell][name][measure]
            at = overlaps.index(cell.overlap or 0.0), sizes.index(cell.size or "")
            if found["value"] is None:
                continue
            values[at] = found["value"]
            text = f"{found['value']:.3f}\n{found['low']:.2f}-{found['high']:.2f}"
            axes.text(at[1], at[0], text, ha="center", va="center", fontsize=8)
        wide = max(0.05, float(np.nanmax(values) - np.nanmin(values)))
        middle = float(np.nanmean(values))
        axes.imshow(values, cmap="PuOr", vmin=middle - wide, vmax=middle + wide, aspect="auto")
        axes.set(title=_title(name), xlabel="chunk size", ylabel="overlap")
        axes.set_xticks(range(len(sizes)), sizes)
        axes.set_yticks(range(len(overlaps)), [f"{each:g}" for each in overlaps])
    return png(figure)


def _cell(said: Mapping[str, Any]) -> Cell:
    names = ("embedder", "chunker", "size", "overlap", "top_k")
    return cell_of({name: said[name] for name in names})


def time_against_quality(tuned: Mapping[str, Any], measure: str) -> bytes:
    """What a cell costs, and what it is worth, for each set."""
    names = list(tuned["about"]["sets"])
    figure, panels = _panels(len(names))
    depths = sorted({said["top_k"] for said in tuned["cells"]})
    for axes, name in zip(panels, names, strict=True):
        for turn, depth in enumerate(depths):
            found = [said["sets"][name] for said in tuned["cells"] if said["top_k"] == depth]
            spent = [each["index_seconds"] + each["ask_seconds"] for each in found]
            values = [each[measure]["value"] for each in found]
            colour = _LINES[turn % len(_LINES)]
            axes.scatter(spent, values, s=18, color=colour, label=f"top-k {depth}")
        axes.set(title=_title(name), xlabel="seconds (chunks and claims)", ylabel=measure)
        axes.legend(fontsize=8)
    return png(figure)
