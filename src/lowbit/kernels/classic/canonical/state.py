"""The state of a search for the canonical form.

::

    LINES      the rows, then the columns of the puzzle, four bits a digit
    ELDERS     the set of lines before each, within its chute, that are the same
    the state before each step:
    ORDER      which columns stand where, four bits each
    MARKS      bits 0 to 5: which neighbouring columns differ; bits 6 and 7: which stacks
    NAMES      the new name of each digit, four bits each
    N_NAMED    how many digits have a name
    ROWS       the lines used, five bits each
    N_CHOICES  how many choices write the least, and
    AT         which of them is being tried
    and of the best grid so far:
    BEST       its digits at each step
    BEST_AT    the choices that led there first
    N_EQUAL    how many other choices of each step lead to the same grid
    LEAF       its rows, order, names and marks
    N_FOUND    how many automorphisms were found
    CHOICES    those of each step, see `choice_of`
    FOUND      of each automorphism the step where it leaves the best path, and a leaf

All of it lies in one array of int64, and the names say where each begins. Small numbers stand
side by side in a word, the first in the lowest bits, so a state is a handful of words, and to go
back is to look at the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Words

STEPS: Final = 27
MAX_CHOICES: Final = 648
"""As many as a solved grid has first two rows, with the orders of the columns that make them the
least; any other step has at most 324: 18 lines, 3 stacks, 6 orders."""

IN_ORDER: Final = 0x876543210
"""The nine columns, four bits each, the first in the lowest bits."""
MINILINE: Final = 0xFFF
UNNAMED: Final = 15
NO_NAMES: Final = 0xFFFFFFFFF0
"""The new name of each digit, four bits each; a blank stays blank."""
WORST: Final = 1 << 40
"""More than any step writes, four bits a digit."""

WORDS: Final = 4
"""Of an automorphism in FOUND."""
MAX_FOUND: Final = STEPS * MAX_CHOICES
"""Each choice of each step leads to one at most."""

LINES: Final = 0
ELDERS: Final = LINES + 18
ORDER, MARKS, NAMES, N_NAMED, ROWS, N_CHOICES, AT, BEST, BEST_AT, N_EQUAL = range(
    ELDERS + 18, ELDERS + 18 + 10 * (STEPS + 1), STEPS + 1
)
LEAF: Final = N_EQUAL + STEPS + 1
N_FOUND: Final = LEAF + 4
CHOICES: Final = N_FOUND + 1
FOUND: Final = CHOICES + STEPS * MAX_CHOICES
"""The beginning of each in the array of a search."""


class Forms(NamedTuple):
    """The smallest grids, puzzle by puzzle.

    Attributes
    ----------
    grids : uint8[81 n]
        Their digits, 0 blank; all 0 where there is no puzzle.
    cells : uint8[81 n]
        For each cell, the cell of the puzzle that its content comes from. Or empty.
    digits : uint8[9 n]
        The new name of each digit of the puzzle. Or empty.
    automorphisms : int64[n]
        How many symmetries leave the puzzle as it is. 0 where there is no puzzle: a bad cell,
        or one that is neither given nor blank.
    """

    grids: Bytes
    cells: Bytes
    digits: Bytes
    automorphisms: Words


def new_forms(n: int, *, transforms: bool = True) -> Forms:
    """Return room for the forms of `n` puzzles."""
    n_transforms = n if transforms else 0
    return Forms(
        np.zeros(81 * n, np.uint8),
        np.zeros(81 * n_transforms, np.uint8),
        np.zeros(9 * n_transforms, np.uint8),
        np.zeros(n, np.int64),
    )


def new_workspace(*, keep_found: bool = False) -> Words:
    """Return room for a search, and for the automorphisms that it finds if they are kept.

    Each thread needs one.
    """
    return np.zeros(FOUND + (WORDS * MAX_FOUND if keep_found else 0), np.int64)


@part
def nth(word: int, n: int) -> int:
    """Return one of the numbers of four bits in a word."""
    # Words of nibbles: nine digits of four bits are in one register.
    return (word >> (4 * n)) & 15


@part
def choice_of(line: int, place: int, columns: int) -> int:
    """Pack a choice: the line, the place where the stack stood, and its columns in their order."""
    return line << 14 | place << 12 | columns


@part
def line_of(choice: int) -> int:
    """Return the line of a choice."""
    return choice >> 14


@part
def place_of(choice: int) -> int:
    """Return the place of a choice."""
    return (choice >> 12) & 3


@part
def columns_of(choice: int) -> int:
    """Return the columns of a choice."""
    return choice & MINILINE


@part
def stack_at(order: int, place: int) -> int:
    """Return the columns of the stack at a place of an order."""
    return (order >> (12 * place)) & MINILINE


@part
def with_stack(order: int, place: int, columns: int) -> int:
    """Return an order with other columns at a place."""
    return order & ~(MINILINE << (12 * place)) | columns << (12 * place)


@part
def line_at(rows: int, row: int) -> int:
    """Return the line that stands in a row."""
    return (rows >> (5 * row)) & 31


@part
def add(w: Words, step: int, value: int, least: int, choice: int) -> int:
    """List a choice that writes `value`, unless others write less; return the least value."""
    if value > least:
        return least
    if value < least:
        w[N_CHOICES + step] = 0
    w[CHOICES + step * MAX_CHOICES + w[N_CHOICES + step]] = choice
    w[N_CHOICES + step] += 1
    return value
