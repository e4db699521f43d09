"""The best completions of many puzzles.

All lanes and threads visit the completions of puzzle after puzzle. A puzzle that takes too many
nodes is left and searched alone afterwards, see `lowbit.verbs.maximize.optimum.one`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.arguments import MOST
from lowbit.batch.candidates import masks_of_row
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.best.completions import Terms, new_best
from lowbit.kernels.classic.best.losses import new_losses, tabulate
from lowbit.kernels.classic.best.rank import rank
from lowbit.kernels.classic.engine import SearchJob, run
from lowbit.kernels.classic.search import (
    LIMIT_REACHED,
    NONE,
    SEVERAL,
    SOLVABLE,
    SWEEPS_AT_ONCE,
    UNIQUE,
    LaneLimits,
    new_answers,
)
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import native_lanes
from lowbit.verbs.maximize.optimum.one import best_completions
from lowbit.verbs.maximize.optimum.pricing import N_CELLS, price_by_cell
from lowbit.verbs.maximize.optimum.relaxation import Relaxation

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.kernels.classic.best.completions import Best
    from lowbit.kernels.classic.best.losses import Losses
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.classic.search import Answers, Puzzles
    from lowbit.limits import Limits
    from lowbit.verbs.maximize.optimum.one import Outcome

FEW_NODES: Final = 1 << 14
"""Nodes that a lane visits of a puzzle: they take about as long as the tree of linear programs."""


class Ranking(NamedTuple):
    """The best completions found of each puzzle of a batch, and the bounds on their scores.

    Attributes
    ----------
    status : uint8[n]
        INVALID, NONE, SOLVABLE where the best completions are known, or LIMIT_REACHED.
    n_found : int64[n]
        The number of the best completions that were found.
    scores : int64[n, k]
        Their scores, the highest first.
    grids : uint8[n, k, 81]
    bounds : int64[n]
        No completion scores more.
    nodes : int64[n]
    """

    status: NDArray[np.uint8]
    n_found: NDArray[np.int64]
    scores: NDArray[np.int64]
    grids: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    nodes: NDArray[np.int64]


def rank_all(puzzles: Puzzles, values: NDArray[np.int64], k: int, limits: Limits) -> Ranking:
    """Return the `k` best completions of every puzzle.

    Parameters
    ----------
    puzzles : Puzzles
    values : int64[729]
        The value of digit d in a cell, at ``9 * cell + d - 1``.
    k : int
    limits : Limits
        The nodes of each puzzle, the time of the whole batch.
    """
    n = puzzles.starts.size
    answers, best = new_answers(n), new_best(n, k)
    job = RankingJob(
        puzzles,
        answers,
        LaneLimits(MOST, min(FEW_NODES, limits.most_nodes)),
        limits.seconds_left,
        native_lanes(),
    )
    job.best = best
    job.losses, job.terms = _prices_of_all(values.tobytes())
    run(job, **limits.of_work)
    ranking = _ranking(answers, best)
    for puzzle in np.flatnonzero(answers.status == LIMIT_REACHED).tolist():
        _search_alone(ranking, puzzle, masks_of_row(puzzles, puzzle), values, limits)
    return ranking


class RankingJob(SearchJob):
    """A batch that is being ranked."""

    best: Best
    losses: Losses
    terms: Terms

    def advancing(self, lanes: Lanes) -> Callable[[], int]:
        """Return a function that continues the search for a few milliseconds."""
        known = lanes, self.puzzles, self.answers, self.limits
        return bind(rank, *known, self.losses, self.terms, self.best, SWEEPS_AT_ONCE)


@lru_cache(maxsize=8)
def _prices_of_all(data: bytes) -> tuple[Losses, Terms]:
    """Return the prices of an empty grid for int64[729] values; they are valid for all puzzles."""
    values = np.frombuffer(bytearray(data), np.int64)
    pricing = Relaxation(values).price(np.full(N_CELLS, CLASSIC.full_mask, np.uint16))
    losses = new_losses()
    tabulate(losses, pricing.losses, 0)
    return losses, Terms(0, pricing.top, pricing.scale, 0, MOST, MOST)


def _ranking(answers: Answers, best: Best) -> Ranking:
    """Return the ranking that the lanes found."""
    status = answers.status
    status[(status == UNIQUE) | (status == SEVERAL)] = SOLVABLE
    return Ranking(
        status,
        best.kept,
        best.scores,
        best.grids.reshape(*best.scores.shape, N_CELLS),
        best.scores[:, 0].copy(),
        answers.nodes,
    )


def _search_alone(
    ranking: Ranking,
    puzzle: int,
    masks: NDArray[np.uint16],
    values: NDArray[np.int64],
    limits: Limits,
) -> None:
    """Search a puzzle that the lanes left, unless they left it for a limit."""
    ranking.bounds[puzzle] = price_by_cell(values, masks).top
    nodes = int(ranking.nodes[puzzle])
    if not limits.are_reached(nodes):
        for outcome in best_completions(
            values, masks, ranking.scores.shape[1], limits.after(nodes)
        ):
            last = outcome
        _write(ranking, puzzle, last)


def _write(ranking: Ranking, puzzle: int, outcome: Outcome) -> None:
    """Record the outcome for a puzzle, but keep better completions found before."""
    ranking.nodes[puzzle] += outcome.nodes
    if outcome.settled:
        ranking.status[puzzle] = SOLVABLE if outcome.scores else NONE
    if outcome.bound is not None:
        ranking.bounds[puzzle] = outcome.bound
    n_before, n_found = int(ranking.n_found[puzzle]), len(outcome.scores)
    if outcome.settled or outcome.scores > ranking.scores[puzzle, :n_before].tolist():
        ranking.n_found[puzzle] = n_found
        ranking.scores[puzzle, :n_found] = outcome.scores
        ranking.grids[puzzle, :n_found] = outcome.grids
