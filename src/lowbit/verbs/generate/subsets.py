"""Minimal puzzles among random subsets of the cells of random grids.

::

    grid ──> random subsets ──> those that hit ──> those with ──> random orders ──> minimal
                128 each          every swap       one solution      64 each
    of 32 cells:                  one in ten       one in thirty                one in 260,000

In its order, the last cell of a subset is taken away, as long as the puzzle keeps its one solution.
Once a given has to stay, every given before it must be needed, too, or the order is dropped. So a
random order of all cells of a grid ends at a minimal puzzle of k givens if the first k of its cells
are one; each such puzzle of the grid is met by one order in C(81, k).

What is needed in a subset is needed in every part of it, so that most orders end without a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.batch.puzzles import DIGITS, NO_MASKS
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.engine import search as search_lanes
from lowbit.kernels.classic.making.chutes import chutes
from lowbit.kernels.classic.making.subsets import (
    DrawnSubsets,
    SubsetDrawing,
    draw_orders,
    draw_subsets,
    new_sieve,
    new_subsets,
)
from lowbit.kernels.classic.search import Puzzles, new_answers
from lowbit.kernels.core.threads import share
from lowbit.rng import SplitMix64
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Draw = Callable[[DrawnSubsets, int, int], int]
    """Writes subsets of some items into the room for them, and returns how many."""

LARGE: Final = 30
"""Cells of a subset from which on one in a hundred or more has one solution."""

MEDIUM: Final = 28
"""The same, for one in a thousand."""

SPARE: Final = 4
"""Cells that subsets have more than puzzles, up to `LARGEST`: where one in so many subsets has one
solution, its orders lead to many puzzles."""

LARGEST: Final = 32
"""Cells of a subset that need no spare ones: hardly any minimal puzzle has more givens."""

BLOCK: Final = 256
"""Grids at a time: some sixty milliseconds of a core, and no slower than more at a time."""

PORTION: Final = 1 << 13
"""Subsets or orders that a thread draws at a time: a millisecond of work."""

BUT: Final = 10
"""Added to a digit, it stands for all digits but this one."""

ALL_BUT: Final = DIGITS.copy()
"""uint16[256]: as `DIGITS`, and what `BUT` makes of them."""
ALL_BUT[BUT + 1 : BUT + 10] = CLASSIC.full_mask ^ DIGITS[1:10]


class SubsetPlan(NamedTuple):
    """The orders that are tried.

    Attributes
    ----------
    fewest, most : int
        The givens that are wanted.
    size : int
        The cells of a subset.
    n_subsets : int
        The subsets of a grid.
    n_orders : int
        The orders of each that has one solution. With all others as many would be in vain.
    """

    fewest: int
    most: int
    size: int
    n_subsets: int
    n_orders: int

    @property
    def n_tries(self) -> int:
        """The orders of the cells of each grid that are tried."""
        return self.n_subsets * self.n_orders


def plan_for(clues: tuple[int, int]) -> SubsetPlan:
    """Return a plan for puzzles with so many givens: few grids have two, and orders pay."""
    fewest, most = clues
    size = max(most, min(most + SPARE, LARGEST))
    n_subsets = 128 if size >= LARGE else 1024
    return SubsetPlan(fewest, most, size, n_subsets, 64 if size >= MEDIUM else 512)


class MinimalSubsets(NamedTuple):
    """The minimal puzzles of a block of grids, at most one of each.

    Attributes
    ----------
    puzzles : uint8[k, 81]
    grids : int64[k]
        The numbers of their grids, in order.
    found : int64[k]
        How many orders of its grid ended at minimal puzzles; this is one of them.
    next_grid : int
        The number of the grid with which to go on.
    """

    puzzles: NDArray[np.uint8]
    grids: NDArray[np.int64]
    found: NDArray[np.int64]
    next_grid: int

    @classmethod
    def none(cls, next_grid: int) -> MinimalSubsets:
        """Return no puzzles, of no grids."""
        numbers = np.zeros(0, np.int64)
        return cls(np.zeros((0, CLASSIC.n_cells), np.uint8), numbers, numbers, next_grid)

    def first(self, n: int) -> MinimalSubsets:
        """Return the first `n` of the puzzles; what follows them is still to be searched."""
        if n >= len(self.grids):
            return self
        next_grid = int(self.grids[n - 1]) + 1 if n else int(self.grids[0])
        return MinimalSubsets(self.puzzles[:n], self.grids[:n], self.found[:n], next_grid)


def searched(
    plan: SubsetPlan, seed: int, first: int, n_grids: int, threads: int | None = None
) -> MinimalSubsets:
    """Search some grids of a seed.

    Parameters
    ----------
    plan : SubsetPlan
    seed : int
        That of `random_grids`, with which the grids have their numbers.
    first : int
        The number of the first grid.
    n_grids : int
        How many; each is searched as it would be among any others.
    threads : int, optional
    """
    stream = SplitMix64(seed, 1 << 63)
    seed_of_orders, seed_of_choices = stream.draw(), stream.draw()
    subsets = _with_one_solution(plan, seed, first, n_grids, threads)
    needed = _needed(subsets, plan.size, threads)
    orders = _orders(plan, seed_of_orders, subsets, needed, threads)
    rows = _are_minimal(orders, needed, plan, threads)
    grids = subsets.items[orders.items[rows]] // plan.n_subsets
    chosen = _one_of_each(orders.puzzles[rows], grids, seed_of_choices)
    return MinimalSubsets(*chosen, first + n_grids)


def _with_one_solution(
    plan: SubsetPlan, seed: int, first: int, n_grids: int, threads: int | None
) -> DrawnSubsets:
    """Return the random subsets of some grids that have one solution, in order."""
    drawing, tables = SubsetDrawing(np.uint64(seed), plan.n_subsets, plan.size), chutes()

    def new_draw() -> Draw:
        sieve = new_sieve()
        return lambda found, begin, end: draw_subsets(
            tables, sieve, drawing, found, first + begin, first + end
        )

    drawn = _drawn(n_grids, plan.n_subsets, new_draw, threads)
    rows = np.arange(len(drawn.items))
    is_unique = _statuses(drawn.puzzles, rows, 2, threads) == Status.UNIQUE
    return drawn.rows(is_unique)


def _needed(subsets: DrawnSubsets, size: int, threads: int | None) -> NDArray[np.bool_]:
    """Return the cells of subsets without which they have several solutions, bool[n, 81]."""
    n = len(subsets.items)
    rows, places = np.divmod(np.arange(n * size), size)
    cells = subsets.orders[rows, places]
    asked = subsets.puzzles[rows]
    asked[np.arange(n * size), cells] += BUT
    needed = np.zeros((n, CLASSIC.n_cells), np.bool_)
    needed[rows, cells] = _statuses(asked, np.arange(n * size), 1, threads) != Status.NONE
    return needed


def _orders(
    plan: SubsetPlan,
    seed: int,
    subsets: DrawnSubsets,
    needed: NDArray[np.bool_],
    threads: int | None,
) -> DrawnSubsets:
    """Return random orders of subsets, those in which the last cell can go, or none can."""
    drawing = SubsetDrawing(np.uint64(seed), plan.n_orders, plan.size)

    def new_draw() -> Draw:
        stream, order = np.zeros(1, np.uint64), np.zeros(CLASSIC.n_cells, np.int64)
        return lambda found, begin, end: draw_orders(
            stream, order, drawing, subsets, needed, found, begin, end
        )

    return _drawn(len(subsets.items), plan.n_orders, new_draw, threads)


def _drawn(n: int, n_each: int, new_draw: Callable[[], Draw], threads: int | None) -> DrawnSubsets:
    """Return what is drawn of `n` items, in their order."""
    parts: dict[int, DrawnSubsets] = {}
    portion = max(1, PORTION // n_each)

    def new_worker() -> Callable[[int, int], None]:
        draw, room = new_draw(), new_subsets(portion * n_each)

        def work(begin: int, end: int) -> None:
            n_drawn = draw(room, begin, end)
            parts[begin] = room.rows(slice(n_drawn))

        return work

    share(n, new_worker, portion=portion, threads=threads)
    in_order = [new_subsets(0), *(parts[begin] for begin in sorted(parts))]
    return DrawnSubsets(*map(np.concatenate, zip(*in_order, strict=True)))


def _are_minimal(
    orders: DrawnSubsets, needed: NDArray[np.bool_], plan: SubsetPlan, threads: int | None
) -> NDArray[np.int64]:
    """Take cells away from puzzles in their orders; return the rows of those that end minimal.

    Parameters
    ----------
    orders : DrawnSubsets
        Changed: what is left of each.
    needed : bool[n, 81]
        The needed cells of the subsets.
    plan : SubsetPlan
    threads : int, optional
    """
    puzzles, rows = orders.puzzles, np.arange(len(orders.items))
    n_left = np.full(rows.size, plan.size)
    for place in reversed(range(plan.size)):
        cells = orders.orders[rows, place]
        can_go = ~needed[orders.items[rows], cells]
        if place < plan.size - 1:  # all cells are there at first, as for `needed`
            asked = np.flatnonzero(can_go)
            can_go[asked] = _are_redundant(puzzles, rows[asked], cells[asked], threads)
        is_last = n_left == place + 1
        goes = is_last & can_go
        puzzles[rows[goes], cells[goes]] = 0
        n_left[goes] = place
        stays = np.where(is_last, _may_end(plan, n_left, place, can_go), ~can_go)
        rows, n_left = rows[stays], n_left[stays]
        if not rows.size:
            break
    return rows


def _may_end(
    plan: SubsetPlan, n_left: NDArray[np.int64], place: int, can_go: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which puzzles may end with the right number of givens, at their last cell."""
    return np.where(can_go, place >= plan.fewest, n_left <= plan.most)


