"""The best completions of puzzles, as searches keep them: the best first, no more than wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.classic.best.losses import NEVER
from lowbit.kernels.classic.lane import peek, read_digits
from lowbit.kernels.classic.layout import CELLS, N_CELLS
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.core.arrays import Bytes, Words


class Best(NamedTuple):
    """The best completions of each puzzle, best first; of equal scores the smaller grid first.

    Attributes
    ----------
    scores : int64[n, k]
    grids : uint8[n * k, 81]
    kept : int64[n]
        How many there are, at most k.
    """

    scores: Words
    grids: Bytes
    kept: Words


class Terms(NamedTuple):
    """The completions that a bounded search looks for.

    Attributes
    ----------
    cap : int
        The most that a completion may lose.
    top, scale : int
        The loss of a score is ``top - score * scale``.
    better_by : int
        By how much a completion must beat the last of `Best` where that is full: 1, or 0 to
        look for completions of the same score with a smaller grid, too.
    enough : int
        End once so many were found.
    max_nodes : int
        End before more are visited.
    """

    cap: int
    top: int
    scale: int
    better_by: int
    enough: int
    max_nodes: int


def new_best(n: int, k: int) -> Best:
    """Return room for the `k` best completions of each of `n` puzzles."""
    return Best(
        np.zeros((n, k), np.int64), np.zeros((n * k, N_CELLS), np.uint8), np.zeros(n, np.int64)
    )


@part
def cap_of(best: Best, puzzle: int, terms: Terms) -> int:
    """Return the most that a completion of a puzzle may lose to reach the scores kept for it."""
    k = best.scores.shape[1]
    if best.kept[puzzle] < k:
        return NEVER
    return terms.top - best.scores[puzzle, k - 1] * terms.scale


@part
def keep_best(lanes: Lanes, lane: int, best: Best, puzzle: int, score: np.int64) -> None:
    """Put a solution in its place if it is one of the best."""
    scores, k = best.scores[puzzle], best.scores.shape[1]
    place = best.kept[puzzle]
    while place > 0 and score >= scores[place - 1]:
        if score == scores[place - 1]:
            order = _order(lanes, lane, best.grids, k * puzzle + place - 1)
            if order == 0:
                return
            if order > 0:
                break
        place -= 1
    if place < k:
        best.kept[puzzle] = min(best.kept[puzzle] + 1, k)
        _make_room(best, puzzle, place)
        scores[place] = score
        read_digits(lanes.rows, lane, best.grids, N_CELLS * (k * puzzle + place))


@part
def _order(lanes: Lanes, lane: int, grids: Bytes, place: int) -> int:
    """Return whether a solved lane is a smaller grid than the one at a place, -1, equal or 1."""
    for cell in range(N_CELLS):
        mine = lowest(np.uint64(peek(lanes.rows, CELLS + cell, lane))) + 1
        other = np.int64(grids[place, cell])
        if mine != other:
            return -1 if mine < other else 1
    return 0


@part
def _make_room(best: Best, puzzle: int, place: int) -> None:
    """Move the completions of a puzzle from a place on one down; the last one goes."""
    first = best.scores.shape[1] * puzzle
    for to in range(best.kept[puzzle] - 1, place, -1):
        best.scores[puzzle, to] = best.scores[puzzle, to - 1]
        for cell in range(N_CELLS):
            best.grids[first + to, cell] = best.grids[first + to - 1, cell]
