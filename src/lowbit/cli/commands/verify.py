"""``lowbit verify``: the verdicts on answers to puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.options import THREADS, budget_options, run_options, table_options
from lowbit.cli.run.tables import answer_tables

if TYPE_CHECKING:
    from lowbit.cli.run.command_run import Run
    from lowbit.limits import Limits


@click.command(
    "verify",
    epilog=examples(
        "lowbit verify --column puzzle --answer-column solution examples/audit.csv",
    ),
)
@click.option(
    "--answer-column",
    metavar="NAME",
    default="answer",
    show_default=True,
    help="The column of answers.",
)
@budget_options
@THREADS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(run: Run, answer_column: str, limits: Limits) -> int:
    r"""Judge answers to puzzles: what is right, and where it is wrong.

    PUZZLES are tables: files of CSV, JSON lines, Parquet or Arrow, or - for standard input. They
    stay tables (see "lowbit solve --help"). An answer is a grid in any form, full or with blanks
    for cells that are left, or a text that ends with one, such as that of a model: among
    sentences, in Markdown, JSON or LaTeX, in <answer> or \boxed{}.

    The column status gets the first that applies of unreadable, changes-given, breaks-rule, right,
    wrong (no solution has all its digits) and completable (one has), or unknown at a limit; score
    the share of the puzzle's blank cells that are right, n_right and n_blank these numbers, and
    wrong the cells with a digit that no solution has. The exit code is 0 if all answers are right.
    """
    return answer_tables(run, "verify", limits, answer_column=answer_column)
