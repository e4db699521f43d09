"""``lowbit solve``: the solution of each puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

import click

from lowbit import formats
from lowbit.cli.options import examples, job_options, search_options
from lowbit.cli.writers import Answer, writers
from lowbit.errors import MultipleSolutionsError, NoSolutionError
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs import solve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.cli.job import Job
    from lowbit.cli.writers import Answered
    from lowbit.formats import Record


@click.command(
    "solve",
    epilog=examples(
        "lowbit solve examples/fifty.txt", "lowbit solve --geometry 2x2 --to board ..3.4..2.1......"
    ),
)
@job_options("line", "board", "csv", "json")
@search_options
def command(job: Job, max_nodes: int | None, time_limit: float | None) -> int:
    """Solve puzzles, one line each.

    PUZZLES are files, - for standard input (the default), or puzzles as they are. A puzzle
    without one solution is written as it is, followed by "  # none", "  # several",
    "  # limit-reached" or "  # invalid" and the reason.
    """

    def answer(grid: Grid) -> Answer:
        try:
            solution = solve(grid, max_nodes=max_nodes, time_limit=time_limit)
        except NoSolutionError as error:
            return Answer(Status.NONE.word, is_good=False, reason=str(error))
        except MultipleSolutionsError as error:
            return Answer(Status.SEVERAL.word, is_good=False, reason=str(error))
        return Answer(Status.UNIQUE.word, solution)

    own_writers = {"line": _write_lines, "board": _write_boards}
    return job.run(answer, (writers("solution") | own_writers)[job.to])


def _write_lines(answered: Iterable[Answered], stream: TextIO) -> None:
    """Write solutions as the line format, so that comments, remarks and errors stay."""
    formats.write((_solved(record, answer) for record, answer in answered), stream, "line")


def _solved(record: Record, answer: Answer | None) -> Record:
    if answer is None or record.error:
        return record
    if isinstance(answer.result, Grid):
        return replace(record, grid=answer.result)
    remarks = filter(None, (answer.status, record.remark))
    return replace(record, remark="  # ".join(remarks))


def _write_boards(answered: Iterable[Answered], stream: TextIO) -> None:
    """Draw each solution; a puzzle without one is drawn under a comment that says why."""
    between = ""
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
