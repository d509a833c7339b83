"""`vera-bench tune`: which size, overlap, chunker, top-k and embedder, and whether it matters."""

from __future__ import annotations

from typing import Any

import click

from vera.bench import options
from vera.bench.tune.request import Request


@click.command(context_settings=options.CONTEXT)
@click.option(
    "--sets",
    default="scifact,clscisumm,evidence_inference",
    show_default=True,
    help="As in vera-bench evaluate: known sets of --data, or files and folders of your own.",
)
@options.data
@options.split
@options.paper
@click.option("--sizes", default="1000,2000,3000,4000", show_default=True)
@click.option("--overlaps", default="0,0.1,0.2,0.3", show_default=True)
@click.option("--chunkers", default="sentence", show_default=True)
@click.option("--top-k", default="3", show_default=True)
@click.option("--embedders", default="minilm", show_default=True)
@click.option(
    "--output",
    type=options.FILE,
    default="tuned.json",
    show_default=True,
    help="The result; finished cells are kept beside it, and a run that was stopped goes on.",
)
@click.option(
    "--config", type=options.FILE, help="Where to write the settings that verify --config reads."
)
@options.resamples(default=300)
@click.option("--keep-sealed", is_flag=True, help="Do not open the sealed part at the end.")
@options.cache
def command(**given: Any) -> int:
    """Try every combination on labelled sets, and say whether it made a difference.

    Each document is embedded once for the whole grid. Only the bare rule (--rule cosine) looks at
    chunks: the calibrated rule works on sentences, and its verdicts are the same in every cell. A
    quarter of the groups is sealed: the settings that were found are judged on it once, at the
    end, and a file beside the output remembers that.
    """
    return tune(Request(**given))


def tune(request: Request) -> int:
    """Sweep, print the table and the choice, write the files; gives the exit code."""
    from vera.bench.tune.tuner import Tuner

    return Tuner(request).run()
