"""``lowbit minimize``: puzzles without their redundant givens."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer
from lowbit.cli.options import THREADS, budget_options, request_options, table_options
from lowbit.cli.run.query import SearchEffort
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.cli.run.transformer import ALL_ALONE, NONE_ALONE, Transformation
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.status import Status
from lowbit.verbs.minimize.one import minimize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.batch.fill import Change
    from lowbit.cli.run.request import Request
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

WORD = Status.UNIQUE.word
"""As tables have it."""


@click.command(
    "minimize",
    epilog=examples(
        "lowbit minimize examples/fifty.txt",
        "lowbit solve -q examples/fifty.txt | lowbit minimize --seed 1",
    ),
)
@click.option(
    "--seed",
    type=click.IntRange(min=0, max=(1 << 64) - 1),
    metavar="N",
    help="Try the givens in random order, the same for the same N; in reading order by default.",
)
@budget_options
@THREADS
@request_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(
    request: Request,
    seed: int | None,
    max_nodes: int | None,
    time_limit: float | None,
    threads: int | None,
) -> int:
    """Minimise puzzles: remove givens until each one left is needed.

    PUZZLES are files, - for standard input (the default), or literal puzzles. The givens are
    tried one after another, and each is removed unless a second solution would appear. A puzzle
    without exactly one solution is written unchanged, followed by "  # none", "  # several",
    "  # limit-reached" or "  # invalid". Tables stay tables (see "lowbit solve --help") and get
    the column minimal.

    Puzzles with constraints (killers, thermometers and so on) are the texts and links of
    Interactive Sudoku Solver, or the JSON of a Puzzle: one a line, or in a field of CSV or JSON.
    Constraints stay, and the minimal puzzle is written as JSON.
    """
    if is_table_run(request):
        if seed is not None:
            raise click.UsageError(
                "--seed does not apply to tables, whose givens are tried in reading order"
            )
        return answer_tables(request, "minimize", SearchEffort(max_nodes, time_limit, threads))
    search = partial(minimize, seed=seed, max_nodes=max_nodes, time_limit=time_limit)

    def change_one(puzzle: Grid | Puzzle, number: int) -> Iterator[Answer]:
        try:
            yield Answer(WORD, search(puzzle, item=number))
        except NoSolutionError as error:
            yield Answer(Status.NONE.word, is_good=False, reason=str(error))
        except MultipleSolutionsError as error:
            yield Answer(Status.SEVERAL.word, is_good=False, reason=str(error))
        except LimitReachedError as error:
            yield Answer(Status.LIMIT_REACHED.word, is_good=False, reason=str(error))

    def load_many() -> Change:
        from lowbit.verbs.minimize.many import minimizing  # noqa: PLC0415 - loads Numba

        return minimizing(seed, max_nodes)

    few = None if max_nodes is None else NONE_ALONE  # so that it is the same search that ends
    few = few if time_limit is None else ALL_ALONE
    return request.change(
        Transformation(WORD, change_one, load_many, column="minimal", few=few), threads
    )
