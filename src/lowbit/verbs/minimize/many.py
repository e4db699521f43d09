"""Minimal puzzles from the puzzles of a batch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.candidates import masks_of_puzzles
from lowbit.batch.kinds import answered, batch_of
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.making.minimal import IN_ORDER
from lowbit.limits import NO_LIMITS, Limits
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.verbs.minimize.stripping import MinimalBatch, kept_masks, strip_puzzles
from lowbit.verbs.solve.many import solve_classic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.fill import Change
    from lowbit.batch.kinds import AnyBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress


def minimize_many(  # noqa: PLR0913 - what to do, two limits and how to work
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MinimalBatch:
    """Return, for each puzzle, a minimal one with some of its givens and the same solution.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on one board, in any form that `lowbit.solve_many` takes.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    seed : int, optional
        From 0 to 2**64 - 1. Givens are tried one after another, and each that can go goes: in
        reading order if None, else in a random order that depends on the seed and the row.
    max_nodes : int, optional
        The most nodes to visit for each puzzle, to solve it and to minimise it together.
    time_limit : float, optional
        The most seconds to take for the whole batch.
    threads : int, optional
        How many threads to use; as many as there are CPUs if None. The result does not
        depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles were begun and how many there are.

    Returns
    -------
    MinimalBatch
        A row for each puzzle, in order. Only UNIQUE puzzles are minimised; for the others the
        status says why not. Restricted cells stay restricted; ``masks`` has them.

    Raises
    ------
    InputError
        If `puzzles` is not a batch of puzzles, the seed is out of range, or a limit is too small.

    Notes
    -----
    A full grid takes about 15 microseconds of one thread. The givens that are left are those that
    the plain loop leaves, which takes a search for each given.

    Examples
    --------
    >>> full = "697582143452913786183467952829635471516874239374291568748126395265349817931758624"
    >>> batch = minimize_many([full, "." * 81, "no puzzle"])
    >>> batch
    <MinimalBatch of 3 puzzles: 1 invalid, 1 unique, 1 several>
    >>> batch.puzzles[0].reshape(9, 9)[7:]
    array([[0, 6, 5, 0, 4, 0, 0, 1, 0],
           [0, 3, 1, 0, 5, 0, 0, 0, 0]], dtype=uint8)
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    return _answered(
        batch_of(puzzles, geometry), limits, seed if seed is None else seed_or_any(seed)
    )


def minimizing(board: Geometry, seed: int | None, max_nodes: int | None = None) -> Change:
    """Return the function that minimises the puzzles of a text, in the orders of `seed`."""

    def change(
        digits: NDArray[np.uint8], numbers: NDArray[np.int64], limits: Limits = NO_LIMITS
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        own = limits._replace(max_nodes=max_nodes)
        minimal = _answered(batch_of(digits, board), own, seed, numbers)
        return minimal.puzzles, minimal.status == Status.UNIQUE

    return change


def _answered(
    batch: AnyBatch, limits: Limits, seed: int | None, items: NDArray[np.int64] | None = None
) -> MinimalBatch:
    """Minimise a batch; `items` says which of the seed's orders each gets, by default its row."""
    return answered(
        batch,
        limits,
        seed,
        items,
        classic=_of_classic,
        boards="lowbit.verbs.minimize.boards:minimize_boards",
        variants="lowbit.verbs.minimize.variants_many:minimize_variants",
    )


def _of_classic(
    batch: Batch, limits: Limits, seed: int | None, items: NDArray[np.int64] | None
) -> MinimalBatch:
    minimal = _minimize(batch.puzzles, limits, seed, items)
    return replace(minimal, reasons=batch.reasons(minimal.status == Status.INVALID))


def _minimize(
    puzzles: Puzzles, limits: Limits, seed: int | None, items: NDArray[np.int64] | None
) -> MinimalBatch:
    """Minimise puzzles that were read, see `minimize_many`."""
    solved = solve_classic(puzzles, limits.silent)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    n, n_others = len(solved), len(solved) - unique.size
    masks = masks_of_puzzles(puzzles, unique)
    stripped = strip_puzzles(
        masks,
        solved.solutions[unique],
        seed=seed or 0,
        items=_items(unique if items is None else items[unique], seed),
        limits=limits.telling(lambda done, _: (n_others + done, n)),
    )
    result = MinimalBatch(solved.status, np.zeros((n, N_CELLS), np.uint8), solved.nodes)
    nodes = solved.nodes[unique] + stripped.nodes
    most = nodes.max(initial=0) if limits.max_nodes is None else limits.max_nodes
    fits = nodes <= most
    result.status[unique] = np.where(fits, stripped.status, Status.LIMIT_REACHED)
    result.puzzles[unique] = stripped.puzzles * fits[:, None]
    result.nodes[unique] = np.minimum(nodes, most)
    if not puzzles.masks.size:
        return result
    return replace(result, masks=kept_masks(result, unique, masks, CLASSIC))


def _items(items: NDArray[np.int64], seed: int | None) -> NDArray[np.int64]:
    """Return the number of the random order that each puzzle gets, if there is a seed."""
    return np.full_like(items, IN_ORDER) if seed is None else items
