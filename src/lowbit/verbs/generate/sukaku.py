"""Random minimal puzzles that are given by their candidates.

::

    a random full grid ──> all candidates ──> as long as there is another solution:
                                              leave out one of its candidates
                       ──> let back those that need not be out, in random order

Each candidate that is left out ends a solution that there was, so few are left out for nothing.
Some puzzles go this way side by side, a search of each in every round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.arguments import integer
from lowbit.batch.masks import masks_of_digits
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC, board_of
from lowbit.grid import Grid
from lowbit.kernels.general.program import dtype_of
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.status import Status
from lowbit.verbs.generate.effort import sizes_of_rounds
from lowbit.verbs.generate.many import random_grids
from lowbit.verbs.minimize.letting_back import let_back
from lowbit.verbs.solve.many import solve_masks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.batch.result import BatchResult
    from lowbit.geometry import BoardLike, Geometry

SIDE_BY_SIDE: Final = 32
"""The most puzzles that are made side by side."""


def generate_sukaku(
    n: int = 1,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Iterator[Grid]:
    """Yield random puzzles that are given by their candidates and need each that is left out.

    Parameters
    ----------
    n : int, default 1
        How many.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    seed : int, optional
        From 0 to 2**64 - 1; any if None. A seed always gives the same puzzles, and the first ones
        do not depend on `n`.
    max_nodes : int, optional
        The most nodes of each search tree to visit.
    time_limit : float, optional
        The most seconds to take for all of them.

    Yields
    ------
    Grid
        A puzzle with one solution. Not all puzzles are equally likely.

    Raises
    ------
    LimitReachedError
        If a limit comes first.
    InputError
        If a number is out of range, or there is no such board.

    Examples
    --------
    >>> from lowbit import is_unique, minimal_candidates
    >>> (sukaku,) = generate_sukaku(geometry="4x4", seed=1)
    >>> sukaku.to_pencilmarks()
    '1234123412341234123.12341234..341234...4123412341.341.3412341.34'
    >>> is_unique(sukaku), minimal_candidates(sukaku) == sukaku
    (True, True)
    """
    number, board = integer("n", n, 0), CLASSIC if geometry is None else board_of(geometry)
    blocks = sukaku_blocks(board, number, seed_or_any(seed), Limits.of(max_nodes, time_limit))
    return (Grid.from_masks(masks, board) for block in blocks for masks in block.tolist())


def sukaku_blocks(board: Geometry, n: int, seed: int, limits: Limits) -> Iterator[NDArray[Any]]:
    """Yield the candidates of `n` puzzles in all, unsigned[k, n_cells] once so many are made.

    Raises
    ------
    LimitReachedError
        If a limit comes first.
    """
    first = 0
    for size in sizes_of_rounds(1, SIDE_BY_SIDE, limits):
        if first >= n:
            return
        end = min(n, first + size)
        yield _made(board, seed, range(first, end), limits)
        first = end


def _made(board: Geometry, seed: int, items: range, limits: Limits) -> NDArray[Any]:
    """Return the candidates of some of the puzzles of a seed."""
    draws = [SplitMix64(seed, item) for item in items]
    grids = [random_grids(1, geometry=board, seed=draw.draw()).array[0] for draw in draws]
    known = masks_of_digits(np.array(grids, np.uint8), dtype_of(board))
    first, then = (np.array([_order(board, draw) for draw in draws]) for _ in range(2))
    masks = _left_out(board, known, first, limits)
    made = let_back(board, masks, then.tolist(), limits)
    _require_known(made.is_known, made.nodes)
    return masks


def _order(board: Geometry, draw: SplitMix64) -> list[int]:
    """Return the candidates of a board, numbered cell by cell, in random order."""
    numbers = list(range(board.n_cells * board.size))
    draw.shuffle(numbers)
    return numbers


def _left_out(
    board: Geometry, known: NDArray[Any], orders: NDArray[np.int64], limits: Limits
) -> NDArray[Any]:
    """Return candidates with the known solutions alone: other solutions end one by one.

    Each round looks for a solution that differs in some cell. Of its candidates the first in the
    puzzle's order is left out; where there is none, that cell is settled.
    """
    ranks = np.argsort(orders, axis=1).reshape(*known.shape, board.size)
    masks = np.full_like(known, board.full_mask)
    cells = np.argsort(ranks.min(axis=2), axis=1)
    at = np.zeros(len(known), np.int64)
    while (rows := np.flatnonzero(at < board.n_cells)).size:
        asked, cell = masks[rows], cells[rows, at[rows]]
        asked[np.arange(rows.size), cell] &= ~known[rows, cell]
        found = _searched(board, asked, limits)
        is_settled = found.status == Status.NONE
        at[rows[is_settled]] += 1
        others = rows[~is_settled]
        digits = found.solutions[~is_settled]
        differ = masks_of_digits(digits, masks.dtype)
        ranked = np.take_along_axis(ranks[others], digits[..., None] - 1, axis=2)[..., 0]
        ranked[differ == known[others]] = orders.shape[1]
        cell = ranked.argmin(axis=1)
        masks[others, cell] &= ~differ[np.arange(others.size), cell]
    return masks


def _searched(board: Geometry, masks: NDArray[Any], limits: Limits) -> BatchResult:
    """Return a solution of each puzzle.

    Raises
    ------
    LimitReachedError
        If a limit came first.
    """
    found = solve_masks(board, masks, limits, 1)
    _require_known(found.status != Status.LIMIT_REACHED, found.nodes)
    return found


def _require_known(is_known: NDArray[np.bool_], nodes: NDArray[np.int64]) -> None:
    if not is_known.all():
        raise LimitReachedError("a limit ended the search", int(nodes.sum()))
