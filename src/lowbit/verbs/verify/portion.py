"""The verdicts on some answers of a batch, by arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from lowbit.batch.masks import digits_of_masks, masks_of_digits
from lowbit.batch.variants import VariantBatch
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.many import solve_batch, solve_masks
from lowbit.verbs.verify.one import breaks_rule, masks_with
from lowbit.verbs.verify.verdict import AnswerStatus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.batch.kinds import AnyBatch
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

TO_BE_SEARCHED: Final = len(AnswerStatus)
"""The outcome of answers for which a search is needed."""

OUTCOME_OF: Final = np.full(len(Status), AnswerStatus.UNKNOWN, np.uint8)
"""The outcome of a partial answer by the status of the puzzle that has its digits, too."""
OUTCOME_OF[Status.NONE] = AnswerStatus.WRONG
OUTCOME_OF[Status.SOLVABLE] = AnswerStatus.COMPLETABLE


class Judged(NamedTuple):
    """The verdicts on some answers, as the fields of `VerdictBatch`."""

    outcome: NDArray[np.uint8]
    digits: NDArray[np.uint8]
    wrong: NDArray[np.bool_]
    n_right: NDArray[np.int64]
    n_blank: NDArray[np.int64]


@dataclass(frozen=True)
class AnswerPortion:
    """Some answers, each of which was read, to puzzles that were read.

    Attributes
    ----------
    batch : AnyBatch
        The puzzles, of which these have the `rows`.
    rows : int64[m]
    status : uint8[m]
        The number of solutions of each puzzle, as a `Status`.
    truth : unsigned[m, n_cells]
        The candidates that solutions have.
    answers : uint8[m, n_cells]
        The digits of the answers.
    """

    batch: AnyBatch
    rows: NDArray[np.int64]
    status: NDArray[np.uint8]
    truth: NDArray[Any]
    answers: NDArray[np.uint8]

    @cached_property
    def allowed(self) -> NDArray[Any]:
        """The candidates of the puzzles as they were set; none behind the last cell of a board."""
        if not isinstance(self.batch, VariantBatch):
            return self.batch.masks_of(self.rows)
        allowed = np.zeros_like(self.truth)
        for place, puzzle in enumerate(self.puzzles):
            masks = puzzle.grid.allowed
            allowed[place, : len(masks)] = masks
        return allowed

    @cached_property
    def given(self) -> NDArray[np.uint8]:
        """The digits that the puzzles give."""
        return digits_of_masks(self.allowed)

    @cached_property
    def held(self) -> NDArray[np.uint8]:
        """The digits of the answers, with those of the puzzles where an answer has a blank."""
        return np.where(self.answers == 0, self.given, self.answers)

    @cached_property
    def chosen(self) -> NDArray[Any]:
        """The masks of these digits."""
        return masks_of_digits(self.held, self.truth.dtype)

    @property
    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles, of a batch with constraints."""
        batch = cast("VariantBatch", self.batch)
        for row in self.rows.tolist():
            puzzle = batch.item(row)
            if not isinstance(puzzle, InputError):  # as none of them is
                yield puzzle

    @property
    def pairs(self) -> Iterator[tuple[Puzzle, Grid]]:
        """The puzzles of a batch with constraints, each with its answer."""
        for puzzle, digits in zip(self.puzzles, self.held, strict=True):
            board = puzzle.geometry
            yield puzzle, Grid(digits[: board.n_cells].tolist(), board)

    def part(self, places: NDArray[np.int64]) -> AnswerPortion:
        """Return the question about some of the answers."""
        return AnswerPortion(
            self.batch,
            self.rows[places],
            self.status[places],
            self.truth[places],
            self.answers[places],
        )


def judge(asked: AnswerPortion, limits: Limits) -> Judged:
    """Return the verdicts on some answers."""
    is_known = asked.status != Status.LIMIT_REACHED
    wrong = ((asked.chosen & ~asked.truth) != 0) & is_known[:, np.newaxis]
    outcome = _outcomes(asked, wrong)
    several = np.flatnonzero(outcome == TO_BE_SEARCHED)
    if several.size:
        outcome[several] = OUTCOME_OF[_status_with_digits(asked.part(several), limits)]
    is_right = outcome == AnswerStatus.RIGHT
    wrong[is_right] = False
    is_blank = (asked.allowed != 0) & (asked.given == 0)
    may_count = is_known | is_right
    n_right = (is_blank & (asked.held != 0) & ~wrong).sum(axis=1) * may_count
    return Judged(outcome, asked.held, wrong, n_right, is_blank.sum(axis=1))


def _outcomes(asked: AnswerPortion, wrong: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the outcomes, `TO_BE_SEARCHED` where they are not known."""
    by_precedence = {
        AnswerStatus.CHANGES_GIVEN: ((asked.chosen & ~asked.allowed) != 0).any(axis=1),
        AnswerStatus.BREAKS_RULE: _break_rules(asked, wrong),
        AnswerStatus.RIGHT: ((asked.held != 0) | (asked.allowed == 0)).all(axis=1),
        AnswerStatus.UNKNOWN: asked.status == Status.LIMIT_REACHED,
        AnswerStatus.WRONG: wrong.any(axis=1) | (asked.status == Status.NONE),
        AnswerStatus.COMPLETABLE: asked.status == Status.UNIQUE,
    }
    outcome = np.full(len(asked.rows), TO_BE_SEARCHED, np.uint8)
    for code, are in reversed(by_precedence.items()):
        outcome[are] = code
    return outcome


def _break_rules(asked: AnswerPortion, wrong: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which answers break a rule among their digits, as no part of a solution does."""
    are_broken = np.zeros(len(asked.rows), np.bool_)
    suspects = np.flatnonzero(wrong.any(axis=1) | (asked.status != Status.UNIQUE))
    part = asked.part(suspects)
    if isinstance(part.batch, VariantBatch):
        are_broken[suspects] = [breaks_rule(*pair) for pair in part.pairs]
        return are_broken
    for house in part.batch.geometry.houses:
        inside = part.chosen[:, list(house.cells)]
        together = np.bitwise_or.reduce(inside, axis=1)
        has_twice = np.add.reduce(inside, axis=1, dtype=np.uint32) != together
        are_broken[suspects[has_twice]] = True
    return are_broken


def _status_with_digits(asked: AnswerPortion, limits: Limits) -> NDArray[np.uint8]:
    """Return whether puzzles have solutions with all digits of the answers."""
    if isinstance(asked.batch, VariantBatch):
        with_digits = [
            puzzle.with_grid(Grid.from_masks(masks_with(grid_of(puzzle), held), puzzle.geometry))
            for puzzle, held in asked.pairs
        ]
        return solve_batch(VariantBatch([*with_digits]), limits, 1).status
    masks = np.where(asked.held == 0, asked.allowed, asked.chosen)
    return solve_masks(asked.batch.geometry, masks, limits, 1).status
