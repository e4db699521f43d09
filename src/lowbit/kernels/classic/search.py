"""The solutions of each puzzle: the loop that keeps every lane busy until all are done.

::

    puzzles ──load──> lane ──sweep──┬─ still changing ───────────────────────────┐
              ^                     ├─ stands still ──choose, save, guess────────┤
              │                     ├─ solved ──count, keep the first──┐         ├──> sweep
              │                     └─ dead ───────────────────────────┴─restore─┘
              └──────────────── nothing left to restore, or the limit is reached

Every lane searches its puzzle depth first and alone: its solutions, and their order, do
not depend on the other lanes, nor on how many there are. Only where the limits say so, lanes that
no puzzle is left for take over parts of the trees of others, which changes nothing either where
the whole tree is searched.

The loop can stop after any sweep and be resumed: all that it knows lies in its arrays. That
is how Ctrl-C, time limits, progress and lazy enumeration work without a check in the sweep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.lane import (
    allow,
    load,
    peek,
    poke,
    read_digits,
    restore,
    save,
    save_cells,
)
from lowbit.kernels.classic.layout import (
    ALLOWED,
    BANDS,
    N_CELLS,
)
from lowbit.kernels.classic.loop import (
    ACTIVE,
    AGAIN,
    ALONE,
    BUSY,
    DONE,
    END,
    FOUND,
    LAST,
    NEXT,
    NO_LANE,
    ONE,
    RESET,
    SHARED,
    STARVED,
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
from lowbit.status import Status

if TYPE_CHECKING:
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.core.arrays import Bytes, Masks, Words

INVALID, NONE, UNIQUE, SEVERAL, LIMIT_REACHED, SOLVABLE, _ = map(int, Status)
"""The statuses as a kernel writes them."""

UNLIMITED: Final = 1 << 62

SWEEPS_AT_ONCE: Final = 1 << 13
"""Those of a few milliseconds."""

NOT_LISTED: Final = np.zeros((0, N_CELLS), np.uint8)
"""No room for solutions, so that only the first of each puzzle is kept."""

BAD_CELL: Final = 0x8000
"""Bits of a cell that is neither a digit nor blank, see `Puzzles`."""


class Puzzles(NamedTuple):
    """Puzzles to solve. One of the two forms is used, the other is empty.

    Attributes
    ----------
    cells : uint8[m]
        Characters or digits, one a cell; puzzle i begins at ``starts[i]``.
    starts : int64[n]
    mask_of : uint16[256]
        The candidates that each value of `cells` stands for, or BAD_CELL.
    masks : uint16[81 n]
        Candidates; puzzle i begins at ``starts[i]``.
    """

    cells: Bytes
    starts: Words
    mask_of: Masks
    masks: Masks


class Answers(NamedTuple):
    """The results, by puzzle.

    Attributes
    ----------
    status : uint8[n]
    n_solutions : int64[n]
        How many were found, at most the limit.
    solutions : uint8[m]
        The digits of the first that was found, at ``81 i``. Zero where there is none.
    nodes : int64[n]
        Nodes of the search tree that were visited, the root among them.
    guesses : int64[n]
        Nodes that had to branch.
    """

    status: Bytes
    n_solutions: Words
    solutions: Bytes
    nodes: Words
    guesses: Words


class LaneLimits(NamedTuple):
    """Limits of a search in lanes.

    Attributes
    ----------
    solutions : int
        Leave a puzzle once so many were found.
    nodes : int
        Leave a puzzle before it visits more.
    in_order : bool, default False
        Guess the smallest digit of the first open cell, so that solutions are found in the order
        of their digits: slower, but the first one is the smallest.
    shares : bool, default False
        Let idle lanes help others, once no puzzle is left to load; not with a limit of nodes, nor
        in order. If not all solutions are looked for, it depends on the other lanes which are
        found first, and after how many nodes.
    again : bool, default False
        Then begin again and alone with what was shared, so that nothing depends on it.
    """

    solutions: int
    nodes: int
    in_order: bool = False
    shares: bool = False
    again: bool = False


def new_answers(n: int) -> Answers:
    """Return room for the answers to `n` puzzles."""
    return Answers(
        np.zeros(n, np.uint8),
        np.zeros(n, np.int64),
        np.zeros(N_CELLS * n, np.uint8),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
    )


def abandon(lanes: Lanes, answers: Answers) -> None:
    """Free all lanes, and note that the results of their puzzles are not known."""
    control = lanes.control
    answers.status[control[NEXT] : control[END]] = LIMIT_REACHED
    for lane, puzzle in enumerate(lanes.puzzle.tolist()):
        if int(control[ACTIVE]) >> lane & 1:
            answers.status[puzzle] = LIMIT_REACHED
    control[:] = 0


@kernel
def advance(
    lanes: Lanes,
    puzzles: Puzzles,
    answers: Answers,
    limits: LaneLimits,
    listed: Bytes,
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, STARVED or BUSY.

    Parameters
    ----------
    lanes : Lanes
        Where the search stands; changed.
    puzzles : Puzzles
    answers : Answers
        Changed.
    limits : LaneLimits
    listed : uint8[k, 81]
        Where every solution goes that is found, in order; empty to keep the first of each
        puzzle only. To make room again, set ``lanes.control[FOUND]`` to 0.
    sweeps : int
        How many at most.
    """
    return go_on(lanes, puzzles, answers, limits, listed, sweeps)


