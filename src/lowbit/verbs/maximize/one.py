"""The completions that score most, of one puzzle.

The reference tries first: it answers a puzzle with few completions before anything else is loaded.
Longer searches are left to the engine, see docs/internals/maximize.md. Once that is loaded, it
answers every puzzle, unless there is a limit: the effort must not depend on what was loaded. There
is only one right answer, so both give the same; only `nodes` differs.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from operator import neg
from time import monotonic
from typing import TYPE_CHECKING, Final

from lowbit import loaded
from lowbit.arguments import integer, require_room
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.limits import NO_LIMITS, Limits
from lowbit.reference.score import BestSearch
from lowbit.status import Status
from lowbit.verbs.maximize.weights import values_of
from lowbit.verbs.puzzles import puzzle_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.maximize.optimum.one import Outcome
    from lowbit.verbs.maximize.weights import Values, WeightsLike
    from lowbit.verbs.puzzles import PuzzleLike

FEW_NODES = 1000
"""Nodes that the reference visits before the engine takes over: about 0.1 s. Loading the engine
takes several times as long."""

"""If these modules are loaded, the reference need not try first."""

SECONDS_BETWEEN_REPORTS: Final = 0.1

COMPLETION_BYTES: Final = CLASSIC.n_cells + 8
"""Bytes that the engine keeps of each completion: its digits, and its score."""


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """The best completions found, and a bound on all others.

    Parameters
    ----------
    scores : tuple of int
        The scores of the best completions found, the best first.
    solutions : tuple of Grid
        The completions with these scores, at most as many as requested.
    bound : int or None
        No completion scores better; None if it is proven that there is none.
    nodes : int
        The nodes visited, in the trees of both engines. The plain search takes the first 1,000,
        unless there is no limit and the other engine is loaded already: then this number, and
        nothing else, depends on what the process did before.
    settled : bool
        Whether `solutions` are the best of all and, among equal scores, the smallest grids, so
        that there is no other answer.
    reason : str or None
        Why an item of a batch is not a puzzle.

    Examples
    --------
    >>> from lowbit import maximize
    >>> result = maximize("." * 81)
    >>> result.score, result.bound, result.proven
    (2906, 2906, True)
    """

    scores: tuple[int, ...]
    solutions: tuple[Grid, ...]
    bound: int | None
    nodes: int
    settled: bool
    reason: str | None = field(default=None, compare=False)

    @property
    def answer(self) -> Grid | None:
        """The best solution, as `lowbit.write` takes it."""
        return next(iter(self.solutions), None)

    @property
    def status(self) -> Status:
        """SOLVABLE or NONE if that is settled, LIMIT_REACHED if it is not; or INVALID."""
        if self.settled:
            return Status.SOLVABLE if self.scores else Status.NONE
        return Status.LIMIT_REACHED if self.reason is None else Status.INVALID

    @property
    def score(self) -> int | None:
        """The best score; None if no completion was found."""
        return self.scores[0] if self.scores else None

    @property
    def grid(self) -> Grid | None:
        """The completion with the best score; None if none was found."""
        return self.solutions[0] if self.solutions else None

    @property
    def proven(self) -> bool:
        """Whether nothing can score better than `score`, or there is no completion at all.

        If a limit ends the search, this may be known although the result is not `settled`.
        """
        return self.score == self.bound and (self.settled or self.score is not None)


def maximize(  # noqa: PLR0913 - most by name
    puzzle: PuzzleLike,
    weights: WeightsLike = "pyramid",
    *,
    geometry: BoardLike | None = None,
    lowest: bool = False,
    top: int = 1,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[ScoreResult], object] | None = None,
) -> ScoreResult:
    """Return the best-scoring completions of a puzzle, with a proof.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    weights : str, sequence or numpy.ndarray, default ``"pyramid"``
        The weights by which completions score. Integers, or whole floats; they may be negative.

        - One weight per cell, flat or in rows: a cell scores its weight times its digit.
        - A row for each cell with the score of each digit there, from 1: shape [81, 9].
        - ``"pyramid"``: target Sudoku's, from 6 on the rim to 10 in the centre. On other
          rectangles 6 on the rim, too, and one more in each ring.
        - ``"uniform"``: 1 in every cell, so that all completions score the same.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid.
    lowest : bool, default False
        Search for the lowest scores instead.
    top : int, default 1
        How many completions to return.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.
    progress : callable, optional
        Called a few times a second with a ScoreResult, the best so far.

    Returns
    -------
    ScoreResult
        The best completions; of those with equal scores the smaller grids first, so that there is
        exactly one right answer. A limit that ends the search raises nothing: the result is the
        best so far, with its bound. A puzzle without a completion has the score None, proven.

    Raises
    ------
    GridError
        If `puzzle` is not a grid.
    InputError
        If `weights` are of the wrong shape, not integers or too large, `top` is less than 1 or too
        large for the memory, or a limit is negative.

    Examples
    --------
    >>> result = maximize(
    ...     "7..9....11....59.....2...8...5.2...3......648"
    ...     "413........7..2.9.2.1.6.8.4.8.5.4.12"
    ... )
    >>> result.score, result.bound, result.proven
    (2829, 2829, True)
    >>> result = maximize("1... .2.. ..3. ....", "uniform", geometry="4x4", top=2)
    >>> [solution.to_line() for solution in result.solutions], result.scores
    (['1324421324313142', '1342421321343421'], (40, 40))
    """
    puzzle = puzzle_of(puzzle, geometry)
    values = values_of(weights, puzzle.geometry)
    top = integer("top", top, 1)
    require_room("top", top, COMPLETION_BYTES)
    limits = Limits.of(max_nodes, time_limit)
    if lowest:
        values = [list(map(neg, of_cell)) for of_cell in values]
    search = _Search(puzzle, values, top, limits)
    next_report = monotonic() + SECONDS_BETWEEN_REPORTS
    for _ in search.steps():
        if progress is not None and monotonic() >= next_report:
            progress(search.result(lowest=lowest))
            next_report = monotonic() + SECONDS_BETWEEN_REPORTS
    return search.result(lowest=lowest)


class _Search:
    """The search for the highest scores, by the reference, then by the engine."""

    def __init__(self, puzzle: Grid | Puzzle, values: Values, top: int, limits: Limits) -> None:
        self._board = puzzle.geometry
        self._puzzle = puzzle = puzzle if isinstance(puzzle, Grid) else _with_houses(puzzle)
        self._values = values
        self._top = top
        self._limits = limits
        self._reference: BestSearch | None = None
        self._outcome: Outcome | None = None
        self._hands_over = limits.most_nodes > FEW_NODES
        if not isinstance(puzzle, Grid):
            return
        grid = puzzle
        engine = loaded.OPTIMUM if grid.geometry.is_classic else loaded.OPTIMUM_ON_BOARDS
        if not self._hands_over or not engine.is_loaded or limits != NO_LIMITS:
            self._reference = BestSearch(grid, values, top, limits.within(FEW_NODES))

    def steps(self) -> Iterator[None]:
        """Search until all is known or a limit is reached, pausing now and then."""
        try:
            if self._reference is not None:
                yield from self._reference.steps()
                return
        except LimitReachedError:
            if not self._hands_over or self._limits.is_late:
                return
        yield from self._engine_steps()

    def _engine_steps(self) -> Iterator[None]:
        limits = self._limits.after(0 if self._reference is None else FEW_NODES)
        with suppress(LimitReachedError):  # before a search began
            for outcome in _found(self._puzzle, self._values, self._top, limits):
                self._outcome = outcome
                yield

    def result(self, *, lowest: bool) -> ScoreResult:
        """Return the result so far."""
        sign = -1 if lowest else 1
        reference, outcome = self._reference, self._outcome
        scores: list[int] = []
        solutions: list[Grid] = []
        bound: int | None = None
        nodes, settled = 0, False
        if reference is not None:
            scores = [found.score for found in reference.best]
            solutions = [self._shown(found.grid.givens) for found in reference.best]
            bound, nodes, settled = reference.bound, reference.nodes, reference.is_settled
        if outcome is not None:
            if outcome.settled or outcome.scores > scores:
                scores, solutions = (
                    outcome.scores,
                    [self._shown(digits) for digits in outcome.grids],
                )
            bound = outcome.bound if reference is None else _tighter(bound, outcome.bound)
            nodes, settled = nodes + outcome.nodes, outcome.settled
        return ScoreResult(
            tuple(sign * score for score in scores),
            tuple(solutions),
            None if bound is None else sign * bound,
            nodes,
            settled,
        )

    def _shown(self, digits: Iterable[int]) -> Grid:
        return Grid(list(map(int, digits)), self._board)


def _with_houses(puzzle: Puzzle) -> Grid | Puzzle:
    """Return a puzzle as a grid on a board with more houses, if its constraints are houses."""
    from lowbit.verbs.solve.extra_houses import grid_with_houses  # loads NumPy

    return grid_with_houses(puzzle) or puzzle


def _found(puzzle: Grid | Puzzle, values: Values, top: int, limits: Limits) -> Iterator[Outcome]:
    if not isinstance(puzzle, Grid):
        from lowbit.verbs.maximize.variants import best_with_constraints

        return best_with_constraints(puzzle, values, top, limits)
    of = _of_classic if puzzle.geometry.is_classic else _of_boards
    return of(puzzle, values, top, limits)


def _of_classic(grid: Grid, values: Values, top: int, limits: Limits) -> Iterator[Outcome]:
    import numpy as np  # loaded only where the reference takes too long

    from lowbit.verbs.maximize.optimum.one import best_completions

    flat = np.array(values, np.int64).reshape(-1)
    return best_completions(flat, np.array(grid.allowed, np.uint16), top, limits)


def _of_boards(grid: Grid, values: Values, top: int, limits: Limits) -> Iterator[Outcome]:
    from lowbit.verbs.maximize.boards import best_on

    return best_on(grid.geometry, values, grid.allowed, top, limits)


def _tighter(first: int | None, second: int | None) -> int | None:
    """Return the lower of two bounds; None, which means no completion, is the lowest."""
    return None if first is None or second is None else min(first, second)
