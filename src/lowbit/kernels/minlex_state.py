"""What does a search for the smallest grid know?

Small numbers stand side by side in words of 64 bits: four bits a column or a digit, the first
in the lowest bits. So a state is a handful of words, and to go back is to look at the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.compile import part

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEPS: Final = 27
MAX_CHOICES: Final = 648
"""As many as a solved grid has first two rows, with the orders of the columns that make them the
least; any other step has at most 324: 18 lines, 3 stacks, 6 orders."""

IN_ORDER: Final = 0x876543210
"""The nine columns, four bits each, the first in the lowest bits."""
MINILINE: Final = 0xFFF
UNNAMED: Final = 15
NO_NAMES: Final = 0xFFFFFFFFF0
"""What each digit becomes, four bits each; a blank stays blank."""
WORST: Final = 1 << 40
"""More than any step writes, four bits a digit."""

WORDS: Final = 4
"""Of an automorphism in `Workspace.found`."""
MAX_FOUND: Final = STEPS * MAX_CHOICES
"""Each choice of each step leads to one at most."""


class Forms(NamedTuple):
    """The smallest grids, puzzle by puzzle.

    Attributes
    ----------
    grids : uint8[81 n]
        Their digits, 0 blank; all 0 where there is no puzzle.
    cells : uint8[81 n]
        For each cell, the cell of the puzzle that its content comes from. Or empty.
    digits : uint8[9 n]
        What each digit of the puzzle becomes. Or empty.
    automorphisms : int64[n]
        How many symmetries leave the puzzle as it is. 0 where there is no puzzle: a bad cell,
        or one that is neither given nor blank.
    """

    grids: NDArray[np.uint8]
    cells: NDArray[np.uint8]
    digits: NDArray[np.uint8]
    automorphisms: NDArray[np.int64]


class Workspace(NamedTuple):
    """What a search knows; each thread has one.

    Attributes
    ----------
    lines : int64[18]
        The rows, then the columns of the puzzle, four bits a digit.
    elders : int64[18]
        The set of lines before each, within its chute, that are the same.
    order, marks, names, n_named, rows : int64[28]
        The state before each step: which columns stand where, four bits each; between which
        columns (bits 0 to 5) and stacks (bits 6 and 7) one tells; what each digit becomes, and
        how many have a name; and the lines used, five bits each, the first in the lowest.
    choices : int64[28 * MAX_CHOICES]
        The choices of each step that write the least: line, place of the stack, its columns.
    n_choices, at : int64[28]
        How many there are, and which is being tried.
    best : int64[28]
        What the best grid has at each step.
    best_at : int64[28]
        The choices that led there first.
    n_equal : int64[28]
        How many other choices of each step lead to the same grid.
    leaf : int64[4]
        The rows, order, names and marks of the best grid.
    found : int64[WORDS * MAX_FOUND]
        Of each automorphism found, the step where it leaves the best path, and a leaf. Or empty.
    n_found : int64[1]
    """

    lines: NDArray[np.int64]
    elders: NDArray[np.int64]
    order: NDArray[np.int64]
    marks: NDArray[np.int64]
    names: NDArray[np.int64]
    n_named: NDArray[np.int64]
    rows: NDArray[np.int64]
    choices: NDArray[np.int64]
    n_choices: NDArray[np.int64]
    at: NDArray[np.int64]
    best: NDArray[np.int64]
    best_at: NDArray[np.int64]
    n_equal: NDArray[np.int64]
    leaf: NDArray[np.int64]
    found: NDArray[np.int64]
    n_found: NDArray[np.int64]


def new_forms(n: int, *, transforms: bool = True) -> Forms:
    """Return room for the forms of `n` puzzles."""
    n_transforms = n if transforms else 0
    return Forms(
        np.zeros(81 * n, np.uint8),
        np.zeros(81 * n_transforms, np.uint8),
        np.zeros(9 * n_transforms, np.uint8),
        np.zeros(n, np.int64),
    )


def new_workspace(*, keep_found: bool = False) -> Workspace:
    """Return room for a search, and for the automorphisms that it finds if they are kept."""
    states = (np.zeros(STEPS + 1, np.int64) for _ in range(9))
    order, marks, names, n_named, rows, *others = states
    return Workspace(
        np.zeros(18, np.int64),
        np.zeros(18, np.int64),
        order,
        marks,
        names,
        n_named,
        rows,
        np.zeros((STEPS + 1) * MAX_CHOICES, np.int64),
        *others,
        np.zeros(STEPS + 1, np.int64),
        np.zeros(4, np.int64),
        np.zeros(WORDS * MAX_FOUND if keep_found else 0, np.int64),
        np.zeros(1, np.int64),
    )


@part
def nth(word: Any, n: Any) -> Any:
    """Return one of the numbers in a word."""
    return (word >> (4 * n)) & 15


@part
def add(w: Any, step: Any, value: Any, least: Any, choice: Any) -> Any:
    """List a choice that writes `value`, unless others write less; return what is least."""
    if value > least:
        return least
    if value < least:
        w.n_choices[step] = 0
    w.choices[step * MAX_CHOICES + w.n_choices[step]] = choice
    w.n_choices[step] += 1
    return value
