"""The neighbours of some puzzles in portions, each of which takes little time.

::

    puzzle 17 by -2+1    portion of its sets of givens, portion, ...  ──┐
    puzzle 17 by -1+1    portion                                       ──┤──threads──> in order
    puzzle 23 by -2+1    portion, ...                                  ──┘

So what is done of a search can count before all neighbours of a puzzle are found.
"""

from __future__ import annotations

from itertools import islice
from threading import local
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.batch.masks import are_single
from lowbit.batch.ordered import in_order
from lowbit.rng import SplitMix64
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.search.neighbours import Vicinity, sets_by_portions

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.search.moves import Move
    from lowbit.verbs.search.neighbours import Cells

    GivensToRemove = tuple[int, Grid | Puzzle, Move, list[Cells]]
    """The number of a puzzle, itself, a move, and sets of givens that it takes away."""


class NeighbourPortion(NamedTuple):
    """Some neighbours of a puzzle.

    Attributes
    ----------
    number : int
        That of the puzzle.
    move : Move
    digits : uint8[n, n_cells]
        The givens of the neighbours, 0 where blank.
    tested : int
        The candidates that were looked at.
    """

    number: int
    move: Move
    digits: NDArray[np.uint8]
    tested: int


class NeighbourPortions:
    """The portions of the neighbours of puzzles by some moves.

    Parameters
    ----------
    puzzle : callable
        Returns the puzzle of a number.
    moves : sequence of Move
    limits : Limits
    minimal : bool
        Whether to leave out puzzles that can do without a given.
    sample : int or None
        How many sets of givens, drawn at random, a move takes away; all if None.
    seed : int
        It decides which.
    """

    def __init__(  # noqa: PLR0913 - by name: of which puzzles, and which of their neighbours
        self,
        puzzle: Callable[[int], Grid | Puzzle],
        moves: Sequence[Move],
        limits: Limits,
        *,
        minimal: bool,
        sample: int | None,
        seed: int,
    ) -> None:
        self._puzzle, self._moves, self._limits = puzzle, moves, limits
        self._minimal, self._sample, self._seed = minimal, sample, seed
        self._last = local()

    def found(self, numbers: Sequence[int], first: int) -> Generator[NeighbourPortion]:
        """Yield the portions of the puzzles of some numbers, in order, from the first on.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        return in_order(self._find, islice(self._sets(numbers), first, None), self._limits.threads)

    def _sets(self, numbers: Sequence[int]) -> Iterator[GivensToRemove]:
        """Yield the sets of givens that each portion takes away from a puzzle by a move."""
        for number in numbers:
            puzzle = self._puzzle(number)
            n_givens = grid_of(puzzle).n_clues
            for move in self._moves:
                stream = SplitMix64(self._seed, number)
                for removed in sets_by_portions(n_givens, move, self._sample, stream):
                    yield number, puzzle, move, removed

    def _find(self, portion: GivensToRemove, look_up: Callable[..., object]) -> NeighbourPortion:
        number, puzzle, move, removed = portion
        look_up()
        vicinity = self._vicinity(puzzle, move)
        tested = vicinity.tested
        blocks = [givens_of_masks(block.masks) for block in vicinity.near(move, removed)]
        none = np.zeros((0, puzzle.geometry.n_cells), np.uint8)
        digits = np.concatenate([none, *blocks])
        return NeighbourPortion(number, move, digits, vicinity.tested - tested)

    def _vicinity(self, puzzle: Grid | Puzzle, move: Move) -> Vicinity:
        """Return the vicinity that portions by a move share, one for each thread."""
        last = self._last.__dict__
        if last.get("puzzle") is not puzzle or last["move"] != move:
            vicinity = Vicinity(puzzle, self._limits, minimal=self._minimal)
            last.update(puzzle=puzzle, move=move, vicinity=vicinity)
        return last["vicinity"]  # type: ignore[no-any-return]  # as it was put there


def givens_of_masks(masks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the digits of cells with one candidate, 0 for the others."""
    digits = np.frexp(masks.astype(float))[1]
    return np.where(are_single(masks), digits, 0).astype(np.uint8)
