"""`verify ask QUESTION --library NAME`: an answer from the papers of a library, checked."""

from __future__ import annotations

from typing import Any

import click

from vera.verify import options

_EPILOG = """\b
Exit codes:
  0    each sentence that is shown is borne out by what it cites; or no model answers here, and the
       passages are shown
  1    nothing that the model wrote is borne out, or it found no answer: the passages are shown
  4    the model is missing, failed or gave no answer: the passages are shown
  others as in verify --help
"""


@click.command(epilog=_EPILOG, context_settings=options.CONTEXT)
@click.argument("question")
@options.search
@click.option(
    "--model",
    default="auto",
    metavar="NAME",
    envvar="VERA_CHAT_MODEL",
    help="A chat model of an Ollama server, such as llama3.2. auto, the default, is the first that "
    "the server lists and that answers questions; none shows the passages alone.",
)
@click.option(
    "--top",
    type=click.IntRange(1, 100),
    default=8,
    show_default=True,
    help="How many chunks are looked at; the model is shown the best of them, as many as it reads.",
)
@click.option(
    "--show-failed",
    is_flag=True,
    help="Show the sentences that were left out, too, marked, with the reason.",
)
@options.threshold(help="As in verify, for a sentence.")
@options.judge(help="As in verify, for a sentence.")
@options.form(help="For people, or for programs (schema vera.answer/1).")
@options.configured
def command(**given: Any) -> int:
    """Answer QUESTION from the passages of a library that speak to it.

    A chat model writes the answer and cites passages. Each sentence is verified against what it
    cites, as a claim is against a paper: one that cites nothing, or what does not say it, is left
    out. Without a model the passages are shown.
    """
    from vera.verify.asking import Asking, ask

    return ask(Asking(**given))
