"""Minimising: which givens can go, one after the other, as a chain of searches in every lane.

The givens are tried in an order; each goes unless the puzzle would have a second solution
then. The rest is minimal. The answer is that of this plain loop, but a lane takes
about a third of its searches ::

    order     u0  u1  u2  u3  u4  u5  u6  u7  u8 ...      units: a given, or several that
              gone    kept    gone       to do            only go together
              ├── settled ──┤├── open ──┤├────────

    propose   drop units until some are open; one that a *swap* needs is kept at once
    search    for a solution other than the known one
              none           ──> what is open is settled: a puzzle has one solution if one
                                 with fewer givens has
              one was found  ──> it differs from the known solution in cells that all went:
                                 the last of them to go has to stay. What went after it comes
                                 back, and is proposed again

Whether a swap needs a unit is a look at a few counters, see `lowbit.kernels.classic.making.swaps`.

Where one cell is open, a solution is another one if it differs there: that digit is
forbidden, and most lanes die soon. Where more are, the known solution has to be found and
passed by, too; that pays while many givens are left, see `STEPS`.

When a lane's search ends, its next one begins at once: no lane waits for another.

Sources: the sets are the 'unavoidable sets' of G. McGuire, B. Tugemann, G. Civario, "There is
no 16-clue Sudoku", 2012; to find the ones that matter by failing is how hitting-set solvers
work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.lane import allow, peek, poke, restore
from lowbit.kernels.classic.layout import ALL_DIGITS, ALLOWED, CELLS, N_CELLS
from lowbit.kernels.classic.loop import (
    ACTIVE,
    BUSY,
    DONE,
    END,
    LAST,
    NEXT,
    ONE,
    RESET,
    STARVED,
    ZERO,
    slot,
    sweep_once,
)
from lowbit.kernels.classic.making.swaps import MAX_SWAPS, SWAPS_OF_CELL, count_swaps, is_given
from lowbit.kernels.classic.search import LIMIT_REACHED, UNIQUE, finish, guess
from lowbit.kernels.classic.sweep import choose
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.core.random import shuffle, start

if TYPE_CHECKING:
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.classic.search import Answers, LaneLimits
    from lowbit.kernels.core.arrays import Bytes, Masks, Shorts, UnsignedWords, Words

STAYS: Final = -1
"""The place of a cell that is no given, or may not go."""

IN_ORDER: Final = -1
"""The item of a puzzle whose units keep their order."""

STEPS: Final = np.array([max(1, givens - 44) for givens in range(N_CELLS + 1)], np.int64)
"""The number of givens to drop before a search, by how many there are."""


class Removal(NamedTuple):
    """The puzzles to strip, with the order of their givens.

    Attributes
    ----------
    masks : uint16[81 n]
        The candidates of puzzles; one in a cell is a given.
    solutions : uint8[81 n]
        The one solution of each.
    minimal : uint8[81 n]
        Zeroed; the givens that are left go here.
    cells : int64[k]
        The cells that may go, unit by unit.
    starts : int64[u + 1]
        Where each unit begins in `cells`, and the last one ends.
    items : int64[n]
        Which stream of random numbers puts the units of each puzzle into order, or IN_ORDER.
    seed : uint64
        That of the batch.
    at_least : int
        No unit goes that would leave fewer givens.
    steps : int64[82]
        `STEPS`, or others, which change nothing but the time it takes.
    """

    masks: Masks
    solutions: Bytes
    minimal: Bytes
    cells: Words
    starts: Words
    items: Words
    seed: np.uint64
    at_least: int
    steps: Words


class RemovalChains(NamedTuple):
    """The progress of each lane.

    Attributes
    ----------
    words : uint16[lanes * 81]
        The candidates of its cells, without the givens that went.
    units : int64[lanes * 81]
        The units in order.
    places : int64[lanes * 81]
        The place of each given in that order, or STAYS.
    gone : uint8[lanes * 81]
        Whether the unit at a place went.
    at, settled : int64[lanes]
        The places up to which units were proposed, and are settled.
    open, left : int64[lanes]
        How many givens are open, and how many did not go.
    swaps : int64[lanes * 81 * SWAPS_OF_CELL]
        The swaps that each cell lies in, as places in `hits`.
    hits : int16[lanes * MAX_SWAPS]
        How many givens each swap holds.
    lines : int64[3 * 81]
        Scratch of the search for swaps.
    stream : uint64[1]
        Scratch: random numbers.
    """

    words: Masks
    units: Words
    places: Words
    gone: Bytes
    at: Words
    settled: Words
    open: Words
    left: Words
    swaps: Words
    hits: Shorts
    lines: Words
    stream: UnsignedWords


def new_chains(lanes: int) -> RemovalChains:
    """Return room for the chains of a block of lanes."""
    at, settled, is_open, left = np.zeros((4, lanes), np.int64)
    return RemovalChains(
        np.zeros(lanes * N_CELLS, np.uint16),
        np.zeros(lanes * N_CELLS, np.int64),
        np.zeros(lanes * N_CELLS, np.int64),
        np.zeros(lanes * N_CELLS, np.uint8),
        at,
        settled,
        is_open,
        left,
        np.zeros(lanes * N_CELLS * SWAPS_OF_CELL, np.int64),
        np.zeros(lanes * MAX_SWAPS, np.int16),
        np.zeros(3 * N_CELLS, np.int64),
        np.zeros(1, np.uint64),
    )


@kernel
def strip(
    lanes: Lanes,
    chains: RemovalChains,
    task: Removal,
    answers: Answers,
    limits: LaneLimits,
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, STARVED or BUSY, as `search.advance` does.

    Parameters
    ----------
    lanes : Lanes
    chains : RemovalChains
        Of these lanes; changed.
    task : Removal
        Its `minimal` is written to.
    answers : Answers
        Statuses and nodes are written to: UNIQUE where a puzzle was stripped.
    limits : LaneLimits
        Of nodes, for all searches of a puzzle together.
    sweeps : int
        How many at most.
    """
    control = lanes.control
    for _ in range(sweeps):
        idle = _refill(lanes, chains, task, answers, limits)
        if idle and control[LAST] == ZERO:
            return STARVED
        if control[ACTIVE] == ZERO:
            return DONE
        dead, still, solved = sweep_once(lanes)
        if still != ZERO:
            choose(lanes.rows, ())
            guess(lanes, still, answers, limits)
        _leave(lanes, chains, task, dead | solved, solved, answers, limits)
    return BUSY


