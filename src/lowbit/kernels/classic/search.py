"""The solutions of each puzzle: the loop that keeps every lane busy until all are done.

::

    puzzles ──load──> lane ──sweep──┬─ still changing ───────────────────────────┐
              ^                     ├─ stands still ──choose, save, guess────────┤
              │                     ├─ solved ──count, keep the first──┐         ├──> sweep
              │                     └─ dead ───────────────────────────┴─restore─┘
              └──────────────── nothing left to restore, or the limit is reached

    stack of a lane         depth 0        depth 1       ...
    ┌───────────────────┬──────────────┬──────────────┬─────┐   a saved lane is its state at
    │ lane 0            │ 55 words     │ 55 words     │     │   a guess, already without
    │ lane 1            │ 55 words     │ ...          │     │   what was guessed: to restore
    └───────────────────┴──────────────┴──────────────┴─────┘   it is to try the other answer

Every lane searches its puzzle depth first and alone: what it finds, and in what order, does
not depend on what the other lanes hold, nor on how many there are.

The loop can stop after any sweep and be resumed: all that it knows lies in its arrays. That
is how Ctrl-C, time limits, progress and lazy enumeration work without a check in the sweep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.lane import (
    allow,
    load,
    lowest,
    peek,
    poke,
    read_digits,
    restore,
    save,
    save_cells,
)
from lowbit.kernels.classic.layout import (
    BANDS,
    BRANCHES,
    CHUTE,
    DIGIT,
    MAX_DEPTH,
    N_CELLS,
    N_ROWS,
    SAVED,
)
from lowbit.kernels.classic.sweep import choose, sweep
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.core.simd import register_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

INVALID, NONE, UNIQUE, SEVERAL, LIMIT_REACHED, SOLVABLE = range(6)
"""The statuses of `lowbit.status.Status`, as a kernel writes them; SOLVABLE: one solution was
asked for and found."""

BAD_CELL: Final = 0x8000
"""What a cell's bits hold where it is neither a digit nor blank, see `Puzzles`."""

ZERO, ONE = np.uint64(0), np.uint64(1)

ACTIVE, RESET, NEXT, END, LAST, FOUND, SWEEPS = range(7)
"""Words of `Lanes.control`."""

DONE, STARVED, BUSY = range(3)
"""Why `advance` returned: all is done; there are idle lanes and nothing left to load, but more
may come; or it made its sweeps, or has no room to list solutions."""


class Puzzles(NamedTuple):
    """What to solve. One of the two forms is used, the other is empty.

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

    cells: NDArray[np.uint8]
    starts: NDArray[np.int64]
    mask_of: NDArray[np.uint16]
    masks: NDArray[np.uint16]


class Answers(NamedTuple):
    """What was found, by puzzle.

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

    status: NDArray[np.uint8]
    n_solutions: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    nodes: NDArray[np.int64]
    guesses: NDArray[np.int64]


class Lanes(NamedTuple):
    """A block of lanes and all that is known of them between two sweeps.

    Attributes
    ----------
    rows : register file
        See `lowbit.kernels.classic.layout`.
    stack : uint16[lanes * MAX_DEPTH * SAVED]
        The saved lanes, in the drawing above.
    puzzle, depth : int64[lanes]
        What each lane works at, and how many of its guesses are open.
    control : uint64[7]
        Lane sets (ACTIVE; RESET: just loaded), the puzzles yet to load (from NEXT
        up to END; LAST: no more will come), the solutions listed so far (FOUND), and the
        sweeps done.
    """

    rows: NDArray[Any]
    stack: NDArray[np.uint16]
    puzzle: NDArray[np.int64]
    depth: NDArray[np.int64]
    control: NDArray[np.uint64]


class Limits(NamedTuple):
    """When to stop.

    Attributes
    ----------
    solutions : int
        Leave a puzzle once so many were found.
    nodes : int
        Leave a puzzle before it visits more.
    in_order : bool, default False
        Guess the smallest digit of the first open cell, so that solutions are found in the order
        of their digits: slower, but the first one is the smallest.
    """

    solutions: int
    nodes: int
    in_order: bool = False


def new_lanes(lanes: int) -> Lanes:
    """Return a block of idle lanes."""
    rows, stack = register_file(N_ROWS, lanes, extra=lanes * MAX_DEPTH * SAVED)
    return Lanes(
        rows,
        stack,
        np.zeros(lanes, np.int64),
        np.zeros(lanes, np.int64),
        np.zeros(7, np.uint64),
    )


def feed(lanes: Lanes, first: int, end: int, last: bool) -> None:  # noqa: FBT001 - as in LAST
    """Let the lanes load the puzzles from `first` up to `end`; `last`: no more will come."""
    lanes.control[NEXT] = first
    lanes.control[END] = end
    lanes.control[LAST] = last


