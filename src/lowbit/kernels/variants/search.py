"""The search: propagate, guess a digit in a cell that conflicts often, and go back.

A node is a row of candidates. Those that are left to visit lie on a stack, the next one on top; a
guess replaces it by two, the one without the digit below the one with it. A cell is chosen by its
candidates, the fewer the better, and by its weight, which grows where propagation fails: so the
search goes to the heart of a contradiction. All of this depends on the puzzle alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.variants.propagate import SURE, forget_waiting, propagate, wake_all

if TYPE_CHECKING:
    from lowbit.kernels.variants.layout import Words

DEPTH, N_NODES, N_FOUND, N_RUNS, N_FAILED = range(5)
N_WORDS: Final = 5
"""How many nodes lie on the stack; nodes visited; solutions in the room for them; operations run;
failures."""

DONE, PAUSED, NODE_LIMIT, FULL_ROOM, FULL_STACK = range(5)
"""What `advance` returns: all is searched; enough for now; no more nodes; no room for another
solution; none for another node."""

HALVED_EVERY: Final = 512
"""Failures after which all weights are halved, so that new ones count for more."""

SCALE: Final = 64
"""What a failure adds to the weight of each of its cells."""


class SearchWorkspace(NamedTuple):
    """What a search knows.

    Attributes
    ----------
    nodes : int64[:, n_cells + 1]
        The stack; the last word of a node is the cell that it guesses on, -1 at the root.
    weights : int64[n_cells]
        How often each cell was where propagation failed.
    preferred : int64[n_cells]
        The digits to try first in each cell.
    found : uint8[:, n_cells]
        Room for solutions.
    words : int64[5]
        See above.
    in_order : bool
        Whether to find the solutions in the order of their digits.
    """

    nodes: Words
    weights: Words
    preferred: Words
    found: Any
    words: Words
    in_order: bool


@kernel
def advance(program: Any, scratch: Any, search: Any, max_nodes: int, n_runs: int) -> int:
    """Go on until all is searched, or something calls for Python; about `n_runs` operations."""
    words = search.words
    enough = words[N_RUNS] + n_runs
    while words[DEPTH]:
        if words[N_NODES] >= max_nodes:
            return NODE_LIMIT
        if words[N_FOUND] == len(search.found):
            return FULL_ROOM
        if words[DEPTH] == len(search.nodes):
            return FULL_STACK
        if words[N_RUNS] >= enough:
            return PAUSED
        _visit(program, scratch, search)
    return DONE


@routine
def _visit(program: Any, scratch: Any, search: Any) -> None:
    """Visit the node on top of the stack: it gives way to two, to a solution or to nothing."""
    words, nodes = search.words, search.nodes
    top = words[DEPTH] - 1
    n_cells = nodes.shape[1] - 1
    cells = nodes[top, :n_cells]
    words[N_NODES] += 1
    guessed = nodes[top, n_cells]
    if guessed < 0:
        wake_all(program, scratch, cells, program.n_operations)
    else:
        scratch.log[0] = 1
        scratch.log[1] = guessed
    failed = propagate(program, scratch, cells, words, N_RUNS)
    if failed != SURE:
        forget_waiting(scratch)
        _blame(program, search, failed)
        words[DEPTH] = top
        return
    cell = _first_open(cells) if search.in_order else _choose(search, cells)
    if cell < 0:
        for at in range(n_cells):
            search.found[words[N_FOUND], at] = _digit(cells[at])
        words[N_FOUND] += 1
        words[DEPTH] = top
        return
    mask = cells[cell]
    wanted = mask & search.preferred[cell]
    bit = wanted & -wanted if wanted else mask & -mask
    for at in range(n_cells):
        nodes[top + 1, at] = cells[at]
    nodes[top, cell] = mask ^ bit
    nodes[top + 1, cell] = bit
    nodes[top, n_cells] = nodes[top + 1, n_cells] = cell
    words[DEPTH] = top + 2


@routine
def _digit(bit: int) -> int:
    """Return the digit of a mask of one."""
    return size_of(bit - 1) + 1


@routine
def _first_open(cells: Any) -> int:
    """Return the first cell with several digits, -1 where there is none."""
    for cell in range(len(cells)):
        if cells[cell] & (cells[cell] - 1):
            return cell
    return -1


@routine
def _choose(search: Any, cells: Any) -> int:
    """Return the cell to guess in, -1 where each has one digit."""
    best, best_weight, best_size = -1, 0, 1
    for cell in range(len(cells)):
        mask = cells[cell]
        if mask & (mask - 1):
            size, weight = size_of(mask), search.weights[cell]
            if best < 0 or weight * best_size > best_weight * size:
                best, best_weight, best_size = cell, weight, size
    return best


@routine
def _blame(program: Any, search: Any, failed: int) -> None:
    """Let the cells of a failed operation weigh more."""
    weights, words = search.weights, search.words
    n_operations = len(program.kinds)
    if failed >= n_operations:
        weights[failed - n_operations] += SCALE
    else:
        start = program.starts[failed]
        for at in range(start + 1, start + 1 + program.data[start]):
            weights[program.data[at]] += SCALE
    words[N_FAILED] += 1
    if words[N_FAILED] % HALVED_EVERY == 0:
        for cell in range(len(weights)):
            weights[cell] = (weights[cell] + 1) // 2
