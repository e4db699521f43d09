"""Unavoidable sets of a full grid: a puzzle without a given in one of them has another solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.arguments import integer
from lowbit.errors import LimitReachedError
from lowbit.kernels.fewest.unavoidable import END, FIRST, WORD, find_changes, new_space
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.limits import Limits
from lowbit.verbs.fewest.rules import rules_of
from lowbit.verbs.puzzles import whole_of
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.geometry import BoardLike
    from lowbit.kernels.fewest.unavoidable import ChangeRules
    from lowbit.verbs.puzzles import PuzzleLike

USUAL_SIZE: Final = 12
"""Sets of up to so many cells are found in some hundredths of a second on the classic board."""

STEPS_AT_ONCE: Final = 1 << 17
"""Digits that are tried before limits are looked at: some hundredths of a second."""

ROOM: Final = 1 << 14
"""Sets that are found at a time."""


def unavoidable_sets(
    puzzle: PuzzleLike,
    max_size: int = USUAL_SIZE,
    *,
    geometry: BoardLike | None = None,
    time_limit: float | None = None,
) -> list[tuple[int, ...]]:
    """Return the unavoidable sets of a full grid that hold no smaller one.

    The digits of an unavoidable set can be changed to give another full grid, which obeys the
    rules, too. So every puzzle with this grid as its one solution has a given in each of them.

    Parameters
    ----------
    puzzle : PuzzleLike
        The full grid, or a puzzle with one solution. Constraints that make cells differ (extra
        houses, anti-knight and the like) or name their digits (even, odd) are rules as well.
    max_size : int, default 12
        The most cells of a set. With each two cells more, it takes some six times as long.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    list of tuple of int
        The cells of each set, ascending; small sets first, then by their cells.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle does not have one solution.
    LimitReachedError
        If time is over before all sets are known.
    GridError, InputError
        If `puzzle` is not a grid, a constraint is of another kind, or an argument is out of range.

    Examples
    --------
    >>> grid = "1234 3412 2143 4321"
    >>> sets = unavoidable_sets(grid, geometry="4x4")
    >>> len(sets), sets[0], len(sets[-1])
    (14, (0, 1, 8, 9), 12)
    """
    max_size = integer("max_size", max_size, 1)
    limits = Limits.of(time_limit=time_limit)
    whole = whole_of(puzzle, geometry)
    solution = solve(whole, time_limit=limits.seconds_left)
    rules = rules_of(whole, solution.givens)
    found, _ = found_sets(rules, min(max_size, solution.geometry.n_cells), limits)
    return sorted(map(_cells_of, found), key=lambda cells: (len(cells), cells))


def found_sets(rules: ChangeRules, max_size: int, limits: Limits) -> tuple[NDArray[np.uint64], int]:
    """Return the unavoidable sets that hold no smaller one, as bits, and how many steps it took.

    The small ones come first.

    Raises
    ------
    LimitReachedError
        If time is over.
    """
    space = new_space(rules, max_size, 0, len(rules.allowed))
    room = np.zeros((ROOM, rules.peers.shape[1]), np.uint64)
    found, n_smallest, n_calls = [room[:0]], ROOM, 0
    while space.state[FIRST] < space.state[END]:
        LOOK_UP.get()()
        if limits.is_late:
            raise LimitReachedError("a limit ended the search", 0)
        n = find_changes(rules, space, max_size, STEPS_AT_ONCE, room)
        n_calls += 1
        found.append(room[:n].copy())
        if sum(map(len, found)) > 2 * n_smallest:
            found = [smallest(np.concatenate(found))]
            n_smallest = max(ROOM, len(found[0]))
    return smallest(np.concatenate(found)), n_calls * STEPS_AT_ONCE


def smallest(sets: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return those sets that hold no other one, each once, the small ones first."""
    sets = np.unique(sets, axis=0)
    sets = sets[np.argsort(sizes_of(sets), kind="stable")]
    at = 0
    while at < len(sets):
        is_left = (sets[at] & ~sets).any(axis=1)
        is_left[at] = True
        sets = sets[is_left]
        at += 1
    return sets


def sizes_of(sets: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return how many cells each set has."""
    sizes: NDArray[np.int64] = bits_of(sets).sum(axis=1)
    return sizes


def bits_of(sets: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return whether each set has each cell, bool[n, 64 * w].

    >>> np.flatnonzero(bits_of(np.array([[5, 2]], np.uint64))).tolist()
    [0, 2, 65]
    """
    places = np.arange(WORD, dtype=np.uint64)
    bits: NDArray[np.bool_] = (sets[:, :, None] >> places & np.uint64(1)) != 0
    return bits.reshape(len(sets), sets.shape[1] * WORD)


def _cells_of(cells: NDArray[np.uint64]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(bits_of(cells[None])).tolist())
