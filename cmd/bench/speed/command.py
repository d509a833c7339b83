"""`vera-bench speed`: stage by stage where the time of a cold and of a warm `verify` goes."""

from __future__ import annotations

import json as json_form
import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vera.bench import options, terminal
from vera.core.result import Result, Success, failed
from vera.verification.report import exit_codes
from vera.verification.report.progress import Waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.bench.speed.passes import Embedding
    from vera.bench.speed.runs import Size

_SENTENCES = 300
"""Of the first paper, that the bare passes are compared on at most."""
_EPILOG = """\b
Examples:
  vera-bench speed claims.txt paper.pdf
  vera-bench speed claims.txt papers/ --json speed.json
  vera-bench speed claims.txt paper.pdf --runs 15 --embedder ollama
"""


@click.command(epilog=_EPILOG, context_settings=options.CONTEXT)
@click.argument("claims", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument(
    "papers",
    metavar="PAPER...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@options.embedder
@click.option(
    "--runs",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="How often one paper is run; many papers at once are run once.",
)
@options.json(help="Write every run.")
def command(
    claims: Path, papers: tuple[Path, ...], embedder: str, runs: int, json: Path | None
) -> int:
    """Say where the time of verify goes, cold and warm, and how it grows.

    CLAIMS and PAPER... are as for verify; a PAPER may also be a folder, which stands for every file
    in it. `verify CLAIMS PAPER...` is run on the first paper, the first 10 and the first 100, each
    time in a process of its own: with an empty cache (cold), then with the vectors in it (warm);
    your own cache is left alone. The seconds of its stages add up to those of the whole process.
    The program without the watch stands below, with the most memory of its largest process.

    An embedder that runs in this process is then timed beside the bare forward passes of
    onnxruntime on the first sentences of the first paper.
    """
    return speed(claims, _files(papers), embedder, runs, json)


def speed(claims: Path, papers: Sequence[Path], embedder: str, runs: int, json: Path | None) -> int:
    """Measure, print the tables, write the file; gives the exit code."""
    from vera.bench.speed.tables import as_json, shown_stages

    if not papers:
        raise click.UsageError("there is no file in the folder given")
    _tell_sizes(len(papers))
    measured = _grown(claims, papers, embedder, runs)
    if failed(measured):
        return terminal.stop(measured.failure())
    sizes = measured.unwrap()
    terminal.show(f"seconds of verify, {embedder}, by stage\n" + shown_stages(sizes) + "\n")
    compared = _embedding(papers[0], embedder, runs)
    if failed(compared):
        return terminal.stop(compared.failure())
    if json is None:
        return exit_codes.DONE
    about = {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": version("vera-verify"),
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "embedder": embedder,
        "claims": str(claims),
        "papers": [str(paper) for paper in papers[: sizes[-1].papers]],
    }
    text = json_form.dumps(about | as_json(sizes, compared.unwrap()), indent=1)
    written = terminal.write(json, text + "\n")
    return terminal.stop(written.failure()) if failed(written) else exit_codes.DONE


def _files(papers: Sequence[Path]) -> list[Path]:
    """The papers; a folder stands for its files in order, those that are hidden left out."""
    found: list[Path] = []
    for path in papers:
        inside = sorted(path.iterdir()) if path.is_dir() else []
        found += [each for each in inside if each.is_file() and not each.name.startswith(".")]
        found += [] if path.is_dir() else [path]
    return found


def _tell_sizes(papers: int) -> None:
    from vera.bench.speed.runs import SIZES

    if papers < SIZES[1]:
        terminal.complain(f"note: growth is shown over {SIZES[1]} and {SIZES[2]} papers if given")
    elif papers != SIZES[2]:
        some = f"the first {SIZES[2]} of {papers}" if papers > SIZES[2] else f"at most {papers}"
        terminal.complain(f"note: growth is measured over {some} papers")


def _grown(claims: Path, papers: Sequence[Path], embedder: str, runs: int) -> Result[list[Size]]:
    from vera.bench.speed.runs import measure, rounds_of, sizes_of

    sizes = []
    with Waiting() as waiting:
        for count in sizes_of(len(papers)):
            what = waiting.on(f"{count} paper{'s' * (count > 1)}")
            options = ["--embedder", embedder]
            made = measure(claims, papers[:count], options, rounds_of(runs, count), what)
            if failed(made):
                return made
            sizes.append(made.unwrap())
    return Success(sizes)


def _embedding(paper: Path, embedder: str, runs: int) -> Result[Embedding | None]:
    """The embedder beside bare passes, printed; None for one that runs elsewhere, said so."""
    from vera.bench.speed.passes import compared_to_bare
    from vera.bench.speed.tables import shown_embedding
    from vera.verification import wiring
    from vera.verification.embedding.named import named
    from vera.verification.embedding.onnx import OnnxEmbedder
    from vera.verification.retrieval.passages import units_of

    chosen = named(embedder)
    if failed(chosen):
        return chosen
    embeds = chosen.unwrap()
    if not isinstance(embeds, OnnxEmbedder):
        terminal.show(
            f"{embeds.info.name} runs in a server: there are no bare passes to time it by"
        )
        return Success(None)
    read = wiring.read_document(paper)
    if failed(read):
        return read
    document = read.unwrap()
    units, _ = units_of(document, tuple(wiring.sentences_of(document)))
    texts = [unit.of(document.text) for unit in units[:_SENTENCES]]
    found = compared_to_bare(embeds, texts, runs)
    if not failed(found):
        terminal.show(shown_embedding(found.unwrap(), embeds.info.name))
    return found.map(lambda each: each)