@part
def go_on(
    lanes: Lanes,
    puzzles: Puzzles,
    answers: Answers,
    limits: LaneLimits,
    listed: Bytes,
    sweeps: int,
) -> int:
    """Go on, as `advance`."""
    control = lanes.control
    width = lanes.puzzle.size
    for _ in range(sweeps):
        if listed.size and np.int64(control[FOUND]) + width > listed.shape[0]:
            return BUSY
        idle = refill(lanes, puzzles, answers, limits)
        if idle and control[LAST] == ZERO:
            return STARVED
        if control[ACTIVE] == ZERO:
            return DONE
        if idle and limits.shares:
            share(lanes, answers)
        dead, still, solved = sweep_once(lanes)
        if still != ZERO:
            choose(lanes.rows, ())
            guess(lanes, still, answers, limits)
        leave(lanes, dead | solved, solved, answers, limits, listed)
        if control[AGAIN] != ZERO:
            _begin_again(lanes, puzzles, answers)
    return BUSY


@part
def refill(lanes: Lanes, puzzles: Puzzles, answers: Answers, limits: LaneLimits) -> bool:
    """Give each idle lane the next puzzle; return whether some are idle still."""
    control = lanes.control
    idle = idle_lanes(lanes)
    while idle != ZERO and control[NEXT] < control[END]:
        puzzle = np.int64(control[NEXT])
        control[NEXT] += ONE
        lane = lowest(idle)
        if not _load(lanes, lane, puzzles, puzzle):
            answers.status[puzzle] = INVALID
            continue
        if limits.nodes == 0:
            answers.status[puzzle] = LIMIT_REACHED
            continue
        _begin(lanes, lane, answers, puzzle)
        idle &= ~(ONE << np.uint64(lane))
    return idle != ZERO


@part
def _begin(lanes: Lanes, lane: int, answers: Answers, puzzle: np.int64) -> None:
    """Let a lane work at the puzzle that was put into it."""
    answers.nodes[puzzle] = 1
    lanes.puzzle[lane] = puzzle
    lanes.depth[lane] = lanes.base[lane] = 0
    bit = ONE << np.uint64(lane)
    lanes.control[ACTIVE] |= bit
    lanes.control[RESET] |= bit


@part
def _load(lanes: Lanes, lane: int, puzzles: Puzzles, puzzle: np.int64) -> bool:
    """Put a puzzle into a lane; return whether it is one."""
    start = puzzles.starts[puzzle]
    if start < 0:
        return False
    if puzzles.masks.size:
        allow(lanes.rows, lane, puzzles.masks, start)
        return True
    union = load(lanes.rows, lane, puzzles.cells, start, puzzles.mask_of)
    return union & BAD_CELL == 0


@part
def guess(lanes: Lanes, still: np.uint64, answers: Answers, limits: LaneLimits) -> None:
    """In each lane that stands still, try one answer to its guess, and save the other."""
    while still != ZERO:
        lane = lowest(still)
        still &= still - ONE
        puzzle = lanes.puzzle[lane]
        if answers.nodes[puzzle] >= limits.nodes:
            finish(lanes, lane, answers, LIMIT_REACHED)
            continue
        answers.nodes[puzzle] += 1
        answers.guesses[puzzle] += 1
        saved = slot(lane, lanes.depth[lane])
        lanes.depth[lane] += 1
        if limits.in_order:
            _branch_in_order(lanes, lane, saved)
        else:
            save(lanes.rows, lane, lanes.stack, saved)
            miniline, digit = branch(lanes, lane)
            lanes.stack[saved + BANDS + miniline] &= ~np.uint16(digit)


@part
def _branch_in_order(lanes: Lanes, lane: int, saved: int) -> None:
    """Give the first open cell its smallest digit here, and the others in the saved lane."""
    save_cells(lanes.rows, lane, lanes.stack, saved)
    cells = lanes.stack[saved : saved + N_CELLS]
    cell = 0
    while cells[cell] & (cells[cell] - 1) == 0:
        cell += 1
    mask = cells[cell]
    # The lowest bit. -mask would leave uint16: Numba makes an int64 of it.
    digit = mask & (~mask + np.uint16(1))
    cells[cell] = digit
    take_up(lanes, lane, saved)
    cells[cell] = mask ^ digit


