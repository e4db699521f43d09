"""Redundant givens of a batch: whether a puzzle has any, and which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.arguments import deadline_after, seconds_left
from lowbit.batch.candidates import masks_of_puzzles, puzzles_from_masks
from lowbit.batch.masks import are_single
from lowbit.batch.variants import board_or_classic, has_variants, listed
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.making.minimal import IN_ORDER
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.answers import PORTION, all_solved
from lowbit.verbs.minimize.stripping import strip_puzzles
from lowbit.verbs.solve.many import other_board, require_known, solve_puzzles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.kernels.core.threads import Progress

FEW_GIVENS: Final = 4
"""The givens of a puzzle that are tried before it is stripped: among puzzles with thirty givens,
hardly one in a thousand needs these but not all the others."""


def is_minimal_many(  # noqa: PLR0913 - as minimize_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.bool_]:
    """Return which puzzles have exactly one solution and need each of their givens for that.

    Parameters
    ----------
    puzzles, geometry, max_nodes, time_limit, threads, progress
        As for `minimize_many`.

    Returns
    -------
    bool[n]
        False for an invalid puzzle, and for one with no solution or several.

    Raises
    ------
    LimitReachedError
        If `max_nodes` or `time_limit` ended a search before its answer was known: an array has
        no place for that. `minimize_many` keeps the answers to the others.
    InputError
        As for `minimize_many`.

    Examples
    --------
    >>> hard = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> is_minimal_many([hard, hard.replace("7", "."), "no puzzle"])
    array([False, False, False])
    """
    puzzles = listed(puzzles, geometry)
    if has_variants(puzzles, board_or_classic(geometry)):
        from lowbit.verbs.minimize.variants_many import minimal_variants  # noqa: PLC0415 - kernels of variants
        from lowbit.verbs.solve.variants_many import BatchBudget  # noqa: PLC0415 - as above

        return minimal_variants(
            puzzles, geometry, BatchBudget(max_nodes, time_limit, threads, progress)
        )
    board = other_board(geometry)
    if board is not None:
        from lowbit.verbs.minimize import boards  # noqa: PLC0415 - kernels of boards

        asking = boards.Asking(board, Limits.of(max_nodes, time_limit, threads))
        return boards.minimal_on(puzzles, asking)
    deadline = deadline_after(time_limit)
    batch, solved = all_solved(puzzles, max_nodes, time_limit, threads)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    need_all, is_known = which_are_minimal(
        masks_of_puzzles(batch, unique),
        solved.solutions[unique],
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
        progress=progress,
    )
    solved.status[unique[~is_known]] = Status.LIMIT_REACHED
    require_known(solved.status, solved.nodes)
    is_minimal = np.zeros(len(solved), bool)
    is_minimal[unique] = need_all
    return is_minimal


def which_are_minimal(  # noqa: PLR0913 - most by name
    masks: NDArray[np.uint16],
    solutions: NDArray[np.uint8],
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which puzzles with one solution need each of their givens.

    A puzzle that is not minimal can usually do without one of its first givens; only puzzles that
    need all of those are stripped.

    Parameters
    ----------
    masks : uint16[n, 81]
        The candidates of the puzzles.
    solutions : uint8[n, 81]
        The one solution of each. Nothing is checked.
    max_nodes, time_limit, threads, progress
        As for `minimize_many`.

    Returns
    -------
    is_minimal, is_known : bool[n]
        Both are False where a limit came first.
    """
    deadline = deadline_after(time_limit)
    given = are_single(masks)
    places, cells = np.nonzero(given & (given.cumsum(axis=1) <= FEW_GIVENS))
    asked = _with_another_digit(masks, places, cells)
    others = solve_puzzles(
        puzzles_from_masks(asked),
        limit=1,
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
        progress=progress,
    )
    is_minimal = np.ones(len(masks), bool)
    is_minimal[places[others.status == Status.NONE]] = False
    rows = np.flatnonzero(is_minimal)
    stripped = strip_puzzles(
        masks[rows],
        solutions[rows],
        items=np.full(rows.size, IN_ORDER),
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
        progress=progress,
    )
    n_left = np.count_nonzero(stripped.puzzles, axis=1)
    is_minimal[rows] = n_left == np.count_nonzero(given[rows], axis=1)
    is_known = np.ones(len(masks), bool)
    is_known[rows] = stripped.status == Status.UNIQUE
    return is_minimal & is_known, is_known


