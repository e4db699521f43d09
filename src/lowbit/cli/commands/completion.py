"""``lowbit completion``: the script that completes commands in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from lowbit.cli.examples import examples


@click.command("completion", epilog=examples('eval "$(lowbit completion bash)"'))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for your shell.

    Let the shell's startup file, such as ~/.bashrc, evaluate it.
    """
    completion = get_completion_class(shell)
    if completion is None:  # of a shell that this click does not know
        raise click.UsageError(f"no completion for {shell}")
    root = ctx.find_root()
    click.echo(completion(root.command, {}, "lowbit", "_LOWBIT_COMPLETE").source())
