"""The results of maximising a batch: arrays with a row for each puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.result import Results
from lowbit.status import Status
from lowbit.verbs.maximize.one import ScoreResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.reasons import Reasons
    from lowbit.geometry import Geometry


@dataclass(frozen=True, eq=False, repr=False)
class ScoreBatch(Results[ScoreResult]):
    """The best completions of the puzzles of a batch, row for row.

    A sequence of `ScoreResult`, with all that `Results` has; `to_strings()` gives the best
    completion of each puzzle.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each: SOLVABLE where the best completions are known, NONE where there is no
        completion, LIMIT_REACHED where a limit ended the search before that was known, INVALID
        where the item is not a puzzle.
    n_found : int64[n]
        How many completions the row has, at most `top`.
    scores : int64[n, top]
        Their scores, the best first; 0 from `n_found` on.
    solutions : uint8[n, top, 81]
        Their digits; 0 from `n_found` on.
    bounds : int64[n]
        No completion scores better; 0 if there is none.
    nodes : int64[n]
        The nodes of the search tree that were visited.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import maximize_many
    >>> batch = maximize_many(["." * 81, "55" + "." * 79])
    >>> batch[0].score, batch[1].score
    (2906, None)
    """

    n_found: NDArray[np.int64]
    scores: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    nodes: NDArray[np.int64]

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        return self.solutions[:, 0], self.n_found > 0

    def _record(self, row: int) -> ScoreResult:
        status, n_found = self.status[row], self.n_found[row]
        return ScoreResult(
            tuple(self.scores[row, :n_found].tolist()),
            tuple(self._grid(row, self.solutions[:, at]) for at in range(n_found)),
            None if status in {Status.NONE, Status.INVALID} else int(self.bounds[row]),
            int(self.nodes[row]),
            settled=bool(status in {Status.NONE, Status.SOLVABLE}),
            reason=self.reasons.get(row),
        )


def nothing_known(
    n: int,
    top: int,
    reasons: Reasons,
    geometry: Geometry,
    boards: tuple[Geometry, ...] | None = None,
) -> ScoreBatch:
    """Return room for the results of `n` puzzles, all of them INVALID so far."""
    return ScoreBatch(
        np.full(n, Status.INVALID, np.uint8),
        np.zeros(n, np.int64),
        np.zeros((n, top), np.int64),
        np.zeros((n, top, geometry.n_cells), np.uint8),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        reasons=reasons,
        geometry=geometry,
        boards=boards,
    )
