"""The vocabulary of an audit: verdicts, given solutions, leaks and defects."""

from __future__ import annotations

from typing import Final

import numpy as np

from lowbit.status import Word


class Verdict(Word):
    """The verdict on a row."""

    RIGHT = 0
    """One solution, which the row has."""

    UNIQUE = 1
    """One solution; there is no column of solutions."""

    WRONG = 2
    """One solution, but the row has a different one, or none."""

    NONE = 3
    """No solution."""

    SEVERAL = 4
    """More than one solution."""

    LIMIT_REACHED = 5
    """A limit ended the search before the answer was known."""

    INVALID = 6
    """Not a puzzle."""


class Given(Word):
    """The relation of the solution in a row to its puzzle."""

    RIGHT = 0
    """The only one."""

    ONE_OF_SEVERAL = 1
    """A solution of the puzzle, which has others."""

    UNPROVEN = 2
    """A solution of a puzzle that may have others."""

    OTHER_PUZZLE = 3
    """A full grid within the rules that does not agree with the givens."""

    CLASH = 4
    """A full grid that breaks the rules."""

    UNREADABLE = 5
    """Not a digit in each cell."""

    MISSING = 6
    """Null, or nothing."""

    NOT_ASKED = 7
    """There is no column of solutions, or no puzzle: null in tables."""


class Defect(Word):
    """Why a row does not belong in a data set; the first that applies is reported."""

    INVALID = 0
    NONE = 1
    SEVERAL = 2
    LIMIT_REACHED = 3
    WRONG = 4

    LEAK = 5
    """An earlier split has an isomorphic puzzle."""

    EXACT_DUPLICATE = 6
    """An earlier row of the same split has the same puzzle."""

    ISOMORPHIC_DUPLICATE = 7
    """An earlier row of the same split has an isomorphic puzzle."""

    NO_DEFECT = 8
    """A clean row: null in tables."""


class Leak(Word):
    """Whether the puzzle of a row is also in another split."""

    EXACT = 0
    ISOMORPHIC = 1
    NO_LEAK = 2
    """No: null in tables."""


DEFECT_OF_VERDICT: Final = np.array(
    [
        Defect.NO_DEFECT,
        Defect.NO_DEFECT,
        Defect.WRONG,
        Defect.NONE,
        Defect.SEVERAL,
        Defect.LIMIT_REACHED,
        Defect.INVALID,
    ],
    np.uint8,
)
"""The defect of each verdict."""

DEFECTS: Final = {
    Defect.INVALID: "no puzzle",
    Defect.NONE: "no solution",
    Defect.SEVERAL: "several solutions",
    Defect.LIMIT_REACHED: "not decided within the limits",
    Defect.WRONG: "wrong or no solution",
    Defect.LEAK: "in an earlier split, too",
    Defect.EXACT_DUPLICATE: "same puzzle as before",
    Defect.ISOMORPHIC_DUPLICATE: "isomorphic to one before",
}
"""Each defect, in words for people."""
