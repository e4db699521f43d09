"""``lowbit shuffle``: random isomorphic copies of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import Answer
from lowbit.cli.options import SEED, THREADS, run_options, table_options
from lowbit.cli.run.tables import answer_tables, is_table_run
from lowbit.cli.run.transformations import Transformation
from lowbit.limits import Limits
from lowbit.rng import seed_or_any
from lowbit.symmetry import shuffled_copy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.batch.fill import Change
    from lowbit.cli.run.command_run import Run
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

WORD = "shuffled"

MAX_TIMES = 10_000
"""The copies of a line are made at once, and take some hundred bytes each."""


@click.command(
    "shuffle",
    epilog=examples(
        "lowbit shuffle --seed 1 examples/fifty.txt",
        "lowbit shuffle --times 3 --to board examples/board.txt",
        "lowbit shuffle --seed 1 --column puzzle --solution-column solution examples/audit.csv",
    ),
)
@click.option(
    "--times",
    type=click.IntRange(min=1, max=MAX_TIMES),
    default=1,
    metavar="K",
    help=f"Write K copies of each puzzle, 1 to {MAX_TIMES}.",
)
@SEED
@THREADS
@run_options("line", "board", "csv", "json", constraints=True)
@table_options
@click.option(
    "--solution-column",
    metavar="NAME",
    help="The column of solutions in tables, which get the symmetry of their puzzles.",
)
def command(
    run: Run,
    seed: int | None,
    times: int,
    threads: int | None,
    solution_column: str | None,
) -> int:
    """Shuffle puzzles: write a random isomorphic copy of each.

    PUZZLES are files, - for standard input (the default), or literal puzzles. Rows are permuted
    within their band, and bands as a whole; columns and stacks likewise; the grid may be
    transposed, and digits are renamed; other boards have other symmetries. All that a board has
    are equally likely. The number of solutions, the difficulty and restricted cells do not change.
    Tables stay tables (see "lowbit solve --help") and get the column shuffled and, with
    --solution-column, shuffled_solution.

    Puzzles with constraints are turned and mirrored, and written as JSON; their digits are renamed
    if all constraints only tell equal digits from different ones.
    """
    chosen = seed_or_any(seed)
    if is_table_run(run):
        if times > 1:
            raise click.UsageError(
                "--times does not apply to tables; run again with another --seed"
            )
        how = {"seed": chosen, "solution_column": solution_column}
        return answer_tables(run, "shuffle", Limits(threads=threads), **how)
    if solution_column is not None:
        raise click.UsageError("--solution-column applies to tables only")

    def change_one(puzzle: Grid | Puzzle, number: int) -> Iterator[Answer]:
        for copy in range(number * times, (number + 1) * times):
            yield Answer(WORD, shuffled_copy(puzzle, chosen, copy))

    def load_many(board: Geometry) -> Change:
        from lowbit.verbs.transform.many import shuffling  # loads Numba

        return shuffling(board, chosen, times)

    changing = Transformation(WORD, change_one, load_many, times=times)
    return run.change(changing, threads)
