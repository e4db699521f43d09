"""One round of inference for every lane, as a board's program says.

::

    houses    once, twice: the digits with a place in the house, with two places or more
              once & ~twice        a hidden single: it goes where it can
              the naked singles    go nowhere else in the house
    parts     the digits with a place in one segment only go nowhere else in the other house
    cells     with one digit left are the naked singles of the next sweep

The houses come first, then the parts, then the cells, each in order; what comes later in a sweep
knows of what came before, but for naked singles.

A lane whose cells hold one digit each is not solved yet: the next sweep tells whether each house
has all digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.kernels.core.loops import looped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.kernels.core.loops import Index, Loops
    from lowbit.kernels.core.simd import Mask, Rows, Vector

FULL, TOTAL, OPEN, N_NOTES = range(4)
"""Rows of notes: all digits; the sum of the cells, which falls whenever one changes (modulo what a
lane holds, so that it may rarely seem not to); some digit of a cell with several, 0 if none has."""


@looped(outputs=3)
def sweep(loops: Loops, files: Sequence[Rows], program: Any) -> tuple[Mask, Mask, Mask]:
    """Infer once around.

    Parameters
    ----------
    loops : Loops
    files : list of Rows
        The cells; the naked singles among them, 0 elsewhere; a row for each segment of a part;
        and notes.
    program : Program

    Returns
    -------
    dead, still, solved : Mask
        The lanes with a contradiction; those in which no cell changed and some have several
        digits; and those in which the cells are a solution unless dead.
    """
    cells, singles, segments, notes = files
    full = notes[FULL]
    none = full ^ full
    solved = notes[OPEN].equals(0)
    bad = _sweep_houses(loops, cells, singles, program, full)
    bad = bad | _sweep_small_houses(loops, cells, singles, program, none)
    _sweep_parts(loops, cells, segments, program, none)
    total, smallest, several = _sweep_cells(loops, cells, singles, full)
    still = total.equals(notes[TOTAL]) & ~several.equals(0)
    notes[TOTAL] = total
    notes[OPEN] = several
    dead = ~bad.equals(0) | smallest.equals(0)
    return dead, still, solved


def _sweep_houses(loops: Loops, cells: Rows, singles: Rows, program: Any, full: Vector) -> Vector:
    """Place hidden singles, strike naked ones elsewhere; return the digits that a house lacks."""
    none = full ^ full

    def see(at: Index, once: Vector, twice: Vector, fixed: Vector) -> tuple[Vector, ...]:
        cell = program.house_cells[at]
        mask = cells[cell]
        return once | mask, twice | (once & mask), fixed | singles[cell]

    def visit(house: Index, missing: Vector) -> tuple[Vector]:
        first, end = program.house_first[house], program.house_end[house]
        once, twice, fixed = loops.fold(first, end, (none, none, none), see)
        hidden = once & ~twice

        def update(at: Index) -> tuple[()]:
            cell = program.house_cells[at]
            mask = cells[cell] & (~fixed | singles[cell])
            placed = mask & hidden
            cells[cell] = placed.equals(0).choose(mask, placed & (none - placed))
            return ()

        loops.fold(first, end, (), update)
        return (missing | (full & ~once),)

    (missing,) = loops.fold(0, loops.size(program.house_first), (none,), visit)
    return missing


def _sweep_small_houses(
    loops: Loops, cells: Rows, singles: Rows, program: Any, none: Vector
) -> Vector:
    """Strike naked singles elsewhere in houses that need not have all digits.

    Return the digits that are twice in such a house.
    """

    def see(at: Index, fixed: Vector, clash: Vector) -> tuple[Vector, ...]:
        single = singles[program.small_cells[at]]
        return fixed | single, clash | (fixed & single)

    def visit(house: Index, clashes: Vector) -> tuple[Vector]:
        first, end = program.small_first[house], program.small_end[house]
        fixed, clash = loops.fold(first, end, (none, none), see)

        def update(at: Index) -> tuple[()]:
            cell = program.small_cells[at]
            cells[cell] = cells[cell] & (~fixed | singles[cell])
            return ()

        loops.fold(first, end, (), update)
        return (clashes | clash,)

    (clashes,) = loops.fold(0, loops.size(program.small_first), (none,), visit)
    return clashes


def _sweep_parts(loops: Loops, cells: Rows, segments: Rows, program: Any, none: Vector) -> None:
    """Strike digits from the targets of the segments in which their house has them locked."""

    def unite(at: Index, union: Vector) -> tuple[Vector]:
        return (union | cells[program.segment_cells[at]],)

    def visit(part: Index) -> tuple[()]:
        first, end = program.part_first[part], program.part_end[part]

        def see(segment: Index, once: Vector, twice: Vector) -> tuple[Vector, Vector]:
            bounds = program.segment_first[segment], program.segment_end[segment]
            (union,) = loops.fold(*bounds, (none,), unite)
            segments[loops.minus(segment, first)] = union
            return once | union, twice | (once & union)

        once, twice = loops.fold(first, end, (none, none), see)
        locked = once & ~twice

        def strike(segment: Index) -> tuple[()]:
            gone = ~(segments[loops.minus(segment, first)] & locked)

            def update(at: Index) -> tuple[()]:
                cell = program.target_cells[at]
                cells[cell] = cells[cell] & gone
                return ()

            loops.fold(program.target_first[segment], program.target_end[segment], (), update)
            return ()

        loops.fold(first, end, (), strike)
        return ()

    loops.fold(0, loops.size(program.part_first), (), visit)


def _sweep_cells(
    loops: Loops, cells: Rows, singles: Rows, full: Vector
) -> tuple[Vector, Vector, Vector]:
    """Note the naked singles; return the sum of the cells, the smallest, and what is open."""
    none = full ^ full

    def look(
        cell: Index, total: Vector, smallest: Vector, several: Vector
    ) -> tuple[Vector, Vector, Vector]:
        mask = cells[cell]
        more = mask & (mask - 1)
        singles[cell] = more.equals(0).choose(mask, 0)
        return total + mask, smallest.minimum(mask), several | more

    total, smallest, several = loops.fold(0, loops.size(cells), (none, full, none), look)
    return total, smallest, several
