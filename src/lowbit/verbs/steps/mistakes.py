"""The mistakes of a player: digits and eliminated candidates that contradict the solution."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Self

from lowbit.errors import GridError, NoSolutionError
from lowbit.limits import NO_LIMITS, Limits
from lowbit.techniques.position import Position
from lowbit.techniques.wording.words import words_of
from lowbit.verbs.puzzles import grid_of, puzzle_of
from lowbit.verbs.solve.handover import Solutions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike


class Mistake(str):
    """A sentence on a mistake of a player, with the cell and the digit that it is about.

    Attributes
    ----------
    cell : int
        The cell.
    solution : int
        Its digit in the solution.
    digit : int or None
        The wrong digit in it; None where the right candidate was eliminated.

    Examples
    --------
    >>> mistake = Mistake("r1c2 is 9 in the solution, not 4", 1, 9, 4)
    >>> print(mistake, mistake.cell, mistake.solution, mistake.digit)
    r1c2 is 9 in the solution, not 4 1 9 4
    """

    __slots__ = ("cell", "digit", "solution")

    cell: int
    solution: int
    digit: int | None

    def __new__(cls, sentence: str, cell: int, solution: int, digit: int | None = None) -> Self:
        """Return the sentence with its fields."""
        mistake = super().__new__(cls, sentence)
        mistake.cell, mistake.solution, mistake.digit = cell, solution, digit
        return mistake

    def __getnewargs__(self) -> tuple[str, int, int, int | None]:  # type: ignore[override]  # more
        return str(self), self.cell, self.solution, self.digit


def mistakes(
    puzzle: PuzzleLike,
    marks: PuzzleLike | Position,
    *,
    geometry: BoardLike | None = None,
    language: str = "en",
    time_limit: float | None = None,
) -> tuple[Mistake, ...]:
    """Return a player's wrong digits, and the correct candidates that the player eliminated.

    A candidate that is missing because of a wrong digit is not reported in addition to that digit.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle as it was set.
    marks : PuzzleLike or Position
        The player's digits and candidates. In a grid a cell with one candidate counts as filled; a
        position distinguishes the two.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    language : {'en', 'zh'}, default 'en'
        The language.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    tuple of Mistake
        A sentence for each, with the cell and the digits as fields; none if the puzzle has several
        solutions.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution.
    LimitReachedError
        If the time limit is reached.
    InputError
        If there is no such language.
    GridError
        If one of the two is not a grid, or they have different boards.

    Examples
    --------
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> mistakes(puzzle, "64" + puzzle[2:])
    ('r1c2 is 9 in the solution, not 4',)
    >>> [(each.cell, each.digit, each.solution) for each in mistakes(puzzle, "64" + puzzle[2:])]
    [(1, 4, 9)]
    """
    words_of(language)  # refuses what is none
    given = puzzle_of(puzzle, geometry)
    found = one_or_two_solutions(given, Limits.of(time_limit=time_limit))
    return mistakes_in(held_by_player(marks, grid_of(given)), found, language)


def one_or_two_solutions(grid: Grid | Puzzle, limits: Limits = NO_LIMITS) -> list[Grid]:
    """Return the solution of a puzzle, or two of several.

    Raises
    ------
    NoSolutionError
        If there is none; with the reason if one is visible without search.
    """
    found = list(islice(Solutions(grid, 2, limits), 2))
    if not found:
        reason = "".join(f": {clash}" for clash in grid.clashes[:1])
        raise NoSolutionError(f"the puzzle has no solution{reason}")
    return found


def held_by_player(marks: PuzzleLike | Position | None, given: Grid) -> Grid | Position:
    """Return a player's marks, on the board of the puzzle."""
    if not isinstance(marks, Position):
        return given if marks is None else grid_of(puzzle_of(marks, given.geometry))
    if marks.geometry != given.geometry:
        raise GridError("the puzzle and the marks have different boards")
    return marks


def mistakes_in(
    held: Grid | Position, solutions: Sequence[Grid], language: str = "en"
) -> tuple[Mistake, ...]:
    """Return how digits and candidates differ from the solution; nothing if there are several."""
    if len(solutions) > 1:
        return ()
    (solution,) = solutions
    digits, masks = (
        (held.values, held.masks) if isinstance(held, Position) else (held.givens, held.allowed)
    )
    return tuple(_found(digits, masks, solution, language))


def _found(
    digits: Sequence[int], masks: Sequence[int], solution: Grid, language: str
) -> Iterator[Mistake]:
    board = solution.geometry
    words = words_of(language)
    wrong = {cell: d for cell, d in enumerate(digits) if d and d != solution[cell]}
    for cell, (mask, digit) in enumerate(zip(masks, solution, strict=True)):
        is_lost = not mask >> digit - 1 & 1
        reason = words["in the solution"].format(board.cell_name(cell), board.symbols[digit - 1])
        if cell in wrong:
            reason += words["not"].format(board.symbols[wrong[cell] - 1])
            yield Mistake(reason, cell, digit, wrong[cell])
        elif is_lost and all(wrong.get(peer) != digit for peer in board.peers[cell]):
            yield Mistake(reason, cell, digit)
