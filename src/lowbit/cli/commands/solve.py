"""``lowbit solve``: the solution of each puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer, grid_writers, unsolved
from lowbit.cli.options import run_options, search_options, table_options
from lowbit.cli.run.question import Question, StatusAnswer
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.errors import MultipleSolutionsError, NoSolutionError
from lowbit.limits import NO_LIMITS, Limits
from lowbit.status import Status
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid


@click.command(
    "solve",
    epilog=examples(
        "lowbit solve examples/fifty.txt",
        "lowbit solve --geometry 4x4 --to board ..3.4..2.1......",
    ),
)
@run_options("line", "board", "csv", "json", constraints=True)
@search_options
@table_options
def command(run: Run, limits: Limits) -> int:
    """Solve puzzles, one line each.

    PUZZLES are files, - for standard input (the default), or literal puzzles. A puzzle
    without exactly one solution is written unchanged, followed by "  # none", "  # several",
    "  # limit-reached" or "  # invalid" and the reason.

    Puzzles with constraints (killers, thermometers and so on) are the texts and links of
    Interactive Sudoku Solver, f-puzzles, SudokuPad and others, or the JSON of a Puzzle: one a
    line, or in a field of CSV or JSON.

    A table (CSV, TSV, JSON lines, Parquet or Arrow, known by its name or header) stays a table:
    all its columns, then solution and status. If -o names a table, lines become one. --from and
    --to board read a table as lines of puzzles.
    """
    if is_table_run(run):
        return answer_tables(run, "solve", limits)
    return run.ask(QUESTION, limits, grid_writers("solution")[run.to])


def _solve(grid: Grid, limits: Limits = NO_LIMITS) -> Answer:
    try:
        solution = solve(grid, **limits.of_search)
    except (NoSolutionError, MultipleSolutionsError) as error:
        return unsolved(error)
    return Answer(Status.UNIQUE.word, solution)


ANSWERS = {
    status: StatusAnswer(status.word, "puzzle", is_good=False, has_reason=True) for status in Status
} | {Status.UNIQUE: StatusAnswer(Status.UNIQUE.word, "solution")}

QUESTION = Question(_solve, limit=2, answers=ANSWERS, keeps_text=True)
