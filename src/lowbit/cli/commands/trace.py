"""``lowbit trace``: the steps to the solutions of many puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import writers
from lowbit.cli.options import THREADS, budget_options, run_options, table_options
from lowbit.cli.run.report import Report
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.cli.run.traces import TraceAnswerer, tabbed_writer

if TYPE_CHECKING:
    from lowbit.cli.run.command_run import Run
    from lowbit.limits import Limits
    from lowbit.verbs.trace.many import Kind


@click.command(
    "trace",
    epilog=examples(
        "lowbit trace --to json examples/board.txt",
        "lowbit trace --kind search examples/board.txt",
        "lowbit trace --column puzzle examples/audit.csv",
    ),
)
@click.option(
    "--kind",
    type=click.Choice(["steps", "search"]),
    default="steps",
    help="Record the steps of a person (the default), or a search with guesses and dead ends.",
)
@budget_options
@THREADS
@run_options("line", "csv", "json", constraints=True)
@table_options
def command(run: Run, *, kind: Kind, limits: Limits) -> int:
    """Record how many puzzles are solved, step by step: as a person does, or by search.

    PUZZLES are files, - for standard input (the default), or literal puzzles. Each gets a line:
    its steps, with tabs between them, such as "naked pair: subset 12 r1c12 (row 1) => r1c4<>2";
    or its status. In --to csv and json the steps are lines of the field trace. Tables stay tables
    (see "lowbit solve --help") and get the columns trace and n_steps.

    They are the steps of "lowbit steps --rules hodoku", many times as fast, since kernels take
    them. With --kind search, singles alternate with lines such as "guess: 24 in r3c4 => r3c4=2",
    "dead end: no 5 in row 3" and "back: => r3c4<>2".
    """
    if is_table_run(run):
        return answer_tables(run, "trace", limits, kind=kind)
    answerer = TraceAnswerer(kind, limits, Report(run.verbosity))
    return run.answer_with(answerer, {**writers("trace"), "line": tabbed_writer}[run.to])
