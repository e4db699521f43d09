"""The verdicts on the answers to a batch, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.result import Results
from lowbit.verbs.verify.verdict import AnswerStatus, AnswerVerdict

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class VerdictBatch(Results[AnswerVerdict]):
    """The verdicts on the answers to a batch, row for row.

    A sequence of `AnswerVerdict`, with all that `Results` has; ``status`` is that of the puzzles,
    and `summary` counts the outcomes of the answers.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each, of the puzzles.
    outcome : uint8[n]
        An `AnswerStatus` each, of the answers.
    digits : uint8[n, 81]
        The digits that were read, with those of the puzzle where an answer has a blank; 0 for
        cells that are left.
    wrong : bool[n, 81]
        Which filled cells have a digit that no solution of the puzzle has.
    n_right, n_blank : int64[n]
        The puzzle's blank cells that have a digit of a solution, and all of them.
    reasons : mapping of int to str
        Why puzzles or answers could not be read, by row.

    Examples
    --------
    >>> from lowbit import verify_many
    >>> found = verify_many(["1.....2..3.....4"] * 2, ["12", "1243342143122134"], geometry="4x4")
    >>> found, found.are_right, found.scores
    (<VerdictBatch of 2 puzzles: 1 unreadable, 1 right>, array([False,  True]), array([0., 1.]))
    """

    outcome: NDArray[np.uint8]
    digits: NDArray[np.uint8]
    wrong: NDArray[np.bool_]
    n_right: NDArray[np.int64]
    n_blank: NDArray[np.int64]

    @property
    def are_right(self) -> NDArray[np.bool_]:
        """Whether each answer is a solution, bool[n]."""
        are: NDArray[np.bool_] = self.outcome == int(AnswerStatus.RIGHT)
        return are

    @property
    def scores(self) -> NDArray[np.float64]:
        """The share of each puzzle's blank cells that are right, float64[n]; of a solution 1."""
        shares = self.n_right / np.maximum(1, self.n_blank)
        return np.where(self.are_right, 1.0, shares)

    def summary(self) -> dict[str, int]:
        """Return the number of answers with each outcome that occurs, by its word."""
        counts = np.bincount(self.outcome, minlength=len(AnswerStatus)).tolist()
        return {outcome.word: counts[outcome] for outcome in AnswerStatus if counts[outcome]}

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        return self.digits, self.outcome != int(AnswerStatus.UNREADABLE)

    def _record(self, row: int) -> AnswerVerdict:
        outcome = AnswerStatus(self.outcome[row])
        is_read = row not in self.reasons
        return AnswerVerdict(
            outcome,
            tuple(np.flatnonzero(self.wrong[row]).tolist()),
            int(self.n_right[row]),
            int(self.n_blank[row]),
            self._grid(row, self.digits) if is_read else None,
            self.reasons.get(row),
        )
