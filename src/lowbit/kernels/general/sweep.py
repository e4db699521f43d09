"""One round of inference for every lane, as a board's program says.

::

    houses    once, twice: the digits with a place in the house, with two places or more
              once & ~twice        a hidden single: it goes where it can
              the naked singles    go nowhere else in the house
    pairs     on large boards, see `lowbit.kernels.general.pairs`
    segments  the digits that their cells may hold together; where two houses share cells, for both
    parts     the digits with a place in one segment only leave the rest of the other house

The houses come first, each in order, then the parts; what comes later in a sweep knows of what came
before. A digit that leaves a segment leaves its cells once all parts were looked at.

A lane whose cells hold one digit each is not solved yet: the next sweep tells whether each house
has all digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.loops import looped
from lowbit.kernels.general.locking import STEP, STEP_OF_LARGE
from lowbit.kernels.general.pairs import eliminate_by_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.kernels.core.loops import Index, Loops, NumbersByName
    from lowbit.kernels.core.simd import Mask, Rows, Vector

FULL, TOTAL, OPEN, WEIGHT, CELL, PAIR, HOUSE, N_NOTES = range(8)
"""Rows of notes: all digits; the sum of the cells, which falls whenever one changes (modulo what a
lane holds, so that it may rarely seem not to); some digit of a cell with several, 0 if none has.
Of the heaviest cells with two digits the weight, 0 if there is none, and the first. The digits with
two places in the first house that has such, 0 if none has, and that house: before this sweep."""

BITS_OF_SMALL = 16
"""The width of a lane on boards with up to 16 digits. Only on larger ones pairs are looked for:
these are half to a quarter of the nodes, and twice the time of a sweep."""


@looped(outputs=3)
def sweep(loops: Loops, files: Sequence[Rows], program: NumbersByName) -> tuple[Mask, Mask, Mask]:
    """Run one round of inference.

    Parameters
    ----------
    loops : Loops
    files : list of Rows
        The cells; the digits of each segment; those locked in each member of a part by the other
        house; notes; and the weight of each cell for a guess, at least 1.
    program : Program

    Returns
    -------
    dead, still, solved : Mask
        The lanes with a contradiction; those in which no cell changed and some have several
        digits; and those in which the cells are a solution unless dead.
    """
    cells, segments, locks, notes, weights = files
    full = notes[FULL]
    none = full ^ full
    solved = notes[OPEN].equals(0)
    bad, notes[PAIR], notes[HOUSE] = _sweep_houses(loops, cells, program, full)
    bad = bad | _sweep_small_houses(loops, cells, program, none)
    _sweep_segments(loops, cells, segments, locks, program, none)
    seen = _look_at_cells(loops, cells, weights, full)
    total, smallest, several, notes[WEIGHT], notes[CELL] = seen
    still = total.equals(notes[TOTAL]) & ~several.equals(0)
    notes[TOTAL] = total
    notes[OPEN] = several
    dead = ~bad.equals(0) | smallest.equals(0)
    return dead, still, solved


def _sweep_houses(
    loops: Loops, cells: Rows, program: NumbersByName, full: Vector
) -> tuple[Vector, Vector, Vector]:
    """Place hidden singles, and eliminate naked ones, and pairs on large boards, elsewhere.

    Return the digits that a house lacks or has twice, and the rows PAIR and HOUSE of the notes.
    """
    none = full ^ full

    def see(
        at: Index, once: Vector, twice: Vector, more: Vector, fixed: Vector, clash: Vector
    ) -> tuple[Vector, ...]:
        cell = program.house_cells[at]
        mask = cells[cell]
        more = more | (twice & mask)
        single = _is_single(mask).choose(mask, 0)
        clash = clash | (fixed & single)
        return once | mask, twice | (once & mask), more, fixed | single, clash

    def visit(house: Index, bad: Vector, pair: Vector, where: Vector) -> tuple[Vector, ...]:
        first, end = program.house_first[house], program.house_end[house]
        seen = loops.fold(first, end, (none, none, none, none, none), see)
        once, twice, more, fixed, clash = seen
        hidden, two = once & ~twice, twice & ~more
        if full.bits > BITS_OF_SMALL:
            eliminate_by_pairs(loops, cells, program, (first, end), (full & ~fixed, two), more)

        def update(at: Index) -> tuple[()]:
            cell = program.house_cells[at]
            mask = _without(fixed, cells[cell])
            placed = mask & hidden
            # Of two hidden singles in a cell the lowest stays, by x & -x; the other lacks a place.
            cells[cell] = placed.equals(0).choose(mask, placed & (none - placed))
            return ()

        loops.fold(first, end, (), update)
        is_first = pair.equals(0)
        pair = is_first.choose(two, pair)
        where = is_first.choose(loops.spread(house, none), where)
        return bad | (full & ~once) | clash, pair, where

    bad, pair, where = loops.fold(0, loops.size(program.house_first), (none, none, none), visit)
    return bad, pair, where


def _sweep_small_houses(loops: Loops, cells: Rows, program: NumbersByName, none: Vector) -> Vector:
    """Eliminate naked singles elsewhere in houses that need not have all digits.

    Return the digits that are twice in such a house.
    """

    def see(at: Index, fixed: Vector, clash: Vector) -> tuple[Vector, ...]:
        mask = cells[program.small_cells[at]]
        single = _is_single(mask).choose(mask, 0)
        return fixed | single, clash | (fixed & single)

    def visit(house: Index, clashes: Vector) -> tuple[Vector]:
        first, end = program.small_first[house], program.small_end[house]
        fixed, clash = loops.fold(first, end, (none, none), see)

        def update(at: Index) -> tuple[()]:
            cell = program.small_cells[at]
            cells[cell] = _without(fixed, cells[cell])
            return ()

        loops.fold(first, end, (), update)
        return (clashes | clash,)

    (clashes,) = loops.fold(0, loops.size(program.small_first), (none,), visit)
    return clashes


def _sweep_segments(
    loops: Loops, cells: Rows, segments: Rows, locks: Rows, program: NumbersByName, none: Vector
) -> None:
    """Eliminate digits that a house has locked in a segment from the segment's other house."""
    n_segments = loops.size(program.segment_first)
    step = _step_of(none)

    def unite(at: Index, union: Vector) -> tuple[Vector]:
        return (union | cells[program.segment_cells[at]],)

    def note(segment: Index) -> tuple[()]:
        bounds = program.segment_first[segment], program.segment_end[segment]
        (segments[segment],) = loops.fold(*bounds, (none,), unite, step=step)
        return ()

    def apply(segment: Index) -> tuple[()]:
        union = segments[segment]

        def update(at: Index) -> tuple[()]:
            cell = program.segment_cells[at]
            cells[cell] = cells[cell] & union
            return ()

        bounds = program.segment_first[segment], program.segment_end[segment]
        loops.fold(*bounds, (), update, step=step)
        return ()

    loops.fold(0, n_segments, (), note)
    _lock(loops, segments, locks, program, none)
    _eliminate(loops, segments, locks, program, none)
    loops.fold(0, n_segments, (), apply)


