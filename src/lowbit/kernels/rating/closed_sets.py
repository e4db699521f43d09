"""Closed sets: as many rows as they have bits together. Naked and hidden sets and fish are."""

from __future__ import annotations

from typing import Any, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.state import AT, CELLS
from lowbit.kernels.rating.tables import CELL_AT, SIZE

USABLE: Final = SIZE
DIGITS: Final = 2 * SIZE
"""Where the first closed set begins: its rows, as a set, then its bits."""
PLACES: Final = DIGITS + 1
N_SCRATCH: Final = DIGITS + 2 * 126
"""Nine rows, the numbers of those that are usable, and the closed sets; there are at most 126."""


@routine
def cells_of_house(state: Any, scratch: Any, house: int) -> None:
    """Let the rows be the candidates of the cells of a house."""
    for place in range(SIZE):
        scratch[place] = state[CELLS + CELL_AT[house, place]]


@routine
def digits_of_house(state: Any, scratch: Any, house: int) -> None:
    """Let the rows be the places of the digits in a house."""
    for digit in range(SIZE):
        scratch[digit] = state[AT + SIZE * house + digit]


@routine
def lines_of_digit(state: Any, scratch: Any, digit: int, house: int) -> None:
    """Let the rows be the places of a digit in nine lines, from a house on."""
    for line in range(SIZE):
        scratch[line] = state[AT + SIZE * (house + line) + digit]


@routine
def list_closed(scratch: Any, size: int) -> int:
    """List the closed sets of a size, in the order of the bit patterns of their rows.

    Each row has at least two bits, for a row of one is a single.
    """
    n_usable = 0
    for row in range(SIZE):
        n_bits = size_of(scratch[row])
        if 2 <= n_bits <= size:
            scratch[USABLE + n_usable] = row
            n_usable += 1
    n_found = 0
    chosen = (1 << size) - 1
    while chosen < 1 << n_usable:
        rows, union, rest = 0, 0, chosen
        while rest:
            row = scratch[USABLE + lowest(rest)]
            rows |= 1 << row
            union |= scratch[row]
            rest &= rest - 1
        if size_of(union) == size:
            scratch[DIGITS + 2 * n_found] = rows
            scratch[PLACES + 2 * n_found] = union
            n_found += 1
        chosen = next_set(chosen)
    return n_found


@routine
def next_set(chosen: int) -> int:
    """Return the next larger set with as many members (W. Gosper)."""
    low = chosen & -chosen
    above = chosen + low
    return above | (chosen ^ above) >> (lowest(chosen) + 2)
