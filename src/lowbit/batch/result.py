"""The results of a batch: arrays with a row for each puzzle, and a record of each row."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

import numpy as np

from lowbit.arguments import place
from lowbit.batch.reasons import Reasons
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import grid_of_digits
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.grid import Grid

RecordT = TypeVar("RecordT")

NO_ARRAYS = {"reasons", "geometry", "as_answer", "records", "is_search"}
"""The fields of results that are not arrays with a row for each puzzle."""


@dataclass(frozen=True, eq=False, repr=False)
class Results(Sequence[RecordT]):
    """The base class of the results of batches: a row for each puzzle, in order.

    A sequence of records, one for each puzzle. A slice is a result with views of the same arrays.

    Parameters
    ----------
    status : uint8[n]
        The `Status` of each puzzle.
    reasons : mapping of int to str
        Why rows are INVALID, by row.
    geometry : Geometry
        The board of all puzzles; of a batch of several boards, the largest.
    boards : tuple of Geometry or None
        The board of each puzzle, where they may differ: the rows of arrays are as long as the
        largest takes, and zeros follow the cells of the others.

    Examples
    --------
    >>> from lowbit import canonical_many, minimize_many, solve_many
    >>> puzzles = ["11" + "." * 79, "no puzzle"]
    >>> for verb in (solve_many, minimize_many, canonical_many):
    ...     print(verb(puzzles))
    <BatchResult of 2 puzzles: 1 invalid, 1 none>
    <MinimalBatch of 2 puzzles: 1 invalid, 1 none>
    <CanonicalBatch of 2 puzzles: 1 invalid, 1 valid>
    """

    status: NDArray[np.uint8]
    reasons: Reasons = field(default_factory=Reasons, kw_only=True)
    geometry: Geometry = field(default=CLASSIC, kw_only=True)
    boards: tuple[Geometry, ...] | None = field(default=None, kw_only=True)

    def summary(self) -> dict[str, int]:
        """Return the number of puzzles with each status that occurs, by its word."""
        counts = np.bincount(self.status, minlength=len(Status)).tolist()
        return {status.word: counts[status] for status in Status if counts[status]}

    def to_strings(self) -> list[str]:
        """Return the answer to each puzzle, a grid with a character a cell; "" for none."""
        grids, has_grid = self._grids()
        are_there, at = has_grid.tolist(), 0
        strings: list[str] = []
        for board, n in self._runs():
            strings += _strings(grids[at : at + n, : board.n_cells], are_there[at : at + n], board)
            at += n
        return strings

    def _runs(self) -> list[tuple[Geometry, int]]:
        """Return the boards of neighbouring rows, and how many these are."""
        if self.boards is None:
            return [(self.geometry, len(self))]
        return [(board, sum(1 for _ in run)) for board, run in groupby(self.boards)]

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Return the digits of the answer to each puzzle, and which rows have an answer."""
        raise NotImplementedError

    def _grid(self, row: int, grids: NDArray[np.uint8]) -> Grid:
        """Return the grid in a row of some."""
        board = self.geometry if self.boards is None else self.boards[row]
        return grid_of_digits(grids[row, : board.n_cells].tobytes(), board)

    @abstractmethod
    def _record(self, row: int) -> RecordT:
        """Return the record of one puzzle."""

    def __len__(self) -> int:
        return self.status.size

    @overload
    def __getitem__(self, row: int) -> RecordT: ...
    @overload
    def __getitem__(self, row: slice) -> Self: ...
    def __getitem__(self, row: int | slice) -> RecordT | Self:
        if not isinstance(row, slice):
            return self._record(place("row", row, len(self)))
        arrays: dict[str, Any] = {
            one.name: None if (array := getattr(self, one.name)) is None else array[row]
            for one in fields(self)
            if one.name not in NO_ARRAYS
        }
        return replace(self, **arrays, reasons=self.reasons.of_rows(range(len(self))[row]))

    def __repr__(self) -> str:
        counts = ", ".join(f"{number} {word}" for word, number in self.summary().items())
        puzzles = "puzzle" if len(self) == 1 else "puzzles"
        return f"<{type(self).__name__} of {len(self)} {puzzles}{': ' * bool(counts)}{counts}>"


def _strings(grids: NDArray[np.uint8], are_there: Sequence[bool], board: Geometry) -> Iterator[str]:
    """Yield grids on a board as strings; "" where there is none."""
    n, symbols = board.n_cells, f".{board.symbols}".encode().ljust(256)
    text = grids.tobytes().translate(symbols).decode()
    return (text[n * row : n * (row + 1)] if there else "" for row, there in enumerate(are_there))


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """The result for one puzzle of a batch.

    Parameters
    ----------
    status : Status
        The outcome of the search.
    n_solutions : int
        The number of solutions found.
    solution : Grid or None
        The first of them.
    nodes : int
        The nodes of the search tree that were visited.
    guesses : int
        The nodes that had to branch.
    reason : str or None
        Why it is INVALID, if the item is known.

    Examples
    --------
    >>> from lowbit import solve_many
    >>> result = solve_many(["11" + "." * 79])[0]
    >>> str(result.status), result.n_solutions, result.solution
    ('none', 0, None)
    """

    status: Status
    n_solutions: int
    solution: Grid | None
    nodes: int
    guesses: int
    reason: str | None = field(default=None, compare=False)

    @property
    def answer(self) -> Grid | None:
        """The solution, as `lowbit.write` takes it."""
        return self.solution


@dataclass(frozen=True, eq=False, repr=False)
class BatchResult(Results[PuzzleResult]):
    """The results for the puzzles of a batch, row for row.

    A sequence of `PuzzleResult`, with all that `Results` has; `to_strings()` gives the first
    solution of each puzzle.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each.
    n_solutions : int64[n]
        The number of solutions found, at most the limit. For a puzzle with the status
        LIMIT_REACHED there may be more.
    solutions : uint8[n, 81]
        The digits of the first solution found; all 0 where there is none.
    nodes : int64[n]
        The nodes of the search tree that were visited, the root among them.
    guesses : int64[n]
        The nodes that had to branch.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import solve_many
    >>> result = solve_many(["." * 81, "11" + "." * 79, "no puzzle"])
    >>> result
    <BatchResult of 3 puzzles: 1 invalid, 1 none, 1 several>
    >>> str(result[0].status), result[0].n_solutions, result[1].solution
    ('several', 2, None)
    >>> result[2].reason
    "character 1: 'n' is not a digit or blank"
    >>> result.summary(), result[:2]
    ({'invalid': 1, 'none': 1, 'several': 1}, <BatchResult of 2 puzzles: 1 none, 1 several>)
    >>> solve_many(["11" + "." * 79]).to_strings()
    ['']
    """

    n_solutions: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    nodes: NDArray[np.int64]
    guesses: NDArray[np.int64]

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        return self.solutions, self.n_solutions > 0

    def _record(self, row: int) -> PuzzleResult:
        n_solutions = int(self.n_solutions[row])
        return PuzzleResult(
            Status(self.status[row]),
            n_solutions,
            self._grid(row, self.solutions) if n_solutions else None,
            int(self.nodes[row]),
            int(self.guesses[row]),
            self.reasons.get(row),
        )
