"""Puzzles begun: singles, and those that patterns leave, in lanes side by side.

A lane that is solved, or has no single left, gets the next puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.lanes.block import (
    FIRST_OF,
    HARDEST_OF,
    PLACEMENT_OF,
    PUZZLE,
    LaneSpace,
    load_givens,
    n_open_in,
    note_placements,
    note_step,
    signed,
)
from lowbit.kernels.rating.lanes.ladder import place_direct
from lowbit.kernels.rating.lanes.states import put_aside, store
from lowbit.kernels.rating.lanes.sweeps import begin, sweep
from lowbit.kernels.rating.position.ratings import CLASHING, NOT_RATED, RATED
from lowbit.kernels.rating.position.stages import INVALID
from lowbit.kernels.rating.position.state import WAITING

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Words
    from lowbit.kernels.rating.position.ratings import Ratings

LAST_CELLS, BOXES, LINES, NAKED = 10, 12, 15, 23
"""Tenths: the ratings of single steps."""

IDLE, STUCK = 4, 2
"""Lanes get other puzzles once one in so many has none, and are looked through for harder steps
once one in so many has no single."""


@kernel
def load_puzzles(
    puzzles: Bytes,
    states: Words,
    rows: Words,
    begin_at: int,
    end: int,
    space: LaneSpace,
    ratings: Ratings,
    in_lanes: bool,
) -> int:
    """Begin with puzzles from `begin_at` up to `end`; return how many states are written.

    Parameters
    ----------
    puzzles : uint8[n, 81]
    states : int64[m, N_STATE]
        Written to: those that need further steps.
    rows : int64[m]
        Written to: which puzzle each of these is.
    begin_at, end : int
    space : LaneSpace
        For this thread alone.
    ratings : Ratings
        Those of puzzles that are solved are written to.
    in_lanes : bool
        Whether to place singles. Else all puzzles have states, in order, which wait for steps one
        by one.
    """
    if in_lanes:
        return _take_singles(puzzles, states, rows, begin_at, end, space, ratings)
    for puzzle in range(begin_at, end):
        number = puzzle - begin_at
        rows[number] = puzzle
        if _begin(puzzles, space, 1, puzzle, end, ratings):
            store(states[number], space, 0)
        else:
            states[number, :] = 0
            states[number, WAITING] = INVALID
    return end - begin_at


@routine
def _begin(
    puzzles: Bytes, space: LaneSpace, idle: int, puzzle: int, end: int, ratings: Ratings
) -> int:
    """Begin with puzzles in lanes that have none; return the lanes where givens do not clash."""
    fresh, bad = 0, 0
    while idle and puzzle < end:
        lane = lowest(idle)
        fresh |= 1 << lane
        if not load_givens(space, lane, puzzles, puzzle):
            bad |= 1 << lane
        puzzle += 1
        idle &= idle - 1
    (clashing,) = begin(space.rows, (fresh,))
    bad |= signed(clashing) & fresh
    good = fresh & ~bad
    while bad:
        ratings.status[space.notes[PUZZLE, lowest(bad)]] = CLASHING
        bad &= bad - 1
    return good


@routine
def _take_singles(
    puzzles: Bytes,
    states: Words,
    rows: Words,
    puzzle: int,
    end: int,
    space: LaneSpace,
    ratings: Ratings,
) -> int:
    """Place singles, up to naked ones; return how many puzzles are left, which have none.

    A lane goes on to the next kind of singles where the easier ones have come to an end.
    """
    n_lanes, n_left = space.words.shape[1], 0
    every = (1 << n_lanes) - 1
    active, boxes, lines, cells, new = 0, 0, 0, 0, 0
    while active or puzzle < end:
        idle = every & ~active
        if puzzle < end and IDLE * size_of(idle) >= n_lanes:
            active |= _begin(puzzles, space, idle, puzzle, end, ratings)
            puzzle += size_of(idle)
            boxes, lines, cells, new = boxes & ~idle, lines & ~idle, cells & ~idle, new | idle
        found = sweep(space.rows, (boxes, lines, cells))
        placed, is_open = signed(found[0]) & active, signed(found[1])
        _note(space, placed & new, boxes, lines, cells)
        new &= ~placed
        _finish(space, active & ~is_open, ratings)
        active &= is_open
        stuck = active & ~placed
        waiting = stuck & lines
        if waiting and (waiting == active or STUCK * size_of(waiting) >= n_lanes):
            rest = waiting & ~place_direct(space, waiting)
            left = rest & cells
            active &= ~left
            n_left = _put_aside(states, rows, n_left, space, left)
            cells |= rest
            new |= rest
        # A stuck lane goes on to the next kind: boxes, then lines; naked singles follow patterns.
        risen = stuck & ~lines
        lines |= risen & boxes
        boxes |= risen
        new |= risen
    return n_left


@routine
def _put_aside(states: Words, rows: Words, n_left: int, space: LaneSpace, lanes: int) -> int:
    """Write states of the puzzles of some lanes; return how many states there are then."""
    while lanes:
        lane = lowest(lanes)
        put_aside(states[n_left], space, lane)
        rows[n_left] = space.notes[PUZZLE, lane]
        n_left += 1
        lanes &= lanes - 1
    return n_left


@routine
def _note(space: LaneSpace, lanes: int, boxes: int, lines: int, cells: int) -> None:
    """Note in some lanes that the last kind of singles that they have come to was there."""
    note_step(space, lanes & cells, NAKED)
    note_step(space, lanes & lines & ~cells, LINES)
    note_step(space, lanes & boxes & ~lines, BOXES)
    note_step(space, lanes & ~boxes, LAST_CELLS)
    note_placements(space, lanes)


@routine
def _finish(space: LaneSpace, lanes: int, ratings: Ratings) -> None:
    """Rate the puzzles of lanes without candidates; one that has open cells has no solution."""
    while lanes:
        lane = lowest(lanes)
        puzzle = space.notes[PUZZLE, lane]
        ratings.status[puzzle] = NOT_RATED
        if n_open_in(space, lane) == 0:
            ratings.status[puzzle] = RATED
            ratings.ratings[puzzle, 0] = space.notes[HARDEST_OF, lane]
            ratings.ratings[puzzle, 1] = space.notes[PLACEMENT_OF, lane]
            ratings.ratings[puzzle, 2] = space.notes[FIRST_OF, lane]
        lanes &= lanes - 1
