"""What several commands have alike on their command lines, each written once."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from vera.verification.entailment.names import PACKAGED

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""The settings of every command."""
FILE = click.Path(path_type=Path, dir_okay=False)

data = click.option(
    "--data",
    envvar="VERA_DATA",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that holds the known sets, one folder each.",
)
split = click.option(
    "--split", default="train", show_default=True, help="Or SET:SPLIT for one set."
)
paper = click.option(
    "--paper",
    type=FILE,
    help="The document of lines of a set of your own that name none.",
)
embedder = click.option("--embedder", default="minilm", envvar="VERA_EMBEDDER", show_default=True)
reader = click.option("--reader", default=PACKAGED, show_default=True, help="Or onnx:FOLDER.")
cache = click.option("--no-cache", "cache", is_flag=True, flag_value=False, default=True)

json = partial(click.option, "--json", type=FILE)
"""The command says what it writes there."""
resamples = partial(
    click.option,
    "--resamples",
    type=click.IntRange(1),
    show_default=True,
    help="For the intervals.",
)
"""The command says how many by default."""
