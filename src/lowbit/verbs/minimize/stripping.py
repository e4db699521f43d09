"""Puzzles stripped of the givens that can go: arrays in, arrays out.

Minimising and generating share this. See `lowbit.kernels.classic.making.minimal`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.batch.candidates import puzzles_from_masks
from lowbit.batch.masks import are_single
from lowbit.batch.result import Results
from lowbit.errors import InputError
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import SearchJob, run
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.making.minimal import STEPS, Removal, new_chains, strip
from lowbit.kernels.classic.search import SWEEPS_AT_ONCE, LaneLimits, new_answers
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import native_lanes
from lowbit.limits import NO_LIMITS, Limits
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.classic.search import Answers, Puzzles
    from lowbit.puzzle import Puzzle

EACH_ALONE = np.arange(N_CELLS)


@dataclass(frozen=True, slots=True)
class MinimalResult:
    """A minimised puzzle of a batch.

    Parameters
    ----------
    status : Status
        UNIQUE if the puzzle is minimal now, LIMIT_REACHED if a limit came first, else why there
        is nothing to minimise.
    puzzle : Grid, Puzzle if it has constraints, or None
        The puzzle with the givens that are left; None unless UNIQUE.
    nodes : int
        The nodes of search trees that were visited.
    reason : str or None
        Why it is INVALID, if the item it was read from is known.

    Examples
    --------
    >>> from lowbit import minimize_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = minimize_many([puzzle, "." * 81])
    >>> [(str(result.status), result.puzzle and result.puzzle.n_clues) for result in batch]
    [('unique', 23), ('several', None)]
    """

    status: Status
    puzzle: Grid | Puzzle | None
    nodes: int
    reason: str | None = field(default=None, compare=False)

    @property
    def answer(self) -> Grid | Puzzle | None:
        """The puzzle with the givens that are left, as `lowbit.write` takes it."""
        return self.puzzle


@dataclass(frozen=True, eq=False, repr=False)
class MinimalBatch(Results[MinimalResult]):
    """The minimised puzzles of a batch, row for row.

    A sequence of `MinimalResult`, with all that `Results` has; `to_strings()` gives each puzzle
    with the givens that are left.

    Parameters
    ----------
    status : uint8[n]
        A `lowbit.Status` each: UNIQUE where the puzzle is minimal now, LIMIT_REACHED where a limit
        came first, else why there is nothing to minimise.
    puzzles : uint8[n, 81]
        The givens that are left; all 0 unless UNIQUE.
    nodes : int64[n]
        The nodes of search trees that were visited.
    with_constraints : tuple of Grid, Puzzle or None, optional
        The puzzle of each row, if some have constraints; `puzzles` has their givens.
    masks : unsigned[n, 81], optional
        The candidates of the puzzles, if cells of some are restricted.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import minimize_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = minimize_many([puzzle, "." * 81])
    >>> batch
    <MinimalBatch of 2 puzzles: 1 unique, 1 several>
    >>> batch.to_strings()
    ['6....2.4...29..78.18....9....9...4715.6..4....7...........2...5...7.....2..3.....', '']
    """

    puzzles: NDArray[np.uint8]
    nodes: NDArray[np.int64]
    with_constraints: tuple[Grid | Puzzle | None, ...] | None = None
    masks: NDArray[Any] | None = None

    def to_strings(self) -> list[str]:
        """Return each puzzle that is left, as pencilmarks if cells are restricted; "" for none."""
        strings = super().to_strings()
        if self.masks is not None:
            for row in np.flatnonzero(self.status == Status.UNIQUE).tolist():
                grid = Grid.from_masks(self.masks[row].tolist(), self.geometry)
                strings[row] = puzzle_text(grid)
        return strings

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        return self.puzzles, self.status == Status.UNIQUE

    def _record(self, row: int) -> MinimalResult:
        status = Status(self.status[row])
        return MinimalResult(
            status,
            self._puzzle(row) if status == Status.UNIQUE else None,
            int(self.nodes[row]),
            self.reasons.get(row),
        )

    def _puzzle(self, row: int) -> Grid | Puzzle | None:
        if self.masks is not None:
            return Grid.from_masks(self.masks[row].tolist(), self.geometry)
        kept = self.with_constraints
        return self._grid(row, self.puzzles) if kept is None else kept[row]


def kept_masks(
    result: MinimalBatch, rows: NDArray[np.int64], masks: NDArray[Any], board: Geometry
) -> NDArray[Any] | None:
    """Return the candidates of minimised puzzles, or None if no cells are restricted.

    Parameters
    ----------
    result : MinimalBatch
        Their givens.
    rows : int64[m]
        Those that had one solution.
    masks : unsigned[m, n_cells]
        The candidates of these before.
    board : Geometry
    """
    single = are_single(masks)
    if (single | (masks == board.full_mask)).all():
        return None
    kept = np.zeros((len(result), board.n_cells), masks.dtype)
    gone = single & (result.puzzles[rows] == 0)
    kept[rows] = np.where(gone, masks.dtype.type(board.full_mask), masks)
    return kept


def strip_puzzles(  # noqa: PLR0913 - most by name
    masks: NDArray[np.uint16],
    solutions: NDArray[np.uint8],
    *,
    seed: int = 0,
    items: NDArray[np.int64] | None = None,
    groups: ArrayLike | None = None,
    stays: ArrayLike | None = None,
    at_least: int = 0,
    limits: Limits = NO_LIMITS,
) -> MinimalBatch:
    """Remove givens from puzzles with one solution, in order, as long as the solution stays unique.

    Each *group* of cells is tried once; it goes if the puzzle has one solution without it. The
    puzzle that is left has one solution, but several without any of the groups that are left.

    Parameters
    ----------
    masks : uint16[n, 81]
        The candidates of the puzzles; a cell with one is a given. For full grids:
        ``1 << solutions - 1``.
    solutions : uint8[n, 81]
        The one solution of each. Nothing is checked.
    seed : int, default 0
        From 0 to 2**64 - 1.
    items : int64[n], optional
        The number of the random order that each puzzle gets, from 0; IN_ORDER, which is -1, for
        the groups in the order of their numbers. By default 0, 1, 2 ...
    groups : int[81], optional
        A number for each cell. Givens with the same number go together or not at all. By default
        each goes alone.
    stays : bool[81], optional
        The cells whose givens always stay.
    at_least : int, default 0
        Each puzzle keeps at least so many givens.
    limits : Limits, optional
        The nodes of each puzzle, the time of the whole batch.

    Returns
    -------
    MinimalBatch
        The same for any number of threads.

    Raises
    ------
    InputError
        If the arrays do not fit.
    """
    n = len(solutions)
    if masks.shape != (n, N_CELLS) or solutions.shape != (n, N_CELLS):
        raise InputError(f"masks and solutions are [n, 81], not {masks.shape}, {solutions.shape}")
    puzzles = puzzles_from_masks(masks)
    minimal = np.zeros((n, N_CELLS), np.uint8)
    cells, starts = _units(groups, stays)
    task = Removal(
        puzzles.masks,
        np.require(solutions, np.uint8, ["C", "A", "W"]).reshape(-1),
        minimal.reshape(-1),
        cells,
        starts,
        np.arange(n) if items is None else np.require(items, np.int64, ["C", "A", "W"]),
        np.uint64(seed),
        at_least,
        STEPS,
    )
    answers = new_answers(n)
    run(StrippingJob(puzzles, answers, task, limits), **limits.of_work)
    return MinimalBatch(answers.status, minimal, answers.nodes)


class StrippingJob(SearchJob):
    """A batch that is stripped."""

    def __init__(self, puzzles: Puzzles, answers: Answers, task: Removal, limits: Limits) -> None:
        own = LaneLimits(1, limits.most_nodes)
        super().__init__(puzzles, answers, own, limits.seconds_left, native_lanes())
        self.task = task

    def advancing(self, lanes: Lanes) -> Callable[[], int]:
        """Return a function that continues for a few milliseconds, with chains of its own."""
        known = lanes, new_chains(self.lanes), self.task, self.answers, self.limits
        return bind(strip, *known, SWEEPS_AT_ONCE)


def _units(
    groups: ArrayLike | None, stays: ArrayLike | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cells that may go, group by group, and where each group begins and ends."""
    numbers = EACH_ALONE if groups is None else np.asarray(groups)
    may_go = np.ones(N_CELLS, bool) if stays is None else ~np.asarray(stays, bool)
    if numbers.shape != (N_CELLS,) or may_go.shape != (N_CELLS,):
        raise InputError("groups and stays have a number for each of the 81 cells")
    cells = np.argsort(numbers, kind="stable")
    cells = cells[may_go[cells]]
    _, starts = np.unique(numbers[cells], return_index=True)
    return cells.astype(np.int64), np.append(starts, cells.size).astype(np.int64)
