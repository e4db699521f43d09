"""Puzzles whose constraints are nothing but houses, as grids on boards that have these houses.

Diagonals, windows and extra regions may come as constraints, in links and texts of other programs.
The lane engine, which knows of boards alone, is then many times as fast as the one for constraints.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.constraints import AllDifferent, Diagonal, DisjointGroups, Windows
from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import Distinct
from lowbit.grid import Grid
from lowbit.houses import House
from lowbit.kernels.general.batch import search
from lowbit.kernels.general.engine import UNLIMITED
from lowbit.kernels.general.program import board_of
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.kernels.variants.many import VariantOutcome
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

HOUSES: Final = (AllDifferent, Diagonal, DisjointGroups, Windows)
"""Constraints whose operations are houses."""

BOARDS_KEPT: Final = 64


def grid_with_houses(puzzle: Puzzle) -> Grid | None:
    """Return a puzzle as a grid if its constraints are houses; None if it has any other.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Cage, Diagonal
    >>> grid = grid_with_houses(Puzzle("." * 16, [Diagonal()], geometry="4x4"))
    >>> len(grid.geometry.houses)
    13
    >>> grid_with_houses(Puzzle("." * 16, [Diagonal(), Cage((1, 2), 6)], geometry="4x4"))
    """
    geometry = puzzle.geometry
    if not all(isinstance(each, HOUSES) for each in puzzle.constraints):
        return None
    operations = [op for each in puzzle.constraints for op in lowered(each, geometry)]
    sets = tuple(tuple(sorted(op.cells)) for op in operations if isinstance(op, Distinct))
    if any(len(cells) > geometry.size for cells in sets):
        return None
    return Grid.from_masks(puzzle.grid.allowed, _board_with(geometry, sets))


@lru_cache(BOARDS_KEPT)
def _board_with(geometry: Geometry, sets: tuple[tuple[int, ...], ...]) -> Geometry:
    return geometry.with_houses(*(House("extra", at, cells) for at, cells in enumerate(sets)))


def search_grids(
    geometry: Geometry, puzzles: Sequence[Sequence[int]], limits: Limits, limit: int | None
) -> Iterator[VariantOutcome]:
    """Yield the outcome of the lane engine's search of each puzzle."""
    board, look_up = board_of(geometry), LOOK_UP.get()
    answers = search(
        board,
        np.array(puzzles, board.dtype),
        limit=UNLIMITED if limit is None else limit,
        threads=1,
        **limits.of_search,
        progress=lambda _begun, _total: look_up(),
    )
    for status, number, first, nodes, _ in zip(*answers, strict=True):
        is_over = status != Status.LIMIT_REACHED
        yield VariantOutcome(bool(is_over), int(number), int(nodes), first.tobytes())