def abandon(lanes: Lanes, answers: Answers) -> None:
    """Free all lanes, and note that what they were to search is not known."""
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
    limits: Limits,
    listed: NDArray[np.uint8],
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, HUNGRY or BUSY.

    Parameters
    ----------
    lanes : Lanes
        Where the search stands; changed.
    puzzles : Puzzles
    answers : Answers
        Changed.
    limits : Limits
    listed : uint8[k, 81]
        Where every solution goes that is found, in order; empty to keep the first of each
        puzzle only. To make room again, set ``lanes.control[FOUND]`` to 0.
    sweeps : int
        How many at most.
    """
    control = lanes.control
    width = lanes.puzzle.size
    for _ in range(sweeps):
        if listed.size and np.int64(control[FOUND]) + width > listed.shape[0]:
            return BUSY
        idle = _refill(lanes, puzzles, answers, limits)
        if idle and control[LAST] == ZERO:
            return STARVED
        active = control[ACTIVE]
        if active == ZERO:
            return DONE
        dead, still, solved = sweep(lanes.rows, (control[RESET],))
        control[SWEEPS] += ONE
        solved &= active & ~dead
        dead &= active
        # The total of a lane that was just loaded is that of another puzzle.
        still &= active & ~(dead | solved | control[RESET])
        control[RESET] = ZERO
        if still != ZERO:
            choose(lanes.rows, ())
            _guess(lanes, still, answers, limits)
        _leave(lanes, dead | solved, solved, answers, limits, listed)
    return BUSY


@part
def _refill(lanes: Lanes, puzzles: Puzzles, answers: Answers, limits: Limits) -> bool:
    """Give each idle lane the next puzzle; return whether some are idle still."""
    control = lanes.control
    idle = ~control[ACTIVE] & (~ZERO >> np.uint64(64 - lanes.puzzle.size))
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
        answers.nodes[puzzle] = 1
        lanes.puzzle[lane] = puzzle
        lanes.depth[lane] = 0
        bit = ONE << np.uint64(lane)
        control[ACTIVE] |= bit
        control[RESET] |= bit
        idle &= ~bit
    return idle != ZERO


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
def _guess(lanes: Lanes, still: np.uint64, answers: Answers, limits: Limits) -> None:
    """In each lane that stands still, try one answer to what was chosen, and save the other."""
    while still != ZERO:
        lane = lowest(still)
        still &= still - ONE
        puzzle = lanes.puzzle[lane]
        if answers.nodes[puzzle] >= limits.nodes:
            _finish(lanes, lane, answers, LIMIT_REACHED)
            continue
        answers.nodes[puzzle] += 1
        answers.guesses[puzzle] += 1
        saved = _slot(lane, lanes.depth[lane])
        lanes.depth[lane] += 1
        if limits.in_order:
            _branch_in_order(lanes, lane, saved)
        else:
            save(lanes.rows, lane, lanes.stack, saved)
            miniline, digit = _branch(lanes, lane)
            lanes.stack[saved + BANDS + miniline] &= ~np.uint16(digit)


@part
def _branch(lanes: Lanes, lane: int) -> tuple[int, int]:
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
def _branch_in_order(lanes: Lanes, lane: int, saved: int) -> None:
    """Give the first open cell its smallest digit here, and the others in the saved lane."""
    save_cells(lanes.rows, lane, lanes.stack, saved)
    cells = lanes.stack[saved : saved + N_CELLS]
    cell = 0
    while cells[cell] & (cells[cell] - 1) == 0:
        cell += 1
    mask = cells[cell]
    digit = mask & (~mask + np.uint16(1))
    cells[cell] = digit
    take_up(lanes, lane, saved)
    cells[cell] = mask ^ digit


@part
def take_up(lanes: Lanes, lane: int, saved: int) -> None:
    """Let a lane go on with saved cells, as with a new puzzle."""
    allow(lanes.rows, lane, lanes.stack, saved)
    lanes.control[RESET] |= ONE << np.uint64(lane)


@part
def _drop(rows: Any, row: int, lane: int, digit: int) -> None:
    poke(rows, row, lane, peek(rows, row, lane) & ~digit)


@part
def _leave(
    lanes: Lanes,
    leaving: np.uint64,
    solved: np.uint64,
    answers: Answers,
    limits: Limits,
    listed: NDArray[np.uint8],
) -> None:
    """Keep what solved lanes hold; let them and the dead ones go on with what they saved last."""
    while leaving != ZERO:
        lane = lowest(leaving)
        leaving &= leaving - ONE
        puzzle = lanes.puzzle[lane]
        if (solved >> np.uint64(lane)) & ONE != ZERO:
            _keep(lanes, lane, answers, listed)
        found = answers.n_solutions[puzzle]
        if found >= limits.solutions:
            _finish(lanes, lane, answers, SOLVABLE)
        elif lanes.depth[lane] == 0:
            _finish(lanes, lane, answers, UNIQUE if found else NONE)
        elif answers.nodes[puzzle] >= limits.nodes:
            _finish(lanes, lane, answers, LIMIT_REACHED)
        else:
            answers.nodes[puzzle] += 1
            lanes.depth[lane] -= 1
            saved = _slot(lane, lanes.depth[lane])
            if limits.in_order:
                take_up(lanes, lane, saved)
            else:
                restore(lanes.rows, lane, lanes.stack, saved)


@part
def _keep(lanes: Lanes, lane: int, answers: Answers, listed: NDArray[np.uint8]) -> None:
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
def _finish(lanes: Lanes, lane: int, answers: Answers, status: int) -> None:
    """Note what is known of a lane's puzzle, and free the lane."""
    puzzle = lanes.puzzle[lane]
    several = answers.n_solutions[puzzle] > 1 and status != LIMIT_REACHED
    answers.status[puzzle] = SEVERAL if several else status
    lanes.control[ACTIVE] &= ~(ONE << np.uint64(lane))


@part
def _slot(lane: int, depth: int) -> int:
    """Return where the stack of a lane holds what it saved at a depth."""
    return (lane * MAX_DEPTH + depth) * SAVED
