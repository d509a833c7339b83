"""The command line of `verify`. Loads nothing but the command line until there is work to do."""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from vera.process import ending
from vera.verify import options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vera.core.errors import Error

DEFECT = 70

COMMANDS = {
    "manuscript": "vera.verify.manuscript",
    "read": "vera.verify.read",
    "chunks": "vera.verify.chunks",
    "batch": "vera.verify.batch",
    "library": "vera.verify.library",
    "search": "vera.verify.search",
    "ask": "vera.verify.ask",
    "lsp": "vera.verify.lsp.command",
    "mcp": "vera.verify.mcp.command",
    "serve": "vera.verify.serve.command",
    "watch": "vera.verify.watch",
    "hook": "vera.verify.hook",
    "config": "vera.verify.config",
    "completion": "vera.verify.completion",
}
"""The modules of the commands that have a name."""

COMPLETE = "_VERIFY_COMPLETE"
"""Set by the script of `verify completion`: the shell and what it asks, such as bash_complete."""

_EPILOG = """\b
Examples:
  verify claims.txt paper.pdf
  verify claims.txt first.pdf second.md --threshold 0.75 -v
  verify draft.md paper.pdf --format json --output report.json
  verify claims.txt paper.pdf --explain
  verify claims.txt paper.pdf --format html --output report.html
  verify claims.txt paper.pdf --format pdf --out marked/
  echo "Pooling costs no further embedding." | verify - paper.pdf
  verify manuscript draft.tex --papers papers/
                                       what it cites, against the papers (verify manuscript --help)
  verify read paper.pdf --pages 3-5    what is read of a paper (verify read --help)
  verify chunks paper.pdf              how it is chunked (verify chunks --help)
  verify library add bees papers/      read and embed papers once (verify library --help)
  verify claims.txt --library bees     ask those that speak of each claim
  verify claims.txt --library bees --where "year >= 2020"
  verify search "do bees sleep" --library bees
  verify ask "do bees sleep?" --library bees    answer from them, each sentence checked
  verify lsp                           for an editor (verify lsp --help)
  verify watch draft.txt paper.pdf     again when a file changes (verify watch --help)
  verify batch claims.txt --papers papers/ --out results/
                                       all claims against all papers (verify batch --help)
  verify serve --open                  a page for a browser (verify serve --help)
  verify mcp --allow papers/           serve an assistant (verify mcp --help)

\b
Exit codes:
  0    every claim is grounded, or not so bad as --fail-on says
  1    at least one claim is not: contradicted or unsupported
  2    the command line is wrong
  3    a paper, page or claim could not be read or checked, or the report not written; with
       --strict also a paper that is damaged or was not read whole
  4    the embedder or the judge is unavailable or cannot be trusted (try again)
  70   a defect in verify itself
  129  hung up (SIGHUP), 130 interrupted (SIGINT), 143 terminated (SIGTERM)
  141  nobody reads standard output any more (as after | head)

\b
Environment:
  OLLAMA_HOST           the only address that is ever contacted
  VERA_OLLAMA_TIMEOUT   seconds that an Ollama server may take for an answer
  VERA_CHAT_MODEL       as --model of verify ask
  VERA_EMBEDDER         as --embedder; set it to "ollama" to make a missing server an error
  VERA_PDF_PASSWORD     as --password
  VERA_OCR              "off" leaves scanned pages unread where Tesseract is installed
  VERA_CONFIG           as --config
  VERA_CACHE_DIR        the folder of the cache
  VERA_KEY_DIR          the folder of the key that the cache is checked with
  VERA_LIBRARY_DIR      the folder of the libraries
  VERA_CALIBRATION_DIR  the folder of your own calibrations; one there goes before ours
  VERA_SANDBOX          "require" reads nothing where Landlock or seccomp is not in force
  NO_COLOR              no colour
"""


