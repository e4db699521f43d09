"""The best completions of one puzzle: a search in all lanes that cuts off nodes of too much loss.

A score is a sum over the cells of the value of the cell's digit there. The search looks for
completions of little *loss* (`lowbit.kernels.classic.best.losses`), and cuts off nodes that lose
more than it may ::

    a candidate that loses more than the slack beyond the least of its cell goes

    lane that stands still ──floor above the cap?──> dead
                            └─drop what loses too much──┬─ something went ──> sweep
                                                        └─ nothing ──choose, save, guess──> sweep

All lanes share one tree: an idle lane takes over the shallowest state that another has saved,
which is the largest part of the tree that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.classic.best.completions import cap_of, keep_best
from lowbit.kernels.classic.best.losses import SLACKS
from lowbit.kernels.classic.lane import floor, peek, poke, save_cells
from lowbit.kernels.classic.layout import (
    A_CELL_APART,
    ALLOWED,
    CELLS,
    MINILINE_CELLS,
    N_CELLS,
)
from lowbit.kernels.classic.loop import (
    ACTIVE,
    BUSY,
    DONE,
    NO_LANE,
    ONE,
    RESET,
    ZERO,
    branch,
    idle_lanes,
    shallowest,
    slot,
    sweep_once,
    take_up,
)
from lowbit.kernels.classic.sweep import choose
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.classic.best.completions import Best, Terms
    from lowbit.kernels.classic.best.losses import Losses
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.core.arrays import Masks, Words

NODES, FOUND = range(2)
"""Words of the tally of a bounded search."""


def start_bounded_search(lanes: Lanes, masks: Masks) -> None:
    """Put a puzzle, as candidates uint16[81], into the first lane of an idle block."""
    lanes.rows["lanes"][ALLOWED : ALLOWED + N_CELLS, 0] = masks
    lanes.base[:] = 0
    lanes.depth[:] = 0
    lanes.control[:] = 0
    lanes.control[ACTIVE] = lanes.control[RESET] = 1


@kernel
def bounded_search(
    lanes: Lanes, losses: Losses, terms: Terms, best: Best, tally: Words, sweeps: int
) -> int:
    """Go on for a number of sweeps; return DONE once nothing is left within the cap, or BUSY.

    Parameters
    ----------
    lanes : Lanes
        Where the search stands, see `start_bounded_search`.
    losses : Losses
    terms : Terms
    best : Best
        For one puzzle; changed.
    tally : int64[2]
        Counts the nodes (NODES) and the completions within the cap (FOUND).
    sweeps : int
        How many at most.
    """
    control = lanes.control
    cap = _cap(terms, best)
    for _ in range(sweeps):
        _share(lanes)
        if control[ACTIVE] == ZERO:
            return DONE
        if tally[FOUND] >= terms.enough or tally[NODES] >= terms.max_nodes:
            return BUSY
        dead, still, solved = sweep_once(lanes)
        while solved != ZERO:
            lane = lowest(solved)
            solved &= solved - ONE
            dead |= ONE << np.uint64(lane)
            loss = floor(lanes.rows, lane, losses.floors)
            if loss <= cap:
                tally[FOUND] += 1
                keep_best(lanes, lane, best, 0, (terms.top - loss) // terms.scale)
                cap = _cap(terms, best)
        lost, changed = _tighten(lanes, still, losses, cap)
        still &= ~(lost | changed)
        if still != ZERO:
            choose(lanes.rows, ())
            while still != ZERO:
                lane = lowest(still)
                still &= still - ONE
                tally[NODES] += 1
                saved = slot(lane, lanes.depth[lane])
                lanes.depth[lane] += 1
                save_cells(lanes.rows, lane, lanes.stack, saved)
                miniline, digit = branch(lanes, lane)
                for place in range(3):
                    cell = saved + MINILINE_CELLS[miniline, place]
                    lanes.stack[cell] &= ~np.uint16(digit)
        leaving = dead | lost
        while leaving != ZERO:
            lane = lowest(leaving)
            leaving &= leaving - ONE
            if lanes.depth[lane] == lanes.base[lane]:
                control[ACTIVE] &= ~(ONE << np.uint64(lane))
            else:
                tally[NODES] += 1
                lanes.depth[lane] -= 1
                take_up(lanes, lane, slot(lane, lanes.depth[lane]))
    return BUSY


@part
def _cap(terms: Terms, best: Best) -> int:
    """Return the most that a completion may lose to be one of the best."""
    return min(terms.cap, cap_of(best, 0, terms) - terms.better_by * terms.scale)


@part
def _share(lanes: Lanes) -> None:
    """Let each idle lane take over the shallowest state that another one has saved."""
    control = lanes.control
    idle = idle_lanes(lanes)
    while idle != ZERO:
        giver = shallowest(lanes)
        if giver == NO_LANE:
            return
        lane = lowest(idle)
        idle &= idle - ONE
        depth = lanes.base[giver]
        take_up(lanes, lane, slot(giver, depth))
        lanes.base[giver] = lanes.base[lane] = lanes.depth[lane] = depth + 1
        control[ACTIVE] |= ONE << np.uint64(lane)


@part
def _tighten(
    lanes: Lanes, still: np.uint64, losses: Losses, cap: int
) -> tuple[np.uint64, np.uint64]:
    """Drop candidates of too much loss; return which lanes are lost, and which have changed."""
    lost, changed = ZERO, ZERO
    while still != ZERO:
        lane = lowest(still)
        still &= still - ONE
        bit = ONE << np.uint64(lane)
        slack = cap - floor(lanes.rows, lane, losses.floors)
        if slack < 0:
            lost |= bit
        elif _drop_costly(lanes, lane, losses, slack):
            changed |= bit
    return lost, changed


@part
def _drop_costly(lanes: Lanes, lane: int, losses: Losses, slack: int) -> bool:
    """Drop the candidates of a lane that lose more than it may; return whether any went."""
    changed = False
    for cell in range(N_CELLS):
        mask = peek(lanes.rows, CELLS + cell, lane)
        # A cell with one digit has nothing to drop.
        if mask & (mask - 1):
            step = (slack + losses.floors[A_CELL_APART * cell + mask]) >> losses.shift[0]
            if step < SLACKS:
                kept = mask & losses.keep[SLACKS * cell + step]
                changed |= kept != mask
                poke(lanes.rows, ALLOWED + cell, lane, kept)
    return changed