@part
def leave(
    lanes: Lanes,
    leaving: np.uint64,
    solved: np.uint64,
    answers: Answers,
    limits: LaneLimits,
    listed: Bytes,
) -> None:
    """Keep solutions of solved lanes; let these and the dead ones go on from their last guess."""
    while leaving != ZERO:
        lane = lowest(leaving)
        leaving &= leaving - ONE
        if (lanes.control[ACTIVE] >> np.uint64(lane)) & ONE == ZERO:
            continue  # one that it shared its puzzle with has found enough
        puzzle = lanes.puzzle[lane]
        if (solved >> np.uint64(lane)) & ONE != ZERO:
            _keep(lanes, lane, answers, listed)
        found = answers.n_solutions[puzzle]
        if found >= limits.solutions:
            if limits.again:
                lanes.control[AGAIN] |= lanes.control[SHARED] & (ONE << np.uint64(lane))
            finish(lanes, lane, answers, SOLVABLE)
        elif lanes.depth[lane] == lanes.base[lane]:
            if _is_last(lanes, lane):
                finish(lanes, lane, answers, UNIQUE if found else NONE)
        elif answers.nodes[puzzle] >= limits.nodes:
            finish(lanes, lane, answers, LIMIT_REACHED)
        else:
            answers.nodes[puzzle] += 1
            lanes.depth[lane] -= 1
            saved = slot(lane, lanes.depth[lane])
            if limits.in_order:
                take_up(lanes, lane, saved)
            else:
                restore(lanes.rows, lane, lanes.stack, saved)


@part
def _keep(lanes: Lanes, lane: int, answers: Answers, listed: Bytes) -> None:
    """Count a solution; write it down if it is the puzzle's first or all are asked for."""
    puzzle = lanes.puzzle[lane]
    if answers.n_solutions[puzzle] == 0:
        read_digits(lanes.rows, lane, answers.solutions, N_CELLS * puzzle)
    answers.n_solutions[puzzle] += 1
    if listed.size:
        number = np.int64(lanes.control[FOUND])
        read_digits(lanes.rows, lane, listed, N_CELLS * number)
        lanes.control[FOUND] += ONE


@part
def finish(lanes: Lanes, lane: int, answers: Answers, status: int) -> None:
    """Note the result of a lane's puzzle, and free the lanes that work at it."""
    puzzle = lanes.puzzle[lane]
    several = answers.n_solutions[puzzle] > 1 and status != LIMIT_REACHED
    answers.status[puzzle] = SEVERAL if several else status
    bit = ONE << np.uint64(lane)
    if lanes.control[SHARED] & bit != ZERO:
        bit = _lanes_at(lanes, puzzle)
    _free(lanes, bit)


@part
def share(lanes: Lanes, answers: Answers) -> None:
    """Let each idle lane take over the shallowest state that another one has saved."""
    control = lanes.control
    idle = idle_lanes(lanes)
    while idle != ZERO:
        giver = shallowest(lanes)
        if giver == NO_LANE:
            return
        lane = lowest(idle)
        idle &= idle - ONE
        puzzle, depth = lanes.puzzle[giver], lanes.base[giver]
        if lanes.puzzle[lane] != puzzle:  # else it has these since it last worked at the puzzle
            for row in range(ALLOWED, ALLOWED + N_CELLS):
                poke(lanes.rows, row, lane, peek(lanes.rows, row, giver))
        restore(lanes.rows, lane, lanes.stack, slot(giver, depth))
        answers.nodes[puzzle] += 1
        lanes.puzzle[lane] = puzzle
        lanes.base[giver] = lanes.base[lane] = lanes.depth[lane] = depth + 1
        control[ACTIVE] |= ONE << np.uint64(lane)
        control[SHARED] |= ONE << np.uint64(lane) | ONE << np.uint64(giver)


@part
def _is_last(lanes: Lanes, lane: int) -> bool:
    """Return whether no other lane works at a lane's puzzle; free the lane if one does."""
    bit = ONE << np.uint64(lane)
    if lanes.control[SHARED] & bit == ZERO or _lanes_at(lanes, lanes.puzzle[lane]) == bit:
        return True
    _free(lanes, bit)
    return False


@part
def _begin_again(lanes: Lanes, puzzles: Puzzles, answers: Answers) -> None:
    """Let lanes search their puzzles from the beginning, alone."""
    control = lanes.control
    while control[AGAIN] != ZERO:
        lane = lowest(control[AGAIN])
        bit = ONE << np.uint64(lane)
        control[AGAIN] &= ~bit
        puzzle = lanes.puzzle[lane]
        answers.n_solutions[puzzle] = answers.guesses[puzzle] = 0
        _load(lanes, lane, puzzles, puzzle)
        _begin(lanes, lane, answers, puzzle)
        control[ALONE] |= bit


@part
def _free(lanes: Lanes, freed: np.uint64) -> None:
    lanes.control[ACTIVE] &= ~freed
    lanes.control[SHARED] &= ~freed
    lanes.control[ALONE] &= ~freed


@part
def _lanes_at(lanes: Lanes, puzzle: int) -> np.uint64:
    """Return the lanes that work at a puzzle."""
    found = ZERO
    for lane in range(lanes.puzzle.size):
        if lanes.puzzle[lane] == puzzle:
            found |= ONE << np.uint64(lane)
    return found & lanes.control[ACTIVE]
