"""``lowbit minimize``: puzzles without their redundant givens."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import UNSOLVED, Answer, unsolved
from lowbit.cli.options import THREADS, budget_options, run_options, table_options
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.cli.run.transformations import ALL_ALONE, NONE_ALONE, Transformation
from lowbit.status import Status
from lowbit.verbs.minimize.one import minimize
from lowbit.verbs.puzzles import is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.batch.fill import Change
    from lowbit.cli.run.command_run import Run
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.limits import Limits
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
@click.option(
    "--constraints",
    is_flag=True,
    help="Remove constraints that are not needed, too, once givens are gone.",
)
@budget_options
@THREADS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
def command(
    run: Run,
    seed: int | None,
    limits: Limits,
    *,
    constraints: bool,
) -> int:
    """Minimise puzzles: remove givens until each one left is needed.

    PUZZLES are files, - for standard input (the default), or literal puzzles. The givens are
    tried one after another, and each is removed unless a second solution would appear. A puzzle
    without exactly one solution is written unchanged, followed by "  # none", "  # several",
    "  # limit-reached" or "  # invalid". Tables stay tables (see "lowbit solve --help") and get
    the column minimal.

    Of puzzles with constraints (see "lowbit solve --help") the constraints stay without
    --constraints, and the minimal puzzle is written as JSON.
    """
    if is_table_run(run):
        if constraints:
            raise click.UsageError("--constraints does not apply to tables")
        if seed is not None:
            raise click.UsageError(
                "--seed does not apply to tables, whose givens are tried in reading order"
            )
        return answer_tables(run, "minimize", limits)
    search = partial(minimize, seed=seed, **limits.of_search)

    def change_one(puzzle: Grid | Puzzle, number: int) -> Iterator[Answer]:
        try:
            minimal: Grid | Puzzle = search(puzzle, row=number)
            if constraints and is_puzzle(minimal):
                minimal = _without_needless(minimal, limits)
            yield Answer(WORD, minimal)
        except UNSOLVED as error:
            yield unsolved(error)

    def load_many(board: Geometry) -> Change:
        from lowbit.verbs.minimize.many import minimizing  # loads Numba

        return minimizing(board, seed, limits.max_nodes)

    few = (
        None if limits.max_nodes is None else NONE_ALONE
    )  # so that it is the same search that ends
    few = few if limits.time_limit is None else ALL_ALONE
    return run.change(
        Transformation(WORD, change_one, load_many, column="minimal", few=few),
        limits.threads,
    )


def _without_needless(puzzle: Puzzle, limits: Limits) -> Puzzle:
    """Return a puzzle without the constraints that it can do without."""
    from lowbit.verbs.minimize.variants import minimal_constraints  # loads Numba

    return minimal_constraints(puzzle, **limits.of_search)
