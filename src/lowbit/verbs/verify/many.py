"""The verdicts on the answers to a batch.

::

    puzzles ──> true candidates ──┐          by search, whatever number of solutions there is
    answers ──> digits ───────────┼──> what breaks a rule, what is wrong, what may be completed
    givens, houses, constraints ──┘

Only where each digit of a partial answer is in some solution of a puzzle that has several, another
search tells whether they are together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.batch.kinds import batch_of
from lowbit.batch.values import place_of
from lowbit.errors import InputError
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.candidates import candidates_of_batch
from lowbit.verbs.verify.answers import read_answers
from lowbit.verbs.verify.portion import AnswerPortion, judge
from lowbit.verbs.verify.results import VerdictBatch
from lowbit.verbs.verify.verdict import AnswerStatus

if TYPE_CHECKING:
    from lowbit.batch.kinds import AnyBatch
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.values import ValueBatch
    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.verify.answers import ReadAnswers

PORTION: Final = 1 << 12
"""Answers to judge at a time: a few megabytes, which stay near the processor."""


def verify_many(  # noqa: PLR0913 - as solve_many
    puzzles: PuzzlesLike,
    answers: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> VerdictBatch:
    """Judge an answer to each puzzle, full or not.

    Parameters
    ----------
    puzzles, geometry, max_nodes, time_limit, threads, progress
        As for `solve_many`; `max_nodes` counts for each search of a puzzle.
    answers : PuzzlesLike
        An answer to each puzzle, in order, in any form that `verify` takes: an array of digits,
        [n, 81] or [n, 9, 9], 0 for a cell that is left; an object with ``__dlpack__``, such as a
        tensor; a list of grids, or of texts that end with one.

    Returns
    -------
    VerdictBatch
        A row for each answer. One that cannot be read is UNREADABLE, and affects no other.

    Raises
    ------
    InputError
        If `puzzles` or `answers` are no batch, or not equally many.

    Notes
    -----
    An array, or a list of 81 characters each, takes a few microseconds an answer; a text in which
    the grid is looked for, some 0.3 ms a kilobyte.

    Examples
    --------
    >>> puzzle = "1.....2..3.....4"
    >>> verdicts = verify_many(
    ...     [puzzle] * 4,
    ...     ["1243342143122134", "12..............", "14..............", "I give up."],
    ...     geometry="4x4",
    ... )
    >>> print(*(row.outcome for row in verdicts), verdicts.scores.round(2).tolist())
    right completable wrong unreadable [1.0, 0.08, 0.0, 0.0]
    >>> verdicts[2].wrong, verdicts[3].reason
    ((1,), 'this answer has no grid: it should end with all 16 cells')
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    batch = batch_of(puzzles, geometry)
    return verify_batch(batch, read_answers(answers, batch), limits)


def verify_batch(batch: AnyBatch, answers: ReadAnswers, limits: Limits) -> VerdictBatch:
    """Judge answers to puzzles, both of which were read, see `verify_many`."""
    truth = candidates_of_batch(batch, limits)
    if len(truth) != len(answers.digits):
        raise InputError(f"there are {len(truth)} puzzles and {len(answers.digits)} answers")
    verdicts = _new_verdicts(truth, answers)
    every = np.flatnonzero((truth.status != Status.INVALID) & answers.are_read)
    for first in range(0, every.size, PORTION):
        rows = every[first : first + PORTION]
        asked = AnswerPortion(
            batch, rows, truth.status[rows], truth.array[rows], answers.digits[rows]
        )
        judged = judge(asked, limits.silent)
        for name, values in judged._asdict().items():
            getattr(verdicts, name)[rows] = values
    return verdicts


def _new_verdicts(truth: ValueBatch[Grid], answers: ReadAnswers) -> VerdictBatch:
    """Return the verdicts that are known before any digit is looked at: on what was not read."""
    is_puzzle, n = truth.status != Status.INVALID, len(truth)
    outcome = np.where(is_puzzle & ~answers.are_read, np.uint8(0), np.uint8(AnswerStatus.UNKNOWN))
    unread = {row: error for row, error in answers.errors.items() if is_puzzle[row]}
    where = place_of(truth)
    where["reasons"] = where["reasons"].with_items(unread)
    return VerdictBatch(
        truth.status,
        outcome,
        answers.digits,
        np.zeros(answers.digits.shape, np.bool_),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        **where,
    )
