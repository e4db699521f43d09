"""``lowbit unavoidable``: the unavoidable sets of full grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import UNSOLVED, Answer, unsolved, writers
from lowbit.cli.options import SECONDS, Whole, run_options
from lowbit.cli.run.answerer import INVALID
from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


@click.command(
    "unavoidable",
    epilog=examples(
        "lowbit unavoidable --size 4 --geometry 4x4 1234341221434321",
        "lowbit generate --grids --seed 1 | lowbit unavoidable",
    ),
)
@click.option(
    "--size",
    type=Whole(min=1),
    metavar="N",
    default=12,
    show_default=True,
    help="The most cells of a set. With each two cells more, it takes some six times as long.",
)
@SECONDS
@run_options("line", "csv", "json", constraints=True)
def command(run: Run, size: int, time_limit: float | None) -> int:
    """List the unavoidable sets of full grids.

    PUZZLES are files, - for standard input (the default), or literal puzzles: full grids, or
    puzzles with one solution. The digits of an unavoidable set can be changed to give another full
    grid, so that a puzzle without a given in it has several solutions. Each set that holds no
    smaller one is a line of its cells, the small sets first.

    Constraints that make cells differ or name their digits (see "lowbit solve --help") count as
    rules.
    """
    from lowbit.verbs.fewest.unavoidable import unavoidable_sets  # loads Numba

    def answers(puzzle: Grid | Puzzle) -> Iterator[Answer]:
        try:
            found = unavoidable_sets(puzzle, size, time_limit=time_limit)
        except UNSOLVED as error:
            yield unsolved(error)
        except InputError as error:
            yield Answer(INVALID.status, is_good=False, reason=str(error))
        else:
            for cells in found:
                yield Answer("sets", " ".join(map(puzzle.geometry.cell_name, cells)))
            if not found:
                yield Answer("no set")

    run = run.as_text()
    return run.answer_several(answers, writers("cells")[run.to])
