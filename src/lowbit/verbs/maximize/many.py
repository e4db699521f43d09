"""The completions that score most, of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.arguments import integer, require_room
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.ordered import in_order
from lowbit.geometry import CLASSIC
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.maximize.boards import best_on
from lowbit.verbs.maximize.one import COMPLETION_BYTES
from lowbit.verbs.maximize.optimum.many import rank_all
from lowbit.verbs.maximize.results import ScoreBatch, nothing_known
from lowbit.verbs.maximize.weights import values_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.maximize.optimum.one import Outcome
    from lowbit.verbs.maximize.weights import WeightsLike


def maximize_many(  # noqa: PLR0913 - most by name
    puzzles: PuzzlesLike,
    weights: WeightsLike = "pyramid",
    *,
    geometry: BoardLike | None = None,
    lowest: bool = False,
    top: int = 1,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ScoreBatch:
    """Return the best-scoring completions of each puzzle of a batch, with a proof.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on one board, in any form that `lowbit.solve_many` takes.
    geometry : Geometry or str, optional
        Their board; the classic one if None. Those with constraints may lie on any.
    weights, lowest, top
        As for `lowbit.maximize`; the same for all puzzles. One with constraints on a board that
        they do not fit is invalid.
    max_nodes : int, optional
        The most nodes of the search tree to visit for each puzzle.
    time_limit : float, optional
        The most seconds to take for the whole batch.
    threads : int, optional
        How many threads to use; as many as there are CPUs if None. The result does not
        depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles were begun and how many there are.

    Returns
    -------
    ScoreBatch
        A row for each puzzle, in order: the result of `lowbit.maximize`, except for the number of
        nodes. The status says if an item is not a puzzle or has no completion.

    Raises
    ------
    InputError
        If `puzzles` is not a batch of puzzles, `weights` are of the wrong shape, not integers or
        too large, `top` or `threads` is less than 1, a limit is negative, or `top` completions of
        each puzzle do not fit into memory.

    Notes
    -----
    The first batch on a machine compiles the engine, which takes up to half a minute.

    Examples
    --------
    >>> result = maximize_many(
    ...     [
    ...         "7..9....11....59.....2...8...5.2...3......648413........7..2.9.2.1.6.8.4.8.5.4.12",
    ...         "." * 81,
    ...         "11" + "." * 79,
    ...     ]
    ... )
    >>> result
    <ScoreBatch of 3 puzzles: 1 none, 2 solvable>
    >>> [answer.score for answer in result]
    [2829, 2906, None]
    """
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(max_nodes, time_limit, threads, progress),
        weights,
        -1 if lowest else 1,
        integer("top", top, 1),
        classic=_of_classic,
        boards=_on_board,
        variants="lowbit.verbs.maximize.variants_many:maximize_variants",
    )


def _of_classic(
    batch: Batch, limits: Limits, weights: WeightsLike, sign: int, top: int
) -> ScoreBatch:
    values = np.array(values_of(weights, CLASSIC), np.int64).reshape(-1)
    require_room("top", top, COMPLETION_BYTES * max(1, batch.puzzles.starts.size))
    ranking = rank_all(batch.puzzles, sign * values, top, limits)
    return ScoreBatch(
        ranking.status,
        ranking.n_found,
        sign * ranking.scores,
        ranking.grids,
        sign * ranking.bounds,
        ranking.nodes,
        reasons=batch.reasons(ranking.status == Status.INVALID),
    )


def _on_board(
    batch: BoardBatch, limits: Limits, weights: WeightsLike, sign: int, top: int
) -> ScoreBatch:
    """Rank the completions of puzzles on a board other than the classic one."""
    board = batch.geometry
    values = sign * np.array(values_of(weights, board), np.int64)
    rows, n = np.flatnonzero(batch.valid), len(batch.valid)
    require_room("top", top, (board.n_cells + 8) * max(1, n))
    result = nothing_known(n, top, batch.reasons, board)
    of_cells = values.tolist()

    def rank(row: int, look_up: Progress) -> Outcome:
        outcomes = best_on(board, of_cells, batch.masks[row].tolist(), top, limits)
        last = next(outcomes)
        for last in outcomes:  # noqa: B007 - the last one counts
            look_up(0, 0)
        return last

    outcomes = in_order(rank, rows.tolist(), limits.threads)
    for done, (row, outcome) in enumerate(zip(rows.tolist(), outcomes, strict=True)):
        if limits.progress:
            limits.progress(done, n)
        _note(result, row, outcome, sign)
    return result


def _note(result: ScoreBatch, row: int, outcome: Outcome, sign: int) -> None:
    """Record the outcome so far for a row."""
    n_found = len(outcome.scores)
    known = Status.SOLVABLE if n_found else Status.NONE
    result.status[row] = known if outcome.settled else Status.LIMIT_REACHED
    result.n_found[row] = n_found
    result.scores[row, :n_found] = [sign * score for score in outcome.scores]
    if n_found:
        result.solutions[row, :n_found] = outcome.grids
    result.bounds[row] = 0 if outcome.bound is None else sign * outcome.bound
    result.nodes[row] = outcome.nodes
