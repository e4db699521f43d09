"""The examination of each row on its own, on boards other than the classic one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.audit.examine import (
    NO,
    ROW,
    UNKNOWN,
    YES,
    Examined,
    candidates_of,
    details_of,
    given_of,
    keys_of_puzzles,
    verdicts_of,
)
from lowbit.audit.findings import Given
from lowbit.batch.boards import batch_of_masks, mask_of_digit
from lowbit.batch.masks import are_single
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.canonical.many import canonical_many
from lowbit.verbs.minimize.needed_givens import which_can_go
from lowbit.verbs.solve.boards import solve_boards
from lowbit.verbs.solve.handover import Solutions

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    from lowbit.audit.examine import ExamineLimits, GivenSolutions
    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.result import BatchResult
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress


def examine_boards(
    puzzles: BoardBatch,
    given: GivenSolutions[BoardBatch] | None,
    limits: ExamineLimits,
    progress: Progress | None = None,
) -> Examined:
    """Examine each row on its own, as `lowbit.audit.examine.examine` does on the classic board.

    Parameters
    ----------
    puzzles : BoardBatch
    given : GivenSolutions or None
        The solutions in the rows.
    limits : ExamineLimits
    progress : callable, optional
        Called from time to time.
    """
    solved = solve_boards(puzzles, Limits(limits.max_nodes, None, 1, progress), limits.limit)
    valid = np.flatnonzero(solved.status != Status.INVALID)
    rows = np.zeros(len(solved), ROW)
    rows["given"] = Given.NOT_ASKED
    if given is not None:
        rows["given"][valid] = _what_is_given(given, puzzles, valid, solved)
    rows["verdict"] = verdicts_of(solved, rows["given"])
    rows["n_clues"][valid] = np.count_nonzero(are_single(puzzles.masks[valid]), axis=1)
    rows["minimal"] = UNKNOWN
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    rows["minimal"][unique] = _minimal(puzzles, unique, limits, progress)
    return Examined(
        rows, _keys(puzzles, valid, progress), _details(puzzles, solved, limits, progress)
    )


def _what_is_given(
    given: GivenSolutions[BoardBatch],
    puzzles: BoardBatch,
    valid: NDArray[np.int64],
    solved: BatchResult,
) -> NDArray[np.uint8]:
    """Return how the solutions in the rows relate to their puzzles."""
    claimed = given.puzzles.masks[valid]
    is_full = given.puzzles.valid[valid] & are_single(claimed).all(axis=1)
    keeps_rules = np.ones(valid.size, bool)
    for house in puzzles.geometry.houses:
        cells = claimed[:, list(house.cells)]  # a bit each, whose sum is their union if all differ
        keeps_rules &= cells.sum(axis=1, dtype=np.int64) == np.bitwise_or.reduce(cells, axis=1)
    fits = (claimed & puzzles.masks[valid] != 0).all(axis=1)
    kinds = given_of(solved.status[valid], fits, keeps_rules)
    kinds = np.where(is_full, kinds, np.uint8(Given.UNREADABLE))
    return np.where(given.is_missing[valid], np.uint8(Given.MISSING), kinds).astype(np.uint8)


def _minimal(
    puzzles: BoardBatch,
    rows: NDArray[np.int64],
    limits: ExamineLimits,
    progress: Progress | None,
) -> NDArray[np.uint8]:
    """Return whether puzzles with one solution are minimal: each given is tried alone."""
    own = Limits(limits.max_nodes, None, 1, progress)
    can_go, is_known = which_can_go(puzzles.geometry, puzzles.masks[rows], own)
    is_minimal = np.where(is_known, np.uint8(YES), np.uint8(UNKNOWN))
    return np.where(can_go.any(axis=1), np.uint8(NO), is_minimal)


def _keys(
    puzzles: BoardBatch, valid: NDArray[np.int64], progress: Progress | None
) -> NDArray[np.void]:
    masks, board = puzzles.masks[valid], puzzles.geometry
    forms = canonical_many(batch_of_masks(masks, board), geometry=board, progress=progress)
    return keys_of_puzzles(valid, masks, candidates_of(forms, masks, mask_of_digit(board)))


def _details(
    puzzles: BoardBatch,
    solved: BatchResult,
    limits: ExamineLimits,
    progress: Progress | None,
) -> pa.RecordBatch:
    board = puzzles.geometry
    others = np.zeros_like(solved.solutions)
    several = np.flatnonzero(solved.status == Status.SEVERAL)
    for at, row in enumerate(several.tolist()):
        others[row] = _other_solution(puzzles.masks[row], solved.solutions[row], board, limits)
        if progress is not None:
            progress(at, several.size)
    return details_of(solved, others, board)


def _other_solution(
    masks: NDArray[Any], solution: NDArray[np.uint8], board: Geometry, limits: ExamineLimits
) -> list[int]:
    """Return a second solution of a puzzle with several; zeros if none was found."""
    found = Solutions(Grid.from_masks(masks.tolist(), board), 2, Limits(limits.max_nodes))
    try:
        return next(list(grid) for grid in found if list(grid) != solution.tolist())
    except LimitReachedError:
        return [0] * len(masks)
