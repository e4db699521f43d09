"""The solutions of one puzzle.

Each verb takes whatever `lowbit.Grid` takes, or a `lowbit.Puzzle`. A search that reaches
`max_nodes` or `time_limit` raises LimitReachedError; it never answers as if there were nothing
more. A long search continues in the compiled engine, see `lowbit.verbs.solve.handover`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import integer_or_none
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.grid import Clashes, Grid, grid_of_digits
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.puzzles import puzzle_of
from lowbit.verbs.solve.handover import Solutions, blocks_of, kernels_pay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.geometry import BoardLike
    from lowbit.kernels.classic.desk import OneAnswer
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike
    from lowbit.verbs.solve.counting import CountProgress


def solve(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid:
    """Return the one solution of a puzzle.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Grid
        The solution.

    Raises
    ------
    NoSolutionError
        If there is none; the message names the first clash, if one is visible without search.
    MultipleSolutionsError
        If there are several; the error carries two.
    LimitReachedError
        If a limit ended the search before the answer was known.
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> solution = solve(
    ...     "6....2.4...29..78.18....9..8.9...4715.6..4..."
    ...     ".7...........2...5...7.....2..3....."
    ... )
    >>> print(solution)
    6 9 7 | 5 8 2 | 1 4 3
    4 5 2 | 9 1 3 | 7 8 6
    1 8 3 | 4 6 7 | 9 5 2
    ------+-------+------
    8 2 9 | 6 3 5 | 4 7 1
    5 1 6 | 8 7 4 | 2 3 9
    3 7 4 | 2 9 1 | 5 6 8
    ------+-------+------
    7 4 8 | 1 2 6 | 3 9 5
    9 3 1 | 7 5 8 | 6 2 4
    2 6 5 | 3 4 9 | 8 1 7
    """
    grid = puzzle_of(puzzle, geometry)
    limits = Limits.of(max_nodes, time_limit)
    n_solutions, solution = _up_to_two(grid, limits)
    if n_solutions > 1:
        raise MultipleSolutionsError(*Solutions(grid, 2, limits))
    if solution is None:
        reason = "".join(f": {clash}" for clash in grid.clashes[:1])
        raise NoSolutionError(f"the puzzle has no solution{reason}")
    return solution


def any_solution(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid | None:
    """Return a solution of a puzzle, always the same one, or None if there is none.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Grid or None
        A solution, of which there may be more.

    Raises
    ------
    LimitReachedError
        If a limit ended the search before a solution was found.
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> any_solution("." * 81).is_solved
    True
    >>> any_solution("11" + "." * 79) is None
    True
    """
    grid, limits = puzzle_of(puzzle, geometry), Limits.of(max_nodes, time_limit)
    if kernels_pay(board=grid.geometry) and max_nodes is None:
        n_solutions, solution = _up_to_two(grid, limits)
        if n_solutions < 2:
            return solution
    return next(Solutions(grid, limits=limits), None)


def smallest_solution(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid | None:
    """Return the smallest solution of a puzzle, or None if there is none.

    Solutions compare by their digits, row by row from the top left corner. The result depends on
    nothing but the puzzle, so it is what ``lowbit judge`` prints.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Grid or None
        The smallest solution.

    Raises
    ------
    LimitReachedError
        If a limit ended the search before the smallest solution was known.
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> print(smallest_solution("." * 81).to_line())
    123456789456789123789123456214365897365897214897214365531642978642978531978531642
    """
    grid, limits = puzzle_of(puzzle, geometry), Limits.of(max_nodes, time_limit)
    n_solutions, solution = _up_to_two(grid, limits)
    if n_solutions > 1:
        return next(Solutions(grid, limits=limits, order="digits"))
    return solution


def solutions(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    limit: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Iterator[Grid]:
    """Iterate over the solutions of a puzzle, each found when it is requested.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    limit : int, optional
        The most solutions to yield; all of them if None.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take from now to the last solution.

    Returns
    -------
    iterator of Grid
        Each solution once, always in the same order.

    Raises
    ------
    LimitReachedError
        While iterating, if `max_nodes` or `time_limit` ended the search.
    GridError
        At once, if `puzzle` is not a grid.
    InputError
        At once, if a limit is negative.

    Examples
    --------
    >>> for solution in solutions("12.. 34.. .... ....", geometry="4x4", limit=2):
    ...     print(solution.to_line())
    1234341221434321
    1234341223414123
    """
    limit = integer_or_none("limit", limit, 0)
    return Solutions(puzzle_of(puzzle, geometry), limit, Limits.of(max_nodes, time_limit))


def count_solutions(  # noqa: PLR0913 - by name: where to stop, and whom to tell
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    limit: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    progress: CountProgress | None = None,
) -> int:
    """Return how many solutions a puzzle has, or `limit` if it has as many or more.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    limit : int, optional
        Where to stop counting; never if None.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.
    progress : callable, optional
        Called a few times a second with how many solutions were counted, and about which share of
        the search, from 0 to 1, is done. The search then goes part by part.

    Returns
    -------
    int
        The number of solutions, at most `limit`.

    Raises
    ------
    LimitReachedError
        If `max_nodes` or `time_limit` ended the search before the count was known; the error's
        `n_found` is how many were counted.
    GridError
        If `puzzle` is not a grid.
    InputError
        If a limit is negative.

    Examples
    --------
    >>> count_solutions("." * 16, geometry="4x4")
    288
    >>> count_solutions("." * 81, limit=1000)
    1000
    """
    limit = integer_or_none("limit", limit, 0)
    asked, limits = puzzle_of(puzzle, geometry), Limits.of(max_nodes, time_limit)
    if progress is not None:
        from lowbit.verbs.solve.counting import count_in_parts  # few ask for it

        return count_in_parts(asked, limit, limits, progress)
    found = None if limit == 0 else _found_together(asked, limits, limit)
    if found is not None:
        return found.n_solutions
    number = 0
    blocks = blocks_of(asked, limits, "any", limit, counts=True)
    while limit is None or number < limit:
        block = next(blocks, None)
        if block is None:
            return number
        number += len(block)
    return limit


def is_unique(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> bool:
    """Return whether a puzzle has exactly one solution.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    bool
        False if there is no solution, and if there are several.

    Raises
    ------
    LimitReachedError
        If a limit ended the search before the answer was known.
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> is_unique("." * 81)
    False
    """
    return (
        count_solutions(
            puzzle, geometry=geometry, limit=2, max_nodes=max_nodes, time_limit=time_limit
        )
        == 1
    )


def check(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
) -> Clashes:
    """Return every reason, visible without search, why a puzzle has no solution.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.

    Returns
    -------
    Clashes
        A tuple of `Clash`, whose ``ok`` says whether it is empty: equal digits in a house, cells
        without candidates, digits without a place, constraints that the givens break. Even if it is
        empty, there may be no solution.

    Raises
    ------
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> for clash in check("5...5...." + "." * 72):
    ...     print(clash)
    two 5s in row 1: r1c1 and r1c5
    >>> check("5...5...." + "." * 72).ok, check("5" + "." * 80).ok
    (False, True)
    """
    return Clashes(puzzle_of(puzzle, geometry).clashes)


def _up_to_two(puzzle: Grid | Puzzle, limits: Limits) -> tuple[int, Grid | None]:
    """Return how many solutions there are, at most 2, and the solution if it is the only one."""
    found = _found_together(puzzle, limits, 2)
    if found is None:
        solutions = list(Solutions(puzzle, 2, limits, "any"))
        return len(solutions), solutions[0] if len(solutions) == 1 else None
    if found.n_solutions != 1:
        return found.n_solutions, None
    return 1, grid_of_digits(found.digits, puzzle.geometry)


def _found_together(puzzle: Grid | Puzzle, limits: Limits, limit: int | None) -> OneAnswer | None:
    """Return what lanes that work together find; None if they are not the quickest way.

    Raises
    ------
    LimitReachedError
        If the time is over.
    """
    if not isinstance(puzzle, Grid) or not puzzle.geometry.is_classic:
        return None
    if limits.max_nodes is not None or not kernels_pay():
        return None
    from lowbit.kernels.classic.desk import search_one  # loads NumPy

    found = search_one(puzzle.allowed, limit=limit, time_limit=limits.seconds_left)
    if found.status == Status.LIMIT_REACHED:
        reason = "the time limit ended the search"
        raise LimitReachedError(reason, found.nodes, found.n_solutions)
    return found
