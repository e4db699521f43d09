"""The best completions of one puzzle: the searches that are tried, one after the other.

::

    search with plain prices     ──all visited──> done: with few completions nothing is quicker
            │ takes too long
            v
    tree of linear programs      ──> the k best scores, proven
            │ too many completions have the lowest of these scores to visit them all
            v
    ties                         ──> the smallest grids among them
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.verbs.maximize.optimum.bounded_search import BoundedSearch, tables_of
from lowbit.verbs.maximize.optimum.pricing import N_CELLS, candidates, price_by_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.verbs.maximize.optimum.bounded_search import Tables

FEW_SWEEPS = 4096
"""Sweeps of the search with plain prices: about as long as the first linear program takes."""

MANY_CANDIDATES = 640
"""Candidates from which on a puzzle, with a handful of givens, has too many completions to visit
them all. It gets a sixteenth of those sweeps."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best completions found so far, and the bound on their scores.

    Parameters
    ----------
    scores : list of int
        The highest first.
    grids : list of uint8[81]
        The completions with these scores.
    bound : int or None
        No completion scores more; None if there is none.
    nodes : int
        The nodes visited.
    settled : bool
        Whether these are the best, the smaller grids first among equal scores.
    """

    scores: list[int]
    grids: list[NDArray[np.uint8]]
    bound: int | None
    nodes: int
    settled: bool


def best_completions(
    values: NDArray[np.int64], masks: NDArray[np.uint16], k: int, limits: Limits
) -> Iterator[Outcome]:
    """Yield the outcome so far for the `k` best completions, every few milliseconds.

    Parameters
    ----------
    values : int64[729]
        The value of digit d in a cell, at ``9 * cell + d - 1``.
    masks : uint16[81]
        The candidates.
    k : int
    limits : Limits
    """
    units = _units_of(values.astype(np.int64).tobytes())
    search = BoundedSearch(k)
    sweeps = FEW_SWEEPS if candidates(masks).sum() < MANY_CANDIDATES else FEW_SWEEPS // 16
    is_all = search.run_with(
        units.plain, masks, better_by=0, max_nodes=limits.most_nodes, sweeps=sweeps
    )
    scores = search.scores
    bound = max(scores, default=None) if is_all else price_by_cell(units.values, masks).top
    yield units.outcome(scores, search.grids, bound, search.nodes, settled=is_all)
    if not is_all and not limits.are_reached(search.nodes):
        yield from _long_stages(units, masks, search, limits)


class Units(NamedTuple):
    """Values in the largest possible units above the least possible score, and derived data.

    Attributes
    ----------
    base, unit : int
        A score is the base plus a number of units.
    values : int64[729]
        In units, 0 or more.
    plain : Tables
        The prices in which each cell may have its best digit: valid for every puzzle and score.
    """

    base: int
    unit: int
    values: NDArray[np.int64]
    plain: Tables

    def outcome(
        self,
        scores: list[int],
        grids: list[NDArray[np.uint8]],
        bound: int | None,
        nodes: int,
        *,
        settled: bool,
    ) -> Outcome:
        """Return an outcome from scores and a bound in units."""
        scores = [self.base + self.unit * score for score in scores]
        bound = None if bound is None else self.base + self.unit * bound
        return Outcome(scores, grids, bound, nodes, settled)


@lru_cache(maxsize=8)
def _units_of(values: bytes) -> Units:
    """Return the units of values, int64[729]; cached, as they take longer than an easy puzzle."""
    by_cell = np.frombuffer(values, np.int64).reshape(N_CELLS, -1)
    least = by_cell.min(axis=1, keepdims=True)
    above = (by_cell - least).reshape(-1)
    unit = int(np.gcd.reduce(above)) or 1
    in_units = above // unit
    everything = np.full(N_CELLS, CLASSIC.full_mask, np.uint16)
    plain = tables_of(price_by_cell(in_units, everything), 0)
    return Units(int(least.sum()), unit, in_units, plain)


def _long_stages(
    units: Units, masks: NDArray[np.uint16], search: BoundedSearch, limits: Limits
) -> Iterator[Outcome]:
    from lowbit.verbs.maximize.optimum.relaxation import Relaxation  # HiGHS loads slowly
    from lowbit.verbs.maximize.optimum.ties import Ties  # only long searches need it
    from lowbit.verbs.maximize.optimum.tree import Tree  # only long searches need it

    relaxation = Relaxation(units.values)
    tree = Tree(relaxation, masks, search, limits)
    for _ in tree.steps():
        yield units.outcome(tree.scores, tree.grids, tree.bound, tree.nodes, settled=False)
    settled = tree.is_done and tree.is_settled
    outcome = units.outcome(tree.scores, tree.grids, tree.bound, tree.nodes, settled=settled)
    yield outcome
    if tree.is_done and not settled:
        ties = Ties(relaxation, masks, tree, limits)
        for _ in ties.steps():
            yield replace(outcome, nodes=ties.nodes)
        yield replace(outcome, grids=ties.grids, nodes=ties.nodes, settled=ties.is_done)
