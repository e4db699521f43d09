"""The verdict on an answer to a puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lowbit.status import Word

if TYPE_CHECKING:
    from lowbit.grid import Grid


class AnswerStatus(Word):
    """The result of an answer: the first of these that applies.

    Printed, it is a word; in arrays and in JSON, a number.

    Examples
    --------
    >>> print(AnswerStatus.BREAKS_RULE, int(AnswerStatus.RIGHT))
    breaks-rule 3
    """

    UNREADABLE = 0
    """It holds no grid, or one of another board."""
    CHANGES_GIVEN = 1
    """A cell has another digit than the puzzle gives, or one that the puzzle excludes."""
    BREAKS_RULE = 2
    """Two equal digits are in a house, or a constraint is broken."""
    RIGHT = 3
    """All cells are filled: it is a solution."""
    WRONG = 4
    """It breaks no rule so far, and no solution has all its digits."""
    COMPLETABLE = 5
    """Cells are left, and a solution has all its digits."""
    UNKNOWN = 6
    """A limit ended the search, or the puzzle itself cannot be read."""


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """The verdict on an answer.

    Parameters
    ----------
    outcome : AnswerStatus
        What the answer is.
    wrong : tuple of int
        The filled cells whose digit no solution of the puzzle has. Of a puzzle with several
        solutions each digit may be right, and not all together.
    n_right : int
        The number of the puzzle's blank cells with a digit that a solution has.
    n_blank : int
        The number of the puzzle's blank cells.
    answer : Grid or None
        The digits that were read, with those of the puzzle where the answer has a blank.
    reason : str or None
        Why nothing is known, or nothing was read.

    Examples
    --------
    >>> from lowbit import verify
    >>> verdict = verify("1..." "..2." ".3.." "...4", "1234 3421 2... ....", geometry="4x4")
    >>> str(verdict.outcome), verdict.n_right, verdict.n_blank, verdict.score
    ('breaks-rule', 4, 12, 0.3333333333333333)
    >>> [verdict.answer.geometry.cell_name(cell) for cell in verdict.wrong]
    ['r1c3', 'r1c4', 'r3c1']
    """

    outcome: AnswerStatus
    wrong: tuple[int, ...] = ()
    n_right: int = 0
    n_blank: int = 0
    answer: Grid | None = None
    reason: str | None = field(default=None, compare=False)

    @property
    def is_right(self) -> bool:
        """Whether the answer is a solution."""
        return self.outcome is AnswerStatus.RIGHT

    @property
    def score(self) -> float:
        """The share of the puzzle's blank cells that are right, from 0 to 1; of a solution 1."""
        return 1.0 if self.is_right else self.n_right / max(1, self.n_blank)