@part
def _refill(
    lanes: Lanes, chains: RemovalChains, task: Removal, answers: Answers, limits: LaneLimits
) -> bool:
    """Let each idle lane begin with the next puzzle; return whether some are idle still."""
    control = lanes.control
    # Right, so that 64 lanes need no shift by 64.
    everyone = ~ZERO >> np.uint64(64 - lanes.puzzle.size)
    while control[ACTIVE] != everyone and control[NEXT] < control[END]:
        lane = lowest(everyone & ~control[ACTIVE])
        lanes.puzzle[lane] = np.int64(control[NEXT])
        control[NEXT] += ONE
        _begin(chains, lane, task, lanes.puzzle[lane])
        _go_on(lanes, chains, lane, task, answers, limits)
    return control[ACTIVE] != everyone


@part
def _leave(
    lanes: Lanes,
    chains: RemovalChains,
    task: Removal,
    leaving: np.uint64,
    solved: np.uint64,
    answers: Answers,
    limits: LaneLimits,
) -> None:
    """Let solved and dead lanes go on: from their last guess, or with the next search."""
    while leaving != ZERO:
        lane = lowest(leaving)
        leaving &= leaving - ONE
        puzzle = lanes.puzzle[lane]
        last = STAYS
        if (solved >> np.uint64(lane)) & ONE != ZERO:
            last = _last_to_differ(lanes, chains, lane, task, puzzle)
        if last != STAYS:
            _take_back(chains, lane, task, puzzle, last)
        elif lanes.depth[lane] == 0:
            chains.settled[lane] = chains.at[lane]
            chains.open[lane] = 0
        elif answers.nodes[puzzle] >= limits.nodes:
            finish(lanes, lane, answers, LIMIT_REACHED)
            continue
        else:
            answers.nodes[puzzle] += 1
            lanes.depth[lane] -= 1
            restore(lanes.rows, lane, lanes.stack, slot(lane, lanes.depth[lane]))
            continue
        _go_on(lanes, chains, lane, task, answers, limits)