def redundant_givens_many(  # noqa: PLR0913 - as minimize_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.bool_]:
    """Return the redundant givens of each puzzle: it can do without any one, not without all.

    Parameters
    ----------
    puzzles, geometry, time_limit, threads, progress
        As for `minimize_many`.
    max_nodes : int, optional
        The most nodes to visit in each search; a puzzle takes one, and one for each given.

    Returns
    -------
    bool[n, 81]
        All False for a puzzle that does not have exactly one solution.

    Raises
    ------
    LimitReachedError, InputError
        As for `is_minimal_many`.

    Examples
    --------
    >>> hard = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> redundant_givens_many([hard])[0].nonzero()[0]
    array([27, 29])
    """
    puzzles = listed(puzzles, geometry)
    if has_variants(puzzles, board_or_classic(geometry)):
        from lowbit.verbs.minimize.variants_many import redundant_in_variants  # noqa: PLC0415 - kernels of variants
        from lowbit.verbs.solve.variants_many import BatchBudget  # noqa: PLC0415 - as above

        return redundant_in_variants(
            puzzles, geometry, BatchBudget(max_nodes, time_limit, threads, progress)
        )
    board = other_board(geometry)
    if board is not None:
        from lowbit.verbs.minimize import boards  # noqa: PLC0415 - kernels of boards

        asking = boards.Asking(board, Limits.of(max_nodes, time_limit, threads))
        return boards.redundant_on(puzzles, asking)
    deadline = deadline_after(time_limit)
    batch, solved = all_solved(puzzles, max_nodes, time_limit, threads)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    n_others = len(solved) - unique.size
    can_go, is_known = which_can_go(
        masks_of_puzzles(batch, unique),
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
        progress=progress and (lambda done, _: progress(n_others + done, len(solved))),
    )
    solved.status[unique[~is_known]] = Status.LIMIT_REACHED
    require_known(solved.status, solved.nodes)
    redundant = np.zeros((len(solved), N_CELLS), bool)
    redundant[unique] = can_go
    return redundant


def which_can_go(
    masks: NDArray[np.uint16],
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which givens of puzzles with one solution can go, each alone.

    Parameters
    ----------
    masks : uint16[n, 81]
        The candidates of the puzzles. Nothing is checked.
    max_nodes, time_limit, threads, progress
        As for `redundant_givens_many`.

    Returns
    -------
    can_go : bool[n, 81]
    is_known : bool[n]
        False where a limit came first.
    """
    deadline = deadline_after(time_limit)
    can_go = np.zeros(masks.shape, bool)
    is_known = np.ones(len(masks), bool)
    for first in range(0, len(masks), PORTION):
        some = masks[first : first + PORTION]
        places, cells = np.nonzero(are_single(some))
        found = solve_puzzles(
            puzzles_from_masks(_with_another_digit(some, places, cells)),
            limit=1,
            max_nodes=max_nodes,
            time_limit=seconds_left(deadline),
            threads=threads,
        )
        can_go[first + places, cells] = found.status == Status.NONE
        is_known[first + places[found.status == Status.LIMIT_REACHED]] = False
        if progress:
            progress(first, len(masks))
    return can_go, is_known


def _with_another_digit(
    masks: NDArray[np.uint16], places: NDArray[np.int64], cells: NDArray[np.int64]
) -> NDArray[np.uint16]:
    """Return the candidates of puzzles in which one given is replaced by all other digits."""
    asked = masks[places]
    asked[np.arange(places.size), cells] ^= np.uint16(CLASSIC.full_mask)
    return asked
