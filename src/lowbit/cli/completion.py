"""``lowbit completion``: the script that completes commands in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    r"""Print the script that completes commands in your shell.

    \b
    Examples:
      lowbit completion bash > ~/.lowbit-completion.bash
      echo '. ~/.lowbit-completion.bash' >> ~/.bashrc
    """
    completion = get_completion_class(shell)
    if completion is None:  # of a shell that this click does not know
        raise click.UsageError(f"no completion for {shell}")
    root = ctx.find_root()
    click.echo(completion(root.command, {}, "lowbit", "_LOWBIT_COMPLETE").source())
