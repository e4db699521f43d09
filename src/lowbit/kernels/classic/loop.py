"""The common part of loops over lanes: the block of lanes, a step of all, a guess, saved states.

::

    stack of a lane         depth 0        depth 1       ...
    ┌───────────────────┬──────────────┬──────────────┬─────┐   a saved lane is its state at
    │ lane 0            │ 55 words     │ 55 words     │     │   a guess, already without
    │ lane 1            │ 55 words     │ ...          │     │   what was guessed: to restore
    └───────────────────┴──────────────┴──────────────┴─────┘   it is to try the other answer

Sets of lanes are words of 64 bits, a bit a lane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.lane import allow, peek, poke
from lowbit.kernels.classic.layout import (
    BANDS,
    BRANCHES,
    CHUTE,
    DIGIT,
    MAX_DEPTH,
    N_ROWS,
    SAVED,
)
from lowbit.kernels.classic.sweep import sweep
from lowbit.kernels.core.compile import part
from lowbit.kernels.core.simd import register_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.core.arrays import Masks, RegisterFile, UnsignedWords, Words

ZERO, ONE = np.uint64(0), np.uint64(1)

ACTIVE, RESET, NEXT, END, LAST, FOUND, SWEEPS, SHARED, AGAIN, ALONE = range(10)
"""Words of `Lanes.control`."""

NO_LANE: Final = -1
NO_PUZZLE: Final = -1

DONE, STARVED, BUSY = range(3)
"""Reasons why a loop returned: all is done; there are idle lanes and nothing left to load, but more
may come; or it made its sweeps, or has no room to list solutions."""


class Lanes(NamedTuple):
    """A block of lanes and all that is known of them between two sweeps.

    Attributes
    ----------
    rows : register file
        See `lowbit.kernels.classic.layout`.
    stack : uint16[lanes * MAX_DEPTH * SAVED]
        The saved lanes, in the drawing above.
    puzzle, depth : int64[lanes]
        The puzzle of each lane, and how many of its guesses are open. Where lanes share puzzles,
        one that has worked at none has NO_PUZZLE.
    base : int64[lanes]
        From which depth on the saved states of a lane are its own still: others may take those
        below. 0 where no lane helps another.
    control : uint64[10]
        Lane sets (ACTIVE; RESET: just loaded; SHARED: others may work at the same puzzle; AGAIN: to
        begin again; ALONE: not to be helped), the puzzles yet to load (from NEXT up to END; LAST:
        no more will come), the solutions listed so far (FOUND), and the sweeps done.
    """

    rows: NDArray[Any]
    stack: Masks
    puzzle: Words
    depth: Words
    base: Words
    control: UnsignedWords


def new_lanes(lanes: int) -> Lanes:
    """Return a block of idle lanes."""
    rows, stack = register_file(N_ROWS, lanes, extra=lanes * MAX_DEPTH * SAVED)
    return Lanes(
        rows,
        stack,
        np.zeros(lanes, np.int64),
        np.zeros(lanes, np.int64),
        np.zeros(lanes, np.int64),
        np.zeros(10, np.uint64),
    )


def feed(lanes: Lanes, first: int, end: int, last: bool) -> None:
    """Let the lanes load the puzzles from `first` up to `end`; `last`: no more will come."""
    lanes.control[NEXT] = first
    lanes.control[END] = end
    lanes.control[LAST] = last


@part
def idle_lanes(lanes: Lanes) -> np.uint64:
    """Return the lanes that work at nothing."""
    # Shifted right, not made as (1 << lanes) - 1: with 64 lanes that shift would be undefined.
    return ~lanes.control[ACTIVE] & (~ZERO >> np.uint64(64 - lanes.puzzle.size))


@part
def shallowest(lanes: Lanes) -> int:
    """Return the lane that has saved the shallowest state, most of a tree; NO_LANE if none has."""
    helped = lanes.control[ACTIVE] & ~lanes.control[ALONE]
    giver, least = NO_LANE, MAX_DEPTH
    for lane in range(lanes.puzzle.size):
        own = lanes.base[lane]
        if (helped >> np.uint64(lane)) & ONE != ZERO and own < min(lanes.depth[lane], least):
            giver, least = lane, own
    return giver


@part
def sweep_once(lanes: Lanes) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Sweep all lanes once; return which active ones are dead, stand still, and are solved."""
    control = lanes.control
    active = control[ACTIVE]
    dead, still, solved = sweep(lanes.rows, (control[RESET],))
    control[SWEEPS] += ONE
    solved &= active & ~dead
    dead &= active
    # The total of a lane that was just loaded is that of another puzzle.
    still &= active & ~(dead | solved | control[RESET])
    control[RESET] = ZERO
    return dead, still, solved


@part
def branch(lanes: Lanes, lane: int) -> tuple[int, int]:
    """Settle in which miniline of a line the chosen digit lies; return miniline and digit.

    Straight code, for which line and box it is cannot be predicted: where a line leaves two
    minilines instead of three, the second is done twice.
    """
    rows = lanes.rows
    chute = 9 * peek(rows, CHUTE, lane)
    digit = peek(rows, DIGIT, lane)
    pattern = np.int64(0)
    for miniline in range(9):
        possible = peek(rows, BANDS + chute + miniline, lane) & digit != 0
        pattern |= np.int64(possible) << miniline
    kept, first, second = BRANCHES[pattern]
    _drop(rows, BANDS + chute + first, lane, digit)
    _drop(rows, BANDS + chute + second, lane, digit)
    return chute + kept, digit


@part
def take_up(lanes: Lanes, lane: int, saved: int) -> None:
    """Let a lane go on with saved cells, as with a new puzzle."""
    allow(lanes.rows, lane, lanes.stack, saved)
    lanes.control[RESET] |= ONE << np.uint64(lane)


@part
def _drop(rows: RegisterFile, row: int, lane: int, digit: int) -> None:
    poke(rows, row, lane, peek(rows, row, lane) & ~digit)


@part
def slot(lane: int, depth: int) -> int:
    """Return where the stack of a lane has the state saved at a depth."""
    return (lane * MAX_DEPTH + depth) * SAVED
