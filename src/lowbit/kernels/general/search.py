"""The search in all lanes at once: nodes of one puzzle's tree, or of a puzzle for each lane.

::

    queue 0   puzzle   how many lanes work at it    chains of saved nodes, the newest first
    queue 1   ...
                                │                          ^
    lanes     each works at a node of its queue's puzzle ──┘ what it guessed against is saved

A lane that is done with its node takes the deepest one of its queue, of several the newest. A queue
without nodes, at which no lane works, is done with its puzzle and takes the next one. *Together*
all lanes have one queue, and so one puzzle after the other is searched by all of them; else each
has its own.

A queue of one lane is one chain, whose newest node is the deepest. The queue of all lanes is a
chain for each depth. A lane takes a node that lies above others only once those are all taken: so
no more nodes of a depth are open than there are lanes, however large the tree is.

A node is saved as its cells, and the cell that was guessed at last. Guesses are made on a saved
node, too: whatever is chosen depends on the cells, and where all lanes have one queue, on the
weights of the cells: how many guesses at each ended in a contradiction. So the tree depends on the
number of lanes, which is the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.core.random import start
from lowbit.kernels.general.choice import (
    FAILURE,
    MOST_WEIGHT,
    choose,
    first_choice,
    random_choice,
    weigh,
)
from lowbit.kernels.general.program import program_in
from lowbit.kernels.general.sweep import OPEN, TOTAL, sweep
from lowbit.status import Status

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import (
        BoardMasks,
        Bytes,
        Numbers,
        RegisterFile,
        UnsignedWords,
        Words,
    )
    from lowbit.kernels.general.program import Program

ZERO, ONE = np.uint64(0), np.uint64(1)

NONE, UNIQUE, SEVERAL = int(Status.NONE), int(Status.UNIQUE), int(Status.SEVERAL)
SOLVABLE, LIMIT_REACHED = int(Status.SOLVABLE), int(Status.LIMIT_REACHED)

ACTIVE, NEXT, END, LAST, FOUND, FREE, ROOM, DEEPEST, N_CONTROL = range(9)
"""Words of `BoardLanes.control`."""

NOBODY = -1

DONE, STARVED, FULL_STACK, BUSY = range(4)
"""Reasons why `advance` returned: all is done; there are idle lanes and nothing left to load, but
more may come; there is no room to save nodes; or it made its sweeps, or has no room to list
solutions."""


class Files(NamedTuple):
    """The register files of a sweep; see `lowbit.kernels.general.sweep`."""

    cells: RegisterFile
    segments: RegisterFile
    locks: RegisterFile
    notes: RegisterFile
    weights: RegisterFile


class LaneWords(NamedTuple):
    """The same memory as words: [row, lane]."""

    cells: BoardMasks
    notes: BoardMasks
    weights: BoardMasks


class BoardLanes(NamedTuple):
    """The lanes and all that is known of them between two sweeps.

    Attributes
    ----------
    files : Files
    words : LaneWords
    queue : int64[lanes]
        The queue of each lane.
    stream : uint64[lanes]
        The random numbers of each queue.
    puzzle, busy : int64[lanes]
        Of each queue: its puzzle, or NOBODY; and how many lanes work at it.
    chain : int64[lanes]
        The chain of each lane's saved nodes: its queue, or how deep its node lies.
    newest : int64[n]
        The newest node of each chain, or NOBODY.
    control : int64[N_CONTROL]
        The set of lanes with a node (ACTIVE), the puzzles yet to load (from NEXT up to END; LAST:
        no more will come), the solutions listed so far (FOUND), the first free room for a node
        (FREE, or NOBODY) and for how many there is (ROOM), and a chain below which none has a node
        where all lanes have one queue (DEEPEST).
    guessed : int64[lanes]
        The cell that each lane's node guessed at last, or NOBODY.
    """

    files: Files
    words: LaneWords
    queue: Words
    stream: UnsignedWords
    puzzle: Words
    busy: Words
    chain: Words
    newest: Words
    control: Words
    guessed: Words


class Nodes(NamedTuple):
    """Room for saved nodes.

    Attributes
    ----------
    cells : unsigned[n, n_cells]
        The candidates.
    older : int64[n]
        The node that was saved before it in its chain; of free room, the next free one. NOBODY
        for none.
    guessed : int64[n]
        The cell that was guessed at last, or NOBODY.
    """

    cells: BoardMasks
    older: Words
    guessed: Words


class BoardAnswers(NamedTuple):
    """The result for each puzzle; zeroed before a search.

    Attributes
    ----------
    status : uint8[n]
    n_solutions : int64[n]
    solutions : uint8[n, n_cells]
        The solution that was found first.
    nodes, guesses : int64[n]
    """

    status: Bytes
    n_solutions: Words
    solutions: Bytes
    nodes: Words
    guesses: Words


class Guidance(NamedTuple):
    """Guides of guesses beside the weights of cells, if any.

    Attributes
    ----------
    seed : uint64
    numbers : int64[n]
        Which of the streams of the seed each puzzle draws random guesses from; empty for no random
        guesses.
    likely : uint8[n, n_cells]
        A grid for each puzzle, near which solutions are looked for first; empty for none. A puzzle
        that has that very solution, and perhaps others, has others nearby as a rule.
    """

    seed: np.uint64
    numbers: Words
    likely: Bytes


class BoardLimits(NamedTuple):
    """Limits of a search on a board.

    Attributes
    ----------
    solutions : int
        Leave a puzzle once so many were found.
    nodes : int
        Leave a puzzle before it visits more.
    in_order : bool
        Guess the smallest digit of the first open cell, so that a lane finds solutions in the
        order of their digits.
    together : bool
        All lanes have one queue, and guess at the cells that weigh most.
    """

    solutions: int
    nodes: int
    in_order: bool
    together: bool


class BoardTask(NamedTuple):
    """The task of the lanes.

    Attributes
    ----------
    puzzles : unsigned[n, n_cells]
        The candidates of the puzzles; those that no guess is needed to refute go.
    answers : BoardAnswers
        Changed.
    limits : int64[4]
        The fields of BoardLimits, which may change from one call to the next.
    guidance : Guidance
    listed : uint8[k, n_cells]
        Where every solution goes that is found; empty to keep the first of each puzzle only. To
        make room again, set ``lanes.control[FOUND]`` to 0.
    sweeps : int64[1]
        After how many sweeps a call returns.
    """

    puzzles: BoardMasks
    answers: BoardAnswers
    limits: Words
    guidance: Guidance
    listed: Bytes
    sweeps: Words


@kernel
def advance(lanes: BoardLanes, block: Numbers, nodes: Nodes, task: BoardTask) -> int:
    """Go on for a number of sweeps; return DONE, STARVED, FULL_STACK or BUSY.

    Parameters
    ----------
    lanes : BoardLanes
        Where the search stands; changed.
    block : int32[...]
        The board.
    nodes : Nodes
        Changed.
    task : BoardTask
    """
    program = program_in(block)
    puzzles, answers, guidance, listed = task.puzzles, task.answers, task.guidance, task.listed
    words = task.limits
    limits = BoardLimits(words[0], words[1], words[2] != 0, words[3] != 0)
    control = lanes.control
    width = lanes.queue.size
    for _ in range(task.sweeps[0]):
        if listed.size and control[FOUND] + width > listed.shape[0]:
            return BUSY
        if control[ROOM] < width:
            return FULL_STACK
        starved = refill(lanes, nodes, puzzles, answers, limits, guidance)
        if starved and control[LAST] == 0:
            return STARVED
        if control[ACTIVE] == 0:
            if starved:
                return DONE
            continue  # the last lane to be given a node left its puzzle for its limit
        dead, still, solved = sweep(lanes.files, program)
        active = np.uint64(control[ACTIVE])
        still &= active & ~dead
        solved &= active & ~dead
        leaving = (dead & active) | solved
        leave(lanes, nodes, leaving, solved, answers, limits, listed)
        still &= np.uint64(control[ACTIVE])
        guess(lanes, program, nodes, still, puzzles, answers, limits, guidance)
    return BUSY


@part
def refill(
    lanes: BoardLanes,
    nodes: Nodes,
    puzzles: BoardMasks,
    answers: BoardAnswers,
    limits: BoardLimits,
    guidance: Guidance,
) -> bool:
    """Give each idle lane a node; return whether some stay idle for want of puzzles."""
    control = lanes.control
    starved = False
    # Shifted right: with 64 lanes, 1 << 64 would be undefined.
    idle = ~np.uint64(control[ACTIVE]) & (~ZERO >> np.uint64(64 - lanes.queue.size))
    while idle != ZERO:
        lane = lowest(idle)
        idle &= idle - ONE
        queue = lanes.queue[lane]
        if lanes.busy[queue] == 0 and deepest(lanes, queue, limits) == NOBODY:
            close(lanes, queue, answers)
            if begin(lanes, nodes, queue, puzzles, answers, limits):
                if guidance.numbers.size:
                    stream = lanes.stream[queue : queue + 1]
                    start(stream, guidance.seed, guidance.numbers[lanes.puzzle[queue]])
            else:
                starved = True
        take(lanes, nodes, lane, answers, limits)
    return starved


@part
def close(lanes: BoardLanes, queue: int, answers: BoardAnswers) -> None:
    """Record the result of a puzzle whose search is complete."""
    puzzle = lanes.puzzle[queue]
    if puzzle != NOBODY:
        found = answers.n_solutions[puzzle]
        answers.status[puzzle] = NONE if found == 0 else UNIQUE if found == 1 else SEVERAL
        lanes.puzzle[queue] = NOBODY


@part
def begin(
    lanes: BoardLanes,
    nodes: Nodes,
    queue: int,
    puzzles: BoardMasks,
    answers: BoardAnswers,
    limits: BoardLimits,
) -> bool:
    """Let a queue begin with the next puzzle; return whether there is one."""
    control = lanes.control
    while control[NEXT] < control[END]:
        puzzle = control[NEXT]
        control[NEXT] += 1
        # Not even the root may be visited.
        if limits.nodes == 0:
            answers.status[puzzle] = LIMIT_REACHED
        else:
            lanes.control[DEEPEST] = queue
            node = new_node(lanes, nodes, queue)
            for cell in range(puzzles.shape[1]):
                nodes.cells[node, cell] = puzzles[puzzle, cell]
            nodes.guessed[node] = NOBODY
            lanes.puzzle[queue] = puzzle
            return True
    return False


@part
def deepest(lanes: BoardLanes, queue: int, limits: BoardLimits) -> int:
    """Return the chain of the deepest nodes of a queue, or NOBODY."""
    if not limits.together:
        return queue if lanes.newest[queue] != NOBODY else NOBODY
    return deepest_of_all(lanes)


@part
def deepest_of_all(lanes: BoardLanes) -> int:
    """Return the chain of the deepest nodes where all lanes have one queue, or NOBODY."""
    chain = lanes.control[DEEPEST]
    while chain != NOBODY and lanes.newest[chain] == NOBODY:
        chain -= 1
    lanes.control[DEEPEST] = chain
    return chain


@part
def take(
    lanes: BoardLanes, nodes: Nodes, lane: int, answers: BoardAnswers, limits: BoardLimits
) -> None:
    """Let a lane take the deepest node of its queue, if it has one."""
    queue = lanes.queue[lane]
    chain = deepest(lanes, queue, limits)
    if chain == NOBODY:
        return
    puzzle = lanes.puzzle[queue]
    if answers.nodes[puzzle] >= limits.nodes:
        give_up(lanes, nodes, queue, answers, limits, LIMIT_REACHED)
        return
    answers.nodes[puzzle] += 1
    node = lanes.newest[chain]
    words, cells = lanes.words, nodes.cells[node]
    for cell in range(cells.size):
        words.cells[cell, lane] = cells[cell]
    # No sum of cells: the next sweep counts as one that changed something.
    words.notes[TOTAL, lane] = 0
    words.notes[OPEN, lane] = 1
    lanes.guessed[lane] = nodes.guessed[node]
    lanes.chain[lane] = chain
    free_node(lanes, nodes, chain)
    lanes.busy[queue] += 1
    lanes.control[ACTIVE] |= np.int64(1) << lane


@part
def new_node(lanes: BoardLanes, nodes: Nodes, chain: int) -> int:
    """Return room for a node that is now the newest of a chain."""
    node = lanes.control[FREE]
    lanes.control[FREE] = nodes.older[node]
    lanes.control[ROOM] -= 1
    nodes.older[node] = lanes.newest[chain]
    lanes.newest[chain] = node
    return node


@part
def deeper_node(lanes: BoardLanes, nodes: Nodes, lane: int) -> int:
    """Return room for a node below that of a lane, which goes on at the same depth."""
    lanes.chain[lane] += 1
    lanes.control[DEEPEST] = max(lanes.control[DEEPEST], lanes.chain[lane])
    return new_node(lanes, nodes, lanes.chain[lane])


@part
def free_node(lanes: BoardLanes, nodes: Nodes, chain: int) -> None:
    """Let the room of the newest node of a chain be free."""
    node = lanes.newest[chain]
    lanes.newest[chain] = nodes.older[node]
    nodes.older[node] = lanes.control[FREE]
    lanes.control[FREE] = node
    lanes.control[ROOM] += 1


@part
def leave(
    lanes: BoardLanes,
    nodes: Nodes,
    leaving: np.uint64,
    solved: np.uint64,
    answers: BoardAnswers,
    limits: BoardLimits,
    listed: Bytes,
) -> None:
    """Store the solutions of solved lanes, and free these lanes and the dead ones."""
    while leaving != ZERO:
        lane = lowest(leaving)
        leaving &= leaving - ONE
        queue = lanes.queue[lane]
        if np.uint64(lanes.control[ACTIVE]) >> np.uint64(lane) & ONE == ZERO:
            continue  # its puzzle was left just now
        free(lanes, lane)
        if (solved >> np.uint64(lane)) & ONE == ZERO:
            if lanes.guessed[lane] != NOBODY:
                blame(lanes.words.weights[lanes.guessed[lane]], lane, limits)
        else:
            puzzle = lanes.puzzle[queue]
            keep(lanes, lane, answers, listed)
            if answers.n_solutions[puzzle] >= limits.solutions:
                several = answers.n_solutions[puzzle] > 1
                status = SEVERAL if several else SOLVABLE
                give_up(lanes, nodes, queue, answers, limits, status)


@part
def blame(weights: RegisterFile, lane: int, limits: BoardLimits) -> None:
    """Let a cell weigh more whose guess failed, for all lanes that work at the puzzle."""
    heavier = min(np.int64(weights[lane]) + FAILURE, MOST_WEIGHT)
    if limits.together:
        # One puzzle in all lanes has one weight a cell.
        weights[:] = heavier
    else:
        weights[lane] = heavier


@part
def free(lanes: BoardLanes, lane: int) -> None:
    """Let a lane have no node."""
    lanes.control[ACTIVE] &= ~(np.int64(1) << lane)
    lanes.busy[lanes.queue[lane]] -= 1


@part
def keep(lanes: BoardLanes, lane: int, answers: BoardAnswers, listed: Bytes) -> None:
    """Count a solution; write it down if it is the puzzle's first or all are asked for."""
    puzzle = lanes.puzzle[lanes.queue[lane]]
    if answers.n_solutions[puzzle] == 0:
        read_digits(lanes.words.cells, lane, answers.solutions[puzzle])
    answers.n_solutions[puzzle] += 1
    if listed.size:
        read_digits(lanes.words.cells, lane, listed[lanes.control[FOUND]])
        lanes.control[FOUND] += 1


