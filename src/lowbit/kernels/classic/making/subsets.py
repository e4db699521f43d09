"""Random subsets of the cells of random full grids, and random orders in which to take them away.

A subset is a puzzle with one solution only if each swap of the grid (see
`lowbit.kernels.classic.making.swaps`) has a cell in it. Of subsets with 32 cells one in ten is like
that, of those with 26 one in a hundred; only these are worth a search ::

    stream of the grid's number ──> grid ──> swaps, the smallest first
                               ╰──> random cells ──────> hits all?

Of a subset with one solution whose needed cells are known, random orders are drawn from the stream
of its own number: those whose last cell can go. With any other last cell nothing could be taken
away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.making.grids import Sketch, draw_grid, new_sketch
from lowbit.kernels.classic.making.swaps import MAX_SWAPS, SWAPS_OF_CELL, find_swaps
from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.cell_sets import halves
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.core.random import below, shuffle, start

if TYPE_CHECKING:
    from lowbit.kernels.classic.making.chutes import Chutes
    from lowbit.kernels.core.arrays import Bytes, Flags, Number, UnsignedWords, Words

SMALLEST: Final = 4
"""The cells of the smallest swap; all have an even number of cells."""

LARGEST: Final = 14
"""The cells of the largest swap that is looked at: of these a subset of 26 misses one in 400."""

CELL_WORDS: Final = halves((cell,) for cell in range(N_CELLS))
"""int64[81, 2]: each cell as a set."""


class SubsetDrawing(NamedTuple):
    """The subsets, or orders, that are to be drawn.

    Attributes
    ----------
    seed : uint64
        That of the grids, or of the orders.
    n_each : int
        How many subsets of each grid, or orders of each subset.
    size : int
        The cells of each.
    """

    seed: np.uint64
    n_each: int
    size: int


class Sieve(NamedTuple):
    """The grid whose subsets are being drawn, and its swaps: scratch of a thread.

    Attributes
    ----------
    sketch : Sketch
    grid : uint8[81]
    swaps : int64[81 * SWAPS_OF_CELL]
        The numbers of the swaps of each cell.
    lines : int64[3 * 81]
        Scratch of the search for swaps.
    sets : int64[MAX_SWAPS, 2]
        The cells of each swap.
    sorted : int64[MAX_SWAPS, 2]
        Those of the swaps that are looked at, the smallest first.
    order : int64[81]
        The cells, those of the subset first.
    """

    sketch: Sketch
    grid: Bytes
    swaps: Words
    lines: Words
    sets: Words
    sorted: Words
    order: Words


class DrawnSubsets(NamedTuple):
    """Room for subsets, or for orders of subsets.

    Attributes
    ----------
    puzzles : uint8[n, 81]
        The digits of the grid in the cells of the subset, 0 elsewhere.
    orders : uint8[n, 81]
        The cells of the subset, in order; what follows them means nothing.
    items : int64[n]
        Of subset i of grid g its number, ``g * n_each + i``; of an order the row of its subset.
    """

    puzzles: Bytes
    orders: Bytes
    items: Words

    def rows(self, which: slice | Flags) -> DrawnSubsets:
        """Return copies of some."""
        return DrawnSubsets(*(part[which].copy() for part in self))  # type: ignore[arg-type]  # alike


def new_sieve() -> Sieve:
    """Return what a thread needs to draw subsets."""
    return Sieve(
        new_sketch(),
        np.zeros(N_CELLS, np.uint8),
        np.zeros(N_CELLS * SWAPS_OF_CELL, np.int64),
        np.zeros(3 * N_CELLS, np.int64),
        np.zeros((MAX_SWAPS, 2), np.int64),
        np.zeros((MAX_SWAPS, 2), np.int64),
        np.zeros(N_CELLS, np.int64),
    )


def new_subsets(n: int) -> DrawnSubsets:
    """Return room for `n` subsets."""
    puzzles, orders = np.empty((2, n, N_CELLS), np.uint8)
    return DrawnSubsets(puzzles, orders, np.empty(n, np.int64))


@kernel
def draw_subsets(
    chutes: Chutes, sieve: Sieve, drawing: SubsetDrawing, found: DrawnSubsets, first: int, end: int
) -> int:
    """Draw subsets of some grids; return how many of them hit every swap.

    Parameters
    ----------
    chutes : Chutes
    sieve : Sieve
        Scratch.
    drawing : SubsetDrawing
    found : DrawnSubsets
        Where those go that hit every swap; there is room for all.
    first, end : int
        The numbers of the grids.
    """
    n_found = 0
    for number in range(first, end):
        start(sieve.sketch.stream, drawing.seed, number)
        draw_grid(chutes, sieve.sketch, sieve.grid)
        n_sets = _sort_swaps(sieve)
        for cell in range(N_CELLS):
            sieve.order[cell] = cell
        for subset in range(drawing.n_each):
            upper, lower = _draw_subset(sieve.sketch.stream, sieve.order, drawing.size)
            if _hits_all(sieve.sorted, n_sets, upper, lower):
                _write(sieve.grid, sieve.order, drawing.size, found, n_found)
                found.items[n_found] = number * drawing.n_each + subset
                n_found += 1
    return n_found


@kernel
def draw_orders(
    stream: UnsignedWords,
    order: Words,
    drawing: SubsetDrawing,
    subsets: DrawnSubsets,
    needed: Flags,
    found: DrawnSubsets,
    first: int,
    end: int,
) -> int:
    """Draw orders of subsets with one solution; return how many have a last cell that can go.

    Of a subset that needs each of its cells all orders are kept.

    Parameters
    ----------
    stream, order : uint64[1], int64[81]
        Scratch.
    drawing : SubsetDrawing
    subsets : DrawnSubsets
    needed : bool[n, 81]
        The cells of each without which it has several solutions.
    found : DrawnSubsets
        Where the orders go; there is room for all.
    first, end : int
        The rows of the subsets.
    """
    n_found, last = 0, drawing.size - 1
    for row in range(first, end):
        start(stream, drawing.seed, subsets.items[row])
        is_minimal = True
        for place in range(drawing.size):
            order[place] = subsets.orders[row, place]
            is_minimal &= needed[row, order[place]]
        for _ in range(drawing.n_each):
            other = below(stream, drawing.size)
            order[last], order[other] = order[other], order[last]
            if is_minimal or not needed[row, order[last]]:
                shuffle(stream, order, last)
                _write(subsets.puzzles[row], order, drawing.size, found, n_found)
                found.items[n_found] = row
                n_found += 1
    return n_found


@part
def _sort_swaps(sieve: Sieve) -> int:
    """Find the swaps of the grid, and sort the small ones by size; return how many these are."""
    n_swaps = find_swaps(sieve.grid, sieve.swaps, sieve.lines)
    sieve.sets[:n_swaps] = 0
    for cell in range(N_CELLS):
        for place in range(SWAPS_OF_CELL * cell, SWAPS_OF_CELL * (cell + 1)):
            swap = sieve.swaps[place]
            sieve.sets[swap, 0] |= CELL_WORDS[cell, 0]
            sieve.sets[swap, 1] |= CELL_WORDS[cell, 1]
    n_sorted = 0
    for size in range(SMALLEST, LARGEST + 1, 2):
        for swap in range(n_swaps):
            upper, lower = sieve.sets[swap, 0], sieve.sets[swap, 1]
            if size_of(upper) + size_of(lower) == size:
                sieve.sorted[n_sorted, 0] = upper
                sieve.sorted[n_sorted, 1] = lower
                n_sorted += 1
    return n_sorted


@part
def _draw_subset(stream: UnsignedWords, order: Words, size: int) -> tuple[Number, Number]:
    """Put random cells first in the order (Fisher, Yates); return the set of them."""
    upper, lower = np.int64(0), np.int64(0)
    for place in range(size):
        other = place + below(stream, N_CELLS - place)
        cell = order[other]
        order[other] = order[place]
        order[place] = cell
        upper |= CELL_WORDS[cell, 0]
        lower |= CELL_WORDS[cell, 1]
    return upper, lower


@part
def _hits_all(sets: Words, n_sets: int, upper: Number, lower: Number) -> bool:
    """Return whether a set of cells has one in common with each of the first sets."""
    for number in range(n_sets):
        if (sets[number, 0] & upper) | (sets[number, 1] & lower) == 0:
            return False
    return True


@part
def _write(digits: Bytes, order: Words, size: int, found: DrawnSubsets, row: int) -> None:
    """Write down the cells that are first in an order, and their digits."""
    found.puzzles[row] = 0
    for place in range(size):
        cell = order[place]
        found.puzzles[row, cell] = digits[cell]
        found.orders[row, place] = cell
