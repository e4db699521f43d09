"""The best completions of one puzzle on a board other than the classic one."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from lowbit.kernels.general.best import (
    ACTIVE,
    BUSY,
    CUT,
    DONE,
    FOUND,
    FULL,
    N_CONTROL,
    NODES,
    NOTHING,
    Goal,
    KeptBest,
    ScoreTables,
    ScoreTree,
    advance,
)
from lowbit.kernels.general.engine import acquire, release
from lowbit.kernels.general.program import board_of
from lowbit.verbs.maximize.optimum.one import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.general.engine import BoardWorkspace
    from lowbit.limits import Limits
    from lowbit.verbs.maximize.weights import Values

SWEEPS: Final = 256
"""Sweeps to make at a time: a few milliseconds."""

WORTHS_KEPT: Final = 8


def best_on(
    board: Geometry, values: Values, masks: Sequence[int], k: int, limits: Limits
) -> Iterator[Outcome]:
    """Yield the outcome so far for the `k` best completions, every few milliseconds.

    Parameters
    ----------
    board : Geometry
    values : list of list of int
        The value of each digit, from 1, in each cell.
    masks : sequence of int
        The candidates of the puzzle.
    k : int
    limits : Limits
    """
    tables = score_tables(board, tuple(map(tuple, values)))
    return best_by(partial(_LaneSearch, board, tables, masks), k, limits)


class BestOrTied(Protocol):
    """One search: for the best completions, or for the first with a given score."""

    is_done: bool

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        ...

    @property
    def cut(self) -> int:
        """The highest bound of nodes cut off, and score of completions not kept."""
        ...

    @property
    def scores(self) -> list[int]:
        """The scores of the completions found, the highest first."""
        ...

    @property
    def grids(self) -> list[NDArray[np.uint8]]:
        """The completions; those of equal score in the order of their digits."""
        ...

    def outcome(self, *, settled: bool, more_nodes: int = 0) -> Outcome:
        """Return the outcome so far."""
        ...

    def steps(self, limits: Limits) -> Iterator[Outcome]:
        """Search to the end or to a limit, yielding the outcome so far now and then."""
        ...


def best_by(
    new_search: Callable[[int, int], BestOrTied], k: int, limits: Limits
) -> Iterator[Outcome]:
    """Yield the outcome so far for the `k` best completions: of equal scores, smaller grids first.

    Parameters
    ----------
    new_search : callable
        Given how many completions and which score to find, or `NOTHING` for the best, a search.
    k : int
    limits : Limits
    """
    search = new_search(k, NOTHING)
    yield from search.steps(limits)
    if not search.is_done:
        return
    last = search.scores[-1] if len(search.scores) == k else NOTHING
    if last == NOTHING or search.cut < last:
        yield search.outcome(settled=True)
        return
    better = [score for score in search.scores if score > last]
    ties = new_search(k - len(better), last)
    nodes = search.nodes
    left = limits.after(nodes)
    for _ in ties.steps(left):
        yield search.outcome(settled=False, more_nodes=ties.nodes)
    grids = search.grids[: len(better)] + ties.grids
    if ties.is_done:
        yield Outcome(search.scores, grids, search.scores[0], nodes + ties.nodes, settled=True)


class _LaneSearch:
    """One search by the kernel: for the best completions, or for the first with a given score."""

    def __init__(
        self, board: Geometry, tables: ScoreTables, masks: Sequence[int], k: int, tied: int
    ) -> None:
        self._board = board_of(board)
        self._score_tables, self._tied = tables, tied
        n_cells, dtype = board.n_cells, self._board.dtype
        self._kept = KeptBest(np.full(k, NOTHING, np.int64), np.zeros((k, n_cells), np.uint8))
        self._masks = np.array(masks, dtype)
        self._bound = sum(
            max((value for digit, value in enumerate(of_cell) if mask >> digit & 1), default=0)
            for of_cell, mask in zip(tables.values.tolist(), masks, strict=True)
        )
        no_bounds = np.zeros(0, np.int64)
        self._tree = ScoreTree(no_bounds, no_bounds, np.zeros(N_CONTROL, np.int64))
        self._tree.control[CUT] = NOTHING
        self.is_done = False

    @property
    def nodes(self) -> int:
        return int(self._tree.control[NODES])

    @property
    def cut(self) -> int:
        """The highest bound of nodes cut off, and score of completions not kept."""
        return int(self._tree.control[CUT])

    @property
    def scores(self) -> list[int]:
        scores: list[int] = self._kept.scores[: self._tree.control[FOUND]].tolist()
        return scores

    @property
    def grids(self) -> list[NDArray[np.uint8]]:
        """The completions; those of equal score in the order of their digits."""
        pairs = zip(self.scores, self._kept.grids, strict=False)
        return [grid for _, grid in sorted(pairs, key=lambda pair: (-pair[0], pair[1].tobytes()))]

    def outcome(self, *, settled: bool, more_nodes: int = 0) -> Outcome:
        """Return the outcome so far."""
        bound = max([self._bound_of_rest(), *self.scores[:1]])
        nodes = self.nodes + more_nodes
        known = None if bound == NOTHING else bound
        return Outcome(self.scores, self.grids, known, nodes, settled=settled)

    def _bound_of_rest(self) -> int:
        """Return a bound on the completions of all nodes that are not done."""
        active = np.int64(self._tree.control[ACTIVE]) >> np.arange(len(self._tree.lane_bounds)) & 1
        in_lanes = self._tree.lane_bounds[active.astype(bool)]
        return int(max(self._tree.bounds.max(initial=NOTHING), in_lanes.max(initial=NOTHING)))

    def steps(self, limits: Limits) -> Iterator[Outcome]:
        """Search to the end or to a limit, yielding the outcome so far now and then."""
        space = acquire(self._board)
        goal = Goal(limits.most_nodes, self._tied)
        root = space.open(self._masks)
        bounds = np.full(len(space.nodes.older), NOTHING)
        bounds[root] = self._bound
        self._tree = self._tree._replace(
            bounds=bounds, lane_bounds=np.zeros(space.n_lanes, np.int64)
        )
        try:
            state = BUSY
            while state != DONE:
                state = self._advance(space, goal)
                if state == FULL:
                    self._grow(space)
                elif state == BUSY:
                    yield self.outcome(settled=False)
                    if limits.are_reached(self.nodes):
                        return
        finally:
            release(space)
        is_limited = self.nodes >= goal.max_nodes and self._bound_of_rest() > NOTHING
        self.is_done = not is_limited
        if is_limited:
            yield self.outcome(settled=False)

    def _advance(self, space: BoardWorkspace, goal: Goal) -> int:
        return advance(
            space.lanes,
            self._board.block,
            space.nodes,
            self._tree,
            self._score_tables,
            self._kept,
            goal,
            SWEEPS,
        )

    def _grow(self, space: BoardWorkspace) -> None:
        """Make room for twice as many nodes."""
        n = len(self._tree.bounds)
        space.grow()
        bounds = np.full(len(space.nodes.older), NOTHING)
        bounds[:n] = self._tree.bounds
        self._tree = self._tree._replace(bounds=bounds)


@lru_cache(WORTHS_KEPT)
def score_tables(board: Geometry, values: tuple[tuple[int, ...], ...]) -> ScoreTables:
    """Return the values of digits, and the ways to partition the board into houses."""
    weights = [of_cell[1] - of_cell[0] for of_cell in values]
    is_weighted = all(
        list(of_cell) == [weight * value for value in board.values]
        for of_cell, weight in zip(values, weights, strict=True)
    )
    ways = [_way(board, kind) for kind in dict.fromkeys(h.kind for h in board.full_houses)]
    houses = [sorted(cells, key=lambda cell: -weights[cell]) for of_way in ways for cells in of_way]
    rests = [sorted(set(range(board.n_cells)).difference(*of_way)) for of_way in ways]
    return ScoreTables(
        np.array(values, np.int64),
        is_weighted,
        *_bounds(map(len, ways)),
        *_bounds(map(len, houses)),
        np.array([cell for cells in houses for cell in cells], np.int64),
        *_bounds(map(len, rests)),
        np.array([cell for cells in rests for cell in cells], np.int64),
    )


def _way(board: Geometry, kind: str) -> list[tuple[int, ...]]:
    """Return houses of a kind with all digits, no two of which share a cell."""
    taken: set[int] = set()
    chosen = []
    for house in board.full_houses:
        if house.kind == kind and taken.isdisjoint(house.cells):
            taken.update(house.cells)
            chosen.append(house.cells)
    return chosen


def _bounds(lengths: Iterable[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ends = np.array([0, *accumulate(lengths)], np.int64)
    return ends[:-1], ends[1:]
