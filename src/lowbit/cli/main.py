"""The group of all commands, and the end of a run: its exit code, and messages of errors.

Each command is a module of `lowbit.cli.commands` that is imported when it is asked for, so that
``lowbit --help`` loads none of them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

import lowbit
from lowbit.cli.io.messages import describe
from lowbit.cli.io.outputs import discard_unwritten, flush_output
from lowbit.cli.run.report import (
    FAILED,
    INTERRUPTED,
    OK,
    WRONG_USAGE,
    print_error,
)
from lowbit.cli.signals import Terminated
from lowbit.errors import LowbitError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "judge": "Answer a judge's input with exactly the output it expects.",
    "solve": "Solve puzzles, one line each.",
    "count": "Count the solutions of puzzles, one number each.",
    "candidates": "Write the candidates of puzzles that occur in some solution.",
    "maximize": "Find the highest-scoring completions of puzzles.",
    "minimize": "Minimise puzzles: remove givens until each one left is needed.",
    "redundant": "Name the givens and constraints that puzzles can do without.",
    "rate": "Rate puzzles: show how hard each is, one line each.",
    "generate": "Generate N puzzles; one by default.",
    "search": "Search for puzzles among the neighbours of others.",
    "fewest": "Find all puzzles of full grids with a few givens, or prove that there are none.",
    "unavoidable": "List the unavoidable sets of full grids.",
    "check": "Report what is wrong with puzzles.",
    "verify": "Judge answers to puzzles: what is right, and where it is wrong.",
    "audit": "Audit a data set of puzzles.",
    "job": "Process many files, on one machine or a cluster.",
    "dataset": "Build data sets of puzzles.",
    "shuffle": "Shuffle puzzles: write a random isomorphic copy of each.",
    "canonical": "Write the canonical form of puzzles, which isomorphic puzzles share.",
    "isomorphic": "Report whether two puzzles are isomorphic.",
    "steps": "Show how a person solves puzzles, step by step.",
    "trace": "Record how many puzzles are solved, step by step: as a person does, or by search.",
    "hint": "Show the next step of puzzles, one line each.",
    "techniques": "List the techniques, family by family, or give lessons on some.",
    "show": "Draw puzzles as boards, or write them in another format.",
    "render": "Draw puzzles as SVG, PNG or PDF.",
    "book": "Print puzzles on pages, with their solutions at the end.",
    "serve": "Serve the page and its JSON API.",
    "page": "Build the page as static files, for any web server.",
    "bench": "Measure how fast puzzles are solved on this machine.",
    "warmup": "Compile kernels ahead of time: those of some packages, or all.",
    "doctor": "Report where kernels come from, and what is missing.",
    "completion": "Print the completion script for your shell.",
}
"""Each command's module and its help in one line."""


class LazyGroup(click.Group):
    """The commands of `COMMANDS`, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands' names in the order of the help."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"lowbit.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; suggest one whose name is close to a mistyped one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches  # only mistakes need it

            near = get_close_matches(args[0], COMMANDS, 1)
            if not near or "Did you mean" in error.message:  # as later versions of click ask
                raise
            reason = f"{error.message} Did you mean '{near[0]}'?"
            raise click.UsageError(reason, error.ctx) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a signal ends it without the empty line that click prints for Ctrl-C."""
        try:
            return super().invoke(ctx)
        except Terminated as termination:
            termination.was_heard = True
            ctx.exit(termination.code)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands' section of the help without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(lowbit.__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Solve, count and check Sudoku puzzles.

    Results go to standard output, everything else to standard error. The exit code is 0 when
    all went well, 1 when some input was bad or had no answer, 2 after wrong usage.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after ``lowbit``; those of the process by default.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = cli.main(words or ["--help"], prog_name="lowbit", standalone_mode=False) or OK
        flush_output()
    except click.Abort as error:  # click's exception for Ctrl-C
        return error.__cause__.code if isinstance(error.__cause__, Terminated) else INTERRUPTED
    except click.UsageError as error:
        if error.ctx:
            click.echo(error.ctx.get_usage(), err=True)
        print_error(error.format_message())
        return WRONG_USAGE
    except (LowbitError, OSError) as error:
        print_error(describe(error))
        return FAILED
    else:
        return code
    finally:
        discard_unwritten()
