"""``lowbit solve``: the solution of each puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

import click

from lowbit import formats
from lowbit.cli.options import examples, job_options, search_options
from lowbit.cli.question import Outcome, Question
from lowbit.cli.writers import Answer, writers
from lowbit.errors import MultipleSolutionsError, NoSolutionError
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs import solve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.cli.job import Job
    from lowbit.cli.question import Effort
    from lowbit.cli.writers import Answered, Writer
    from lowbit.formats import Record


@click.command(
    "solve",
    epilog=examples(
        "lowbit solve examples/fifty.txt", "lowbit solve --geometry 2x2 --to board ..3.4..2.1......"
    ),
)
@job_options("line", "board", "csv", "json")
@search_options
def command(job: Job, effort: Effort) -> int:
    """Solve puzzles, one line each.

    PUZZLES are files, - for standard input (the default), or puzzles as they are. A puzzle
    without one solution is written as it is, followed by "  # none", "  # several",
    "  # limit-reached" or "  # invalid" and the reason.
    """
    own_writers = {"line": _lines_writer, "board": _boards_writer}
    return job.ask(QUESTION, effort, (writers("solution") | own_writers)[job.to])


def _solve(grid: Grid, *, max_nodes: int | None = None, time_limit: float | None = None) -> Answer:
    try:
        solution = solve(grid, max_nodes=max_nodes, time_limit=time_limit)
    except NoSolutionError as error:
        return Answer(Status.NONE.word, is_good=False, reason=str(error))
    except MultipleSolutionsError as error:
        return Answer(Status.SEVERAL.word, is_good=False, reason=str(error))
    return Answer(Status.UNIQUE.word, solution)


OUTCOMES = {
    status: Outcome(status.word, "puzzle", is_good=False, has_reason=True) for status in Status
} | {Status.UNIQUE: Outcome(Status.UNIQUE.word, "solution")}

QUESTION = Question(_solve, limit=2, outcomes=OUTCOMES, keeps_text=True)


def _lines_writer(stream: TextIO) -> Writer:
    """Write solutions as the line format, so that comments, remarks and errors stay."""
    return lambda answered: formats.write(
        (_solved(record, answer) for record, answer in answered), stream, "line"
    )


def _solved(record: Record, answer: Answer | None) -> Record:
    if answer is None or record.error:
        return record
    if isinstance(answer.result, Grid):
        return replace(record, grid=answer.result)
    remarks = filter(None, (answer.status, record.remark))
    return replace(record, remark="  # ".join(remarks))


def _boards_writer(stream: TextIO) -> Writer:
    """Draw each solution; a puzzle without one is drawn under a comment that says why."""
    between = ""

    def write(answered: Iterable[Answered]) -> None:
        nonlocal between
        for record, answer in answered:
            if answer is None:
                continue
            print(end=between, file=stream)
            if answer.result is None:
                where = f": {answer.reason}" if record.error else ""
                print(f"# {answer.status}{where}", file=stream)
            if drawn := answer.result or record.grid:
                print(drawn, file=stream)
            between = "\n"

    return write
