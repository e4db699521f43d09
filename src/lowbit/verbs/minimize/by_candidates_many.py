"""Puzzles of a batch in which every candidate that is left out is needed: minimal Sukaku."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.masks import digits_of_masks
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.status import Status
from lowbit.verbs.minimize.letting_back import let_back
from lowbit.verbs.minimize.stripping import MinimalBatch
from lowbit.verbs.solve.many import solve_batch

if TYPE_CHECKING:
    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.core.threads import Progress

SIDE_BY_SIDE: Final = 64
"""Puzzles whose candidates come back side by side."""


def minimal_candidates_many(  # noqa: PLR0913 - as minimize_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MinimalBatch:
    """Return, for each puzzle, one with more candidates that needs all that it leaves out.

    Parameters
    ----------
    puzzles, geometry, time_limit, threads, progress
        As for `minimize_many`.
    seed : int, optional
        From 0 to 2**64 - 1. Candidates come back one after another, each that can: cell by cell if
        None, else in a random order that depends on the seed and the row.
    max_nodes : int, optional
        The most nodes to visit in each search; a puzzle takes at most one for each candidate that
        is left out, and some more.

    Returns
    -------
    MinimalBatch
        A row for each puzzle, in order; ``masks`` has the candidates of those that are UNIQUE, and
        ``puzzles`` the givens among them.

    Raises
    ------
    InputError
        As for `minimize_many`.

    Examples
    --------
    >>> batch = minimal_candidates_many(["1.3..4....4....1", "." * 16], geometry="4x4")
    >>> batch
    <MinimalBatch of 2 puzzles: 1 unique, 1 several>
    >>> batch.to_strings()[0]
    '1.341234..34123412341..412341234123412341..412341234123412341...'
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    return answered(
        batch_of(puzzles, geometry),
        limits,
        seed if seed is None else seed_or_any(seed),
        classic=_of_grids,
        boards=_of_grids,
        variants="lowbit.verbs.minimize.variants_many:candidates_let_back",
    )


def _of_grids(batch: Batch | BoardBatch, limits: Limits, seed: int | None) -> MinimalBatch:
    board, solved = batch.geometry, solve_batch(batch, limits.silent)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    masks = batch.masks_of(unique)
    status, nodes = solved.status.copy(), solved.nodes.copy()
    for first in range(0, unique.size, SIDE_BY_SIDE):
        part = slice(first, first + SIDE_BY_SIDE)
        rows = unique[part]
        numbered = zip(masks[part].tolist(), rows.tolist(), strict=True)
        orders = [_order(mask, board, seed, row) for mask, row in numbered]
        found = let_back(board, masks[part], orders, limits.silent)
        nodes[rows] += found.nodes
        status[rows[~found.is_known]] = Status.LIMIT_REACHED
        if limits.progress:
            limits.progress(len(solved) - unique.size + first + rows.size, len(solved))
    every = np.zeros((len(solved), board.n_cells), masks.dtype)
    every[unique] = masks
    every[status != Status.UNIQUE] = 0
    result = MinimalBatch(status, digits_of_masks(every), nodes, masks=every, geometry=board)
    return replace(result, reasons=solved.reasons)


def _order(masks: list[int], board: Geometry, seed: int | None, row: int) -> list[int]:
    """Return the candidates that a puzzle leaves out as numbers, the first to come back first."""
    numbers = [
        cell * board.size + digit
        for cell, mask in enumerate(masks)
        for digit in range(board.size)
        if not mask >> digit & 1
    ]
    if seed is not None:
        SplitMix64(seed, row).shuffle(numbers)
    return numbers
