"""The search: propagate, guess a digit in a cell that conflicts often, and go back.

A node is a row of candidates. Those that are left to visit lie on a stack, the next one on top; a
guess replaces it by two, the one without the digit below the one with it. A cell is chosen by its
candidates, the fewer the better, and by its weight, which grows where propagation fails: so the
search goes to the heart of a contradiction. All of this depends on the puzzle alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, unaliased
from lowbit.kernels.variants.layout import (
    DEPTH,
    DISTINCT,
    EARLY,
    FIRST_HOUSE,
    IN_ORDER,
    IS_BEGUN,
    LAST_FAILED,
    LIMITS,
    LOG,
    LOST,
    N_CELLS,
    N_DIGITS,
    N_FAILED,
    N_FOUND,
    N_MEMORY,
    N_NODE,
    N_NODES,
    N_OPERATIONS,
    N_RUNS,
    N_SOLUTIONS,
    N_WORDS,
    NODES,
    ONLY_NEW,
    PLACED,
    PREFERRED,
    ROW,
    STACK,
    STARTS,
    STATE,
    SURE,
    WEIGHTS,
    WORD,
    words_of,
)
from lowbit.kernels.variants.propagate import forget_waiting, propagate, wake_all

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Pointer, Words

DONE, PAUSED, NODE_LIMIT, FULL_ROOM, FULL_STACK = range(5)
"""Answers of `advance`: all is searched; enough for now; no more nodes; no room for another
solution; none for another node."""

HALVED_EVERY: Final = 128
"""Failures after which all weights are halved, so that new ones count for more."""

SCALE: Final = 64
"""The weight that a failure adds to the cell of its guess; to its own cells four times that."""


FEW_NEW: Final = 5
"""New digits that solutions are to show: once so few are left, guesses are on these."""


class Work(NamedTuple):
    """Puzzles to search one after the other; those of smaller boards leave the last cells out.

    Attributes
    ----------
    programs, starts : numpy.ndarray of int64
        Their programs, and where each begins and the last ends.
    roots : numpy.ndarray of int64[n, n_cells]
        The candidates of each.
    most_nodes : numpy.ndarray of int64[n]
        How many nodes of each to visit at most.
    answers : numpy.ndarray of int64[n, 3]
        The outcome of each; see `lowbit.kernels.variants.layout`.
    firsts : numpy.ndarray of uint8[n, n_cells]
        The first solution of each, if there is one.
    """

    programs: Words
    starts: Words
    roots: Words
    most_nodes: Words
    answers: Words
    firsts: Bytes


@kernel
def advance(work: Work, memory: Words, found: Bytes, limit: int, n_runs: int) -> int:
    """Go on until all is searched, or something calls for Python; about `n_runs` operations.

    Of a puzzle no more is searched once there are `limit` solutions. Where they do not fit into
    `found`, they have to be taken out of it in between.
    """
    memory, n_words = words_of(memory, 0), len(memory)
    enough = memory[N_RUNS] + n_runs
    while memory[ROW] < len(work.answers):
        row = memory[ROW]
        program = words_of(work.programs, work.starts[row])
        answer = work.answers[row]
        if memory[IS_BEGUN] == 0:
            _clear(program, memory)
            _place_root(program, memory, work.roots[row], False, False)
        state = _advance(program, memory, n_words, found, work.most_nodes[row], enough)
        is_enough = state == FULL_ROOM and answer[N_SOLUTIONS] + memory[N_FOUND] >= limit
        if state not in (DONE, NODE_LIMIT) and not is_enough:
            return state
        if answer[N_SOLUTIONS] == 0 and memory[N_FOUND]:
            for cell in range(program[N_CELLS]):
                work.firsts[row, cell] = found[0, cell]
        answer[STATE], answer[NODES] = state, memory[N_NODES]
        answer[N_SOLUTIONS] += memory[N_FOUND]
        memory[ROW], memory[IS_BEGUN] = row + 1, 0
    return DONE


@kernel
def clear(program: Words, memory: Words) -> None:
    """Prepare a memory for the searches of a program."""
    _clear(words_of(program, 0), words_of(memory, 0))


@kernel
def place_root(
    program: Words, memory: Words, candidates: Words, in_order: bool, only_new: bool
) -> None:
    """Begin a search: put its root on the empty stack."""
    _place_root(words_of(program, 0), words_of(memory, 0), candidates, in_order, only_new)


@unaliased
def _advance(
    program: Pointer, memory: Pointer, n_words: int, found: Bytes, max_nodes: int, enough: int
) -> int:
    """Go on with a search, until there have been `enough` operations."""
    stride = program[N_NODE]
    while memory[DEPTH]:
        if memory[N_NODES] >= max_nodes:
            return NODE_LIMIT
        if memory[N_FOUND] == len(found):
            return FULL_ROOM
        if program[STACK] + (memory[DEPTH] + 1) * stride > n_words:
            return FULL_STACK
        if memory[N_RUNS] >= enough:
            return PAUSED
        _visit(program, memory, found)
    return DONE


@unaliased
def _clear(program: Pointer, memory: Pointer) -> None:
    """Forget all searches, and let each cell weigh as much as there are operations on it."""
    for word in range(N_MEMORY, program[STACK]):
        memory[word] = 0
    memory[LAST_FAILED] = SURE
    weights = program[WEIGHTS]
    for cell in range(program[N_CELLS]):
        memory[weights + cell] = SCALE
    for operation in range(program[N_OPERATIONS]):
        start = program[program[STARTS] + operation]
        for at in range(start + 2, start + 2 + program[start + 1]):
            memory[weights + program[at]] += SCALE // 2


@unaliased
def _place_root(
    program: Pointer, memory: Pointer, candidates: Words, in_order: bool, only_new: bool
) -> None:
    """Put the root of a search on the empty stack, unless a cell has no candidate."""
    memory[N_NODES] = memory[N_FOUND] = memory[N_FAILED] = 0
    memory[DEPTH] = memory[IS_BEGUN] = 1
    memory[IN_ORDER], memory[ONLY_NEW] = in_order, only_new
    n_cells, stack, limits = program[N_CELLS], program[STACK], program[LIMITS]
    for cell in range(n_cells):
        mask = candidates[cell] & program[limits + cell]
        memory[stack + cell] = mask
        if mask == 0:
            memory[DEPTH] = 0
    # The root has no guess: this tells `begin_visit` to wake everything.
    memory[stack + n_cells] = -1
    places, n_words = n_cells + 1, program[N_WORDS]
    pairs = places + (program[N_DIGITS] + 1) * n_words
    branches = pairs + n_words
    for word in range(places, pairs):
        memory[stack + word] = _word_of_all(n_cells, (word - places) % n_words)
    for word in range(pairs, branches):
        memory[stack + word] = 0
    for word in range(branches, program[N_NODE]):
        memory[stack + word] = -1


@unaliased
def _word_of_all(n_cells: int, word: int) -> int:
    """Return a word of the set of all cells."""
    n_left = max(n_cells - word * WORD, 0)
    # A word of all is -1: 1 << 64 would be undefined.
    return -1 if n_left >= WORD else (1 << n_left) - 1


@unaliased
def _visit(program: Pointer, memory: Pointer, found: Bytes) -> None:
    """Visit the node on top of the stack: two, a solution or nothing takes its place."""
    top = memory[DEPTH] - 1
    cells = program[STACK] + top * program[N_NODE]
    guessed = begin_visit(program, memory, cells)
    failed = propagate(program, memory, cells)
    if failed != SURE:
        forget_waiting(program, memory)
        blame(program, memory, failed, guessed)
        memory[DEPTH] = top
        return
    n_new = _n_new(program, memory, cells) if memory[ONLY_NEW] else FEW_NEW + 1
    if n_new == 0:
        memory[DEPTH] = top
        return
    cell = _chosen(program, memory, cells, n_new)
    if cell < 0:
        _note_solution(program, memory, cells, found)
        memory[DEPTH] = top
        return
    mask = memory[cells + cell]
    wanted = mask & memory[program[PREFERRED] + cell]
    placed = memory[PLACED] & mask
    # A digit to be tried first, or the lowest.
    bit = placed or (wanted & -wanted if wanted else mask & -mask)
    branch(program, memory, cells, cell, bit)


@unaliased
def begin_visit(program: Pointer, memory: Pointer, cells: int) -> int:
    """Count a node, and propagate the changes of its guess; return the cell of the guess."""
    guessed = memory[cells + program[N_CELLS]]
    memory[N_NODES] += 1
    memory[EARLY] = memory[LAST_FAILED]
    if guessed < 0:
        wake_all(program, memory, cells)
        return guessed
    memory[program[LOG]] = 1
    memory[program[LOG] + 1] = guessed
    # The cell is below, the digits that it has lost above.
    return guessed & (1 << LOST) - 1


@unaliased
def branch(program: Pointer, memory: Pointer, cells: int, cell: int, bit: int) -> None:
    """Put two nodes in the place of the one on top: with a digit in a cell, above the other."""
    n_cells, mask = program[N_CELLS], memory[cells + cell]
    after = cells + program[N_NODE]
    for at in range(program[N_NODE]):
        memory[after + at] = memory[cells + at]
    memory[cells + cell] = mask ^ bit
    memory[after + cell] = bit
    # The note of the change: the other node loses this digit, this one all others.
    memory[cells + n_cells] = cell | bit << LOST
    memory[after + n_cells] = cell | (mask ^ bit) << LOST
    memory[DEPTH] += 1


@unaliased
def _n_new(program: Pointer, memory: Pointer, cells: int) -> int:
    """Return how many digits that are to be tried first the cells may hold, if they are few."""
    n_new = 0
    for cell in range(program[N_CELLS]):
        n_new += size_of(memory[cells + cell] & memory[program[PREFERRED] + cell])
        if n_new > FEW_NEW:
            break
    return n_new


@unaliased
def _chosen(program: Pointer, memory: Pointer, cells: int, n_new: int) -> int:
    """Return the cell to guess in, -1 where each has one digit."""
    memory[PLACED] = 0
    if memory[IN_ORDER]:
        return first_open(program, memory, cells)
    cell = _choose_new(program, memory, cells) if n_new <= FEW_NEW else -1
    return cell if cell >= 0 else choose(program, memory, cells)


@unaliased
def _choose_new(program: Pointer, memory: Pointer, cells: int) -> int:
    """Return a cell that may hold new digits and others, all of the new ones placed; else -1."""
    weights = program[WEIGHTS]
    best, best_weight, best_size = -1, 0, 1
    for cell in range(program[N_CELLS]):
        mask = memory[cells + cell]
        new = mask & memory[program[PREFERRED] + cell]
        if new and new != mask:
            size, weight = size_of(new), memory[weights + cell]
            # Weight for a candidate, multiplied across: no division, no rounding.
            if best < 0 or weight * best_size > best_weight * size:
                best, best_weight, best_size = cell, weight, size
                memory[PLACED] = new
    return best


@unaliased
def _note_solution(program: Pointer, memory: Pointer, cells: int, found: Bytes) -> None:
    """Write a solution into the room for them, whose digits are not new any more."""
    for cell in range(program[N_CELLS]):
        mask = memory[cells + cell]
        found[memory[N_FOUND], cell] = lowest(mask) + 1
        if memory[ONLY_NEW]:
            memory[program[PREFERRED] + cell] &= ~mask
    memory[N_FOUND] += 1


@unaliased
def first_open(program: Pointer, memory: Pointer, cells: int) -> int:
    """Return the first cell with several digits, -1 where there is none."""
    for cell in range(program[N_CELLS]):
        mask = memory[cells + cell]
        if mask & (mask - 1):
            return cell
    return -1


@unaliased
def choose(program: Pointer, memory: Pointer, cells: int) -> int:
    """Return the cell to guess in, -1 where each has one digit."""
    weights, n_words = program[WEIGHTS], program[N_WORDS]
    several = cells + program[N_CELLS] + 1 + program[N_DIGITS] * n_words
    best, best_weight, best_size = -1, 0, 1
    for word in range(n_words):
        left = memory[several + word]
        while left:
            cell = word * WORD + lowest(left)
            left &= left - 1
            size, weight = size_of(memory[cells + cell]), memory[weights + cell]
            if best < 0 or weight * best_size > best_weight * size:
                best, best_weight, best_size = cell, weight, size
    if best_size > 2 and memory[N_FAILED]:
        return _choose_place(program, memory, cells, best, best_weight, best_size)
    return best


@unaliased
def _choose_place(
    program: Pointer, memory: Pointer, cells: int, best: int, best_weight: int, best_size: int
) -> int:
    """Return the best cell, or a better one: of a digit that has two places in a house.

    Such a guess leaves two branches, too, where the best cell has more candidates.
    """
    weights = program[WEIGHTS]
    for operation in range(program[N_OPERATIONS]):
        start = program[program[STARTS] + operation]
        if program[start] != DISTINCT or program[start + 1] != program[N_DIGITS]:
            continue
        first, end = start + 2, start + 2 + program[N_DIGITS]
        once = twice = thrice = heavy = 0
        for at in range(first, end):
            mask = memory[cells + program[at]]
            # From the highest count down, so that each reads the one below before this cell.
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
            if memory[weights + program[at]] * best_size >= 2 * best_weight:
                heavy |= mask
        pairs = twice & ~thrice & heavy
        if pairs:
            for at in range(first, end):
                cell = program[at]
                mask, weight = memory[cells + cell] & pairs, memory[weights + cell]
                if mask and weight * best_size >= 2 * best_weight:
                    best, best_weight, best_size = cell, weight, 2
                    # Of several such digits the lowest.
                    memory[PLACED] = mask & -mask
    return best


@unaliased
def blame(program: Pointer, memory: Pointer, failed: int, guessed: int) -> None:
    """Let the cells of a failed operation weigh more, and the one of the guess.

    That two cells are the same is weak evidence: it weighs the fourth part, and on no guess.
    """
    weights, n_operations = program[WEIGHTS], program[N_OPERATIONS]
    if failed >= n_operations:
        memory[weights + failed - n_operations] += SCALE // 4
    else:
        if guessed >= 0:
            memory[weights + guessed] += SCALE
        start = program[program[STARTS] + failed]
        n = program[start + 1]
        is_house = program[start] == DISTINCT and n == program[N_DIGITS]
        memory[LAST_FAILED] = program[FIRST_HOUSE] if is_house else failed
        for at in range(start + 2, start + 2 + n):
            memory[weights + program[at]] += 4 * SCALE // n
    memory[N_FAILED] += 1
    if memory[N_FAILED] % HALVED_EVERY == 0:
        for cell in range(program[N_CELLS]):
            # Old failures count for less; rounded up, so that no weight gets 0.
            memory[weights + cell] = (memory[weights + cell] + 1) // 2
