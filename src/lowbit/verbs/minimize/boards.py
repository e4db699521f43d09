"""Minimal puzzles, redundant givens and true candidates on boards other than the classic one."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.boards import batch_of_masks, read_boards
from lowbit.batch.values import ValueBatch, as_candidates, as_cells, place_of
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.general.program import dtype_of
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.status import Status
from lowbit.verbs.minimize.answers import candidates_in_rounds, values_of_unique, which_need_all
from lowbit.verbs.minimize.board_stripping import Stripping, are_givens, by_limits
from lowbit.verbs.minimize.stripping import MinimalBatch
from lowbit.verbs.solve.boards import solve_boards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.fill import Change
    from lowbit.batch.result import BatchResult
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.minimize.board_stripping import Unit

MANY_DIGITS: Final = 16
"""On boards with more digits, givens in random order are tried row by row: the few that are left of
a row follow from the others. In any order, 25x25 still has 270 givens when most questions take
thousands of nodes."""


class Asking:
    """Searches on a board, with the limits of a batch.

    Parameters
    ----------
    board : Geometry
    limits : Limits
        Those on nodes are of each search, those on time of all together.
    """

    def __init__(self, board: Geometry, limits: Limits) -> None:
        self.board = board
        self.limits = limits._replace(progress=None)

    def solve(
        self,
        puzzles: BoardBatch | NDArray[Any],
        limit: int = 2,
        likely: NDArray[np.uint8] | None = None,
        patience: int | None = None,
    ) -> BatchResult:
        """Return the results of a batch, or of candidates, perhaps near grids that are known.

        `patience` are the most nodes of each search, if that is fewer than the limit.
        """
        if isinstance(puzzles, np.ndarray):
            puzzles = batch_of_masks(puzzles, self.board)
        limits = self.limits if patience is None else self.limits.within(patience)
        return solve_boards(puzzles, limits, limit, likely=likely)


def minimize_boards(
    batch: BoardBatch,
    limits: Limits,
    seed: int | None,
    items: NDArray[np.int64] | None = None,
) -> MinimalBatch:
    """Minimise a batch, see `lowbit.minimize_many`.

    `items` says which of the random orders of the seed each puzzle gets; by default its row.
    """
    asking = Asking(batch.geometry, limits)
    solved = asking.solve(batch)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    masks, solutions = batch.masks[unique].copy(), solved.solutions[unique]
    numbers = unique if items is None else items[unique]
    orders = [
        _order(masks[at], asking.board, seed, item) for at, item in enumerate(numbers.tolist())
    ]
    spent = solved.nodes[unique]
    known, nodes = strip(masks, solutions, orders, asking, spent=spent, progress=limits.progress)
    status, all_nodes = solved.status.copy(), solved.nodes.copy()
    status[unique[~known]] = Status.LIMIT_REACHED
    all_nodes[unique] = nodes
    left = np.zeros_like(solved.solutions)
    left[unique] = np.where(are_givens(masks) & known[:, None], solutions, 0)
    return MinimalBatch(status, left, all_nodes, reasons=solved.reasons, geometry=asking.board)


def strip_large(puzzle: Grid, solution: Grid, seed: int | None, item: int, asking: Asking) -> Grid:
    """Minimise a puzzle on a large board that has this one solution, see `lowbit.minimize`."""
    masks = np.array([puzzle.allowed], dtype_of(asking.board))
    solutions = np.array([list(solution.givens)], np.uint8)
    order = _order(masks[0], asking.board, seed, item)
    known, nodes = strip(masks, solutions, [order], asking)
    if not known.all():
        raise LimitReachedError("a limit ended the search", int(nodes.sum()))
    return Grid.from_masks(masks[0].tolist(), asking.board)


def minimizing_on(board: Geometry, seed: int | None, max_nodes: int | None) -> Change:
    """Return a function that minimises the puzzles of a text, in the orders of `seed`."""

    def change(
        digits: NDArray[np.uint8],
        numbers: NDArray[np.int64],
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        limits = Limits(max_nodes, threads=threads, progress=progress)
        minimal = minimize_boards(read_boards(digits, board), limits, seed, numbers)
        return minimal.puzzles, minimal.status == Status.UNIQUE

    return change


def _order(masks: NDArray[Any], board: Geometry, seed: int | None, item: int) -> list[Unit]:
    """Return the givens of a puzzle in the order in which `minimize` tries them."""
    cells = list(range(len(masks)))
    if seed is not None:
        SplitMix64(seed_or_any(seed), item).shuffle(cells)
    is_given = are_givens(masks)
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


def strip(  # noqa: PLR0913 - what and how, by name
    masks: NDArray[Any],
    solutions: NDArray[np.uint8],
    units: Sequence[Sequence[Unit]],
    asking: Asking,
    *,
    at_least: NDArray[np.int64] | None = None,
    spent: NDArray[np.int64] | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Remove the givens that can go, unit by unit, from puzzles with one solution.

    The result is that of the plain loop, which tries one unit after another, but on large boards
    the units that take long are tried last.

    Parameters
    ----------
    masks : unsigned[n, n_cells]
        Changed.
    solutions : uint8[n, n_cells]
        The one solution of each.
    units : sequence of sequences of sequences of int
        The units of each puzzle, in the order in which they are tried.
    asking : Asking
    at_least : int64[n], optional
        Each puzzle keeps at least so many givens.
    spent : int64[n], optional
        The nodes that were visited before, which count towards the limit.
    progress : callable, optional

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
    all_ = [Stripping(asking.board, *row) for row in rows]
    for one, nodes_before in zip(all_, before, strict=True):
        one.nodes = nodes_before
    while open_ones := [one for one in all_ if one.is_open]:
        for (limit, patience), some in by_limits(open_ones):
            _ask(some, asking, limit, patience)
        if progress is not None:
            progress(sum(not one.is_open for one in all_), n)
    known, nodes = zip(*((one.known, one.nodes) for one in all_), strict=True) if n else ((), ())
    return np.array(known, bool), np.array(nodes, np.int64)


def _ask(some: list[Stripping], asking: Asking, limit: int, patience: int | None) -> None:
    """Search the next queries of some puzzles, and hand each its answers.

    Those that have visited too many nodes by then are given up: so which ones depends neither on
    the other puzzles nor on the queries made at the same time.
    """
    most = asking.limits.max_nodes
    if most is not None:
        left = most - min(one.nodes for one in some)
        patience = left if patience is None else min(left, patience)
    asked = [one.asked() for one in some]
    solutions = np.array([one.solution for one in some])
    likely = np.repeat(solutions, [len(own) for own in asked], axis=0)
    found = asking.solve(np.concatenate(asked), limit, likely, patience)
    columns = found.status, found.n_solutions, found.nodes
    answers = zip(*(column.tolist() for column in columns), strict=True)
    for one, own in zip(some, asked, strict=True):
        one.hear(islice(answers, len(own)))
        if most is not None and one.nodes > most:
            one.known, one.nodes = False, most


def redundant_on(batch: BoardBatch, limits: Limits) -> ValueBatch[tuple[int, ...]]:
    """Return which givens can go, each alone, see `lowbit.redundant_givens_many`."""
    asking = Asking(batch.geometry, limits)
    solved = asking.solve(batch)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    can_go, is_known = which_can_go(batch.masks[unique], asking, solved.solutions[unique])
    place = place_of(solved)
    return values_of_unique(solved.status, unique, can_go, is_known, as_cells, **place)


def minimal_on(batch: BoardBatch, limits: Limits) -> ValueBatch[bool]:
    """Return which puzzles are minimal, see `lowbit.is_minimal_many`."""
    return which_need_all(redundant_on(batch, limits))


def which_can_go(
    masks: NDArray[Any], asking: Asking, solutions: NDArray[np.uint8] | None = None
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which givens of puzzles with one solution can go, each alone, and where that is known.

    The solutions, if they are given, guide the searches.
    """
    asked, places, cells = without_each(masks, asking.board)
    found = asking.solve(asked, 1, None if solutions is None else solutions[places])
    can_go, is_known = np.zeros(masks.shape, np.bool_), np.ones(len(masks), np.bool_)
    can_go[places, cells] = found.status == Status.NONE
    is_known[places[found.status == Status.LIMIT_REACHED]] = False
    return can_go, is_known


