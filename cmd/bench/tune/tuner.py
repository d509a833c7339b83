"""One run of `vera-bench tune`."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve

from vera.bench import terminal
from vera.bench.figures.pairing import shown
from vera.bench.sets.loading import files_of, load_sets
from vera.bench.tune.checkpoint import FinishedCells, Outcomes, broken_seal, key_of
from vera.bench.tune.grid import Cell, cells_of, checked, config_text, default_cell, settings_of
from vera.bench.tune.results import Tuned, cells_json, choice_text, grid_text
from vera.bench.tune.selection import against_default, choose, figures, judged, sealed
from vera.bench.tune.sweep import open_all, outcome, rechunked
from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.report import exit_codes
from vera.verification.report.progress import Waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.bench.sets.known import Example
    from vera.bench.tune.request import Request
    from vera.bench.tune.sweep import Opened
    from vera.core.settings import Settings

FORMAT = "vera.bench.tune/1"
Sets = dict[str, list["Example"]]


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def grid_of(request: Request) -> Result[list[Cell]]:
    """The cells that the command line asks for, or what is wrong with it."""
    try:
        overlaps = [float(each) for each in _list(request.overlaps)]
        depths = [int(each) for each in _list(request.top_k)]
    except ValueError as error:
        problem = Problem("--overlaps or --top-k", str(error), "must be numbers")
        return Failure(InvalidInput("tune", (problem,)))
    lists = (_list(request.embedders), _list(request.chunkers), _list(request.sizes))
    if not all((*lists, overlaps, depths)):
        problem = Problem("the grid", "", "must have a value of each kind")
        return Failure(InvalidInput("tune", (problem,)))
    cells = cells_of(*lists, overlaps, depths)
    return checked(cells).map(lambda _: cells)


class Tuner:
    """Sweeps the grid on the open part, chooses, and opens the sealed part once."""

    def __init__(self, request: Request) -> None:
        self._request = request
        output = request.output
        self._finished = FinishedCells(output.with_name(output.name + ".cells.jsonl"))
        self._seal = output.with_name(output.name + ".opened.json")

    def run(self) -> int:
        """All of it; gives the exit code."""
        grid = grid_of(self._request)
        if failed(grid):
            return terminal.stop(grid.failure())
        request = self._request
        loaded = load_sets(request.sets, request.data, request.split, request.paper)
        if failed(loaded):
            return terminal.stop(loaded.failure())
        cells, every = grid.unwrap(), loaded.unwrap()
        tried: Sets = {
            name: [each for each in examples if not sealed(each.group)]
            for name, examples in every.items()
        }
        if empty := [name for name, examples in tried.items() if not examples]:
            terminal.complain(f"all of {', '.join(empty)} is sealed: too few groups to tune on")
            return exit_codes.USAGE
        swept = self._sweep(tried, cells, keep=True)
        if failed(swept):
            return terminal.stop(swept.failure())
        found = self._judge(tried, swept.unwrap(), cells[0])
        best, chosen = choose(cells[0], found.figures, found.comparisons)
        terminal.show(grid_text(found.figures))
        terminal.show("\n" + choice_text(cells[0], best, chosen, found.comparisons))
        opened = self._open_seal(every, cells[0], best)
        if failed(opened):
            return terminal.stop(opened.failure())
        return self._write(tried, found, (best, chosen), opened.unwrap())

    def _sweep(self, sets: Sets, cells: Sequence[Cell], *, keep: bool) -> Result[Outcomes]:
        """Every cell on every set; those that an earlier run finished are taken from its file."""
        done: Outcomes = {}
        for name in dict.fromkeys(cell.embedder for cell in cells):
            own = [cell for cell in cells if cell.embedder == name]
            started = wiring.start(name, _plain(), cache=self._request.cache)
            if failed(started):
                return started
            engine = started.unwrap()
            key = key_of(sets, engine.embedder.info.fingerprint)
            loaded: Result[Outcomes] = self._finished.load([key]) if keep else Success({})
            if failed(loaded):
                return loaded
            known = {cell: each for cell, each in loaded.unwrap().items() if cell in own}
            done |= known
            if missing := [cell for cell in own if cell not in known]:
                made = self._cells(sets, missing, engine, key if keep else None)
                if failed(made):
                    return made
                done |= made.unwrap()
        return Success({cell: done[cell] for cell in cells})

    def _cells(
        self, sets: Sets, cells: Sequence[Cell], engine: wiring.Engine, key: str | None
    ) -> Result[Outcomes]:
        documents: dict[str, list[Opened]] = {}
        done: Outcomes = {}
        with Waiting() as waiting:
            for name, examples in sets.items():
                opened = open_all(examples, engine, False, waiting.on(f"open {name}"))
                if failed(opened):
                    return opened
                documents[name] = opened.unwrap()
            moved = waiting.on("cells")
            for chunking in dict.fromkeys(cell.chunking for cell in cells):
                same = [cell for cell in cells if cell.chunking == chunking]
                made = _asked(documents, same, engine)
                if failed(made):
                    return made
                for cell, outcomes in made.unwrap().items():
                    kept = self._finished.add(key, cell, outcomes) if key else Success(None)
                    if failed(kept):
                        return kept
                done |= made.unwrap()
                moved(len(done), len(cells))
        return Success(done)

    def _judge(self, sets: Sets, outcomes: Outcomes, default: Cell) -> Tuned:
        times = self._request.resamples
        results = {
            cell: {name: judged(sets[name], each) for name, each in by_set.items()}
            for cell, by_set in outcomes.items()
        }
        values = {
            cell: {
                name: figures(sets[name], each, results[cell][name], times)
                for name, each in by_set.items()
            }
            for cell, by_set in outcomes.items()
        }
        return Tuned(outcomes, values, against_default(sets, results, default, times))

    def _open_seal(self, every: Sets, default: Cell, best: Cell) -> Result[dict[str, Any] | None]:
        """Judge the best cell on the sealed part, if nobody has looked at it yet."""
        before = broken_seal(self._seal)
        if failed(before):
            return before
        if (said := before.unwrap()) is not None:
            terminal.complain(f"the sealed part was opened on {said['opened']}; not opened again")
            return Success(dict(said))
        held = {name: [each for each in own if sealed(each.group)] for name, own in every.items()}
        held = {name: examples for name, examples in held.items() if examples}
        if self._request.keep_sealed or not held:
            return Success(None)
        challenger = best if best != default else None
        cells = [default, *([challenger] if challenger else [])]
        swept = self._sweep(held, cells, keep=False)
        if failed(swept):
            return swept
        found = self._judge(held, swept.unwrap(), default)
        compared = found.comparisons.get(best, [])
        terminal.show("\nThe sealed part, opened now and not again:\n" + grid_text(found.figures))
        if compared:
            terminal.show("\n" + shown(compared))
        made = {
            "opened": datetime.now(UTC).isoformat(timespec="seconds"),
            "best": asdict(best),
            "cells": cells_json(found),
        }
        written = terminal.write(self._seal, json.dumps(made, indent=1) + "\n")
        return written.map(lambda _: made)

    def _write(
        self, sets: Sets, found: Tuned, cells: tuple[Cell, Cell], opened: dict[str, Any] | None
    ) -> int:
        best, chosen = cells
        made = f"{datetime.now(UTC):%Y-%m-%d}"
        about = {
            "made": made,
            "version": version("vera-verify"),
            "sets": {name: len(examples) for name, examples in sets.items()},
            "split": self._request.split,
        }
        content = {
            "format": FORMAT,
            "about": about,
            "best": asdict(best),
            "chosen": asdict(chosen),
            "cells": cells_json(found),
            "sealed": opened,
        }
        config = self._request.config or self._request.output.with_suffix(".toml")
        why = f"Chosen by vera-bench tune on {made} of {len(found.figures)} combinations,\n"
        why += f"on {', '.join(sets)}. Chunks matter to the bare rule alone."
        inputs = files_of(self._request.sets, self._request.paper)
        for path, text in (
            (self._request.output, json.dumps(content, indent=1, ensure_ascii=False) + "\n"),
            (config, config_text(chosen, why)),
        ):
            written = terminal.write(path, text, inputs)
            if failed(written):
                return terminal.stop(written.failure())
            terminal.complain(f"written to {path}")
        return exit_codes.DONE


def _asked(
    documents: dict[str, list[Opened]], cells: Sequence[Cell], engine: wiring.Engine
) -> Result[Outcomes]:
    """Cells that differ in top-k only, on every set."""
    made: Outcomes = {cell: {} for cell in cells}
    first = settings_of(cells[0])
    if failed(first):
        return first
    for name, opened in documents.items():
        chunked = rechunked(opened, first.unwrap(), engine)
        if failed(chunked):
            return chunked
        passages, seconds = chunked.unwrap()
        for cell in cells:
            settings = evolve(first.unwrap(), top_k=cell.top_k)
            made[cell][name] = outcome(opened, passages, settings, seconds)
    return Success(made)


def _plain() -> Settings:
    return settings_of(default_cell("")).unwrap()
