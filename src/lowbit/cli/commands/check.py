"""``lowbit check``: the faults of each puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer, writers
from lowbit.cli.options import run_options, search_options, table_options
from lowbit.cli.run.question import Question, StatusAnswer
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.limits import NO_LIMITS, Limits
from lowbit.status import Status
from lowbit.verbs.solve.one import check, count_solutions

if TYPE_CHECKING:
    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid


@click.command(
    "check",
    epilog=examples(
        "lowbit check examples/fifty.txt", "lowbit check --unique --to csv examples/board.txt"
    ),
)
@click.option(
    "--unique", is_flag=True, help="Search, and print whether there is exactly one solution."
)
@run_options("line", "csv", "json", constraints=True)
@search_options
@table_options
def command(run: Run, limits: Limits, *, unique: bool) -> int:
    """Report what is wrong with puzzles.

    PUZZLES are files, - for standard input (the default), or literal puzzles. Each gets
    a line: ok, or every clash, that is, two equal digits in a house, a cell without a
    candidate, a digit without a place, or a constraint that the givens break.
    With --unique the line is one word: unique, none, several, limit-reached or invalid.

    Puzzles with constraints (killers, thermometers and so on) are the texts and links of
    Interactive Sudoku Solver, f-puzzles, SudokuPad and others, or the JSON of a Puzzle: one a
    line, or in a field of CSV or JSON.

    A table (CSV, TSV, JSON lines, Parquet or Arrow, known by its name or header) stays a table:
    all its columns, then clashes and status. If -o names a table, lines become one. --from reads a
    table as lines of puzzles.
    """
    if is_table_run(run):
        return answer_tables(run, "check", limits, unique=unique)
    return run.ask(UNIQUE if unique else CLASHES, limits, writers("clashes")[run.to])


def _clashes(grid: Grid, _limits: Limits = NO_LIMITS) -> Answer:
    clashes = "; ".join(map(str, check(grid)))
    return Answer("clash", clashes, is_good=False) if clashes else Answer("ok")


def _uniqueness(grid: Grid, limits: Limits = NO_LIMITS) -> Answer:
    number = count_solutions(grid, limit=2, **limits.of_search)
    status = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[number]
    return Answer(status.word, is_good=status is Status.UNIQUE)


CLASHES = Question(
    _clashes,
    limit=1,
    max_nodes=1,  # the first node finds all clashes, and more: then a closer look pays
    answers={Status.SOLVABLE: StatusAnswer("ok"), Status.LIMIT_REACHED: StatusAnswer("ok")},
)

UNIQUE = Question(
    _uniqueness,
    limit=2,
    answers={
        status: StatusAnswer(
            status.word,
            is_good=status is Status.UNIQUE,
            has_reason=status is Status.LIMIT_REACHED,
        )
        for status in Status
    },
)
