"""Random full grids, uniformly distributed.

A grid is the same as arrangements of three bands and three stacks that cross in all boxes
(`lowbit.kernels.classic.making.chutes`). Given the bands, nothing in one stack depends on another:
with ``w1``, ``w2`` and ``w3`` ways to arrange each, the bands belong to ``w1 w2 w3`` grids, and
that is how often they must be drawn.

1. Draw the first stack, and for each of its boxes rows that cross its columns there. So the
   divisions of a stack come up as often as ``w1`` says.
2. Draw for the first two bands one of the 56 arrangements that begin so. Of the third, add up
   ``w2 w3`` for all 56.
3. Keep that with probability sum / 221184, the most that a sum can be; else begin anew. Draw the
   third band by its share in the sum.
4. Draw the other two stacks, among those that cross the bands: draw one that crosses the first
   band until it crosses the others.
5. Put the rows of each band, and the columns of each stack, into random order.

Each step draws uniformly from its choices, so the grids are uniformly distributed. The grids of all
bands sum up to 6670903752021072936960, as a test shows: none is missing, none counts twice.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.classic.making.chutes import N_ARRANGEMENTS, N_CROSSING, N_DIVISIONS, Chutes
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.core.random import below, start

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Number, UnsignedWords, Words

N_BEGINNINGS = N_CROSSING * N_ARRANGEMENTS
"""Arrangements of a chute that cross a division in its first box."""

LARGEST_SUM = 221184
"""The most that `_add_up` finds; a test looks."""

N_STACKS = N_DIVISIONS * N_ARRANGEMENTS
"""Arrangements of a chute."""

ORDERS = np.array(list(permutations(range(3))))

DIGIT_OF = np.zeros(512, np.uint8)
DIGIT_OF[1 << np.arange(9)] = np.arange(1, 10)


class Sketch(NamedTuple):
    """A grid that is being drawn.

    Attributes
    ----------
    stream : uint64[1]
        Where its random numbers come from.
    bands, stacks : int64[3]
        Their arrangements.
    sums : int64[57]
        The running totals of the third band's arrangements.
    """

    stream: UnsignedWords
    bands: Words
    stacks: Words
    sums: Words


def new_sketch() -> Sketch:
    """Return room for a grid that is being drawn."""
    bands, stacks = np.zeros((2, 3), np.int64)
    return Sketch(np.zeros(1, np.uint64), bands, stacks, np.zeros(N_ARRANGEMENTS + 1, np.int64))


@kernel
def draw_grids(
    chutes: Chutes,
    sketch: Sketch,
    seed: np.uint64,
    numbers: Words,
    grids: Bytes,
    first: int,
    end: int,
) -> None:
    """Draw full grids.

    Parameters
    ----------
    chutes : Chutes
    sketch : Sketch
        Scratch.
    seed : uint64
    numbers : int64[n]
        Which of the grids of this seed each is.
    grids : uint8[n, 81]
        Written to.
    first, end : int
        Which of them to draw.
    """
    for index in range(first, end):
        start(sketch.stream, seed, numbers[index])
        draw_grid(chutes, sketch, grids[index])


@part
def draw_grid(chutes: Chutes, sketch: Sketch, grid: Bytes) -> None:
    """Draw a full grid, uint8[81], from the stream of a sketch."""
    _draw_bands(chutes, sketch)
    _draw_stack(chutes, sketch, 1)
    _draw_stack(chutes, sketch, 2)
    _write(chutes, sketch, grid)


@part
def _draw_bands(chutes: Chutes, sketch: Sketch) -> None:
    """Draw the first stack and the three bands."""
    stream, bands = sketch.stream, sketch.bands
    while True:
        stack = below(stream, N_STACKS)
        for band in range(3):
            bands[band] = _crossing(chutes, chutes.divisions[stack, band], stream)
        bands[2] -= bands[2] % N_ARRANGEMENTS
        _add_up(chutes, sketch)
        chosen = below(stream, LARGEST_SUM)
        if chosen < sketch.sums[N_ARRANGEMENTS]:
            sketch.stacks[0] = stack
            while sketch.sums[bands[2] % N_ARRANGEMENTS + 1] <= chosen:
                bands[2] += 1
            return


@part
def _add_up(chutes: Chutes, sketch: Sketch) -> None:
    """Add up, over the arrangements of the third band, the ways to arrange two stacks."""
    renamed, divisions, bands = chutes.renamed, chutes.divisions, sketch.bands
    in_second = np.int64(divisions[bands[0], 1])
    in_third = np.int64(divisions[bands[0], 2])
    second = np.int64(renamed[in_second, divisions[bands[1], 1]])
    third = np.int64(renamed[in_third, divisions[bands[1], 2]])
    total = np.int64(0)
    for arrangement in range(N_ARRANGEMENTS):
        band = bands[2] + arrangement
        ways = np.int64(chutes.ways[second, renamed[in_second, divisions[band, 1]]])
        total += ways * chutes.ways[third, renamed[in_third, divisions[band, 2]]]
        sketch.sums[arrangement + 1] = total


@part
def _draw_stack(chutes: Chutes, sketch: Sketch, stack: int) -> None:
    """Draw one of the arrangements of a stack that cross the bands."""
    bands = sketch.bands
    first = chutes.divisions[bands[0], stack]
    second = chutes.divisions[bands[1], stack]
    third = chutes.divisions[bands[2], stack]
    while True:
        drawn = _crossing(chutes, first, sketch.stream)
        if (
            chutes.crosses[second, chutes.divisions[drawn, 1]]
            and chutes.crosses[third, chutes.divisions[drawn, 2]]
        ):
            sketch.stacks[stack] = drawn
            return


@part
def _crossing(chutes: Chutes, division: int, stream: UnsignedWords) -> Number:
    """Draw an arrangement that crosses a division in the first box of the chute."""
    drawn = below(stream, N_BEGINNINGS)
    crossing = np.int64(chutes.crossing[division, drawn // N_ARRANGEMENTS])
    return crossing * N_ARRANGEMENTS + drawn % N_ARRANGEMENTS


@part
def _write(chutes: Chutes, sketch: Sketch, grid: Bytes) -> None:
    """Write the digits, the lines of each chute in random order."""
    orders = below(sketch.stream, 6**6)
    for band in range(3):
        rows = ORDERS[orders // 6**band % 6]
        for stack in range(3):
            columns = ORDERS[orders // 6 ** (3 + stack) % 6]
            for row in range(3):
                in_row = chutes.lines[sketch.bands[band], stack, rows[row]]
                for column in range(3):
                    in_column = chutes.lines[sketch.stacks[stack], band, columns[column]]
                    digit = DIGIT_OF[in_row & in_column]
                    grid[27 * band + 9 * row + 3 * stack + column] = digit
