"""Minimal puzzles, redundant givens and true candidates of a batch.

The same questions as in `lowbit.verbs.minimize.one`, asked of thousands or millions of classic
puzzles at once: all searches for a second solution, or for a candidate, lie side by side in the
lanes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.arguments import deadline_after, seconds_left
from lowbit.batch.masks import are_single, masks_of_digits
from lowbit.batch.puzzles import masks_of_puzzles, puzzles_from_masks, read_batch, read_puzzles
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.minimal import IN_ORDER
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.verbs.minimize.stripping import MinimalBatch, strip_puzzles
from lowbit.verbs.solve.many import require_known, solve_puzzles
from lowbit.verbs.solve.rounds import next_cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.batch.fill import Change
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress

    Ask = Callable[[NDArray[np.uint16]], NDArray[np.uint8]]
    """Returns a solution of each puzzle."""

PORTION: Final = 1 << 11
"""Puzzles whose questions are in memory at a time."""

FEW_CELLS: Final = 8
"""In how many cells a puzzle of a large batch is asked for candidates at a time: the solutions
that are found answer for most others."""

FEW_GIVENS: Final = 4
"""How many givens of a puzzle are tried before it is stripped: of puzzles with thirty givens hardly
one in a thousand needs these, and not all others."""


def minimize_many(  # noqa: PLR0913 - what to do, two limits and how to work
    puzzles: PuzzlesLike,
    *,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MinimalBatch:
    """Return a minimal puzzle with some of the givens of each puzzle, and the same solution.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on the classic board, in any form that `lowbit.solve_many` takes.
    seed : int, optional
        The givens of a puzzle are tried one after the other, and each goes that can: in reading
        order if None, else in a random order, of its own for each row, that this seed gives,
        from 0 to 2**64 - 1.
    max_nodes : int, optional
        The most nodes to visit for each puzzle, to solve it and then to minimise it.
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
        A row for each puzzle, in order. Only a puzzle that is UNIQUE is minimised; of any
        other, the status says why there is nothing. Cells that are restricted to some digits
        stay so, but do not show in `puzzles`.

    Raises
    ------
    InputError
        If `puzzles` is no batch of puzzles, the seed is out of range, or a limit is too small.

    Notes
    -----
    From full grids it takes about 15 microseconds a puzzle and thread. The givens that are left
    are those of the plain loop over all givens, in which each takes a search.

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
    batch = read_batch(puzzles)
    minimal = _minimize(
        batch.puzzles,
        seed,
        max_nodes=max_nodes,
        time_limit=time_limit,
        threads=threads,
        progress=progress,
    )
    return replace(minimal, reasons=batch.reasons(minimal.status == Status.INVALID))


