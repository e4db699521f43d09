"""Propagation: operations run as long as cells change, the quick ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    BRANCH_LOG,
    CHAIN,
    CONNECTED,
    COUNTED,
    DISTINCT,
    EARLY,
    ENCLOSED,
    FIRST_HOUSE,
    GONE,
    LINEAR,
    LOG,
    LOST,
    N_CELLS,
    N_DIGITS,
    N_OPERATIONS,
    N_RUNS,
    N_USE_WORDS,
    N_WORDS,
    PARTED,
    PEERS,
    RANKED,
    SETS,
    SETTLED,
    STARTS,
    SURE,
    TRIED,
    UNION,
    USES,
    WAITING,
    WITHIN,
    WORD,
    put,
    put_noted,
)
from lowbit.kernels.variants.pruning.chains import prune_accepted, prune_chain
from lowbit.kernels.variants.pruning.connections import prune_connected
from lowbit.kernels.variants.pruning.fillings import prune_enclosed
from lowbit.kernels.variants.pruning.houses import forget_gone, note_gone, prune_houses
from lowbit.kernels.variants.pruning.parts import prune_parted
from lowbit.kernels.variants.pruning.ranks import prune_ranked
from lowbit.kernels.variants.pruning.sets import (
    BRANCH,
    GROUP,
    prune_apart,
    prune_counted,
    prune_distinct,
    prune_sets,
)
from lowbit.kernels.variants.pruning.sums import prune_linear

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer


@unaliased
def propagate(program: Pointer, memory: Pointer, cells: int) -> int:
    """Prune until nothing changes; return the operation that failed, or that none did.

    A failure between two cells that differ counts as one of the cell, after all operations.
    """
    log, calm = program[LOG], SURE
    while True:
        failed = _spread(program, memory, cells, calm)
        if failed != SURE:
            return failed
        operation = _next_waiting(program, memory)
        if operation == SURE:
            return SURE
        memory[N_RUNS] += 1
        start = program[program[STARTS] + operation]
        settled = program[program[SETTLED] + operation // WORD] >> operation % WORD & 1
        calm = operation if settled else SURE
        if program[start] == ANY_OF:
            if not _prune_any(program, memory, cells, start):
                return operation
        elif operation == program[FIRST_HOUSE]:
            failed = prune_houses(program, memory, cells, log)
            if failed != SURE:
                return failed
        elif program[start] == DISTINCT:
            if not prune_distinct(program, memory, cells, log, start):
                return operation
        elif not _prune(program, memory, cells, log, start, False):
            return operation


@unaliased
def _spread(program: Pointer, memory: Pointer, cells: int, calm: int) -> int:
    """Take the known digits of changed cells from their peers; let their operations wait.

    The changes of an operation that would find no more, if it ran again, do not wake it.
    """
    log, waiting = program[LOG], program[WAITING]
    n_use_words = program[N_USE_WORDS]
    places = cells + program[N_CELLS] + 1
    at, n_own, woken = 1, memory[log] if calm != SURE else 0, 0
    while at <= memory[log]:
        # A note has the digits above, and the cell below.
        lost = memory[log + at] >> LOST
        cell = memory[log + at] ^ lost << LOST
        uses = program[USES] + cell * n_use_words
        # The first word is kept in a register, for most puzzles have no second one.
        woken |= program[uses]
        for word in range(1, n_use_words):
            memory[waiting + word] |= program[uses + word]
        if at == n_own:
            memory[waiting] |= woken
            # Its own changes come first in the log: it need not run for these.
            memory[waiting + calm // WORD] &= ~(1 << calm % WORD)
            woken = 0
        at += 1
        if lost:
            note_gone(program, memory, places, cell, lost)
        peer = _take_from_peers(program, memory, cells, log, cell)
        if peer != SURE:
            return program[N_OPERATIONS] + peer
    memory[waiting] |= woken
    memory[log] = 0
    return SURE


@unaliased
def _take_from_peers(program: Pointer, memory: Pointer, cells: int, log: int, cell: int) -> int:
    """Take from peers the digit of a cell, or two that it shares with one of them.

    Returns a cell that has no digit left, or that there is none.
    """
    mask = memory[cells + cell]
    high = mask & (mask - 1)
    if high == 0:
        return _eliminate(program, memory, cells, log, cell, mask)
    # Without its two lowest bits the set is empty: it had two.
    return _take_pair(program, memory, cells, cell, mask) if high & (high - 1) == 0 else SURE


@unaliased
def _eliminate(
    program: Pointer, memory: Pointer, cells: int, log: int, cell: int, mask: int
) -> int:
    """Take the digit of a cell from its peers; return one that has no other, or `SURE`.

    The places of the digit are brought up to date here, all in one go.
    """
    n_words, digit = program[N_WORDS], lowest(mask)
    places, gone = cells + program[N_CELLS] + 1, program[GONE] + 1
    peers = program[PEERS] + cell * n_words
    several = places + program[N_DIGITS] * n_words + cell // WORD
    memory[several] &= ~(1 << cell % WORD)
    memory[several + n_words] &= ~(1 << cell % WORD)
    for word in range(n_words):
        at = digit * n_words + word
        left = program[peers + word] & memory[places + at]
        if left == 0:
            continue
        memory[program[GONE]] |= mask
        # All of them are places of the digit, so that XOR clears them.
        memory[places + at] ^= left
        memory[gone + at] |= left
        while left:
            peer = word * WORD + lowest(left)
            left &= left - 1
            if not put_noted(memory, cells, log, peer, memory[cells + peer] & ~mask):
                return peer
    return SURE


@unaliased
def _take_pair(program: Pointer, memory: Pointer, cells: int, cell: int, pair: int) -> int:
    """Take two digits that a cell and one that differs from it hold alone from all others.

    Returns a cell that has no digit left, or that there is none.
    """
    n_words, places = program[N_WORDS], cells + program[N_CELLS] + 1
    peers = program[PEERS] + cell * n_words
    pairs = places + (program[N_DIGITS] + 1) * n_words
    memory[pairs + cell // WORD] |= 1 << cell % WORD
    one, two = places + lowest(pair) * n_words, places + lowest(pair & (pair - 1)) * n_words
    for word in range(n_words):
        left = program[peers + word] & memory[pairs + word]
        left &= memory[one + word] & memory[two + word]
        while left:
            twin = word * WORD + lowest(left)
            left &= left - 1
            if memory[cells + twin] == pair:
                peer = _take(program, memory, cells, cell, twin, pair)
                if peer != SURE:
                    return peer
    return SURE


@unaliased
def _take(program: Pointer, memory: Pointer, cells: int, one: int, two: int, digits: int) -> int:
    """Take the digits that two cells hold from all that differ from both.

    Returns a cell that has no digit left, or that there is none.
    """
    n_words, places = program[N_WORDS], cells + program[N_CELLS] + 1
    first, second = program[PEERS] + one * n_words, program[PEERS] + two * n_words
    low, high = lowest(digits), lowest(digits & (digits - 1))
    held, others = places + low * n_words, places + high * n_words
    for word in range(n_words):
        left = program[first + word] & program[second + word]
        left &= memory[held + word] | memory[others + word]
        while left:
            peer = word * WORD + lowest(left)
            left &= left - 1
            if not put(memory, cells, program[LOG], peer, memory[cells + peer] & ~digits):
                return peer
    return SURE


@unaliased
def _next_waiting(program: Pointer, memory: Pointer) -> int:
    """Return the operation that failed last, if it waits, else the first that does, if any.

    The operation that failed last is the likeliest to fail again, and ends a node. Houses, which
    most changes touch, run early but once a node.
    """
    waiting, last = program[WAITING], memory[EARLY]
    if last != SURE and memory[waiting + last // WORD] >> last % WORD & 1:
        memory[waiting + last // WORD] ^= 1 << last % WORD
        memory[EARLY] = SURE if last == program[FIRST_HOUSE] else last
        return last
    for word in range(program[N_USE_WORDS]):
        left = memory[waiting + word]
        if left:
            # The lowest bit is taken off: operations are numbered in the order in which they run.
            memory[waiting + word] = left & (left - 1)
            return word * WORD + lowest(left)
    return SURE


@unaliased
def forget_waiting(program: Pointer, memory: Pointer) -> None:
    """Let no operation wait: those that did belong to a node that failed."""
    for word in range(program[N_USE_WORDS]):
        memory[program[WAITING] + word] = 0
    forget_gone(program, memory)
    memory[program[LOG]] = 0


@unaliased
def wake_all(program: Pointer, memory: Pointer, cells: int) -> None:
    """Let all cells count as changed from having every candidate: all their operations wait."""
    log = program[LOG]
    memory[log] = program[N_CELLS]
    full = (1 << program[N_DIGITS]) - 1
    for cell in range(program[N_CELLS]):
        # At the root every cell counts as changed, with all digits that it lacks.
        memory[log + 1 + cell] = cell | (full ^ memory[cells + cell]) << LOST


@unaliased
def _prune(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, in_branch: bool
) -> bool:
    """Prune by one operation, in a branch or of another kind than `DISTINCT`."""
    kind, role = program[start], BRANCH if in_branch else GROUP
    if kind == LINEAR:
        return prune_linear(program, memory, cells, log, start, role)
    if kind == DISTINCT:
        return prune_apart(program, memory, cells, log, start)
    if kind == CHAIN:
        return prune_chain(program, memory, cells, log, start)
    if kind == SETS:
        if in_branch and not prune_apart(program, memory, cells, log, start):
            return False
        sets = start + 2 + program[start + 1]
        return prune_sets(program, memory, cells, log, start, sets, role)
    if kind == COUNTED:
        return prune_counted(program, memory, cells, log, start, role)
    if kind == ENCLOSED:
        return prune_enclosed(program, memory, cells, log, start)
    if kind == PARTED:
        return prune_parted(program, memory, cells, log, start)
    if kind == CONNECTED:
        return prune_connected(program, memory, cells, log, start)
    if kind == RANKED:
        return prune_ranked(program, memory, cells, log, start)
    if kind == ACCEPTED:
        return prune_accepted(program, memory, cells, log, start)
    if kind == WITHIN:
        cell = program[start + 2]
        return put(memory, cells, log, cell, memory[cells + cell] & program[start + 3])
    return True


@unaliased
def _holds(program: Pointer, memory: Pointer, tried: int, place: int) -> bool:
    """Prune by the operations of a branch, once each; False if it cannot hold."""
    log, starts = program[BRANCH_LOG], program[STARTS] + program[N_OPERATIONS]
    memory[N_RUNS] += program[place + 1] - program[place]
    for operation in range(program[place], program[place + 1]):
        memory[log] = 0
        if not _prune(program, memory, tried, log, program[starts + operation], True):
            return False
    return True


@unaliased
def _prune_any(program: Pointer, memory: Pointer, cells: int, start: int) -> bool:
    """Keep the candidates that some branch keeps, each tried by itself; False where none can hold.

    A branch that cannot hold is not tried again in this node, or in those below it.
    """
    tried, union = program[TRIED], program[UNION]
    first, end = start + 2, start + 2 + program[start + 1]
    alive = cells + program[end + 1]
    for at in range(first, end):
        memory[union + program[at]] = 0
    for branch in range(program[end]):
        bit = 1 << branch % WORD
        if memory[alive + branch // WORD] & bit == 0:
            continue
        for at in range(first, end):
            memory[tried + program[at]] = memory[cells + program[at]]
        if not _holds(program, memory, tried, end + 2 + 2 * branch):
            memory[alive + branch // WORD] ^= bit
            continue
        is_all = True
        for at in range(first, end):
            cell = program[at]
            memory[union + cell] |= memory[tried + cell]
            is_all &= memory[union + cell] == memory[cells + cell]
        if is_all:
            return True
    for at in range(first, end):
        cell = program[at]
        mask = memory[union + cell] & memory[cells + cell]
        if not put(memory, cells, program[LOG], cell, mask):
            return False
    return True