def _lock(loops: Loops, segments: Rows, locks: Rows, program: NumbersByName, none: Vector) -> None:
    """Note for the twin of each member of a part the digits locked there."""
    step = _step_of(none)

    def see(at: Index, once: Vector, twice: Vector) -> tuple[Vector, Vector]:
        union = segments[program.part_segments[at]]
        return once | union, twice | (once & union)

    def visit(part: Index) -> tuple[()]:
        bounds = program.part_first[part], program.part_end[part]
        once, twice = loops.fold(*bounds, (none, none), see, step=step)
        locked = once & ~twice

        def tell(at: Index) -> tuple[()]:
            locks[program.counterparts[at]] = segments[program.part_segments[at]] & locked
            return ()

        loops.fold(*bounds, (), tell, step=step)
        return ()

    loops.fold(0, loops.size(program.part_first), (), visit)


def _eliminate(
    loops: Loops, segments: Rows, locks: Rows, program: NumbersByName, none: Vector
) -> None:
    """Eliminate from each member of a part the digits locked in others of it."""
    step = _step_of(none)

    def see(at: Index, once: Vector, twice: Vector) -> tuple[Vector, Vector]:
        return once | locks[at], twice | (once & locks[at])

    def visit(part: Index) -> tuple[()]:
        bounds = program.part_first[part], program.part_end[part]
        once, twice = loops.fold(*bounds, (none, none), see, step=step)

        def update(at: Index) -> tuple[()]:
            segment = program.part_segments[at]
            segments[segment] = segments[segment] & ~((once & ~locks[at]) | twice)
            return ()

        loops.fold(*bounds, (), update, step=step)
        return ()

    loops.fold(0, loops.size(program.part_first), (), visit)


def _step_of(like: Vector) -> int:
    return STEP_OF_LARGE if like.bits > BITS_OF_SMALL else STEP


def _is_single(mask: Vector) -> Mask:
    return (mask & (mask - 1)).equals(0)


def _without(fixed: Vector, mask: Vector) -> Vector:
    """Return a cell without the naked singles of its house, unless it is one of them."""
    return mask & ~_is_single(mask).choose(0, fixed)


def _look_at_cells(loops: Loops, cells: Rows, weights: Rows, full: Vector) -> tuple[Vector, ...]:
    """Return the sum of the cells, the smallest, the open ones, and the rows WEIGHT and CELL."""
    none = full ^ full

    def look(
        cell: Index, total: Vector, smallest: Vector, several: Vector, most: Vector, where: Vector
    ) -> tuple[Vector, ...]:
        mask = cells[cell]
        more = mask & (mask - 1)
        # One bit is left without the lowest: the cell has two digits.
        is_heavier = _is_single(more) & ~more.equals(0) & (most < weights[cell])
        most = is_heavier.choose(weights[cell], most)
        where = is_heavier.choose(loops.spread(cell, none), where)
        return total + mask, smallest.minimum(mask), several | more, most, where

    return loops.fold(0, loops.size(cells), (none, full, none, none, none), look)
