"""Redundant givens of a batch: whether a puzzle has any, and which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.candidates import puzzles_from_masks
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.masks import are_single
from lowbit.batch.values import as_bool, as_cells, place_of
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.making.minimal import IN_ORDER
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.answers import portions, values_of_unique, which_need_all
from lowbit.verbs.minimize.stripping import strip_puzzles
from lowbit.verbs.solve.many import solve_batch, solve_classic, solve_masks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.batch.result import BatchResult
    from lowbit.batch.values import ValueBatch
    from lowbit.geometry import BoardLike, Geometry
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
) -> ValueBatch[bool]:
    """Return which puzzles need each of their givens to have exactly one solution.

    Parameters
    ----------
    puzzles, geometry, max_nodes, time_limit, threads, progress
        As for `minimize_many`.

    Returns
    -------
    ValueBatch
        Whether each does: ``array`` is bool[n]. Only UNIQUE puzzles have an answer; for the others
        the status says why not, LIMIT_REACHED if `max_nodes` or `time_limit` came first.

    Raises
    ------
    InputError
        As for `minimize_many`.

    Examples
    --------
    >>> hard = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> found = is_minimal_many([hard, hard.replace("7", "."), "no puzzle"])
    >>> [(str(row.status), row.answer) for row in found]
    [('unique', False), ('several', None), ('invalid', None)]
    """
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(max_nodes, time_limit, threads, progress),
        classic=_minimal,
        boards=lambda *asked: which_need_all(_redundant(*asked)),
        variants="lowbit.verbs.minimize.variants_many:minimal_variants",
    )


def _minimal(batch: Batch, limits: Limits) -> ValueBatch[bool]:
    solved, unique, masks = _solved(batch, limits)
    need_all, is_known = which_are_minimal(masks, solved.solutions[unique], limits)
    place = place_of(solved)
    return values_of_unique(solved.status, unique, need_all, is_known, as_bool, **place)


def _solved(
    batch: Batch | BoardBatch, limits: Limits
) -> tuple[BatchResult, NDArray[np.int64], NDArray[Any]]:
    """Return the results of a batch, the rows with one solution, and their candidates."""
    solved = solve_batch(batch, limits.silent)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    return solved, unique, batch.masks_of(unique)


def which_are_minimal(
    masks: NDArray[np.uint16], solutions: NDArray[np.uint8], limits: Limits
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
    limits : Limits

    Returns
    -------
    is_minimal, is_known : bool[n]
        Both are False where a limit came first.
    """
    given = are_single(masks)
    places, cells = np.nonzero(given & (given.cumsum(axis=1) <= FEW_GIVENS))
    asked = _with_another_digit(CLASSIC, masks, places, cells)
    others = solve_classic(puzzles_from_masks(asked), limits, 1)
    is_minimal = np.ones(len(masks), bool)
    is_minimal[places[others.status == Status.NONE]] = False
    rows = np.flatnonzero(is_minimal)
    stripped = strip_puzzles(
        masks[rows],
        solutions[rows],
        items=np.full(rows.size, IN_ORDER),
        limits=limits,
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
) -> ValueBatch[tuple[int, ...]]:
    """Return the redundant givens of each puzzle: it can do without any one, not without all.

    Parameters
    ----------
    puzzles, geometry, time_limit, threads, progress
        As for `minimize_many`.
    max_nodes : int, optional
        The most nodes to visit in each search; a puzzle takes one, and one for each given.

    Returns
    -------
    ValueBatch
        Their cells, as from `redundant_givens`; ``array`` is bool[n, 81], which cells they are.
        Only UNIQUE puzzles have an answer, as from `is_minimal_many`.

    Raises
    ------
    InputError
        As for `minimize_many`.

    Examples
    --------
    >>> hard = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> found = redundant_givens_many([hard, "." * 81])
    >>> found[0].answer, found.array.shape, found[1].answer
    ((27, 29), (2, 81), None)
    """
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(max_nodes, time_limit, threads, progress),
        classic=_redundant,
        boards=_redundant,
        variants="lowbit.verbs.minimize.variants_many:redundant_in_variants",
    )


def _redundant(batch: Batch | BoardBatch, limits: Limits) -> ValueBatch[tuple[int, ...]]:
    solved, unique, masks = _solved(batch, limits)
    n, n_others = len(solved), len(solved) - unique.size
    own = limits.telling(lambda done, _: (n_others + done, n))
    can_go, is_known = which_can_go(batch.geometry, masks, own, solved.solutions[unique])
    place = place_of(solved)
    return values_of_unique(solved.status, unique, can_go, is_known, as_cells, **place)


def which_can_go(
    board: Geometry,
    masks: NDArray[Any],
    limits: Limits,
    solutions: NDArray[np.uint8] | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which givens of puzzles with one solution can go, each alone.

    Parameters
    ----------
    board : Geometry
    masks : unsigned[n, n_cells]
        The candidates of the puzzles. Nothing is checked.
    limits : Limits
        Those on nodes are of each search.
    solutions : uint8[n, n_cells], optional
        The solutions, if they are to guide the searches on boards other than the classic one.

    Returns
    -------
    can_go : bool[n, n_cells]
    is_known : bool[n]
        False where a limit came first.
    """
    can_go, is_known = np.zeros(masks.shape, np.bool_), np.ones(len(masks), np.bool_)
    for rows in portions(board, len(masks)):
        places, cells = np.nonzero(are_single(masks[rows]))
        has_guide = solutions is not None and board != CLASSIC
        likely = solutions[rows][places] if has_guide else None  # type: ignore[index]  # there are
        asked = _with_another_digit(board, masks[rows], places, cells)
        status = solve_masks(board, asked, limits.silent, 1, likely).status
        del asked  # which takes more memory than all the rest
        can_go[rows.start + places, cells] = status == Status.NONE
        is_known[rows.start + places[status == Status.LIMIT_REACHED]] = False
        if limits.progress:
            limits.progress(rows.start, len(masks))
    return can_go, is_known


def _with_another_digit(
    board: Geometry, masks: NDArray[Any], places: NDArray[np.int64], cells: NDArray[np.int64]
) -> NDArray[Any]:
    """Return the candidates of puzzles in which one given is replaced by all other digits."""
    asked = masks[places]
    asked[np.arange(places.size), cells] ^= asked.dtype.type(board.full_mask)
    return asked
