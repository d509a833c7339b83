"""`bench train`: the cross-encoder's adapters, of each half of the documents and of all.

The two of a half are for figures: a claim is then read by the one that knows nothing of its
document (`held_out.Documents`). Their mean comes with the engine.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bench import terminal
from core.errors import StorageFault
from core.result import Result, Success, failed
from core.settings import Settings
from verification.judging.pool import each
from verification.report import exit_codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bench.training.network import Read
    from bench.training.pairs import Pair
    from verification.entailment.adapter import Adapter

HALVES = (0, 1)
"""Of the documents; both are learned from at once, with a processor each."""


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
    help="Where to write half-0.npz, half-1.npz and adapter.npz.",
)
def command(data: Path, output: Path) -> int:
    """Train the cross-encoder: two to three hours on two cores. Needs the extra train."""
    from bench.training.mean import mean
    from bench.training.network import Encoder, Network, train
    from bench.training.pairs import pairs
    from verification.embedding.minilm import minilm_files
    from verification.entailment.adapter import save_adapter
    from verification.verifier import Verifier

    for package in ("onnx", "torch"):
        import_module(package)  # before the minutes that the pairs take
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = f"cannot be written: {error.strerror or error}"
        return terminal.stop(StorageFault("write", str(output), detail))
    graph = minilm_files()
    if failed(graph):
        return terminal.stop(graph.failure())
    made = pairs(data, Verifier(Settings(rule="cosine"), embedder="minilm"))
    if failed(made):
        return terminal.stop(made.failure())
    encoder = Encoder.of(graph.unwrap().read_bytes())
    networks = [Network(encoder) for _ in HALVES]

    def learned(half: int) -> Result[Adapter]:
        taken = list(read(pair for pair in made.unwrap() if pair.half == half))
        name = f"half-{half}"
        train(networks[half], taken, waiting.on(name))
        adapter = networks[half].adapter()
        save_adapter(adapter, output / f"{name}.npz")
        return Success(adapter)

    with terminal.Waiting() as waiting:
        adapters = each(learned, HALVES).unwrap()
    save_adapter(mean(*adapters), output / "adapter.npz")
    return exit_codes.DONE


def read(pairs: Iterable[Pair]) -> Iterator[Read]:
    """Pairs as tokens; of a long one the end of the evidence is not learned from."""
    from bench.training.network import LONGEST, LONGEST_CLAIM, Read
    from verification.embedding.minilm import minilm_tokenizer
    from verification.embedding.onnx_session import open_tokenizer

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
