"""The answers to a contest's grids: one is asked of a verb, many of the lane engine.

Both ways give the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lowbit.errors import NoSolutionError
from lowbit.verbs.solve.one import smallest_solution, solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid

CELL = "\0"
"""Stands for a digit in a layout."""


@dataclass(frozen=True, slots=True)
class AnswerLayout:
    r"""The text of an answer, with places for the digits of a solution.

    Parameters
    ----------
    text : str
        The text, with `CELL` for each digit; it may have the first digits alone.

    Examples
    --------
    >>> rows = AnswerLayout("\0 \0\n\0 \0\n")
    >>> rows.one("1221")
    '1 2\n2 1\n'
    """

    text: str

    def one(self, solution: str) -> str:
        """Return the text of a solution, a symbol for each cell."""
        cells = iter(solution)
        return "".join(next(cells) if character == CELL else character for character in self.text)

    def many(self, solutions: NDArray[np.uint8], symbols: str) -> Iterator[str]:
        """Return the texts of solutions, a row of digits for each."""
        import numpy as np  # few grids do without

        layout = np.frombuffer(self.text.encode(), np.uint8)
        places = np.flatnonzero(layout == ord(CELL))
        shown = np.frombuffer(f".{symbols}".encode(), np.uint8)
        texts = np.tile(layout, (len(solutions), 1))
        texts[:, places] = shown[solutions[:, : len(places)]]
        whole, width = texts.tobytes().decode(), len(layout)
        return (whole[at : at + width] for at in range(0, len(whole), width))


class GridAnswers(Protocol):
    """The answers of a contest to grids, with line ends; both methods give the same."""

    def one(self, grid: Grid) -> str:
        """Return the answer to a grid.

        Raises
        ------
        LowbitError
            If there is none.
        """

    def many(self, puzzles: PuzzlesLike, board: Geometry) -> Iterable[str | None]:
        """Return the answers to many; None where there is none, or `one` finds it."""


@dataclass(frozen=True, slots=True)
class OnlySolutions:
    """The solutions of puzzles that have one."""

    layout: AnswerLayout

    def one(self, grid: Grid) -> str:
        """Return the solution."""
        return self.layout.one(solve(grid).to_line())

    def many(self, puzzles: PuzzlesLike, board: Geometry) -> Iterator[str | None]:
        """Return the solutions; None of puzzles with none or several."""
        from lowbit.status import Status
        from lowbit.verbs.solve.many import solve_many  # loads Numba

        batch = solve_many(puzzles, geometry=board)
        texts = self.layout.many(batch.solutions, board.symbols)
        known = zip(batch.status == Status.UNIQUE, texts, strict=True)
        return (text if is_known else None for is_known, text in known)


@dataclass(frozen=True, slots=True)
class SmallestSolutions:
    """The first solutions by their digits."""

    layout: AnswerLayout

    def one(self, grid: Grid) -> str:
        """Return the smallest solution."""
        solution = smallest_solution(grid)
        if solution is None:
            raise NoSolutionError("the puzzle has no solution")
        return self.layout.one(solution.to_line())

    def many(self, puzzles: PuzzlesLike, board: Geometry) -> Iterator[str | None]:
        """Return the smallest solutions; None of puzzles without any."""
        from lowbit.verbs.solve.many import smallest_solution_many  # loads Numba

        batch = smallest_solution_many(puzzles, geometry=board)
        texts = self.layout.many(batch.solutions, board.symbols)
        return (text if n else None for n, text in zip(batch.n_solutions, texts, strict=True))


class Scores:
    """The highest scores, -1 where a puzzle has no completion."""

    def one(self, grid: Grid) -> str:
        """Return the score of the best completion."""
        from lowbit.verbs.maximize.one import maximize  # one dialect needs it

        score = maximize(grid).score
        return "-1\n" if score is None else f"{score}\n"

    def many(self, puzzles: PuzzlesLike, board: Geometry) -> Iterator[str]:
        """Return the scores."""
        from lowbit.verbs.maximize.many import maximize_many  # loads Numba

        batch = maximize_many(puzzles, geometry=board)
        scores = zip(batch.n_found, batch.scores, strict=True)
        return (f"{score[0]}\n" if found else "-1\n" for found, score in scores)


def rows(size: int, between: str = "", end: str = "") -> AnswerLayout:
    r"""Return the layout of a square of digits.

    Parameters
    ----------
    size : int
        The number of rows, and of the digits in each.
    between : str
        The text between the digits of a row.
    end : str
        The text after the last line.

    Examples
    --------
    >>> rows(2, " ").one("1221")
    '1 2\n2 1\n'
    """
    return AnswerLayout(f"{between.join(CELL * size)}\n" * size + end)
