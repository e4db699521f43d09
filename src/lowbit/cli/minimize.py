"""``lowbit minimize``: puzzles without the givens that they can do without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.changer import Changing
from lowbit.cli.options import THREADS, errand_options, examples, table_options
from lowbit.cli.question import Effort
from lowbit.cli.table_run import answer_tables, is_table_run
from lowbit.cli.writers import Answer
from lowbit.errors import MultipleSolutionsError, NoSolutionError
from lowbit.status import Status
from lowbit.verbs import minimize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.errand import Errand
    from lowbit.grid import Grid
    from lowbit.verbs.stream_fill import Change

WORD = "minimal"


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
@THREADS
@errand_options("line", "board", "csv", "json")
@table_options
def command(errand: Errand, seed: int | None, threads: int | None) -> int:
    """Minimise puzzles: leave givens out until each one left is needed.

    PUZZLES are files, - for standard input (the default), or puzzles as they are. The givens are
    tried one after the other, and each goes without which there is one solution still. A puzzle
    that has not one solution is written as it is, followed by "  # none", "  # several" or
    "  # invalid". Tables stay tables, see "lowbit solve --help", and get a column more, minimal.
    """
    if is_table_run(errand):
        if seed is not None:
            raise click.UsageError("the givens of tables are tried in reading order: no --seed")
        return answer_tables(errand, "minimize", Effort(threads=threads))

    def change_one(grid: Grid, number: int) -> Iterator[Answer]:
        try:
            yield Answer(WORD, minimize(grid, seed=seed, item=number))
        except NoSolutionError as error:
            yield Answer(Status.NONE.word, is_good=False, reason=str(error))
        except MultipleSolutionsError as error:
            yield Answer(Status.SEVERAL.word, is_good=False, reason=str(error))

    def load_many() -> Change:
        from lowbit.verbs.minimizing_batch import minimizing  # noqa: PLC0415 - loads Numba

        return minimizing(seed)

    return errand.change(Changing(WORD, change_one, load_many), threads)
