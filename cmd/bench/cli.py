"""The command line of `vera-bench`. Loads nothing else until there is work to do."""

from __future__ import annotations

import traceback
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from vera.bench import options
from vera.process import ending

if TYPE_CHECKING:
    from vera.core.errors import Error

_DEFECT, _USAGE = 70, 2

COMMANDS = {
    "evaluate": ("vera.bench.evaluate.command", "Measure the engine on labelled sets."),
    "compare": (
        "vera.bench.report.compare",
        "Say what of two runs is better, worse, or no different.",
    ),
    "tune": ("vera.bench.tune.command", "Try sizes, overlaps, chunkers, top-k and embedders."),
    "calibrate": ("vera.bench.fit.command", "Fit and validate a calibration for an embedder."),
    "worth": ("vera.bench.worth.command", "Fit what --only-claims goes by."),
    "train": ("vera.bench.train.command", "Train the cross-encoder that comes with the engine."),
    "report": ("vera.bench.report.command", "Make one page of plots from runs."),
    "speed": ("vera.bench.speed.command", "Say where the time of verify goes, and how it grows."),
}
"""The commands: the module that has each as `command`, and what it is for."""

_EPILOG = """\b
Examples:
  vera-bench evaluate scifact --data DATA --json before.json
  vera-bench evaluate my-claims.jsonl
  vera-bench compare before.json after.json
  vera-bench tune --sets scifact,clscisumm --data DATA --output tuned.json
  vera-bench report tuned.json before.json -o page.html

\b
Needs the extra: pip install 'vera-verify[bench]'
"""

_TO_TRAIN = {"onnx", "torch"}
"""Packages of the extra train; others that may be missing are of the extra bench."""


class _Program(click.Group):
    """Loads a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - a Group
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in COMMANDS.items()])


@click.group(cls=_Program, epilog=_EPILOG, context_settings=options.CONTEXT)
@click.version_option(package_name="vera-verify", message="vera-bench %(version)s")
def command() -> None:
    """Measure the engine on labelled data: public sets, or your own."""


def main() -> NoReturn:
    """Run the program and leave with its exit code."""
    ending.run(_run, _complain, _stop)


def _run() -> int:
    code: int
    try:
        code = command.main(prog_name="vera-bench", standalone_mode=False) or 0
    except click.ClickException as error:
        _complain(error.format_message(), "see vera-bench --help")
        code = error.exit_code
    except ModuleNotFoundError as error:
        extra = "train" if error.name in _TO_TRAIN else "bench"
        _complain(f"{error.name} is not installed", f"pip install 'vera-verify[{extra}]'")
        code = _USAGE
    except Exception:  # noqa: BLE001 - the last resort
        _complain(traceback.format_exc() + "this is a defect in vera-bench; please report it")
        code = _DEFECT
    return code


def _complain(text: str, hint: str = "") -> None:
    from vera.bench.terminal import complain

    complain(text, hint)


def _stop(error: Error) -> int:
    from vera.bench.terminal import stop

    return stop(error)
