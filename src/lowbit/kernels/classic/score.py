"""The completions that score most: the lane engine's loop, with a score for every solution.

A score is a sum over the cells of what the cell's digit is worth there. There are two loops.

`rank` visits the completions of every puzzle of a batch, a puzzle in each lane, and keeps the
best. It is for puzzles with few completions, for which nothing is quicker. It cuts off only
what loses, by prices that hold for all puzzles, more than the completions kept already.

`bounded_search` searches one puzzle in all lanes for completions of little *loss*, and cuts off
what loses more than it may ::

    loss of a digit in a cell    an integer, 0 or more, see lowbit.verbs.maximize.optimum.relaxation
    score * scale                = top - the sum of the losses, for every completion
    floor                        what the cells of a lane lose at least: the sum of the least
                                 loss of a candidate in each
    slack                        what a lane may lose beyond its floor
    a candidate that loses more than the slack beyond the least of its cell goes

    lane that stands still ──floor above the cap?──> dead
                            └─drop what loses too much──┬─ something went ──> sweep
                                                        └─ nothing ──choose, save, guess──> sweep

All lanes of a bounded search share one tree: an idle lane takes over the shallowest state that
another has saved, which is the largest part of the tree that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.lane import floor, peek, poke, read_digits, save_cells
from lowbit.kernels.classic.layout import (
    A_CELL_APART,
    ALLOWED,
    CELLS,
    MAX_DEPTH,
    MINILINE_CELLS,
    N_CELLS,
)
from lowbit.kernels.classic.loop import (
    ACTIVE,
    BUSY,
    DONE,
    LAST,
    ONE,
    RESET,
    STARVED,
    ZERO,
    branch,
    idle_lanes,
    slot,
    sweep_once,
    take_up,
)
from lowbit.kernels.classic.search import guess, leave, refill
from lowbit.kernels.classic.sweep import choose
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.classic.search import Answers, Limits, Puzzles

N_DIGITS: Final = 9

SLACKS: Final = 256
"""Steps of slack that `Losses.keep` tells apart."""

NEVER: Final = 1 << 55
"""The loss of a digit that is no candidate: more than anything may lose."""

NO_LANE: Final = -1

NODES, FOUND = range(2)
"""Words of the tally of a bounded search."""


class Best(NamedTuple):
    """The best completions of each puzzle, best first; of equal scores the smaller grid first.

    Attributes
    ----------
    scores : int64[n, k]
    grids : uint8[n * k, 81]
    kept : int64[n]
        How many there are, at most k.
    """

    scores: NDArray[np.int64]
    grids: NDArray[np.uint8]
    kept: NDArray[np.int64]


class Losses(NamedTuple):
    """What the digits of one puzzle lose.

    Attributes
    ----------
    floors : int64[81 * A_CELL_APART]
        The least loss of a candidate, by cell and set of candidates.
    keep : uint16[81 * SLACKS]
        The digits of each cell that lose no more than a slack, by the slack's step.
    shift : int64[1]
        A step of slack is ``1 << shift``.
    """

    floors: NDArray[np.int64]
    keep: NDArray[np.uint16]
    shift: NDArray[np.int64]


class Terms(NamedTuple):
    """What a bounded search looks for.

    Attributes
    ----------
    cap : int
        The most that a completion may lose.
    top, scale : int
        The loss of a score is ``top - score * scale``.
    better_by : int
        By how much a completion must beat the last of `Best` where that is full: 1, or 0 to
        look for completions of the same score with a smaller grid, too.
    enough : int
        End once so many were found.
    max_nodes : int
        End before more are visited.
    """

    cap: int
    top: int
    scale: int
    better_by: int
    enough: int
    max_nodes: int


def new_best(n: int, k: int) -> Best:
    """Return room for the `k` best completions of each of `n` puzzles."""
    return Best(
        np.zeros((n, k), np.int64), np.zeros((n * k, N_CELLS), np.uint8), np.zeros(n, np.int64)
    )


@kernel
def rank(
    lanes: Lanes,
    puzzles: Puzzles,
    answers: Answers,
    limits: Limits,
    losses: Losses,
    terms: Terms,
    best: Best,
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, STARVED or BUSY, as `search.advance` does.

    The completions counted are those visited.
    """
    control = lanes.control
    for _ in range(sweeps):
        idle = refill(lanes, puzzles, answers, limits)
        if idle and control[LAST] == ZERO:
            return STARVED
        if control[ACTIVE] == ZERO:
            return DONE
        dead, still, solved = sweep_once(lanes)
        beaten = _beaten(lanes, still, losses, terms, best)
        still &= ~beaten
        dead |= beaten
        if still != ZERO:
            choose(lanes.rows, ())
            guess(lanes, still, answers, limits)
        leaving = dead | solved
        while solved != ZERO:
            lane = lowest(solved)
            solved &= solved - ONE
            puzzle = lanes.puzzle[lane]
            answers.n_solutions[puzzle] += 1
            loss = floor(lanes.rows, lane, losses.floors)
            if loss <= _cap_of(best, puzzle, terms):
                _keep_best(lanes, lane, best, puzzle, (terms.top - loss) // terms.scale)
        leave(lanes, leaving, ZERO, answers, limits, best.grids)
    return BUSY


@part
def _beaten(lanes: Lanes, still: np.uint64, losses: Losses, terms: Terms, best: Best) -> np.uint64:
    """Return the lanes that cannot reach the last of the scores kept for their puzzle."""
    beaten = ZERO
    while still != ZERO:
        lane = lowest(still)
        still &= still - ONE
        cap = _cap_of(best, lanes.puzzle[lane], terms)
        if cap < NEVER and floor(lanes.rows, lane, losses.floors) > cap:
            beaten |= ONE << np.uint64(lane)
    return beaten


@part
def _cap_of(best: Best, puzzle: int, terms: Terms) -> int:
    """Return what a completion of a puzzle may lose at most to reach the scores kept for it."""
    k = best.scores.shape[1]
    if best.kept[puzzle] < k:
        return NEVER
    return terms.top - best.scores[puzzle, k - 1] * terms.scale


@part
def _keep_best(lanes: Lanes, lane: int, best: Best, puzzle: int, score: np.int64) -> None:
    """Put a solution in its place if it is one of the best."""
    scores, k = best.scores[puzzle], best.scores.shape[1]
    place = best.kept[puzzle]
    while place > 0 and score >= scores[place - 1]:
        if score == scores[place - 1]:
            order = _order(lanes, lane, best.grids, k * puzzle + place - 1)
            if order == 0:
                return
            if order > 0:
                break
        place -= 1
    if place < k:
        best.kept[puzzle] = min(best.kept[puzzle] + 1, k)
        _make_room(best, puzzle, place)
        scores[place] = score
        read_digits(lanes.rows, lane, best.grids, N_CELLS * (k * puzzle + place))


@part
def _order(lanes: Lanes, lane: int, grids: NDArray[np.uint8], place: int) -> int:
    """Return whether a solved lane is a smaller grid than the one at a place, -1, equal or 1."""
    for cell in range(N_CELLS):
        mine = lowest(np.uint64(peek(lanes.rows, CELLS + cell, lane))) + 1
        other = np.int64(grids[place, cell])
        if mine != other:
            return -1 if mine < other else 1
    return 0


@part
def _make_room(best: Best, puzzle: int, place: int) -> None:
    """Move the completions of a puzzle from a place on one down; the last one goes."""
    first = best.scores.shape[1] * puzzle
    for to in range(best.kept[puzzle] - 1, place, -1):
        best.scores[puzzle, to] = best.scores[puzzle, to - 1]
        for cell in range(N_CELLS):
            best.grids[first + to, cell] = best.grids[first + to - 1, cell]


def new_losses() -> Losses:
    """Return room for the tables of a bounded search."""
    return Losses(
        np.zeros(N_CELLS * A_CELL_APART, np.int64),
        np.zeros(N_CELLS * SLACKS, np.uint16),
        np.zeros(1, np.int64),
    )


@kernel
def tabulate(losses: Losses, loss: NDArray[np.int64], cap: int) -> None:
    """Fill the tables for a search up to a cap from the loss of each pair, int64[729]."""
    shift = 0
    while cap >> shift >= SLACKS:
        shift += 1
    losses.shift[0] = shift
    for cell in range(N_CELLS):
        floors, keep = A_CELL_APART * cell, SLACKS * cell
        losses.floors[floors] = NEVER
        for digit in range(N_DIGITS):
            for others in range(1 << digit):
                losses.floors[floors + (1 << digit) + others] = min(
                    losses.floors[floors + others], loss[N_DIGITS * cell + digit]
                )
        losses.keep[keep : keep + SLACKS] = 0
        for digit in range(N_DIGITS):
            for step in range(min(loss[N_DIGITS * cell + digit] >> shift, SLACKS), SLACKS):
                losses.keep[keep + step] |= np.uint16(1 << digit)


def start_bounded_search(lanes: Lanes, masks: NDArray[np.uint16]) -> None:
    """Put a puzzle, as candidates uint16[81], into the first lane of an idle block."""
    lanes.rows["lanes"][ALLOWED : ALLOWED + N_CELLS, 0] = masks
    lanes.base[:] = 0
    lanes.depth[:] = 0
    lanes.control[:] = 0
    lanes.control[ACTIVE] = lanes.control[RESET] = 1


@kernel
def bounded_search(
    lanes: Lanes, losses: Losses, terms: Terms, best: Best, tally: NDArray[np.int64], sweeps: int
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
                _keep_best(lanes, lane, best, 0, (terms.top - loss) // terms.scale)
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
    """Return what a completion may lose at most to be one of the best."""
    return min(terms.cap, _cap_of(best, 0, terms) - terms.better_by * terms.scale)


@part
def _share(lanes: Lanes) -> None:
    """Let each idle lane take over the shallowest state that another one has saved."""
    control = lanes.control
    idle = idle_lanes(lanes)
    while idle != ZERO:
        giver = _giver(lanes)
        if giver == NO_LANE:
            return
        lane = lowest(idle)
        idle &= idle - ONE
        depth = lanes.base[giver]
        take_up(lanes, lane, slot(giver, depth))
        lanes.base[giver] = lanes.base[lane] = lanes.depth[lane] = depth + 1
        control[ACTIVE] |= ONE << np.uint64(lane)


@part
def _giver(lanes: Lanes) -> int:
    """Return the lane whose first saved state is the shallowest, or NO_LANE."""
    giver, least = NO_LANE, MAX_DEPTH
    for lane in range(lanes.puzzle.size):
        own = lanes.base[lane]
        is_active = (lanes.control[ACTIVE] >> np.uint64(lane)) & ONE != ZERO
        if is_active and own < min(lanes.depth[lane], least):
            giver, least = lane, own
    return giver


@part
def _tighten(
    lanes: Lanes, still: np.uint64, losses: Losses, cap: int
) -> tuple[np.uint64, np.uint64]:
    """Drop what loses too much; return which lanes are lost, and which have changed."""
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
        if mask & (mask - 1):
            step = (slack + losses.floors[A_CELL_APART * cell + mask]) >> losses.shift[0]
            if step < SLACKS:
                kept = mask & losses.keep[SLACKS * cell + step]
                changed |= kept != mask
                poke(lanes.rows, ALLOWED + cell, lane, kept)
    return changed
