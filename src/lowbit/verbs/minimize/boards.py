"""Minimal puzzles on boards other than the classic one."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.boards import batch_of_masks
from lowbit.batch.masks import are_single
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.general.program import dtype_of
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.status import Status
from lowbit.verbs.minimize.board_stripping import Stripping, by_limits
from lowbit.verbs.minimize.stripping import MinimalBatch, kept_masks
from lowbit.verbs.solve.boards import solve_boards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.geometry import Geometry
    from lowbit.limits import Limits
    from lowbit.verbs.minimize.board_stripping import Unit

MANY_DIGITS: Final = 16
"""On boards with more digits, givens in random order are tried row by row: the few that are left of
a row follow from the others. In any order, 25x25 still has 270 givens when most questions take
thousands of nodes."""


def minimize_boards(
    batch: BoardBatch,
    limits: Limits,
    seed: int | None,
    items: NDArray[np.int64] | None = None,
) -> MinimalBatch:
    """Minimise a batch, see `lowbit.minimize_many`.

    `items` says which of the random orders of the seed each puzzle gets; by default its row.
    """
    board, solved = batch.geometry, solve_boards(batch, limits.silent)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    before = batch.masks[unique]
    masks, solutions = before.copy(), solved.solutions[unique]
    numbers = unique if items is None else items[unique]
    orders = [_order(masks[at], board, seed, item) for at, item in enumerate(numbers.tolist())]
    spent = solved.nodes[unique]
    known, nodes = strip(board, masks, solutions, orders, limits, spent=spent)
    status, all_nodes = solved.status.copy(), solved.nodes.copy()
    status[unique[~known]] = Status.LIMIT_REACHED
    all_nodes[unique] = nodes
    left = np.zeros_like(solved.solutions)
    left[unique] = np.where(are_single(masks) & known[:, None], solutions, 0)
    result = MinimalBatch(status, left, all_nodes, reasons=solved.reasons, geometry=board)
    return replace(result, masks=kept_masks(result, unique, before, board))


def strip_large(puzzle: Grid, solution: Grid, seed: int | None, item: int, limits: Limits) -> Grid:
    """Minimise a puzzle on a large board that has this one solution, see `lowbit.minimize`."""
    board = puzzle.geometry
    masks = np.array([puzzle.allowed], dtype_of(board))
    solutions = np.array([list(solution.givens)], np.uint8)
    order = _order(masks[0], board, seed, item)
    known, nodes = strip(board, masks, solutions, [order], limits)
    if not known.all():
        raise LimitReachedError("a limit ended the search", int(nodes.sum()))
    return Grid.from_masks(masks[0].tolist(), board)


def _order(masks: NDArray[Any], board: Geometry, seed: int | None, item: int) -> list[Unit]:
    """Return the givens of a puzzle in the order in which `minimize` tries them."""
    cells = list(range(len(masks)))
    if seed is not None:
        SplitMix64(seed_or_any(seed), item).shuffle(cells)
    is_given = are_single(masks)
    units: list[Unit] = [(cell,) for cell in cells if is_given[cell]]
    return units if seed is None else by_row(units, board)


def by_row(units: list[Unit], board: Geometry) -> list[Unit]:
    """Return units with those of a row together, on boards with many digits.

    Rows follow each other in the order in which they come first, those of a band together; on
    boards without bands, from the top or the bottom.
    """
    if board.size <= MANY_DIGITS or not units:
        return units
    rows = list(dict.fromkeys(board.row(unit[0]) for unit in units))
    if board.box_shape is None:
        rows.sort(reverse=2 * rows[0] >= board.n_rows)
    height = board.box_shape[0] if board.box_shape else board.n_rows
    bands = list(dict.fromkeys(row // height for row in rows))
    place = {row: (bands.index(row // height), at) for at, row in enumerate(rows)}
    return sorted(units, key=lambda unit: place[board.row(unit[0])])


def strip(  # noqa: PLR0913 - the last two by name
    board: Geometry,
    masks: NDArray[Any],
    solutions: NDArray[np.uint8],
    units: Sequence[Sequence[Unit]],
    limits: Limits,
    *,
    at_least: NDArray[np.int64] | None = None,
    spent: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Remove the givens that can go, unit by unit, from puzzles with one solution.

    The result is that of the plain loop, which tries one unit after another, but on large boards
    the units that take long are tried last.

    Parameters
    ----------
    board : Geometry
    masks : unsigned[n, n_cells]
        Changed.
    solutions : uint8[n, n_cells]
        The one solution of each.
    units : sequence of sequences of sequences of int
        The units of each puzzle, in the order in which they are tried.
    limits : Limits
        The nodes of each puzzle, the time of all.
    at_least : int64[n], optional
        Each puzzle keeps at least so many givens.
    spent : int64[n], optional
        The nodes that were visited before, which count towards the limit.

    Returns
    -------
    known : bool[n]
        Where no limit came first.
    nodes : int64[n]
        Those that were visited before included.
    """
    n = len(masks)
    fewest = [0] * n if at_least is None else at_least.tolist()
    before = [0] * n if spent is None else spent.tolist()
    rows = zip(masks, solutions, units, fewest, strict=True)
    all_ = [Stripping(board, *row) for row in rows]
    for one, nodes_before in zip(all_, before, strict=True):
        one.nodes = nodes_before
    while open_ones := [one for one in all_ if one.is_open]:
        if limits.is_late:  # a search may answer nevertheless, and there would be many
            for one in open_ones:
                one.known = False
            break
        for (limit, patience), some in by_limits(open_ones):
            _ask(board, some, limits.silent, limit, patience)
        if limits.progress:
            limits.progress(sum(not one.is_open for one in all_), n)
    known, nodes = zip(*((one.known, one.nodes) for one in all_), strict=True) if n else ((), ())
    return np.array(known, bool), np.array(nodes, np.int64)


def _ask(
    board: Geometry, some: list[Stripping], limits: Limits, limit: int, patience: int | None
) -> None:
    """Search the next queries of some puzzles, and hand each its answers.

    Those that have visited too many nodes by then are given up: so which ones depends neither on
    the other puzzles nor on the queries made at the same time.
    """
    left = limits.after(min(one.nodes for one in some))
    asked = [one.asked() for one in some]
    solutions = np.array([one.solution for one in some])
    likely = np.repeat(solutions, [len(own) for own in asked], axis=0)
    if patience is not None:
        left = left.within(patience)
    found = solve_boards(batch_of_masks(np.concatenate(asked), board), left, limit, likely=likely)
    columns = found.status, found.n_solutions, found.nodes
    answers = zip(*(column.tolist() for column in columns), strict=True)
    for one, own in zip(some, asked, strict=True):
        one.hear(islice(answers, len(own)))
        if one.nodes > limits.most_nodes:
            one.known, one.nodes = False, limits.most_nodes
