"""`verify search WORDS --library NAME`: the passages of a library that speak to some words."""

from __future__ import annotations

from typing import Any

import click

from vera.verify import options


@click.command(context_settings=options.CONTEXT)
@click.argument("words")
@options.search
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="How many chunks are shown.",
)
@click.option("--explain", is_flag=True, help="Show each signal's rank and score.")
@options.form(help="For people, or for programs (schema vera.search/1).")
@options.configured
def command(**given: Any) -> int:
    """Search a library for WORDS, a sentence or a question.

    Chunks are ranked by their meaning (the cosine of their vector), by their words (BM25F over
    text, title, tags and aliases) and by the graph (what the best papers cite and link to, and what
    cites and links to them), and the scores are fused, each as a share of its best.
    """
    from vera.verify.searching import Searching, search

    return search(Searching(**given))
