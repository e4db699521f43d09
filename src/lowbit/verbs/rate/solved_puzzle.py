"""A puzzle that is measured: it has one solution, which is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lowbit.grid import Grid
    from lowbit.limits import Limits


class SolvedPuzzle(NamedTuple):
    """A puzzle with one solution.

    Attributes
    ----------
    grid, solution : Grid
    limits : Limits
        The most nodes of each search tree, and the time for everything.
    """

    grid: Grid
    solution: Grid
    limits: Limits
