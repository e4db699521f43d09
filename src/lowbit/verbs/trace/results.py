"""The traces of a batch: the steps of all puzzles, in arrays, and those of each one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.batch.result import Results
from lowbit.geometry import CLASSIC
from lowbit.kernels.hodoku.records import ALL_APPLY, RecordColumns, columns_of, replay
from lowbit.kernels.hodoku.tables import N_CELLS
from lowbit.kernels.hodoku.transcript import EVENTS
from lowbit.status import Status
from lowbit.techniques.board_masks import mask_of
from lowbit.techniques.position import Position
from lowbit.techniques.wording.description import captioned
from lowbit.verbs.trace.records import steps_of
from lowbit.verbs.trace.spelling import texts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.grid import Grid
    from lowbit.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Trace:
    """The way to the solution of one puzzle.

    Parameters
    ----------
    status : Status
        UNIQUE if it is whole; LIMIT_REACHED if a limit ended it; else why there is none.
    solution : Grid or None
        The solution.
    steps : tuple of Step
        The steps, each with its evidence; none of a search, which guesses.
    text : str
        The same, a line a step, see `lowbit.replay`.
    reason : str or None
        Why the puzzle is INVALID.

    Examples
    --------
    >>> from lowbit import trace_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> trace_many([puzzle])[0].text.splitlines()[0]
    'naked single: r1c9 => r1c9=3'
    """

    status: Status
    solution: Grid | None
    steps: tuple[Step, ...]
    text: str
    reason: str | None = field(default=None, compare=False)


class Records(NamedTuple):
    """The records of all steps, one after the other.

    Attributes
    ----------
    words : int32[m]
        See `lowbit.kernels.hodoku.records`.
    ends : int64[s + 1]
        Where each begins and ends.
    """

    words: NDArray[np.int32]
    ends: NDArray[np.int64]


class Positions(NamedTuple):
    """The positions on the way of one puzzle: before each step, and after the last.

    Attributes
    ----------
    candidates : uint16[s + 1, 81]
        The candidates of each cell as bits, digit 1 the lowest; 0 where a digit is placed.
    digits : uint8[s + 1, 81]
        The digits that are placed, or 0.

    Examples
    --------
    >>> from lowbit import trace_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> positions = trace_many([puzzle]).positions(0)
    >>> positions.candidates.shape, positions.digits[:, 8].tolist()[:3]
    ((59, 81), [0, 3, 3])
    """

    candidates: NDArray[np.uint16]
    digits: NDArray[np.uint8]


@dataclass(frozen=True, eq=False, repr=False)
class TraceBatch(Results[Trace]):
    """The steps to the solutions of the puzzles of a batch.

    A sequence of `Trace`, with all that `Results` has; `to_strings()` gives the texts. The arrays
    of steps hold those of all puzzles: row i has `n_steps[i]` of them from `first_steps[i]` on.

    Parameters
    ----------
    status : uint8[n]
        UNIQUE where the trace is whole, LIMIT_REACHED where a limit ended it, else why there is
        none.
    puzzles, solutions : uint8[n, 81]
        The givens and the solution; all 0 where there is no trace.
    first_steps, n_steps : int64[n]
        Where the steps of a puzzle begin, and how many they are.
    records : Records
        All steps as kernels have written them down.
    is_search : bool
        Whether they are those of a search.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import trace_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = trace_many([puzzle, "." * 81])
    >>> batch
    <TraceBatch of 2 puzzles: 1 unique, 1 several>
    >>> batch.n_steps.tolist(), batch.technique_names[batch.techniques[0]]
    ([58, 0], 'naked-single')
    """

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    first_steps: NDArray[np.int64]
    n_steps: NDArray[np.int64]
    records: Records
    is_search: bool = False

    @property
    def technique_names(self) -> tuple[str, ...]:
        """The slugs of the techniques, by the numbers in `techniques`; then those of a search."""
        return EVENTS

    @property
    def techniques(self) -> NDArray[np.uint8]:
        """The technique of each step of all puzzles, uint8[s]."""
        return self._columns.techniques

    @property
    def placements(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The ends of the placements of each step, int64[s + 1], and all, 9 * cell + digit - 1."""
        return self._columns.placed_ends, self._columns.placed

    @property
    def eliminations(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The eliminations, likewise."""
        return self._columns.eliminated_ends, self._columns.eliminated

    @cached_property
    def _columns(self) -> RecordColumns:
        return columns_of(*self.records)

    def positions(self, row: int) -> Positions:
        """Return the positions on the way of one puzzle.

        Raises
        ------
        AssertionError
            If a step does not apply: a defect of lowbit.
        """
        words, ends = self._records_of(row)
        masks = np.zeros((ends.size, N_CELLS), np.uint16)
        digits = np.zeros((ends.size, N_CELLS), np.uint8)
        guesses = np.zeros(N_CELLS, np.int64)
        if replay(self.puzzles[row], words, ends, masks, digits, guesses) != ALL_APPLY:
            raise AssertionError("a step does not apply")
        return Positions(masks, digits)

    def to_strings(self) -> list[str]:
        """Return each trace as text, a line a step; "" if there is none.

        Steps whose evidence kernels do not record are told by name and effect: ``aic => r1c1<>5``.
        The text of a `Trace` has all evidence.
        """
        return texts_of(self.records, self.first_steps, self.n_steps)

    def _records_of(self, row: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the records of a puzzle, and where each ends among them."""
        first = self.first_steps[row]
        ends = self.records.ends[first : first + self.n_steps[row] + 1]
        return self.records.words[ends[0] : ends[-1]], ends - ends[0]

    def _record(self, row: int) -> Trace:
        status = Status(self.status[row])
        solution = self._grid(row, self.solutions) if status is Status.UNIQUE else None
        steps = () if self.is_search else self._steps(row)
        own = slice(row, row + 1)
        (text,) = texts_of(self.records, self.first_steps[own], self.n_steps[own])
        if steps:
            text = "\n".join(captioned(step, CLASSIC) for step in steps)
        return Trace(status, solution, steps, text, self.reasons.get(row))

    def _steps(self, row: int) -> tuple[Step, ...]:
        words, ends = self._records_of(row)
        return tuple(steps_of(words.tolist(), ends.tolist(), _PositionsBefore(self, row)))


class _PositionsBefore:
    """The positions before the steps of one puzzle, which most of its steps do without."""

    def __init__(self, batch: TraceBatch, row: int) -> None:
        self._batch, self._row = batch, row

    def __call__(self, number: int) -> Position:
        cells, digits = (array[number].tolist() for array in self._positions)
        return Position.of(CLASSIC, cells, digits, self._givens)

    @cached_property
    def _positions(self) -> Positions:
        return self._batch.positions(self._row)

    @cached_property
    def _givens(self) -> int:
        return mask_of(np.flatnonzero(self._batch.puzzles[self._row]).tolist())