def _are_redundant(
    puzzles: NDArray[np.uint8],
    rows: NDArray[np.int64],
    cells: NDArray[np.uint8],
    threads: int | None,
) -> NDArray[np.bool_]:
    """Return whether the puzzles in some rows can do without one cell each."""
    puzzles[rows, cells] += BUT
    has_none: NDArray[np.bool_] = _statuses(puzzles, rows, 1, threads) == Status.NONE
    puzzles[rows, cells] -= BUT
    return has_none


def _statuses(
    puzzles: NDArray[np.uint8], rows: NDArray[np.int64], limit: int, threads: int | None
) -> NDArray[np.uint8]:
    """Return the statuses of the puzzles in some rows, after so many solutions."""
    answers = new_answers(rows.size)
    starts = CLASSIC.n_cells * rows
    asked = Puzzles(puzzles.reshape(-1), starts, ALL_BUT, NO_MASKS)
    search_lanes(asked, answers, limit=limit, threads=threads)
    return answers.status


def _one_of_each(
    puzzles: NDArray[np.uint8], grids: NDArray[np.int64], seed: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Return one of the puzzles of each grid, any of them alike; the grid, and how many it has."""
    numbers, places, found = np.unique(grids, return_index=True, return_counts=True)
    for row in np.flatnonzero(found > 1).tolist():
        places[row] += SplitMix64(seed, int(numbers[row])).below(int(found[row]))
    return puzzles[places], numbers, found
