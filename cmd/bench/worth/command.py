"""`vera-bench worth`: fits and validates what `--only-claims` goes by."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from vera.bench import options, terminal
from vera.core.errors import InvalidInput, Problem
from vera.core.result import failed
from vera.verification.report import exit_codes
from vera.verification.report.progress import Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

EMBEDDER = "minilm"


@click.command(context_settings=options.CONTEXT)
@options.data
@click.option(
    "--output",
    type=options.FILE,
    help="Where to write the model; without it, only the figures are printed.",
)
def command(data: Path | None, output: Path | None) -> int:
    """Fit the model that tells sentences that state something from those that do not.

    The figures that are printed, and kept in the file, are of sources that were not fitted on.
    """
    from vera.bench.sets.loading import reading
    from vera.bench.worth.fitting import Table, held_out, model_of, shares, threshold_of
    from vera.bench.worth.sentences import every
    from vera.verification.embedding.named import named
    from vera.verification.language.citations import uncited
    from vera.verification.retrieval.claims import embed_texts
    from vera.verification.worth.model import as_json

    if data is None:
        problem = Problem("--data", "", "must be given")
        return terminal.stop(InvalidInput("fit the model", (problem,)))
    loaded = reading("sentences", data, lambda: every(data))
    if failed(loaded):
        return terminal.stop(loaded.failure())
    embedder = named(EMBEDDER)
    if failed(embedder):
        return terminal.stop(embedder.failure())
    sentences = loaded.unwrap()
    texts = [uncited(each.text).text for each in sentences]
    with Waiting() as waiting:
        progress, rows, kept = waiting.on("sentences"), [], []
        for start in range(0, len(texts), 256):
            embedded = embed_texts(texts[start : start + 256], embedder.unwrap())
            if failed(embedded):
                return terminal.stop(embedded.failure())
            rows += list(embedded.unwrap().rows)
            kept += [sentences[start + at] for at in embedded.unwrap().checked]
            progress(start, len(texts))
    import numpy as np

    table = Table.of(kept, np.array(rows))
    chances = held_out(table)
    threshold = threshold_of(table, chances)
    found = shares(table, chances, threshold)
    about = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "fingerprint": embedder.unwrap().info.fingerprint,
        "sources": found,
    }
    terminal.show(as_text(threshold, found))
    if output is not None:
        model = model_of(table, EMBEDDER, embedder.unwrap().info.dimension, threshold, about)
        text = json.dumps(as_json(model), ensure_ascii=False) + "\n"
        written = terminal.write(output, text.encode())
        if failed(written):
            return terminal.stop(written.failure())
    return exit_codes.DONE


def as_text(threshold: float, found: Mapping[str, Mapping[str, float]]) -> str:
    """The figures for people: a line a source."""
    lines = [f"Each source judged by a fit on the others, threshold {threshold:.4f}:"]
    for source, told in found.items():
        said = [
            f"{told[f'{name} left out']:.1%} of {told[name]:.0f} that {what} left out"
            f" ({told[f'{name} without the rule']:.1%} without the rule)"
            for name, what in (("states", "state something"), ("nothing", "state nothing"))
            if name in told
        ]
        lines.append(f"  {source}: {'; '.join(said)}")
    return "\n".join(lines)
