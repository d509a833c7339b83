"""`verify batch`: many claims against many papers, by several workers, resumable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from vera.verify import options

_EPILOG = """\b
Examples:
  verify batch claims.txt --papers papers/ --out results/
  verify batch claims.txt --papers bees --out results/    bees is a library
  verify batch claims.txt --papers papers/ --out results/ --engine ray

\b
In OUT, when it is done:
  verdicts.jsonl     an object for each claim and paper, in the order of the claims
  verdicts.parquet   the same, where pyarrow is installed
  unread.jsonl       the papers that could not be read, and why

\b
Exit codes:
  0    every claim was asked of every paper, whatever the verdicts
  2    the command line is wrong, or OUT was begun with other claims or settings
  3    a paper could not be read or a claim not be checked, or OUT not be written
  4    the embedder, the judge or Ray is unavailable or cannot be trusted (try again)
  70, 129, 130, 143, 141   as for verify
To run it again goes on after each of them.
"""


@click.command(context_settings=options.CONTEXT, epilog=_EPILOG)
@click.argument("claims")
@click.option(
    "--papers",
    required=True,
    metavar="DIR|LIBRARY",
    help="A folder (all readable files in it and below it), a file, or else a library's name.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="A folder of its own for the results. A run that was ended goes on there.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes that ask papers, each of some 400 MB. Default: the number of processors.",
)
@click.option(
    "--engine",
    type=click.Choice(["pool", "ray"]),
    default="pool",
    show_default=True,
    help="pool: processes of this machine. ray: the cluster that RAY_ADDRESS names, or one of this "
    "machine (extra ray).",
)
@click.option("--anew", is_flag=True, help="Remove what a batch in OUT has done, and begin again.")
@options.threshold(help="As in verify.")
@options.rule(help="As in verify.")
@options.top_k(help="As in verify.")
@options.chunking
@options.config
@options.embedder(show_default=True, help="As in verify.")
@options.judge(help="As in verify.")
@options.sentences
@options.only_claims
@options.references
@options.password
@options.cache(help="Keep nothing but the results.")
@options.quiet
def command(**given: Any) -> int:
    """Ask each of CLAIMS of each paper; the results are files in OUT.

    CLAIMS is as in verify. Each paper is read and embedded once and all claims are asked of it.
    What they got is on the disk at once: a run that ends, however it does, loses the papers under
    way and no other, and the same command goes on. With any number of workers the results are the
    same to the byte.
    """
    options.check_only_claims(given)
    from vera.verify.batching import Batching, run_batch

    return run_batch(Batching(**given))
