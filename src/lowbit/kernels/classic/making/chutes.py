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
from itertools import combinations, groupby, pairwise, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import ALL_DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
    """Work out all tables; it takes a few hundredths of a second."""
    splits = _splits()
    divisions = [lines for lines in splits if _lowest_come_first(lines)]
    numbers = {
        lines: number for number, each in enumerate(divisions) for lines in permutations(each)
    }
    renamed = [_renamed(first, divisions, numbers) for first in divisions]
    crosses_first = [_cross(divisions[0], other) for other in divisions]
    crosses = np.array([[crosses_first[other] for other in row] for row in renamed])
    crossing = np.nonzero(crosses)[1].reshape(N_DIVISIONS, N_CROSSING)
    lines = list(_arrangements(divisions, splits))
    of_arrangements = np.array([[numbers[each] for each in boxes] for boxes in lines], np.int16)
    return Chutes(
        crosses,
        crossing.astype(np.int16),
        np.array(lines, np.uint16),
        of_arrangements,
        np.array(renamed, np.int16),
        _count_ways(crosses, crossing, of_arrangements),
    )


def _splits() -> list[Lines]:
    """Return all ways to put nine digits into three lines."""
    triples = [sum(triple) for triple in combinations((1 << digit for digit in range(9)), 3)]
    return [(a, b, ALL_DIGITS ^ a ^ b) for a in triples for b in triples if not a & b]


def _lowest_come_first(lines: Lines) -> bool:
    # The lowest bit of a line is its smallest digit.
    return all(a & -a < b & -b for a, b in pairwise(lines))


def _arrangements(divisions: list[Lines], splits: list[Lines]) -> Iterator[tuple[Lines, ...]]:
    """Yield all arrangements of a chute whose first box is a division, one division's together."""
    by_first = {a: list(each) for a, each in groupby(splits, lambda lines: lines[0])}
    for first in divisions:
        for a, some in by_first.items():
            if not a & first[0]:
                for second in some:
                    if not (second[1] & first[1] or second[2] & first[2]):
                        yield first, second, _rest(first, second)


def _rest(first: Lines, second: Lines) -> Lines:
    """Return the digits of each line that are in none of two boxes."""
    a, b, c = (ALL_DIGITS ^ one ^ other for one, other in zip(first, second, strict=True))
    return a, b, c


def _cross(one: Lines, other: Lines) -> bool:
    return all((a & b).bit_count() == 1 for a in one for b in other)


def _renamed(
    first: Lines, divisions: list[Lines], numbers: Mapping[tuple[int, ...], int]
) -> list[int]:
    """Return the number of each division after the digits of one are named in order."""
    order = [digit for line in first for digit in range(9) if line >> digit & 1]
    names = [0]
    for digit in range(9):  # the masks with it come behind those without
        name = 1 << order.index(digit)
        names += [mask | name for mask in names]
    return [numbers[names[a], names[b], names[c]] for a, b, c in divisions]


def _count_ways(crosses: Flags, crossing: Words, divisions: Shorts) -> Shorts:
    fitting = divisions[crosses[0, divisions[:, 0]]]
    tally = np.zeros(crosses.shape, np.int16)
    np.add.at(tally, (fitting[:, 1], fitting[:, 2]), 1)
    return _summed(_summed(tally, crossing).T, crossing)


def _summed(rows: Shorts, chosen: Words) -> Shorts:
    """Return the sum of some rows for each choice of them: each row as one long number."""
    long = [int.from_bytes(row.tobytes(), "little") for row in rows]
    sums = [sum(map(long.__getitem__, some)) for some in chosen.tolist()]
    n_bytes = rows.shape[1] * rows.itemsize
    joined = bytearray().join(total.to_bytes(n_bytes, "little") for total in sums)
    return np.frombuffer(joined, rows.dtype).reshape(rows.shape)
