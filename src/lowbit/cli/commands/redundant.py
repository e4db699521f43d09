"""``lowbit redundant``: the givens and constraints that puzzles can do without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lowbit.arguments import deadline_after, seconds_left
from lowbit.cli.examples import examples
from lowbit.cli.io.writers import UNSOLVED, Answer, unsolved, writers
from lowbit.cli.options import budget_options, request_options
from lowbit.verbs.minimize.one import redundant_givens
from lowbit.verbs.puzzles import is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.run.request import Request
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


@click.command(
    "redundant",
    epilog=examples(
        "lowbit redundant --geometry 4x4 1234.4....4....1",
        "lowbit redundant .Shape~4x4.~R1C1_1.Diagonal~-1.Thermo~R1C4~R1C3.Thermo~R2C1~R2C2~R2C3",
    ),
)
@budget_options
@request_options("line", "csv", "json", constraints=True)
def command(request: Request, max_nodes: int | None, time_limit: float | None) -> int:
    """Name the givens and constraints that puzzles can do without.

    PUZZLES are files, - for standard input (the default), or literal puzzles, with constraints or
    without (see "lowbit solve --help"). Each gets a line: "minimal", or the givens and constraints
    each of which alone may go, such as "r1c1; Thermometer at r1c4 r1c3", or its status where it
    has not one solution. "lowbit minimize" removes them one after the other.
    """

    def answer(puzzle: Grid | Puzzle) -> Answer:
        try:
            found = "; ".join(_redundant(puzzle, max_nodes, time_limit))
        except UNSOLVED as error:
            return unsolved(error)
        return Answer("redundant", found) if found else Answer("minimal")

    return request.answer_each(answer, writers("redundant")[request.to])


def _redundant(
    puzzle: Grid | Puzzle, max_nodes: int | None, time_limit: float | None
) -> Iterator[str]:
    """Yield the givens and constraints that may go, by the names that people use."""
    deadline = deadline_after(time_limit)
    cells = redundant_givens(puzzle, max_nodes=max_nodes, time_limit=time_limit)
    yield from map(puzzle.geometry.cell_name, cells)
    if is_puzzle(puzzle):
        from lowbit.verbs.minimize.variants import redundant_constraints  # noqa: PLC0415 - loads Numba

        left = seconds_left(deadline)
        for place in redundant_constraints(puzzle, max_nodes=max_nodes, time_limit=left):
            yield puzzle.constraints[place].describe(puzzle.geometry)
