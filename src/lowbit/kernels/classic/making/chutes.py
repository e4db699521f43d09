"""Divisions and arrangements of digits in a chute, and which rows go with which columns.

A band is known by the row, of three, in which each digit lies in each box::

            box 0     box 1     box 2
    row 0   1 2 3  |  4 5 6  |  7 8 9       an arrangement: in every box three digits in each
    row 1   4 5 6  |  7 8 9  |  1 2 3       row, each digit in another row from box to box
    row 2   7 8 9  |  1 2 3  |  4 5 6

and of a stack, in which column. A box is then a division of the digits into three rows and one
into three columns, and it can be filled, in exactly one way, where each row and each column
have just one digit in common: the divisions *cross*. So a grid is the same as arrangements of
three bands and three stacks that cross in all nine boxes.

There are 280 divisions, without regard to order; each crosses 36, and begins 56 arrangements of
a chute, for two more boxes: 15680 in all.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import ALL_DIGITS

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Flags, Masks, Shorts, Words

N_DIVISIONS: Final = 280
N_CROSSING: Final = 36
N_ARRANGEMENTS: Final = 56
"""Of a chute, whose first box is known."""

Lines = tuple[int, int, int]
"""The digits in each line of a chute in one box, as masks."""


class Chutes(NamedTuple):
    """Tables of all divisions and arrangements.

    Attributes
    ----------
    crosses : bool[280, 280]
        Whether two divisions cross.
    crossing : int16[280, 36]
        Those that cross one.
    lines : uint16[15680, 3, 3]
        Of each arrangement the digits by box and line. Those that begin with division d are
        56 d to 56 d + 55.
    divisions : int16[15680, 3]
        The division that it is in each box.
    renamed : int16[280, 280]
        The number of each division after the digits are renamed so that another, which comes
        first, becomes division 0.
    ways : int16[280, 280]
        How many arrangements of the other lines cross division 0 in the first box of a chute
        and two others in the others.
    """

    crosses: Flags
    crossing: Shorts
    lines: Masks
    divisions: Shorts
    renamed: Shorts
    ways: Shorts


@cache
def chutes() -> Chutes:
    """Work out all tables; it takes a tenth of a second."""
    splits = _splits()
    all_lines = [lines for lines in splits if _lowest_come_first(lines)]
    divisions = np.array(all_lines)
    lines = _arrangements(divisions, np.array(splits))
    numbers = np.zeros(1 << 18, np.int16)
    numbers[_code(divisions)] = np.arange(N_DIVISIONS)
    crosses = _crosses(divisions)
    crossing = np.nonzero(crosses)[1].reshape(N_DIVISIONS, N_CROSSING)
    of_arrangements = numbers[_code(lines)]
    return Chutes(
        crosses,
        crossing.astype(np.int16),
        lines.astype(np.uint16),
        of_arrangements,
        numbers[np.array([_code(_rename(first)[divisions]) for first in all_lines])],
        _count_ways(crosses, of_arrangements),
    )


def _splits() -> list[Lines]:
    """Return all ways to put nine digits into three lines."""
    triples = [sum(triple) for triple in combinations((1 << digit for digit in range(9)), 3)]
    return [(a, b, ALL_DIGITS ^ a ^ b) for a in triples for b in triples if not a & b]


def _lowest_come_first(lines: Lines) -> bool:
    # The lowest bit of a line is its smallest digit.
    return all(a & -a < b & -b for a, b in pairwise(lines))


def _arrangements(divisions: Words, splits: Words) -> Words:
    """Return all arrangements of a chute whose first box is a division, one division's together."""
    is_apart = ((divisions[:, None] & splits) == 0).all(axis=2)
    of_first, of_second = np.nonzero(is_apart)
    first, second = divisions[of_first], splits[of_second]
    return np.stack([first, second, ALL_DIGITS ^ first ^ second], axis=1)


def _code(lines: Words) -> Words:
    """Return a number below 2**18 for each division in an array of lines, [..., 3]."""
    in_order = np.sort(lines, axis=-1)
    # Two lines name the division, for the third has the rest.
    code: Words = in_order[..., 0] << 9 | in_order[..., 1]
    return code


def _crosses(divisions: Words) -> Flags:
    shared = divisions[:, None, :, None] & divisions[None, :, None, :]
    is_one_digit = (shared != 0) & (shared & shared - 1 == 0)
    crosses: Flags = is_one_digit.all(axis=(2, 3))
    return crosses


def _rename(division: Lines) -> Words:
    """Return each mask after the digits of a division are named in order."""
    order = [digit for line in division for digit in range(9) if line >> digit & 1]
    masks = np.arange(ALL_DIGITS + 1)
    renamed: Words = np.zeros_like(masks)
    for name, digit in enumerate(order):
        renamed |= (masks >> digit & 1) << name
    return renamed


def _count_ways(crosses: Flags, divisions: Shorts) -> Shorts:
    fitting = divisions[crosses[0, divisions[:, 0]]]
    tally = np.zeros(crosses.shape, np.int32)
    np.add.at(tally, (fitting[:, 1], fitting[:, 2]), 1)
    matrix = crosses.astype(np.int32)
    return (matrix @ tally @ matrix).astype(np.int16)