def without_each(
    masks: NDArray[Any], board: Geometry
) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
    """Return puzzles that have a solution where a given can go, and their rows and the cells.

    In each another digit is to go where the given was.
    """
    places, cells = np.nonzero(are_givens(masks))
    asked = masks[places]
    asked[np.arange(places.size), cells] ^= asked.dtype.type(board.full_mask)
    return asked, places, cells


def candidates_on(batch: BoardBatch, limits: Limits) -> ValueBatch[Grid]:
    """Return the candidates that occur in solutions, see `lowbit.true_candidates_many`."""
    asking = Asking(batch.geometry, limits)
    solved = asking.solve(batch)
    seen, status = _bits(solved.solutions, batch.masks.dtype), solved.status
    several = np.flatnonzero(status == Status.SEVERAL)

    def ask(masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        found = asking.solve(masks, 1)
        return _bits(found.solutions, seen.dtype), found.status == Status.LIMIT_REACHED

    seen[several], is_known = candidates_in_rounds(batch.masks[several], seen[several], ask)
    status[several[~is_known]] = Status.LIMIT_REACHED
    return ValueBatch.of(status, seen, as_candidates, **place_of(solved))


def _bits(digits: NDArray[np.uint8], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return the masks of digits; 0 for digit 0."""
    ones = dtype.type(1) << (np.maximum(digits, 1) - 1).astype(dtype)
    bits: NDArray[Any] = np.where(digits > 0, ones, dtype.type(0))
    return bits