@part
def _go_on(
    lanes: Lanes,
    chains: RemovalChains,
    lane: int,
    task: Removal,
    answers: Answers,
    limits: LaneLimits,
) -> None:
    """Begin the next search of a lane's chain, or end the chain."""
    puzzle = lanes.puzzle[lane]
    _propose(chains, lane, task, puzzle)
    if chains.open[lane] == 0:
        _write(chains, lane, task, puzzle)
        finish(lanes, lane, answers, UNIQUE)
        return
    if answers.nodes[puzzle] >= limits.nodes:
        finish(lanes, lane, answers, LIMIT_REACHED)
        return
    answers.nodes[puzzle] += 1
    lanes.depth[lane] = 0
    bit = ONE << np.uint64(lane)
    lanes.control[ACTIVE] |= bit
    lanes.control[RESET] |= bit
    allow(lanes.rows, lane, chains.words, N_CELLS * lane)
    if chains.open[lane] == 1:
        cell = _open_cell(chains, lane, task)
        digit = task.solutions[N_CELLS * puzzle + cell] - 1
        poke(lanes.rows, ALLOWED + cell, lane, ALL_DIGITS & ~(1 << np.int64(digit)))


@part
def _begin(chains: RemovalChains, lane: int, task: Removal, puzzle: int) -> None:
    """Put a lane at the beginning of a puzzle's chain."""
    row, n_units = N_CELLS * lane, task.starts.size - 1
    units = chains.units[row : row + N_CELLS]
    for unit in range(n_units):
        units[unit] = unit
    if task.items[puzzle] != IN_ORDER:
        start(chains.stream, task.seed, task.items[puzzle])
        shuffle(chains.stream, units, n_units)
    chains.gone[row : row + N_CELLS] = 0
    chains.places[row : row + N_CELLS] = STAYS
    for place in range(n_units):
        unit = units[place]
        for number in range(task.starts[unit], task.starts[unit + 1]):
            chains.places[row + task.cells[number]] = place
    left, is_plain = 0, True
    for cell in range(N_CELLS):
        mask = task.masks[N_CELLS * puzzle + cell]
        chains.words[N_CELLS * lane + cell] = mask
        if is_given(mask):
            left += 1
        else:
            chains.places[row + cell] = STAYS
            is_plain &= mask == ALL_DIGITS
    chains.left[lane] = left
    chains.open[lane] = chains.at[lane] = chains.settled[lane] = 0
    _count_swaps(chains, lane, task, puzzle, is_plain)


@part
def _count_swaps(
    chains: RemovalChains,
    lane: int,
    task: Removal,
    puzzle: int,
    is_plain: bool,
) -> None:
    """Note the swaps of a solution, as places among those of all lanes."""
    solution = task.solutions[N_CELLS * puzzle : N_CELLS * (puzzle + 1)]
    masks = task.masks[N_CELLS * puzzle : N_CELLS * (puzzle + 1)]
    hits = chains.hits[MAX_SWAPS * lane : MAX_SWAPS * (lane + 1)]
    first = N_CELLS * SWAPS_OF_CELL * lane
    swaps = chains.swaps[first : first + N_CELLS * SWAPS_OF_CELL]
    count_swaps(masks, solution, is_plain, swaps, hits, chains.lines)
    swaps += MAX_SWAPS * lane


