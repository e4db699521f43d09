"""Propagation: operations run as long as cells change, the quick ones first."""

from __future__ import annotations

from typing import Any

from lowbit.kernels.core.compile import routine
from lowbit.kernels.variants.chains import prune_accepted, prune_chain
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    CHAIN,
    COUNTED,
    DISTINCT,
    LINEAR,
    SETS,
    WITHIN,
    put,
)
from lowbit.kernels.variants.sets import (
    BRANCH,
    GROUP,
    prune_apart,
    prune_counted,
    prune_distinct,
    prune_sets,
)
from lowbit.kernels.variants.sums import prune_linear

QUICK_FIRST, QUICK_END, SLOW_FIRST, SLOW_END = range(4)
SURE = -1
"""What `propagate` returns where nothing is amiss."""


@routine
def propagate(program: Any, scratch: Any, cells: Any, words: Any, n_runs: int) -> int:
    """Prune until nothing changes; return the operation that failed, or that none did.

    A failure between two cells that differ is told as one of the cell, after all operations.
    """
    log = scratch.log
    while True:
        failed = _spread(program, scratch, cells)
        if failed != SURE:
            return failed
        operation = _next_waiting(scratch)
        if operation == SURE:
            return SURE
        words[n_runs] += 1
        log[0] = 0
        start = program.starts[operation]
        if program.kinds[operation] == ANY_OF:
            if not _prune_any(program, scratch, cells, start):
                return operation
        elif not _prune(program, scratch, cells, log, operation, False):
            return operation


@routine
def _spread(program: Any, scratch: Any, cells: Any) -> int:
    """Take the known digits of changed cells from their peers; let what speaks of them wait."""
    log = scratch.log
    at = 1
    while at <= log[0]:
        cell = log[at]
        at += 1
        for use in range(program.use_starts[cell], program.use_starts[cell + 1]):
            _enqueue(program, scratch, program.uses[use])
        mask = cells[cell]
        if mask & (mask - 1) == 0:
            for to in range(program.peer_starts[cell], program.peer_starts[cell + 1]):
                peer = program.peers[to]
                if cells[peer] & mask and not put(cells, log, peer, cells[peer] & ~mask):
                    return len(program.kinds) + peer
    log[0] = 0
    return SURE


@routine
def _enqueue(program: Any, scratch: Any, operation: int) -> None:
    """Let an operation wait, if it does not yet."""
    if scratch.waits[operation]:
        return
    scratch.waits[operation] = 1
    ends, room = scratch.ends, len(scratch.queue)
    if program.kinds[operation] >= ACCEPTED:
        scratch.slow_queue[ends[SLOW_END]] = operation
        ends[SLOW_END] = (ends[SLOW_END] + 1) % room
    else:
        scratch.queue[ends[QUICK_END]] = operation
        ends[QUICK_END] = (ends[QUICK_END] + 1) % room


@routine
def _next_waiting(scratch: Any) -> int:
    """Return the next operation, or that there is none."""
    ends, room = scratch.ends, len(scratch.queue)
    if ends[QUICK_FIRST] != ends[QUICK_END]:
        operation = scratch.queue[ends[QUICK_FIRST]]
        ends[QUICK_FIRST] = (ends[QUICK_FIRST] + 1) % room
    elif ends[SLOW_FIRST] != ends[SLOW_END]:
        operation = scratch.slow_queue[ends[SLOW_FIRST]]
        ends[SLOW_FIRST] = (ends[SLOW_FIRST] + 1) % room
    else:
        return SURE
    scratch.waits[operation] = 0
    return operation


@routine
def forget_waiting(scratch: Any) -> None:
    """Let nothing wait: what did belongs to a node that failed."""
    while _next_waiting(scratch) != SURE:
        pass
    scratch.log[0] = 0


@routine
def wake_all(program: Any, scratch: Any, cells: Any, n_operations: int) -> None:
    """Let all operations wait, and all cells count as changed."""
    log = scratch.log
    log[0] = 0
    for cell in range(len(cells)):
        log[0] += 1
        log[log[0]] = cell
    for operation in range(n_operations):
        _enqueue(program, scratch, operation)


@routine
def _prune(
    program: Any, scratch: Any, cells: Any, log: Any, operation: int, in_branch: bool
) -> bool:
    """Prune by one operation; False where it cannot hold."""
    kind, start = program.kinds[operation], program.starts[operation]
    if kind == DISTINCT:
        if in_branch and not prune_apart(program, cells, log, start):
            return False
        return in_branch or prune_distinct(program, cells, log, start)
    if kind == CHAIN:
        return prune_chain(program, cells, log, start)
    if kind == LINEAR:
        return prune_linear(program, scratch, cells, log, start)
    if kind == SETS:
        if in_branch and not prune_apart(program, cells, log, start):
            return False
        return prune_sets(program, cells, log, start, BRANCH if in_branch else GROUP)
    if kind == COUNTED:
        return prune_counted(program, cells, log, start, BRANCH if in_branch else GROUP)
    if kind == ACCEPTED:
        return prune_accepted(program, scratch, cells, log, start)
    if kind == WITHIN:
        cell = program.data[start + 1]
        return put(cells, log, cell, cells[cell] & program.data[start + 2])
    return True


@routine
def _prune_any(program: Any, scratch: Any, cells: Any, start: int) -> bool:
    """Keep what some branch keeps, each tried by itself; False where none can hold."""
    data, tried, union, log = program.data, scratch.tried, scratch.union, scratch.branch_log
    n = data[start]
    first, end = start + 1, start + 1 + n
    n_branches = data[end]
    for at in range(first, end):
        union[data[at]] = 0
    for branch in range(n_branches):
        log[0] = 0
        for at in range(first, end):
            tried[data[at]] = cells[data[at]]
        holds = True
        for operation in range(data[end + 1 + 2 * branch], data[end + 2 + 2 * branch]):
            if not _prune(program, scratch, tried, log, operation, True):
                holds = False
                break
            log[0] = 0
        if holds:
            is_all = True
            for at in range(first, end):
                cell = data[at]
                union[cell] |= tried[cell]
                is_all &= union[cell] == cells[cell]
            if is_all:
                return True
    for at in range(first, end):
        cell = data[at]
        if not put(cells, scratch.log, cell, union[cell] & cells[cell]):
            return False
    return True
