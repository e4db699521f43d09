"""Puzzles under random symmetries.

::

    draw below 2 * 6**8  ──> transposition, bands, stacks, rows, columns ──> row, column orders
    draw below 9!        ──> digits, by Fisher's and Yates's swaps       ──> what each becomes
    new[row][column] = digits[old[row order[row]][column order[column]]]

Two random words make a symmetry, the same as `lowbit.symmetry.Transform.random` makes of them.
A cell of the old grid is found by the sum of two small numbers: where its row begins and how
far its column is in, or the other way round after a transposition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.classic_symmetry import N_GEOMETRIC, N_RELABELLINGS, ORDERS
from lowbit.geometry import CLASSIC
from lowbit.kernels.core import random
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Number, UnsignedWords, Words

SIZE: Final = CLASSIC.size
N_LINES: Final = len(ORDERS[0])
"""Rows of a band, and bands: three."""

ORDER: Final = np.array(ORDERS, np.int64)

SPLIT: Final = 5
LOW: Final = (1 << SPLIT) - 1
N_SCRATCH: Final = 2 * SIZE + (SIZE + 1) + (1 << SPLIT) + (1 << SIZE - SPLIT)
"""Words of the scratch of a thread: rows, columns, digits, and what masks of the low five and
of the high four digits become."""
COLUMNS, DIGITS = SIZE, 2 * SIZE
LOW_MASKS = DIGITS + SIZE + 1
HIGH_MASKS = LOW_MASKS + (1 << SPLIT)


def new_scratch() -> tuple[UnsignedWords, Words]:
    """Return room for a stream and a symmetry, as a thread needs it for itself."""
    return np.zeros(1, np.uint64), np.zeros(N_SCRATCH, np.int64)


@kernel
def shuffle_digits(
    old: Bytes,
    new: Bytes,
    numbers: Words,
    seed: np.uint64,
    stream: UnsignedWords,
    drawn: Words,
    first: int,
    end: int,
) -> None:
    """Shuffle puzzles of digits.

    Parameters
    ----------
    old : uint8[n, 81]
        0 is blank.
    new : uint8[n, 81]
        Written to.
    numbers : int64[n]
        Which of the symmetries of this seed each gets.
    seed : uint64
    stream, drawn : uint64[1], int64[N_SCRATCH]
        See `new_scratch`.
    first, end : int
        Which puzzles to do.
    """
    for item in range(first, end):
        random.start(stream, seed, numbers[item])
        _draw(stream, drawn)
        for row in range(SIZE):
            for column in range(SIZE):
                cell = drawn[row] + drawn[COLUMNS + column]
                new[item, row * SIZE + column] = drawn[DIGITS + old[item, cell]]


@kernel
def shuffle_masks(
    old: Masks,
    new: Masks,
    numbers: Words,
    seed: np.uint64,
    stream: UnsignedWords,
    drawn: Words,
    first: int,
    end: int,
) -> None:
    """Shuffle puzzles of candidate masks, uint16[n, 81]; all else as in `shuffle_digits`."""
    for item in range(first, end):
        random.start(stream, seed, numbers[item])
        _draw(stream, drawn)
        _tabulate(drawn)
        for row in range(SIZE):
            for column in range(SIZE):
                cell = drawn[row] + drawn[COLUMNS + column]
                mask = old[item, cell]
                renamed = drawn[LOW_MASKS + (mask & LOW)] | drawn[HIGH_MASKS + (mask >> SPLIT)]
                new[item, row * SIZE + column] = renamed


@part
def _draw(stream: UnsignedWords, drawn: Words) -> None:
    """Draw a symmetry: the beginning of each row, the offset of each column, the new digits."""
    number = random.below(stream, N_GEOMETRIC)
    number, transpose = number // 2, number % 2
    row_step, column_step = (1, SIZE) if transpose else (SIZE, 1)
    n_orders = len(ORDERS)
    bands, stacks = number % n_orders, number // n_orders % n_orders
    number //= n_orders * n_orders
    number = _order_lines(number, bands, row_step, drawn, 0)
    _order_lines(number, stacks, column_step, drawn, COLUMNS)
    _order_digits(random.below(stream, N_RELABELLINGS), drawn)


@part
def _order_lines(number: Number, chutes: Number, step: int, drawn: Words, at: int) -> Number:
    """Write down where the lines come from that come to stand side by side."""
    for place in range(N_LINES):
        chute = ORDER[chutes, place]
        lines = number % len(ORDERS)
        number //= len(ORDERS)
        for line in range(N_LINES):
            drawn[at + N_LINES * place + line] = step * (N_LINES * chute + ORDER[lines, line])
    return number


@part
def _order_digits(number: Number, drawn: Words) -> None:
    """Write down the new name of each digit; a blank stays."""
    for digit in range(SIZE + 1):
        drawn[DIGITS + digit] = digit
    for last in range(SIZE, 1, -1):
        back = number % last
        number //= last
        here, other = DIGITS + last, DIGITS + last - back
        drawn[here], drawn[other] = drawn[other], drawn[here]


@part
def _tabulate(drawn: Words) -> None:
    """Write down the new mask for every mask of the low digits, and of the high digits.

    A mask is its highest digit and a mask that came before.
    """
    for table, size, digit in ((LOW_MASKS, SPLIT, 1), (HIGH_MASKS, SIZE - SPLIT, SPLIT + 1)):
        drawn[table] = 0
        for place in range(size):
            # Each table doubles: with one more digit, all masks so far come again with its new bit.
            renamed = 1 << drawn[DIGITS + digit + place] - 1
            for mask in range(1 << place):
                drawn[table + (1 << place) + mask] = drawn[table + mask] | renamed
