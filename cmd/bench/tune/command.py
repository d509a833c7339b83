"""`vera-bench tune`: which size, overlap, chunker, top-k and embedder, and whether it matters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from vera.bench.tune.request import Request

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--sets",
    default="scifact,clscisumm,evidence_inference",
    show_default=True,
    help="As in vera-bench evaluate: known sets of --data, or files and folders of your own.",
)
@click.option(
    "--data",
    envvar="VERA_DATA",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that holds the known sets, one folder each.",
)
@click.option("--split", default="train", show_default=True, help="Or SET:SPLIT for one set.")
@click.option("--paper", type=_FILE, help="The document of lines that name none.")
@click.option("--sizes", default="1000,2000,3000,4000", show_default=True)
@click.option("--overlaps", default="0,0.1,0.2,0.3", show_default=True)
@click.option("--chunkers", default="sentence", show_default=True)
@click.option("--top-k", default="3", show_default=True)
@click.option("--embedders", default="minilm", show_default=True)
@click.option(
    "--output",
    type=_FILE,
    default="tuned.json",
    show_default=True,
    help="The result; finished cells are kept beside it, and a run that was stopped goes on.",
)
@click.option(
    "--config", type=_FILE, help="Where to write the settings that verify --config reads."
)
@click.option("--resamples", type=click.IntRange(1), default=300, show_default=True)
@click.option("--keep-sealed", is_flag=True, help="Do not open the sealed part at the end.")
@click.option("--no-cache", "cache", is_flag=True, flag_value=False, default=True)
def command(**options: Any) -> int:
    """Try every combination on labelled sets, and say whether it made a difference.

    Each document is embedded once for the whole grid. Only the bare rule (--rule cosine) looks at
    chunks: the calibrated rule works on sentences, and its verdicts are the same in every cell. A
    quarter of the groups is sealed: the settings that were found are judged on it once, at the
    end, and a file beside the output remembers that.
    """
    return tune(Request(**options))


def tune(request: Request) -> int:
    """Sweep, print the table and the choice, write the files; gives the exit code."""
    from vera.bench.tune.tuner import Tuner

    return Tuner(request).run()