def minimizing(seed: int | None, max_nodes: int | None = None) -> Change:
    """Return what minimises the puzzles of a text, in the order of `seed` and their number."""

    def change(
        digits: NDArray[np.uint8],
        numbers: NDArray[np.int64],
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        minimal = _minimize(
            read_puzzles(digits),
            seed,
            items=numbers,
            max_nodes=max_nodes,
            threads=threads,
            progress=progress,
        )
        return minimal.puzzles, minimal.status == Status.UNIQUE

    return change


def _minimize(  # noqa: PLR0913 - as minimize_many
    batch: Puzzles,
    seed: int | None,
    *,
    items: NDArray[np.int64] | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MinimalBatch:
    """Minimise puzzles that were read, see `minimize_many`."""
    deadline = deadline_after(time_limit)
    solved = solve_puzzles(batch, max_nodes=max_nodes, time_limit=time_limit, threads=threads)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    n, n_others = len(solved), len(solved) - unique.size
    stripped = strip_puzzles(
        masks_of_puzzles(batch, unique),
        solved.solutions[unique],
        seed=0 if seed is None else seed_or_any(seed),
        items=_items(unique if items is None else items[unique], seed),
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
        progress=progress and (lambda done, _: progress(n_others + done, n)),
    )
    result = MinimalBatch(solved.status, np.zeros((n, N_CELLS), np.uint8), solved.nodes)
    result.status[unique] = stripped.status
    result.puzzles[unique] = stripped.puzzles
    result.nodes[unique] += stripped.nodes
    return result


def _items(items: NDArray[np.int64], seed: int | None) -> NDArray[np.int64]:
    """Return which order of a seed each puzzle gets, where there is one."""
    return np.full_like(items, IN_ORDER) if seed is None else items


def is_minimal_many(
    puzzles: PuzzlesLike,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.bool_]:
    """Return which puzzles have exactly one solution and need each of their givens for that.

    Parameters
    ----------
    puzzles, max_nodes, time_limit, threads, progress
        As for `minimize_many`.

    Returns
    -------
    bool[n]
        False for a puzzle without a solution or with several, and for an invalid one, too.

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
    deadline = deadline_after(time_limit)
    batch = read_puzzles(puzzles)
    solved = solve_puzzles(batch, max_nodes=max_nodes, time_limit=time_limit, threads=threads)
    require_known(solved.status, solved.nodes)
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
    """Tell which puzzles with one solution need each of their givens.

    A puzzle that is not minimal mostly can do without one of its first givens, too; only those
    that need all of these are stripped.

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
        Where a limit came first, neither is said.
    """
    deadline = deadline_after(time_limit)
    given = are_single(masks)
    places, cells = np.nonzero(given & (given.cumsum(axis=1) <= FEW_GIVENS))
    asked = masks[places]
    asked[np.arange(places.size), cells] ^= np.uint16(CLASSIC.full_mask)
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


def redundant_givens_many(
    puzzles: PuzzlesLike,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.bool_]:
    """Return the givens that each puzzle can do without: each of them alone, not all at once.

    Parameters
    ----------
    puzzles, time_limit, threads, progress
        As for `minimize_many`.
    max_nodes : int, optional
        The most nodes to visit in each search, of which a puzzle takes one and one a given.

    Returns
    -------
    bool[n, 81]
        All False for a puzzle that does not have one solution.

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
    deadline = deadline_after(time_limit)
    batch = read_puzzles(puzzles)
    solved = solve_puzzles(batch, max_nodes=max_nodes, time_limit=time_limit, threads=threads)
    require_known(solved.status, solved.nodes)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    redundant = np.zeros((len(solved), N_CELLS), bool)
    for first in range(0, unique.size, PORTION):
        rows = unique[first : first + PORTION]
        masks = masks_of_puzzles(batch, rows)
        places, cells = np.nonzero(are_single(masks))
        asked = masks[places]
        asked[np.arange(places.size), cells] ^= np.uint16(CLASSIC.full_mask)
        others = _ask(asked, max_nodes=max_nodes, deadline=deadline, threads=threads)
        redundant[rows[places], cells] = others[:, 0] == 0
        if progress:
            progress(len(solved) - unique.size + first, len(solved))
    return redundant


def true_candidates_many(
    puzzles: PuzzlesLike,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.uint16]:
    """Return the candidates of each puzzle that occur in some of its solutions.

    Parameters
    ----------
    puzzles, time_limit, threads, progress
        As for `minimize_many`.
    max_nodes : int, optional
        The most nodes to visit in each search, of which a puzzle takes at most one a candidate.

    Returns
    -------
    uint16[n, 81]
        Masks, bit ``d - 1`` for digit d; all 0 for a puzzle without a solution, and for an
        invalid one.

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
    deadline = deadline_after(time_limit)
    batch = read_puzzles(puzzles)
    solved = solve_puzzles(batch, max_nodes=max_nodes, time_limit=time_limit, threads=threads)
    require_known(solved.status, solved.nodes)
    seen = masks_of_digits(solved.solutions)
    several = np.flatnonzero(solved.status == Status.SEVERAL)
    for first in range(0, several.size, PORTION):
        rows = several[first : first + PORTION]
        ask = partial(_ask, max_nodes=max_nodes, deadline=deadline, threads=threads)
        seen[rows] = _true_candidates(masks_of_puzzles(batch, rows), seen[rows], ask)
        if progress:
            progress(len(solved) - several.size + first, len(solved))
    return seen


def _true_candidates(
    masks: NDArray[np.uint16], seen: NDArray[np.uint16], ask: Ask
) -> NDArray[np.uint16]:
    """Return the candidates in the solutions of puzzles, of which some were seen.

    Round for round, each puzzle is asked for solutions with a candidate not seen yet in each of
    some cells; with few puzzles in many cells, to fill the lanes.
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


def _ask(
    masks: NDArray[np.uint16],
    *,
    max_nodes: int | None,
    deadline: float,
    threads: int | None,
) -> NDArray[np.uint8]:
    """Return a solution of each puzzle, all 0 where there is none."""
    found = solve_puzzles(
        puzzles_from_masks(masks),
        limit=1,
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
    )
    require_known(found.status, found.nodes)
    return found.solutions
