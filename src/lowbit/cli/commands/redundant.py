"""``lowbit redundant``: the givens and constraints that puzzles can do without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.writers import UNSOLVED, Answer, unsolved, writers
from lowbit.cli.options import budget_options, run_options
from lowbit.verbs.minimize.one import redundant_givens
from lowbit.verbs.puzzles import is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle


@click.command(
    "redundant",
    epilog=examples(
        "lowbit redundant --geometry 4x4 1234.4....4....1",
        "lowbit redundant .Shape~4x4.~R1C1_1.Diagonal~-1.Thermo~R1C4~R1C3.Thermo~R2C1~R2C2~R2C3",
    ),
)
@budget_options
@run_options("line", "csv", "json", constraints=True)
def command(run: Run, limits: Limits) -> int:
    """Name the givens and constraints that puzzles can do without.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). Each gets a line: "minimal", or the givens and constraints
    each of which alone may go, such as "r1c1; Thermometer at r1c4 r1c3", or its status where it
    has not one solution. "lowbit minimize" removes them one after the other.
    """

    def answer(puzzle: Grid | Puzzle) -> Answer:
        try:
            found = "; ".join(_redundant(puzzle, limits.begun()))
        except UNSOLVED as error:
            return unsolved(error)
        return Answer("redundant", found) if found else Answer("minimal")

    run = run.as_text()
    return run.answer_each(answer, writers("redundant")[run.to])


def _redundant(puzzle: Grid | Puzzle, limits: Limits) -> Iterator[str]:
    """Yield the givens and constraints that may go, by the names that people use."""
    cells = redundant_givens(puzzle, **limits.of_search)
    yield from map(puzzle.geometry.cell_name, cells)
    if is_puzzle(puzzle):
        from lowbit.verbs.minimize.variants import redundant_constraints  # loads Numba

        for place in redundant_constraints(puzzle, **limits.of_search):
            yield puzzle.constraints[place].describe(puzzle.geometry)
