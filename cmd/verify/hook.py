"""`verify hook FILE...`: each file of claims by itself, as a hook of git is given those changed."""

from __future__ import annotations

from typing import Any

import click

from vera.verify import cli, options

_HELP = """Verify each FILE of claims by itself, with the papers that a file with defaults names.

It is for hooks and scripts that give several files: `verify` takes the second one for a paper. The
exit code is the highest of all. The options are those of verify.
"""


def _each(files: tuple[str, ...], **given: Any) -> int:
    given = options.with_configured_papers(given)
    if not given["papers"] and given["library"] is None:
        raise click.UsageError("no papers: name them in vera.toml or pyproject.toml, or --papers")
    if given["output"] is not None and len(files) > 1:
        raise click.UsageError("'--output' is for one FILE: each would replace the one before")
    plain: Any = cli.command.callback
    codes: list[int] = [plain(claims=file, **given) for file in files]
    return max(codes)


command = click.Command(
    "hook",
    params=[
        click.Argument(["files"], metavar="FILE...", nargs=-1, required=True),
        click.Option(
            ["--papers"],
            metavar="PAPER",
            multiple=True,
            help="A paper; may be given several times. Default: those of the file with defaults.",
        ),
        *(each for each in cli.command.params if isinstance(each, click.Option)),
    ],
    callback=_each,
    help=_HELP,
    context_settings=options.CONTEXT,
)
