"""`vera-bench evaluate`: the engine as configured on labelled sets."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import asdict, frozen

from vera.bench import options, terminal
from vera.core.errors import InvalidInput, Problem
from vera.core.ports import Embedder, Judge
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import RULES
from vera.verification.entailment.names import PACKAGED
from vera.verification.report import exit_codes
from vera.verification.report.progress import Waiting

if TYPE_CHECKING:
    from vera.bench.evaluate.peers import Answered
    from vera.bench.sets.known import Example
    from vera.core.ports import CrossEncoder, JudgeInfo
    from vera.verification.grounding.score import Rule


@frozen
class Request:
    """What the command line asks for, as it was given."""

    sets: str
    data: Path | None
    split: str
    paper: Path | None
    rule: str
    threshold: float
    top_k: int
    chunker: str
    chunk_size: str | None
    overlap: float | None
    embedder: str | Embedder
    json: Path | None
    page: Path | None
    resamples: int
    cache: bool
    cross_validate: bool = False
    peers: Path | None = None
    peer_seconds: float = 600.0
    judge: str | Judge | None = None
    reader: str = PACKAGED
    most: int | None = None


@click.command(context_settings=options.CONTEXT)
@click.argument("sets", metavar="SET[,SET]")
@options.data
@options.split
@click.option(
    "--most",
    type=click.IntRange(1),
    metavar="N",
    help="At most N claims of a set, of documents by chance, the same in every run.",
)
@options.paper
@click.option("--rule", type=click.Choice(RULES), default=RULES[0], show_default=True)
@click.option("--threshold", type=float, default=0.7, show_default=True)
@click.option("--top-k", type=int, default=3, show_default=True)
@click.option("--chunker", default="sentence", show_default=True)
@click.option("--chunk-size", metavar="N[c|t|e]")
@click.option("--overlap", type=float)
@options.embedder
@options.reader
@click.option(
    "--judge", metavar="auto|ollama:MODEL", help="As in verify; what it decided is measured, too."
)
@options.json(
    help="Write the figures and the row of each claim, for the commands compare and report."
)
@click.option(
    "--page", type=options.FILE, help="Write a page for a browser, as vera-bench report does."
)
@options.resamples(default=500)
@options.cache
@click.option(
    "--cross-validate",
    is_flag=True,
    help="Judge each claim by a calibration fitted without its documents.",
)
@click.option(
    "--peers",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="PYTHON",
    help="Ask the peers too, in the environment of this interpreter (docs/bench.md).",
)
@click.option(
    "--peer-seconds",
    type=click.FloatRange(0, min_open=True),
    default=600.0,
    show_default=True,
    help="What a peer may take for a set.",
)
def command(**given: Any) -> int:
    """Measure the engine on labelled sets.

    A SET is scifact, clscisumm, wice, evidence_inference, clinifact, check_covid or summedits of
    the folder --data; healthver, covidfact, climate_fever, fever_symmetric, fool_me_twice,
    citation_integrity or vitaminc of its pairs; near_misses or near_misses_said, which are made of
    those; or a JSON-lines file or a folder of your own (docs/bench.md).
    Beside the engine stand, from the same run, the bare cosine at 0.7, the best threshold that one
    could pick on it in hindsight, and BM25.

    With --cross-validate the calibration is fitted anew on the sets of vera-bench calibrate, for
    each claim without its own set and those that share a document with it; and what the packaged
    reader has learned from is left out.
    """
    return evaluate(Request(**given))


def evaluate(request: Request) -> int:
    """Measure, print the figures, write the file; gives the exit code."""
    from vera.bench.evaluate.evaluator import Evaluator
    from vera.bench.evaluate.peers import with_answers
    from vera.bench.figures.measured import figures_of
    from vera.bench.figures.rows import Run, as_json
    from vera.bench.figures.tables import text_of
    from vera.bench.sets.aside import some, unlearned
    from vera.bench.sets.loading import files_of, load_sets
    from vera.verification import wiring

    settings = wiring.settings(
        request.chunker,
        request.chunk_size,
        request.overlap,
        threshold=request.threshold,
        top_k=request.top_k,
        rule=request.rule,
    )
    if failed(settings):
        return terminal.stop(settings.failure())
    chosen = settings.unwrap()
    loaded = load_sets(request.sets, request.data, request.split, request.paper)
    if request.cross_validate:
        loaded = loaded.map(unlearned)
    if (most := request.most) is not None:
        loaded = loaded.map(lambda sets: some(sets, most))
    if failed(loaded):
        return terminal.stop(loaded.failure())
    started = wiring.cross_encoder(request.reader, cache=False)
    if failed(started):
        return terminal.stop(started.failure())
    reader = started.unwrap()  # opened once for all that ask; each keeps what it needs to
    with Waiting() as waiting:
        rule = _rule(request, reader, loaded.unwrap(), waiting)
        if failed(rule):
            return terminal.stop(rule.failure())
        evaluator = Evaluator(
            chosen,
            request.embedder,
            cache=request.cache,
            rule=rule.unwrap(),
            judge=request.judge,
            reader=reader,
        )
        info = evaluator.engine.embedder()
        if failed(info):
            return terminal.stop(info.failure())
        judge = evaluator.engine.judge()
        if failed(judge):
            return terminal.stop(judge.failure())
        judges = judge.unwrap()
        by = judges.name if judges else None
        if not request.cross_validate:
            _tell_fitted(chosen.rule, info.unwrap().name, reader, list(loaded.unwrap()))
        rows, figures = [], {}
        for name, examples in loaded.unwrap().items():
            asked = evaluator.ask(name, examples, waiting.on(name))
            if failed(asked):
                return terminal.stop(asked.failure())
            found = asked.unwrap()
            peers = _peers(request, name, examples, waiting)
            with_peers = with_answers(found.rows, peers)
            rows += with_peers
            figures[name] = figures_of(with_peers, found.milliseconds, request.resamples, peers, by)
            terminal.show(text_of(name, figures[name]) + "\n")
    inputs = files_of(request.sets, request.paper)
    run = Run(_about(request, info.unwrap().name, judges, loaded.unwrap()), figures, rows)
    if request.json is not None:
        written = terminal.write(request.json, as_json(run), inputs)
        if failed(written):
            return terminal.stop(written.failure())
    if request.page is None:
        return exit_codes.DONE
    from vera.bench.report.command import write_page
    from vera.bench.report.page import section_of_run

    return write_page([section_of_run(request.page.stem, run)], request.page, inputs)


def _rule(
    request: Request,
    reader: CrossEncoder,
    asked: dict[str, list[Example]],
    waiting: Waiting,
) -> Result[Rule | None]:
    """What judges instead of the rule of the settings: nothing, or held-out calibrations."""
    if not request.cross_validate:
        return Success(None)
    if request.rule == "cosine":
        problem = Problem("--cross-validate", "", "is of a calibration, and --rule cosine has none")
        return Failure(InvalidInput("evaluate", (problem,)))
    from vera.bench.fit.command import DEFAULT_SETS, fitted_sets
    from vera.bench.fit.held_out import held_out_rule

    fitted = fitted_sets(DEFAULT_SETS, request.data)
    if failed(fitted):
        return fitted
    return held_out_rule(
        fitted.unwrap(),
        asked,
        request.embedder,
        lambda name: waiting.on(f"measure {name}"),
        cache=request.cache,
        reader=reader,
    )


def _peers(
    request: Request, name: str, examples: list[Example], waiting: Waiting
) -> dict[str, Answered]:
    """What each peer answers for a set; a peer that fails is said so."""
    if request.peers is None:
        return {}
    from vera.bench.evaluate.peers import answers_of

    progress = waiting.on(f"peers on {name}")
    found = answers_of(request.peers, examples, request.peer_seconds, progress)
    for peer, answered in found.items():
        if answered.failed:
            terminal.complain(f"{name}: {peer} gave no answers: {answered.failed}")
    return found


def _tell_fitted(rule: str, embedder: str, reader: CrossEncoder, names: list[str]) -> None:
    """Say which sets the calibration has seen: its figures on them flatter it."""
    from vera.verification.calibration.files import load

    found = load(embedder, reader)
    fitted = None if rule == "cosine" or failed(found) else found.unwrap()
    about = fitted.about.get("sets") if fitted is not None else None
    seen = [name for name in names if isinstance(about, dict | list) and name in about]
    if seen:
        terminal.complain(
            f"note: the calibration of {embedder} was fitted on {', '.join(seen)}",
            "--cross-validate judges each claim by a fit that has not seen its documents",
        )


def _about(
    request: Request, embedder: str, judge: JudgeInfo | None, sets: dict[str, list[Example]]
) -> dict[str, Any]:
    return {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": version("vera-verify"),
        "embedder": embedder,
        "judge": asdict(judge) if judge else None,
        "reader": request.reader,
        "sets": {name: len(examples) for name, examples in sets.items()},
        "split": request.split,
        "rule": request.rule,
        "threshold": request.threshold,
        "top_k": request.top_k,
        "chunker": request.chunker,
        "chunk_size": request.chunk_size,
        "overlap": request.overlap,
        "cross_validated": request.cross_validate,
    }
