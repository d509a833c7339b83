"""`verify completion SHELL`: the script by which a shell completes command lines of verify."""

from __future__ import annotations

import click

from vera.verify import options

_EPILOG = """\b
For this session, and for all that follow:
  bash   source <(verify completion bash)
         verify completion bash > ~/.local/share/bash-completion/completions/verify
  zsh    source <(verify completion zsh), after compinit
         verify completion zsh > "${fpath[1]}/_verify"
  fish   verify completion fish | source
         verify completion fish > ~/.config/fish/completions/verify.fish
"""


@click.command(epilog=_EPILOG, context_settings=options.CONTEXT)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the script by which SHELL completes commands, options, their values and libraries."""
    from vera.verify.completing import show_script

    return show_script(shell)
