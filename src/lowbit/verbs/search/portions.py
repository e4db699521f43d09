"""The neighbours of some puzzles in portions, each of which takes little time.

::

    puzzle 17 by -2+1    portion of its sets of givens, portion, ...  ──┐
    puzzle 17 by -1+1    portion                                       ──┤──threads──> in order
    puzzle 23 by -2+1    portion, ...                                  ──┘

So what is done of a search can count before all neighbours of a puzzle are found.
"""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from threading import local
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.batch.masks import are_single
from lowbit.batch.ordered import in_order
from lowbit.kernels.core.threads import n_cpus
from lowbit.rng import SplitMix64
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.search.candidates import CandidateJudge
from lowbit.verbs.search.neighbours import AT_ONCE, Vicinity, sets_by_portions

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.search.candidates import NeighbourBlock
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
        portions = islice(self._sets(numbers), first, None)
        most = max(1, len(numbers) // (self._limits.threads or n_cpus()))
        groups = in_order(self._find, _groups(portions, most), self._limits.threads)
        with closing(groups):
            for group in groups:
                yield from group

    def _sets(self, numbers: Sequence[int]) -> Iterator[GivensToRemove]:
        """Yield the sets of givens that each portion takes away from a puzzle by a move."""
        for number in numbers:
            puzzle = self._puzzle(number)
            n_givens = grid_of(puzzle).n_clues
            for move in self._moves:
                stream = SplitMix64(self._seed, number)
                for removed in sets_by_portions(n_givens, move, self._sample, stream):
                    yield number, puzzle, move, removed

    def _find(
        self, group: list[GivensToRemove], look_up: Callable[..., object]
    ) -> list[NeighbourPortion]:
        """Return the portions of a group: what may be a neighbour is judged together."""
        look_up()
        judge = CandidateJudge(minimal=self._minimal)
        found: list[list[NeighbourBlock]] = [[] for _ in group]
        tested = []
        for own, (_, puzzle, move, removed) in zip(found, group, strict=True):
            vicinity = self._vicinity(puzzle, move)
            n_before = vicinity.tested
            for some in vicinity.candidates(move, removed):
                judge.add(vicinity.searches, some, own)
            tested.append(vicinity.tested - n_before)
        judge.finish(vicinity.searches)
        none = np.zeros((0, group[0][1].geometry.n_cells), np.uint8)
        return [
            NeighbourPortion(
                number,
                move,
                np.concatenate([none, *(givens_of_masks(block.masks) for block in own)]),
                n_tested,
            )
            for (number, _, move, _), own, n_tested in zip(group, found, tested, strict=True)
        ]

    def _vicinity(self, puzzle: Grid | Puzzle, move: Move) -> Vicinity:
        """Return the vicinity that portions by a move share, one for each thread."""
        last = self._last.__dict__
        if last.get("puzzle") is not puzzle or last["move"] != move:
            vicinity = Vicinity(puzzle, self._limits, minimal=self._minimal)
            last.update(puzzle=puzzle, move=move, vicinity=vicinity)
        return last["vicinity"]  # type: ignore[no-any-return]  # as it was put there


def _groups(portions: Iterable[GivensToRemove], most: int) -> Iterator[list[GivensToRemove]]:
    """Yield some portions at a time that take no longer than the longest alone."""
    group: list[GivensToRemove] = []
    size = 0.0
    for portion in portions:
        _, _, move, removed = portion
        own = len(removed) / AT_ONCE[move.added] if removed else 1.0
        if group and (len(group) == most or size + own > 1):
            yield group
            group, size = [], 0.0
        group.append(portion)
        size += own
    if group:
        yield group


def givens_of_masks(masks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the digits of cells with one candidate, 0 for the others."""
    digits = np.frexp(masks.astype(float))[1]
    return np.where(are_single(masks), digits, 0).astype(np.uint8)
