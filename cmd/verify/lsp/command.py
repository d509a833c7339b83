"""`verify lsp`: a server for editors."""

from __future__ import annotations

from importlib.util import find_spec

import click

from vera.core.errors import StorageFault
from vera.verify import options


@click.command(context_settings=options.CONTEXT)
def command() -> int:
    """Check what a manuscript cites while it is written: a language server, on standard input.

    An editor starts it, and says with its settings where the papers are: docs/editors.md has what
    Neovim, VS Code, Emacs, Helix and Zed need. It needs pygls (pip install 'vera-verify[lsp]').

    The exit code is 0 after the editor has gone, and 1 where it broke the protocol off.
    """
    from vera.verify import terminal

    if find_spec("pygls") is None:
        hint = "pip install 'vera-verify[lsp]'"
        return terminal.stop(StorageFault("serve an editor", "pygls", "is not installed", hint))
    from vera.verify.lsp.pygls import serve

    return serve()
