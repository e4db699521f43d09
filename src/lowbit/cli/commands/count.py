"""``lowbit count``: the number of solutions of each puzzle."""

from __future__ import annotations

import sys
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import (
    Answer,
    csv_writer,
    json_writer,
    reason_of,
    unsolved,
    words_writer,
    writers,
)
from lowbit.cli.options import (
    SEED,
    Whole,
    run_options,
    search_options,
    table_options,
)
from lowbit.cli.run.progress import CountLine
from lowbit.cli.run.question import Question, StatusAnswer
from lowbit.cli.run.report import QUIET
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.errors import LimitReachedError
from lowbit.formats.lines.line import cells_or_text
from lowbit.limits import NO_LIMITS, Limits
from lowbit.status import Status
from lowbit.verbs.solve.one import count_solutions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.io.writers import NewWriter, Row
    from lowbit.cli.run.command_run import Run
    from lowbit.formats import Record
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


@click.command(
    "count",
    epilog=examples(
        "lowbit count examples/board.txt",
        "lowbit count --limit 100 --geometry 4x4 ................",
        "lowbit count --estimate 30 --seed 1 .Shape~6x6.AntiKnight",
    ),
)
@click.option(
    "--limit",
    type=Whole(min=1),
    metavar="N",
    help="Stop counting at N; N then means N or more.",
)
@click.option(
    "--estimate",
    type=Whole(min=1),
    metavar="N",
    help="Estimate the number from N random samples, where it is more than 1,000.",
)
@SEED
@run_options("line", "csv", "json", constraints=True)
@search_options
@table_options
def command(
    run: Run,
    limits: Limits,
    limit: int | None,
    estimate: int | None,
    seed: int | None,
) -> int:
    """Count the solutions of puzzles, one number each.

    PUZZLES are files, - for standard input (the default), or literal puzzles. An
    unreadable puzzle gets the word "invalid" in place of a number. A count that a limit ended
    becomes "limit-reached  # at least N"; csv and json add the reason.

    With --estimate the number is followed by its standard error, as in "5.458e+09 ± 1.3e+09",
    unless it is exact; csv and json have the fields estimate and error, which is 0 then. A limit
    leaves the estimate of the samples until then, if there are ten.

    Puzzles with constraints (killers, thermometers and so on) are the texts and links of
    Interactive Sudoku Solver, f-puzzles, SudokuPad and others, or the JSON of a Puzzle: one a
    line, or in a field of CSV or JSON.

    A table (CSV, TSV, JSON lines, Parquet or Arrow, known by its name or header) stays a table:
    all its columns, then n_solutions, or estimate and error, and status. If -o names a table,
    lines become one. --from reads a table as lines of puzzles.
    """
    if seed is not None and estimate is None:
        raise click.UsageError("--seed is for --estimate")
    if estimate is not None and (limit is not None or run.stats):
        raise click.UsageError("--estimate goes with neither --limit nor --stats")
    if is_table_run(run):
        how = {"limit": limit} if estimate is None else {"estimate": estimate, "seed": seed}
        return answer_tables(run, "count", limits, **how)
    is_watched = run.verbosity > QUIET and sys.stderr.isatty()
    if estimate is not None:
        answer_one = _estimating(estimate, seed, limits, is_watched=is_watched)
        return run.answer_each(answer_one, ESTIMATES[run.to])

    # A few nodes more would be visited part by part, which a limit on them must not depend on.
    is_drawn = is_watched and len(run.inputs.names) == 1

    def answer(grid: Grid, limits: Limits = NO_LIMITS) -> Answer:
        line = CountLine() if is_drawn and limits.max_nodes is None else None
        try:
            number = count_solutions(
                grid,
                limit=limit,
                **limits.of_search,
                progress=line.show_count if line else None,
            )
        finally:
            if line:
                line.clear()
        return Answer(_status(number, limit).word, number)

    question = Question(answer, limit=limit, answers=ANSWERS)
    return run.ask(question, limits, writers("n_solutions")[run.to])


def _estimating(
    samples: int, seed: int | None, limits: Limits, *, is_watched: bool
) -> Callable[[Grid | Puzzle], Answer]:
    """Return the function that estimates the solutions of a puzzle, and draws its progress."""
    from lowbit.verbs.solve.ambiguity import estimate_solutions  # loads NumPy

    def answer(puzzle: Grid | Puzzle) -> Answer:
        line = CountLine()
        try:
            found = estimate_solutions(
                puzzle,
                samples=samples,
                seed=seed,
                **limits.of_search,
                progress=partial(line.show_estimate, samples) if is_watched else None,
            )
        except LimitReachedError as error:
            return unsolved(error)
        finally:
            line.clear()
        shown = f"{found.mean:.0f}" if found.is_exact else f"{found.mean:.4g} ± {found.error:.2g}"
        return Answer(found.status.word, shown, estimate=found)

    return answer


def _estimate_row(record: Record, answer: Answer) -> Iterator[Row]:
    """Yield an object whose numbers are null where they are not known."""
    found = answer.estimate
    yield {
        "puzzle": cells_or_text(record) or record.text,
        "status": answer.status,
        "estimate": found and found.mean,
        "error": found and (found.error if isfinite(found.error) else None),
        "reason": reason_of(record, answer),
        "remark": record.remark,
    }


ESTIMATES: dict[str, NewWriter] = {
    "line": words_writer,
    "csv": partial(
        csv_writer,
        names=("puzzle", "status", "estimate", "error", "reason", "remark"),
        rows_of=_estimate_row,
    ),
    "json": partial(json_writer, rows_of=_estimate_row),
}


def _status(number: int, limit: int | None) -> Status:
    """Return the status of a puzzle with this number of solutions."""
    if number == 0:
        return Status.NONE
    if number == limit == 1:
        return Status.SOLVABLE
    return Status.UNIQUE if number == 1 else Status.SEVERAL


ANSWERS = {status: StatusAnswer(status.word, "number") for status in Status} | {
    Status.LIMIT_REACHED: StatusAnswer(
        Status.LIMIT_REACHED.word, "least", is_good=False, has_reason=True
    )
}