@part
def _propose(chains: RemovalChains, lane: int, task: Removal, puzzle: int) -> None:
    """Drop units until enough givens are open, or no unit is left."""
    row = N_CELLS * lane
    at, wanted = chains.at[lane], task.steps[chains.left[lane] + chains.open[lane]]
    while chains.open[lane] < wanted and at < task.starts.size - 1:
        unit = chains.units[row + at]
        is_needed = False
        for number in range(task.starts[unit], task.starts[unit + 1]):
            cell = task.cells[number]
            if chains.places[row + cell] != STAYS:
                is_needed |= _drop(chains, lane, cell)
                chains.gone[row + at] = 1
        if is_needed or chains.left[lane] < task.at_least:
            _bring_back(chains, lane, task, puzzle, at)
        at += 1
    chains.at[lane] = at


@part
def _drop(chains: RemovalChains, lane: int, cell: int) -> bool:
    """Take a given away; return whether that leaves a swap without any."""
    chains.words[N_CELLS * lane + cell] = ALL_DIGITS
    chains.open[lane] += 1
    chains.left[lane] -= 1
    is_needed = False
    first = SWAPS_OF_CELL * (N_CELLS * lane + cell)
    for number in range(first, first + SWAPS_OF_CELL):
        swap = chains.swaps[number]
        chains.hits[swap] -= 1
        # No early exit: every count must go down, as every one goes up again in `_bring_back`.
        is_needed |= chains.hits[swap] == 0
    return is_needed


@part
def _bring_back(chains: RemovalChains, lane: int, task: Removal, puzzle: int, place: int) -> None:
    """Undo that the unit at a place went."""
    row = N_CELLS * lane
    unit = chains.units[row + place]
    chains.gone[row + place] = 0
    for number in range(task.starts[unit], task.starts[unit + 1]):
        cell = task.cells[number]
        if chains.places[row + cell] != STAYS:
            chains.words[N_CELLS * lane + cell] = task.masks[N_CELLS * puzzle + cell]
            chains.open[lane] -= 1
            chains.left[lane] += 1
            first = SWAPS_OF_CELL * (row + cell)
            for at in range(first, first + SWAPS_OF_CELL):
                chains.hits[chains.swaps[at]] += 1


@part
def _last_to_differ(
    lanes: Lanes, chains: RemovalChains, lane: int, task: Removal, puzzle: int
) -> int:
    """Return the last place whose unit went and now has another digit; STAYS if there is none."""
    last = STAYS
    for cell in range(N_CELLS):
        place = chains.places[N_CELLS * lane + cell]
        if place > last and chains.gone[N_CELLS * lane + place] != 0:
            digit = task.solutions[N_CELLS * puzzle + cell] - 1
            if peek(lanes.rows, CELLS + cell, lane) != 1 << np.int64(digit):
                last = place
    return last


@part
def _take_back(chains: RemovalChains, lane: int, task: Removal, puzzle: int, last: int) -> None:
    """Let the unit at a place stay, and all after it be proposed again."""
    for place in range(last, chains.at[lane]):
        if chains.gone[N_CELLS * lane + place] != 0:
            _bring_back(chains, lane, task, puzzle, place)
    chains.at[lane] = last + 1


@part
def _open_cell(chains: RemovalChains, lane: int, task: Removal) -> int:
    """Return the one given that is open."""
    row = N_CELLS * lane
    place = chains.settled[lane]
    while chains.gone[row + place] == 0:
        place += 1
    unit = chains.units[row + place]
    number = task.starts[unit]
    while chains.places[row + task.cells[number]] == STAYS:
        number += 1
    return task.cells[number]


@part
def _write(chains: RemovalChains, lane: int, task: Removal, puzzle: int) -> None:
    """Write down the givens that are left."""
    for cell in range(N_CELLS):
        if is_given(chains.words[N_CELLS * lane + cell]):
            at = N_CELLS * puzzle + cell
            task.minimal[at] = task.solutions[at]