class _Version(click.Option):
    """Goes before all else, whether `--verbose` stands before or behind it."""

    def __init__(self, *names: Any, **options: Any) -> None:
        super().__init__(*names, is_eager=True, expose_value=False, **options)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Show what was asked for and leave."""
        if opts.get("version"):
            ctx.exit(_show_version(verbose=bool(opts.get("verbose"))))
        return super().handle_parse_result(ctx, opts, args)


def _show_version(*, verbose: bool) -> int:
    from importlib.metadata import version

    click.echo(f"verify {version('vera-verify')}")
    return _show_sandbox() if verbose else 0


def _show_sandbox() -> int:
    from vera.core.result import failed
    from vera.verification import wiring
    from vera.verify import terminal

    told = wiring.confinement()
    if failed(told):
        return terminal.stop(told.failure())
    held, missing = told.unwrap()
    click.echo(f"sandbox: {', '.join(held) or 'nothing'}")
    for name in missing:
        click.echo(f"not in force: {name}")
    return 0


@click.command(epilog=_EPILOG, context_settings=options.CONTEXT)
@click.argument("claims")
@click.argument("papers", metavar="PAPER...", nargs=-1)
@click.option(
    "--library",
    metavar="NAME",
    shell_complete=options.library_names,
    help="Ask the papers of this library that speak of a claim, at most 5, besides those that are "
    "named (verify library --help).",
)
@options.choosing
@options.threshold(
    help="Score at which a claim is grounded: the probability that the paper says it, or, by the "
    "bare rule, a cosine from -1 to 1.",
)
@options.rule(
    help="calibrated: a probability, from what is read and measured, and checks of numbers and "
    "copies; without a calibration for the embedder, as cosine. cosine: the bare cosine decides.",
)
@options.top_k(
    help="How many pieces of evidence are given; the bare rule looks into as many chunks."
)
@options.chunking
@options.config
@click.option(
    "--aggregate",
    type=click.Choice(["max", "mean", "weighted"]),
    default="max",
    show_default=True,
    help="For the bare rule: the score is the best of chunks and sentences, or a mean of the "
    "chunks.",
)
@options.embedder(
    show_default=True,
    help="auto, minilm, ollama[:MODEL] or onnx:FOLDER. auto is Ollama's nomic-embed-text where a "
    "server has it, else minilm.",
)
@options.reader(
    help="What reads a claim and its passage together: packaged, or onnx:FOLDER, a cross-encoder "
    "of your own, once vera-bench calibrate has fitted it.",
)
@options.judge(
    help="Ask a local fact-checking model, such as ollama:bespoke-minicheck, about claims whose "
    "score is uncertain. auto is the best that the Ollama server has.",
)
@click.option(
    "--judge-prompt",
    type=options.FILE,
    help="What the judge is asked, with {document} and {claim} in it. Default: MiniCheck's own "
    "words, or plain ones for another model.",
)
@options.sentences
@options.only_claims
@options.references
@options.reporting
@options.running
@click.option(
    "--explain",
    is_flag=True,
    help="Show how each score came about: features, conflicts and the next passages.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Exit with 3, whatever the verdicts, where a paper is damaged or a page was not read.",
)
@options.quiet
@click.option("-v", "--verbose", is_flag=True, help="All evidence, boxes and reasons.")
@click.option(
    "--version",
    cls=_Version,
    is_flag=True,
    help="Show the version and exit; with -v also what confines the readers of papers.",
)
def command(**given: Any) -> int:
    """Verify that each of CLAIMS stands in a PAPER, or in a paper of a library.

    CLAIMS is a text file with one claim a line, or - for standard input. A claim may go on over
    several lines; blank lines and lines that start with # are skipped. It may also be Markdown,
    LaTeX, Typst, Word, JSON lines, JSON, or a table (CSV, TSV) with a column claim. A PAPER is a
    PDF, HTML, JATS XML, Word, Markdown, LaTeX, Typst or text file, an email or a chat; with
    several, a claim is grounded if one of them grounds it.
    """
    given = options.with_configured_papers(given)
    if not given["papers"] and given["library"] is None:
        raise click.UsageError("Missing argument 'PAPER...'.")
    if given["library"] is None and (given["without"] or given["recent"] is not None):
        raise click.UsageError("--without and --recent choose papers of a --library.")
    if given["where"] and given["library"] is None:
        raise click.UsageError("'--where' needs '--library'.")
    options.check_only_claims(given)
    options.check_out(given)
    from vera.verify.run import Request, run

    return run(Request(**given))


def main() -> NoReturn:
    """Run the program and leave with its exit code."""
    ending.run(_run, _complain, _stop)


def _run() -> int:
    """Run the command that is asked for; gives the exit code.

    The first word may name another command; the plain form, claims and papers, has no name.
    """
    code: int
    if asked := os.environ.get(COMPLETE):
        from vera.verify.completing import complete

        return complete(asked)
    chosen, name, arguments = command, "verify", sys.argv[1:]
    if arguments and arguments[0] in COMMANDS:
        chosen = import_module(COMMANDS[arguments[0]]).command
        name, arguments = f"verify {arguments[0]}", arguments[1:]
    try:
        code = chosen.main(arguments, prog_name=name, standalone_mode=False)
    except click.ClickException as error:
        _complain(error.format_message(), f"see {name} --help")
        code = error.exit_code
    except Exception:  # noqa: BLE001 - the last resort: a defect is not "a claim is not grounded"
        _complain(traceback.format_exc() + "this is a defect in verify; please report it")
        code = DEFECT
    return code


def _complain(text: str, hint: str = "") -> None:
    from vera.verify.terminal import complain

    complain(text, hint)


def _stop(error: Error) -> int:
    from vera.verify.terminal import stop

    return stop(error)
