"""The best completions of one puzzle with constraints."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.variants.best import (
    CUT,
    FOUND,
    N_CONTROL,
    NOTHING,
    BestKept,
    advance_best,
    bound_of_rest,
)
from lowbit.kernels.variants.engine import RUNS_AT_ONCE, new_memory, twice_as_long
from lowbit.kernels.variants.interrupts import until
from lowbit.kernels.variants.layout import N_NODES
from lowbit.kernels.variants.programs.program import program_of
from lowbit.kernels.variants.search import DONE, FULL_STACK, PAUSED, clear, place_root
from lowbit.verbs.maximize.boards import best_by, score_tables
from lowbit.verbs.maximize.optimum.one import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.weights import Values

N_CANDIDATES: Final = 729
"""The candidates of the classic board."""


def runs_at_once(n_cells: int, size: int) -> int:
    """Return the operations between two returns to Python: fewer where a node has more to add up.

    Examples
    --------
    >>> runs_at_once(81, 9), runs_at_once(625, 25)
    (32768, 1528)
    """
    return max(1, RUNS_AT_ONCE * N_CANDIDATES // max(N_CANDIDATES, n_cells * size))


def best_with_constraints(
    puzzle: Puzzle, values: Values, k: int, limits: Limits
) -> Iterator[Outcome]:
    """Yield the outcome so far for the `k` best completions, every few milliseconds.

    Parameters
    ----------
    puzzle : Puzzle
    values : list of list of int
        The value of each digit, from 1, in each cell.
    k : int
    limits : Limits

    Raises
    ------
    LimitReachedError
        If time is over before the constraints are laid out: then nothing is known.
    """
    with until(limits.deadline):
        program = program_of(puzzle.geometry, puzzle.constraints)
    return best_by(partial(_ConstrainedSearch, puzzle, program, values), k, limits)


class _ConstrainedSearch:
    """One search by the kernel: for the best completions, or for the first with a given score."""

    def __init__(
        self, puzzle: Puzzle, program: NDArray[np.int64], values: Values, k: int, tied: int
    ) -> None:
        self._board = board = puzzle.geometry
        self._tables = score_tables(board, tuple(map(tuple, values)))
        self._program = program
        self._memory = new_memory(self._program)
        clear(self._program, self._memory)
        root = np.array(puzzle.grid.allowed, np.int64)
        place_root(self._program, self._memory, root, False, False)  # noqa: FBT003 - a kernel
        grids = np.zeros((k, board.n_cells), np.uint8)
        control = np.zeros(N_CONTROL, np.int64)
        control[CUT] = NOTHING
        self._best = BestKept(np.full(k, NOTHING, np.int64), grids, control, tied)
        self.is_done = False

    @property
    def nodes(self) -> int:
        return int(self._memory[N_NODES])

    @property
    def cut(self) -> int:
        return int(self._best.control[CUT])

    @property
    def scores(self) -> list[int]:
        scores: list[int] = self._best.scores[: self._best.control[FOUND]].tolist()
        return scores

    @property
    def grids(self) -> list[NDArray[np.uint8]]:
        pairs = zip(self.scores, self._best.grids, strict=False)
        return [grid for _, grid in sorted(pairs, key=lambda pair: (-pair[0], pair[1].tobytes()))]

    def outcome(self, *, settled: bool, more_nodes: int = 0) -> Outcome:
        bound = max([self._bound_of_rest(), *self.scores[:1]])
        known = None if bound == NOTHING else bound
        return Outcome(self.scores, self.grids, known, self.nodes + more_nodes, settled=settled)

    def _bound_of_rest(self) -> int:
        return int(bound_of_rest(self._program, self._memory, self._tables))

    def steps(self, limits: Limits) -> Iterator[Outcome]:
        most, state = limits.most_nodes, PAUSED
        runs = runs_at_once(self._board.n_cells, self._board.size)
        while True:
            state = advance_best(self._program, self._memory, self._tables, self._best, most, runs)
            if state == FULL_STACK:
                self._memory = twice_as_long(self._memory)
            elif state == PAUSED and not limits.are_reached(self.nodes):
                yield self.outcome(settled=False)
            else:
                break
        self.is_done = state == DONE
        if not self.is_done:
            yield self.outcome(settled=False)
