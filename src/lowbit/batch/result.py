"""The results of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, overload

import numpy as np

from lowbit.batch.reasons import Reasons
from lowbit.grid import Grid
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """What is known of one puzzle of a batch.

    Parameters
    ----------
    status : Status
        What the search found out.
    n_solutions : int
        How many solutions were found.
    solution : Grid or None
        The first of them.
    nodes : int
        The nodes of the search tree that were visited.
    guesses : int
        The nodes that had to branch.
    reason : str or None
        Why it is INVALID, where what was given is known.
    """

    status: Status
    n_solutions: int
    solution: Grid | None
    nodes: int
    guesses: int
    reason: str | None = field(default=None, compare=False)


@dataclass(frozen=True, eq=False)
class BatchResult(Sequence[PuzzleResult]):
    """What is known of the puzzles of a batch, row for row.

    A sequence of `PuzzleResult`; a slice is another result that looks at the same arrays.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each.
    n_solutions : int64[n]
        How many solutions were found, at most the limit. For a puzzle with the status
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
    >>> result[0].status.word, result[0].n_solutions, result[1].solution
    ('several', 2, None)
    >>> result[2].reason
    "character 1: 'n' is not a digit or blank"
    """

    status: NDArray[np.uint8]
    n_solutions: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    nodes: NDArray[np.int64]
    guesses: NDArray[np.int64]
    reasons: Reasons = field(default_factory=Reasons)

    def to_strings(self) -> list[str]:
        """Return the first solution of each puzzle as 81 digits; "" where there is none.

        Examples
        --------
        >>> from lowbit import solve_many
        >>> solve_many(["11" + "." * 79]).to_strings()
        ['']
        """
        width = self.solutions.shape[1]
        text = (self.solutions + np.uint8(ord("0"))).tobytes().decode()
        return [
            text[row * width : (row + 1) * width] if found else ""
            for row, found in enumerate(self.n_solutions.tolist())
        ]

    def summary(self) -> dict[str, int]:
        """Return how many puzzles have each status, by its word; those that occur.

        Examples
        --------
        >>> from lowbit import solve_many
        >>> solve_many(["." * 81, "11" + "." * 79, "." * 81]).summary()
        {'none': 1, 'several': 2}
        """
        counts = np.bincount(self.status, minlength=len(Status)).tolist()
        return {status.word: counts[status] for status in Status if counts[status]}

    def __len__(self) -> int:
        return self.status.size

    @overload
    def __getitem__(self, row: int) -> PuzzleResult: ...
    @overload
    def __getitem__(self, row: slice) -> BatchResult: ...
    def __getitem__(self, row: int | slice) -> PuzzleResult | BatchResult:
        if isinstance(row, slice):
            return BatchResult(
                self.status[row],
                self.n_solutions[row],
                self.solutions[row],
                self.nodes[row],
                self.guesses[row],
                self.reasons.of_rows(range(len(self))[row]),
            )
        row = range(len(self))[row]
        n_solutions = int(self.n_solutions[row])
        return PuzzleResult(
            Status(self.status[row]),
            n_solutions,
            Grid(self.solutions[row].tolist()) if n_solutions else None,
            int(self.nodes[row]),
            int(self.guesses[row]),
            self.reasons.get(row),
        )

    def __repr__(self) -> str:
        counts = ", ".join(f"{number} {word}" for word, number in self.summary().items())
        return f"<BatchResult of {len(self)} puzzles{': ' * bool(counts)}{counts}>"
