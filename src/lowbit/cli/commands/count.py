"""``lowbit count``: how many solutions each puzzle has."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer, writers
from lowbit.cli.options import request_options, search_options, table_options
from lowbit.cli.run.progress import CountLine
from lowbit.cli.run.query import Query, Reply
from lowbit.cli.run.report import QUIET
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.status import Status
from lowbit.verbs.solve.one import count_solutions

if TYPE_CHECKING:
    from lowbit.cli.run.query import SearchEffort
    from lowbit.cli.run.request import Request
    from lowbit.grid import Grid


@click.command(
    "count",
    epilog=examples(
        "lowbit count examples/board.txt",
        "lowbit count --limit 100 --geometry 4x4 ................",
    ),
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop counting at N; N then means N or more.",
)
@request_options("line", "csv", "json", constraints=True)
@search_options
@table_options
def command(request: Request, effort: SearchEffort, limit: int | None) -> int:
    """Count the solutions of puzzles, one number each.

    PUZZLES are files, - for standard input (the default), or literal puzzles. An
    unreadable puzzle gets the word "invalid" in place of a number. A count that a limit ended
    becomes "limit-reached  # at least N"; csv and json add the reason.

    Puzzles with constraints (killers, thermometers and so on) are the texts and links of
    Interactive Sudoku Solver, f-puzzles, SudokuPad and others, or the JSON of a Puzzle: one a
    line, or in a field of CSV or JSON.

    A table (CSV, TSV, JSON lines, Parquet or Arrow, known by its name or header) stays a table:
    all its columns, then n_solutions and status. If -o names a table, lines become one. --from
    reads a table as lines of puzzles.
    """
    if is_table_run(request):
        return answer_tables(request, "count", effort, limit=limit)

    # A few nodes more would be visited part by part, which a limit on them must not depend on.
    is_watched = request.verbosity > QUIET and sys.stderr.isatty()
    is_drawn = is_watched and len(request.puzzles) == 1

    def answer(
        grid: Grid, *, max_nodes: int | None = None, time_limit: float | None = None
    ) -> Answer:
        line = CountLine() if is_drawn and max_nodes is None else None
        try:
            number = count_solutions(
                grid,
                limit=limit,
                max_nodes=max_nodes,
                time_limit=time_limit,
                progress=line.show_count if line else None,
            )
        finally:
            if line:
                line.clear()
        return Answer(_status(number, limit).word, number)

    query = Query(answer, limit=limit, outcomes=OUTCOMES)
    return request.ask(query, effort, writers("n_solutions")[request.to])


def _status(number: int, limit: int | None) -> Status:
    """Return the status of a puzzle with this number of solutions."""
    if number == 0:
        return Status.NONE
    if number == limit == 1:
        return Status.SOLVABLE
    return Status.UNIQUE if number == 1 else Status.SEVERAL


OUTCOMES = {status: Reply(status.word, "number") for status in Status} | {
    Status.LIMIT_REACHED: Reply(Status.LIMIT_REACHED.word, "least", is_good=False, has_reason=True)
}
