"""Naked and hidden sets that pairs tie together, in the houses of large boards.

::

    naked    a cell with two digits ties these digits
    hidden   a digit with two places in a house ties these cells

    ab   ab        two digits in two cells: a pair
    ab   bc   ca   three in three, a ring: other cells have none of them
    ab   bc   cd   a chain, which says nothing: a and d, its ends, are tied once

In each round all that is tied once loses its tie, so that chains fall apart from their ends. What
is left once a round changes nothing has as many ties as there are digits (cells), or more, which
is a contradiction. So rings of any length are found without comparing cells with each other, which
would take as long as all else of a sweep. There are two rounds: changes of the second are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lowbit.kernels.core.loops import Index, Loops, NumbersByName
    from lowbit.kernels.core.simd import Mask, Rows, Vector

    Bounds = tuple[Index, Index]
    Pair = tuple[Vector, Vector]


def eliminate_by_pairs(
    loops: Loops, cells: Rows, program: NumbersByName, bounds: Bounds, sets: Pair, more: Vector
) -> None:
    """Make the eliminations of the naked and hidden sets of a house.

    Parameters
    ----------
    loops : Loops
    cells : Rows
    program : Program
    bounds : tuple of int
        Where the cells of the house begin and end.
    sets : tuple of Vector
        The digits of which naked sets, and those of which hidden ones may consist.
    more : Vector
        The digits with more than two places: a naked set without any eliminates nothing.
    """
    first, end = bounds
    before = _unravel(loops, cells, program, bounds, sets, more)
    last = loops.end_if(_is_any(before), first, end)
    after = _unravel(loops, cells, program, (first, last), before, more)
    naked, hidden = (now.equals(was).choose(now, 0) for now, was in zip(after, before, strict=True))

    def eliminate(at: Index) -> tuple[()]:
        cell = program.house_cells[at]
        mask = _unless_none(cells[cell] & ~naked, cells[cell])
        cells[cell] = _unless_none(mask & hidden, mask)
        return ()

    loops.fold(first, loops.end_if(_is_any((naked, hidden)), first, end), (), eliminate)


def _unravel(
    loops: Loops, cells: Rows, program: NumbersByName, bounds: Bounds, sets: Pair, more: Vector
) -> Pair:
    """Return both sets without members tied once; none where they would eliminate nothing."""
    naked, hidden = sets
    none = naked ^ naked

    def see(
        at: Index, once: Vector, twice: Vector, tied: Vector, others: Vector
    ) -> tuple[Vector, ...]:
        mask = cells[program.house_cells[at]]
        rest = mask & (mask - 1)
        # Two bits at most, and all of them naked: without the two lowest nothing is left.
        pair = ((rest & (rest - 1)) | (mask & ~naked)).equals(0).choose(mask, 0)
        ties = mask & tied
        is_end = (ties & (ties - 1)).equals(0)
        tied = tied & ~is_end.choose(ties, 0)
        others = others | is_end.choose(0, mask & ~tied)
        return once | pair, twice | (once & pair), tied, others

    _, twice, tied, others = loops.fold(*bounds, (none, none, hidden, none), see)
    return (twice & more).equals(0).choose(0, twice), others.equals(0).choose(0, tied)


def _is_any(sets: Pair) -> Mask:
    naked, hidden = sets
    return ~(naked | hidden).equals(0)


def _unless_none(mask: Vector, other: Vector) -> Vector:
    return mask.equals(0).choose(other, mask)
