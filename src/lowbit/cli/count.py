"""``lowbit count``: how many solutions each puzzle has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.options import errand_options, search_options, table_options
from lowbit.cli.question import Outcome, Question
from lowbit.cli.table_run import answer_tables, is_table_run
from lowbit.cli.writers import Answer, writers
from lowbit.status import Status
from lowbit.verbs.solving import count_solutions

if TYPE_CHECKING:
    from lowbit.cli.errand import Errand
    from lowbit.cli.question import Effort
    from lowbit.grid import Grid


@click.command(
    "count",
    epilog=examples(
        "lowbit count examples/board.txt",
        "lowbit count --limit 100 --geometry 2x2 ................",
    ),
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop counting at N, which then means N or more.",
)
@errand_options("line", "csv", "json")
@search_options
@table_options
def command(errand: Errand, effort: Effort, limit: int | None) -> int:
    """Count the solutions of puzzles, one number each.

    PUZZLES are files, - for standard input (the default), or puzzles as they are. The word
    "invalid" or "limit-reached" stands in the place of a number that is not known; how many were
    counted before the limit is told with -v, and as the reason in csv and json.

    A table (CSV, TSV, JSON lines, Parquet, Arrow), by its name or its header, stays a table: all
    its columns, then n_solutions and status. Where -o names a table, lines become one. --from
    reads a table as lines of puzzles.
    """
    if is_table_run(errand):
        return answer_tables(errand, "count", effort, limit=limit)

    def answer(
        grid: Grid, *, max_nodes: int | None = None, time_limit: float | None = None
    ) -> Answer:
        number = count_solutions(grid, limit=limit, max_nodes=max_nodes, time_limit=time_limit)
        return Answer("counted", number)

    question = Question(answer, limit=limit, outcomes=OUTCOMES)
    return errand.ask(question, effort, writers("count")[errand.to])


OUTCOMES = {status: Outcome("counted", "number") for status in Status} | {
    Status.LIMIT_REACHED: Outcome(Status.LIMIT_REACHED.word, is_good=False, has_reason=True)
}
