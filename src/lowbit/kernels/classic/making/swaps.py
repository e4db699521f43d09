"""Swaps: sets of cells whose digits can be rearranged, so that one of them must be given.

A swap of a solution is a set of cells whose digits can be rearranged within every full grid that
looks as this one does there. Two digits change places, as 4 and 7 here, or two rows or columns of
a chute do ::

    . . . | 4 . . | . . 7          . . . | 7 . . | . . 4
    . . . | 7 . . | . . 4    ->    . . . | 4 . . | . . 7

A puzzle with a given in none of these cells has two solutions. While one of them alone is given,
that given has to stay. Each cell lies in twelve swaps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Shorts, Words

SWAPS_OF_CELL: Final = 12
"""Its digit and one of 8 others, its row and one of 2 in its band, its column and one of 2."""

MAX_SWAPS: Final = 4 * (36 + 9 + 9)
"""Each pair of digits, rows or columns falls into at most 4 swaps."""

COLUMN_OF, ROW_IN_COLUMN, ROW_IN_BOX = 0, 81, 162
"""Places in the scratch of the column or row of a digit, by digit and row, column or box."""

ONE_WORD = np.uint16(1)


@part
def is_given(mask: np.uint16) -> bool:
    """Whether a cell has one candidate."""
    return mask & (mask - ONE_WORD) == 0


@part
def count_swaps(
    masks: Masks,
    solution: Bytes,
    is_plain: bool,
    swaps: Words,
    hits: Shorts,
    lines: Words,
) -> None:
    """Find the swaps of a solution, and how many givens each holds.

    Where cells without a given are not open to all digits, a swap need not lead to a solution:
    then all cells share one that is never without givens.

    Parameters
    ----------
    masks : uint16[81]
        The candidates of the puzzle; one in a cell is a given.
    solution : uint8[81]
        Its digits.
    is_plain : bool
        Whether all other cells are open to all digits.
    swaps : int64[81 * SWAPS_OF_CELL]
        The numbers of the swaps of each cell go here.
    hits : int16[MAX_SWAPS]
        How many givens each swap holds goes here.
    lines : int64[3 * 81]
        Scratch: where the digits of the solution lie.
    """
    if not is_plain:
        hits[0] = N_CELLS * SWAPS_OF_CELL + 1
        swaps[:] = 0
        return
    hits[:] = 0
    find_swaps(solution, swaps, lines)
    for cell in range(N_CELLS):
        if is_given(masks[cell]):
            for number in range(SWAPS_OF_CELL * cell, SWAPS_OF_CELL * (cell + 1)):
                hits[swaps[number]] += 1


@part
def find_swaps(solution: Bytes, swaps: Words, lines: Words) -> int:
    """Find the swaps of a solution, and count them; the parameters are those of `count_swaps`.

    A swap of four cells is one of two digits and one of two lines, and has a number as each.
    """
    n_swaps = _swap_digits(lines, solution, swaps)
    return _swap_lines(lines, solution, swaps, n_swaps)


@part
def _swap_digits(lines: Words, solution: Bytes, swaps: Words) -> int:
    """Find the swaps of two digits: cells connected by rows, columns and boxes; count them."""
    for cell in range(N_CELLS):
        row, column, digit = cell // 9, cell % 9, np.int64(solution[cell]) - 1
        lines[COLUMN_OF + 9 * digit + row] = column
        lines[ROW_IN_COLUMN + 9 * digit + column] = row
        lines[ROW_IN_BOX + 9 * digit + 3 * (row // 3) + column // 3] = row
    n_swaps = 0
    for one in range(9):
        for other in range(one):
            rows_left = 0x1FF
            while rows_left != 0:
                # From the lowest row left on, all rows that the swap comes to.
                rows, ahead = 0, rows_left & -rows_left
                while ahead & ~rows != 0:
                    row = lowest(np.uint64(ahead & ~rows))
                    rows |= 1 << row
                    column = lines[COLUMN_OF + 9 * one + row]
                    box = 3 * (row // 3) + column // 3
                    ahead |= 1 << lines[ROW_IN_COLUMN + 9 * other + column]
                    ahead |= 1 << lines[ROW_IN_BOX + 9 * other + box]
                    cell = 9 * row + column
                    swaps[SWAPS_OF_CELL * cell + other] = n_swaps
                    cell = 9 * row + lines[COLUMN_OF + 9 * other + row]
                    swaps[SWAPS_OF_CELL * cell + one - 1] = n_swaps
                rows_left &= ~rows
                n_swaps += 1
    return n_swaps


@part
def _swap_lines(lines: Words, solution: Bytes, swaps: Words, n_swaps: int) -> int:
    """Find the swaps of two rows of a band or two columns of a stack, numbered on; count all."""
    for is_column in range(2):
        line_step, step = (1, 9) if is_column else (9, 1)
        crossing = ROW_IN_COLUMN if is_column else COLUMN_OF
        slot = 8 + 2 * is_column
        for one in range(9):
            for other in range(one - one % 3, one):
                turn = one - other
                left = 0x1FF
                while left != 0:
                    place = lowest(np.uint64(left))
                    while left >> place & 1:
                        left &= ~(1 << place)
                        cell = line_step * one + step * place
                        swaps[SWAPS_OF_CELL * cell + slot + turn - 1] = n_swaps
                        cell = line_step * other + step * place
                        swaps[SWAPS_OF_CELL * cell + slot + 2 - turn] = n_swaps
                        digit = np.int64(solution[cell]) - 1
                        place = lines[crossing + 9 * digit + one]
                    n_swaps += 1
    return n_swaps
