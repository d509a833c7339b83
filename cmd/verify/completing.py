"""Completes command lines in a shell by click, which knows a group's commands and not our form.

The script that click writes calls the program again with its words in the environment.
"""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from vera.core.result import failed
from vera.verification.report import exit_codes
from vera.verify import cli, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = re.compile(r"[\w.,+@%-]+")
"""A name that a shell puts into a line as it is: of another, a part could be run as a command."""


def show_script(shell: str) -> int:
    """Print the script that a shell reads to complete; gives the exit code."""
    return complete(f"{shell}_source")


def complete(instruction: str) -> int:
    """Print what may follow the words that a shell has put into the environment, or its script."""
    shell, _, asked = instruction.partition("_")
    known = get_completion_class(shell)
    if known is None or asked not in {"source", "complete"}:
        return exit_codes.USAGE
    completion = known(cli.command, {}, "verify", cli.COMPLETE)
    if asked == "source":
        text = completion.source() + "\n"
    else:
        items = _items(completion, *completion.get_completion_args())
        text = "".join(f"{completion.format_completion(it)}\n" for it in items)
    written = terminal.write(text)
    return terminal.stop(written.failure()) if failed(written) else exit_codes.DONE


def _items(
    completion: ShellComplete, words: list[str], incomplete: str
) -> Iterator[CompletionItem]:
    """What may stand there: a command's name, or what its options and arguments take, or a file."""
    if words and words[0] in cli.COMMANDS:
        completion.cli = import_module(cli.COMMANDS[words[0]]).command
        words = words[1:]
        found = completion.get_completions(words, incomplete)
    else:
        found = completion.get_completions(words, incomplete)
        if not words and not incomplete.startswith("-"):
            named = [CompletionItem(it) for it in cli.COMMANDS if it.startswith(incomplete)]
            # A shell offers files of its own only where nothing else is offered.
            found = [*named, *_entries(incomplete)] if named else []
    if found or incomplete.startswith("-"):
        yield from found
    else:
        yield CompletionItem(incomplete, type="file")


def _entries(incomplete: str) -> Iterator[CompletionItem]:
    """The files and folders here whose names begin so, hidden ones only where that is asked."""
    with suppress(OSError):  # a folder that cannot be listed offers nothing
        for name in sorted(path.name for path in Path().iterdir()):
            shown = name.startswith(incomplete) and (incomplete or not name.startswith("."))
            if shown and _PLAIN.fullmatch(name):
                yield CompletionItem(name)
