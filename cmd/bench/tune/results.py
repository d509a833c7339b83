"""What a tuning found, as text and as JSON."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen

from vera.bench.figures.pairing import NO_DIFFERENCE, Comparison, shown
from vera.bench.figures.tables import cell as shown_figure
from vera.bench.figures.tables import table
from vera.bench.tune.checkpoint import Outcomes
from vera.bench.tune.grid import Cell
from vera.bench.tune.selection import ACCURACY, CHUNKS, DECISIVE, SHOWN, merit


@frozen(eq=False)
class Tuned:
    """The outcomes of a sweep, and what they are worth."""

    outcomes: Outcomes
    figures: dict[Cell, dict[str, dict[str, Any]]]
    comparisons: dict[Cell, list[Comparison]]


def cells_json(found: Tuned) -> list[dict[str, Any]]:
    """Each cell with its figures on every set and its comparisons with the default."""
    return [
        {
            **asdict(cell),
            "merit": round(merit(by_set), 4),
            "sets": by_set,
            "against the default": [
                {**asdict(each), "verdict": each.verdict}
                for each in found.comparisons.get(cell, [])
            ],
        }
        for cell, by_set in found.figures.items()
    ]


def grid_text(found: dict[Cell, dict[str, dict[str, Any]]]) -> str:
    """A line for each set and cell; `read` is in characters, `s` in seconds."""
    head = ("set", "cell", ACCURACY, SHOWN, CHUNKS, "F1 at 0.7", "chunks", "read", "s")
    rows = [
        (
            name,
            str(cell),
            shown_figure(by_set[name][ACCURACY]),
            shown_figure(by_set[name].get(SHOWN)),
            shown_figure(by_set[name].get(CHUNKS)),
            f"{by_set[name]['F1 at 0.7'] or 0:.3f}",
            str(by_set[name]["chunks"]),
            f"{by_set[name]['read']:.0f}",
            f"{by_set[name]['index_seconds'] + by_set[name]['ask_seconds']:.1f}",
        )
        for name in next(iter(found.values()))
        for cell, by_set in found.items()
    ]
    return table([head, *rows])


def choice_text(
    default: Cell, best: Cell, chosen: Cell, comparisons: dict[Cell, list[Comparison]]
) -> str:
    """Which cell is best, whether that can be told from chance, and which is to be used."""
    if best == default:
        return f"No cell is above the default ({default}). It stays."
    lines = [f"Best: {best}. Against the default ({default}):", shown(comparisons[best]), ""]
    if chosen == default:
        decisive = {each.verdict for each in comparisons[best] if each.measure in DECISIVE}
        same = decisive == {NO_DIFFERENCE}
        why = f"{NO_DIFFERENCE} in {' or '.join(DECISIVE)}" if same else "the best is worse in part"
        return "\n".join([*lines, f"The default stays: {why}."])
    return "\n".join([*lines, f"Chosen: {chosen}."])