@part
def read_digits(cells: BoardMasks, lane: int, digits: Bytes) -> None:
    """Write down the digits of a lane whose cells have one each."""
    for cell in range(digits.size):
        digits[cell] = lowest(np.uint64(cells[cell, lane])) + 1


@part
def give_up(
    lanes: BoardLanes,
    nodes: Nodes,
    queue: int,
    answers: BoardAnswers,
    limits: BoardLimits,
    status: int,
) -> None:
    """Stop searching the puzzle of a queue: its answer is known, or a limit was reached."""
    answers.status[lanes.puzzle[queue]] = status
    lanes.puzzle[queue] = NOBODY
    chain = deepest(lanes, queue, limits)
    while chain != NOBODY:
        free_node(lanes, nodes, chain)
        chain = deepest(lanes, queue, limits)
    for lane in range(lanes.queue.size):
        if lanes.queue[lane] == queue and lanes.control[ACTIVE] >> lane & 1:
            free(lanes, lane)


@part
def guess(
    lanes: BoardLanes,
    program: Program,
    nodes: Nodes,
    still: np.uint64,
    puzzles: BoardMasks,
    answers: BoardAnswers,
    limits: BoardLimits,
    guidance: Guidance,
) -> None:
    """In each lane that has stalled, try a digit in a cell, and save the node without it."""
    while still != ZERO:
        lane = lowest(still)
        still &= still - ONE
        queue = lanes.queue[lane]
        puzzle = lanes.puzzle[queue]
        if np.uint64(lanes.control[ACTIVE]) >> np.uint64(lane) & ONE == ZERO:
            continue  # its puzzle was left just now
        if lanes.guessed[lane] == NOBODY:
            write_down(lanes.words.cells, lane, puzzles[puzzle])
        if answers.nodes[puzzle] >= limits.nodes:
            give_up(lanes, nodes, queue, answers, limits, LIMIT_REACHED)
            continue
        answers.nodes[puzzle] += 1
        answers.guesses[puzzle] += 1
        node = (
            deeper_node(lanes, nodes, lane)
            if limits.together
            else new_node(lanes, nodes, lanes.chain[lane])
        )
        cells = nodes.cells[node]
        for cell in range(cells.size):
            cells[cell] = lanes.words.cells[cell, lane]
        if guidance.numbers.size:
            notes, stream = lanes.words.notes[:, lane], lanes.stream[queue : queue + 1]
            cell, bit = random_choice(cells, program, notes, stream)
        elif limits.in_order:
            cell, bit = first_choice(cells)
        else:
            weights, notes = lanes.words.weights, lanes.words.notes[:, lane]
            if lanes.guessed[lane] == NOBODY:
                weigh(cells, weights[:, lane], program, notes)
                if limits.together:
                    share_weights(weights, lane)
            cell, bit = choose(cells, weights[:, lane], program, notes)
        nodes.guessed[node] = cell
        lanes.guessed[lane] = cell
        first, second = bit, cells[cell] ^ bit
        if guidance.likely.size and (1 << guidance.likely[puzzle, cell]) >> 1 != bit:
            first, second = second, first
        cells[cell] = second
        lanes.words.cells[cell, lane] = first


@part
def write_down(cells: BoardMasks, lane: int, puzzle: BoardMasks) -> None:
    """Write down the candidates of a puzzle before the first guess."""
    for cell in range(puzzle.size):
        puzzle[cell] = cells[cell, lane]


@part
def share_weights(weights: BoardMasks, lane: int) -> None:
    """Let all lanes have the weights of one."""
    for cell in range(weights.shape[0]):
        weights[cell, :] = weights[cell, lane]
