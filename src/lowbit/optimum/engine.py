"""Which completions of one puzzle are the best: what is tried first, and what then.

::

    hunt with plain prices       ──all visited──> done: nothing is quicker where they are few
            │ takes too long
            v
    tree of linear programs      ──> the k best scores, proven
            │ too many completions have the last of these scores to visit them all
            v
    ties                         ──> the smallest grids among them
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lowbit.optimum.hunter import Hunter
from lowbit.optimum.pricing import N_CELLS, price_by_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.optimum.limits import Limits
    from lowbit.optimum.relaxation import Relaxation

FEW_SWEEPS = 4096
"""How long to hunt with plain prices: about as long as the first linear program takes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known of the best completions.

    Parameters
    ----------
    scores : list of int
        The highest first.
    grids : list of uint8[81]
        The completions that have them.
    bound : int or None
        No completion scores more; None where there is none.
    nodes : int
        The nodes visited.
    settled : bool
        Whether these are the best, and the smaller grid first where scores are equal.
    """

    scores: list[int]
    grids: list[NDArray[np.uint8]]
    bound: int | None
    nodes: int
    settled: bool


def best_completions(
    worth: NDArray[np.int64], masks: NDArray[np.uint16], k: int, limits: Limits
) -> Iterator[Outcome]:
    """Yield what is known of the `k` best completions, every few milliseconds.

    Parameters
    ----------
    worth : int64[729]
        What digit d is worth in a cell, at ``9 * cell + d - 1``.
    masks : uint16[81]
        The candidates.
    k : int
    limits : Limits
    """
    by_cell = worth.reshape(N_CELLS, -1)
    least = by_cell.min(axis=1, keepdims=True)
    base, unit = int(least.sum()), int(np.gcd.reduce(worth - np.repeat(least, 9))) or 1
    for outcome in _stages((by_cell - least).reshape(-1) // unit, masks, k, limits):
        scores = [base + unit * score for score in outcome.scores]
        bound = None if outcome.bound is None else base + unit * outcome.bound
        yield replace(outcome, scores=scores, bound=bound)


def _stages(
    worth: NDArray[np.int64], masks: NDArray[np.uint16], k: int, limits: Limits
) -> Iterator[Outcome]:
    hunter = Hunter(k)
    prices = price_by_cell(worth, masks)
    is_all = hunter.hunt(
        masks, prices, 0, better_by=0, max_nodes=limits.max_nodes, sweeps=FEW_SWEEPS
    )
    bound = max(hunter.scores, default=None) if is_all else prices.top
    outcome = Outcome(hunter.scores, hunter.grids, bound, hunter.nodes, is_all)
    yield outcome
    if not is_all and not limits.are_reached(hunter.nodes):
        from lowbit.optimum.relaxation import Relaxation  # noqa: PLC0415 - HiGHS loads slowly

        yield from _long_stages(Relaxation(worth), masks, hunter, limits)


def _long_stages(
    relaxation: Relaxation, masks: NDArray[np.uint16], hunter: Hunter, limits: Limits
) -> Iterator[Outcome]:
    from lowbit.optimum.ties import Ties  # noqa: PLC0415
    from lowbit.optimum.tree import Tree  # noqa: PLC0415

    tree = Tree(relaxation, masks, hunter, limits)
    for _ in tree.steps():
        yield Outcome(tree.scores, tree.grids, tree.bound, tree.nodes, settled=False)
    settled = tree.is_done and tree.is_settled
    outcome = Outcome(tree.scores, tree.grids, tree.bound, tree.nodes, settled)
    yield outcome
    if tree.is_done and not settled:
        ties = Ties(relaxation, masks, tree, limits)
        for _ in ties.steps():
            yield replace(outcome, nodes=ties.nodes)
        yield replace(outcome, grids=ties.grids, nodes=ties.nodes, settled=ties.is_done)
