"""Closed sets: as many rows as they have bits together. Naked and hidden sets and fish are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.state import AT, CELLS
from lowbit.kernels.rating.position.tables import CELL_AT, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

USABLE: Final = SIZE
DIGITS: Final = 2 * SIZE
"""The place of the first closed set: its rows, as a set, then its bits."""
PLACES: Final = DIGITS + 1
N_SCRATCH: Final = DIGITS + 2 * 126
"""Nine rows, the numbers of those that are usable, and the closed sets; there are at most 126."""


@routine
def cells_of_house(state: Words, scratch: Words, house: int) -> None:
    """Let the rows be the candidates of the cells of a house."""
    for place in range(SIZE):
        scratch[place] = state[CELLS + CELL_AT[house, place]]


@routine
def digits_of_house(state: Words, scratch: Words, house: int) -> None:
    """Let the rows be the places of the digits in a house."""
    for digit in range(SIZE):
        scratch[digit] = state[AT + SIZE * house + digit]


@routine
def lines_of_digit(state: Words, scratch: Words, digit: int, house: int) -> None:
    """Let the rows be the places of a digit in nine lines, from a house on."""
    for line in range(SIZE):
        scratch[line] = state[AT + SIZE * (house + line) + digit]


@routine
def list_closed(scratch: Words, size: int) -> int:
    """List the closed sets of two to four rows, in the order of their bit patterns.

    Each row has at least two bits, for a row of one is a single.
    """
    n_usable = 0
    for row in range(SIZE):
        n_bits = size_of(scratch[row])
        # A row of more bits is in no closed set of this size, and one of one bit is a single.
        if 2 <= n_bits <= size:
            scratch[USABLE + n_usable] = row
            n_usable += 1
    if size == 2:
        # The last row varies slowest: that is the order of bit patterns, as in Sudoku Explainer.
        return _add_pairs(scratch, size, n_usable, 0, 0, 0)
    n_found = 0
    for last in range(2, n_usable):
        rows, union = _with(scratch, last, 0, 0)
        if size == 3:
            n_found = _add_pairs(scratch, size, last, rows, union, n_found)
            continue
        for before in range(2, last):
            more_rows, more = _with(scratch, before, rows, union)
            if size_of(more) <= size:
                n_found = _add_pairs(scratch, size, before, more_rows, more, n_found)
    return n_found


@part
def _with(scratch: Words, number: int, rows: int, union: int) -> tuple[int, int]:
    """Return rows and their bits with a usable one."""
    row = scratch[USABLE + number]
    return rows | 1 << row, union | scratch[row]


@routine
def _add_pairs(
    scratch: Words, size: int, n_usable: int, rows: int, union: int, n_found: int
) -> int:
    """Add the closed sets of some rows and two of the first usable ones; return their number."""
    for last in range(1, n_usable):
        more_rows, more = _with(scratch, last, rows, union)
        if size_of(more) > size:
            continue
        for first in range(last):
            all_rows, all_bits = _with(scratch, first, more_rows, more)
            if size_of(all_bits) == size:
                scratch[DIGITS + 2 * n_found] = all_rows
                scratch[PLACES + 2 * n_found] = all_bits
                n_found += 1
    return n_found


@routine
def next_set(chosen: int) -> int:
    """Return the next larger set with as many members (W. Gosper)."""
    # The lowest run of members carries over into the next place; the rest of it goes to the bottom.
    low = chosen & -chosen
    above = chosen + low
    return above | (chosen ^ above) >> (lowest(chosen) + 2)
