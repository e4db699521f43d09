"""True candidates of a batch: those that occur in some solution of their puzzle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.arguments import deadline_after
from lowbit.batch.candidates import masks_of_puzzles
from lowbit.batch.masks import masks_of_digits
from lowbit.batch.variants import board_or_classic, has_variants, listed
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.answers import PORTION, all_solved, solutions_of
from lowbit.verbs.solve.many import other_board
from lowbit.verbs.solve.rounds import next_cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.kernels.core.threads import Progress

    Ask = Callable[[NDArray[np.uint16]], NDArray[np.uint8]]
    """Returns a solution of each puzzle."""

FEW_CELLS: Final = 8
"""The most cells of a puzzle that a round of queries covers in a large batch: the solutions it
finds answer most of the other queries."""


def true_candidates_many(  # noqa: PLR0913 - as minimize_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.unsignedinteger[Any]]:
    """Return the candidates of each puzzle that occur in some of its solutions.

    Parameters
    ----------
    puzzles, geometry, time_limit, threads, progress
        As for `minimize_many`.
    max_nodes : int, optional
        The most nodes to visit in each search; a puzzle takes at most one search per candidate.

    Returns
    -------
    uint16[n, 81]
        Masks, bit ``d - 1`` for digit d; all 0 for a puzzle without a solution, and for an
        invalid one. uint32 on boards with more than 16 digits.

    Raises
    ------
    LimitReachedError, InputError
        As for `is_minimal_many`.

    Examples
    --------
    >>> masks = true_candidates_many(["12345678." + "." * 72, "11" + "." * 79])
    >>> masks[:, 8:10]
    array([[256, 504],
           [  0,   0]], dtype=uint16)
    """
    puzzles = listed(puzzles, geometry)
    if has_variants(puzzles, board_or_classic(geometry)):
        from lowbit.verbs.minimize.variants_many import candidates_of_variants  # noqa: PLC0415 - kernels of variants
        from lowbit.verbs.solve.variants_many import BatchBudget  # noqa: PLC0415 - as above

        return candidates_of_variants(
            puzzles, geometry, BatchBudget(max_nodes, time_limit, threads, progress)
        )
    board = other_board(geometry)
    if board is not None:
        from lowbit.verbs.minimize import boards  # noqa: PLC0415 - kernels of boards

        asking = boards.Asking(board, Limits.of(max_nodes, time_limit, threads))
        return boards.candidates_on(puzzles, asking)
    deadline = deadline_after(time_limit)
    batch, solved = all_solved(puzzles, max_nodes, time_limit, threads)
    seen = masks_of_digits(solved.solutions)
    several = np.flatnonzero(solved.status == Status.SEVERAL)
    for first in range(0, several.size, PORTION):
        rows = several[first : first + PORTION]
        ask = partial(solutions_of, max_nodes=max_nodes, deadline=deadline, threads=threads)
        seen[rows] = _true_candidates(masks_of_puzzles(batch, rows), seen[rows], ask)
        if progress:
            progress(len(solved) - several.size + first, len(solved))
    return seen


def _true_candidates(
    masks: NDArray[np.uint16], seen: NDArray[np.uint16], ask: Ask
) -> NDArray[np.uint16]:
    """Return the candidates in the solutions of puzzles, some of which are known already.

    Each round searches, for some cells of every puzzle, for a solution with a candidate not seen
    there yet; with few puzzles for many cells, to fill the lanes.
    """
    seen = seen.copy()
    unknown = masks & ~seen
    while (rows := np.flatnonzero(unknown.any(axis=1))).size:
        places, cells = next_cells(unknown[rows] != 0, FEW_CELLS)
        rows = rows[places]
        asked = masks[rows]
        bits = unknown[rows, cells]
        bits &= ~bits + np.uint16(1)
        asked[np.arange(rows.size), cells] = bits
        np.bitwise_or.at(seen, rows, masks_of_digits(ask(asked)))
        unknown[rows, cells] &= ~bits
        unknown &= ~seen
    return seen
