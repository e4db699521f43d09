"""Unavoidable sets of a full grid: cells whose digits can be changed to give another full grid.

::

    . . . | 4 . . | . . 7         4 becomes 7: the 7 of its row, of its column and of its box have
    . . . | 7 . . | . . 4         to change, too, and so on, until nothing clashes any more

A change begins in the first cell of a set, in reading order, and spreads to the cells that clash
with it. Every set whose digits can be changed, and that holds no smaller one, is reached in this
way: a cell that clashes has to be in it. Cells before the first stay as they are, so that each
change is found from one cell only.

A house with as many cells as digits has no cell that changes alone. So where the cells that have to
change leave several such houses side by side with one of them each, as many more are to come.

The kernel returns where the room for what it finds is full, or after some steps, and goes on from
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import UnsignedWords, Words

FIRST, END, DEPTH = range(3)
"""Words of `ChangeSpace.state`: the cell that changes begin in; where to stop; how many cells were
changed before the one that is being tried, NOWHERE before any."""

NOWHERE: Final = -1
WORD: Final = 64
ZERO, ONE = np.uint64(0), np.uint64(1)


class ChangeRules(NamedTuple):
    """The rules that a change of a full grid keeps to; sets of cells are bits of `w` words.

    Attributes
    ----------
    allowed : int64[n_cells]
        The digits that each cell may change to, as bits.
    peers : uint64[n_cells, w]
        The cells whose digit is another one than that of each cell.
    clashing : uint64[n_cells, size, w]
        Those of them that have each digit in the full grid.
    layers : uint64[n_layers, n_houses, w]
        Houses with as many cells as digits, those of a layer side by side; empty ones at the end.
    """

    allowed: Words
    peers: UnsignedWords
    clashing: UnsignedWords
    layers: UnsignedWords


class ChangeSpace(NamedTuple):
    """Scratch, and where the kernel stands.

    Attributes
    ----------
    cells, digits : int64[k + 1]
        The cell that is changed at each depth, and the digit, from 0, that it is given.
    touched, changed : uint64[k + 1, w]
        The cells that have to change before the change at each depth, and those that did.
    placed : uint64[size, w]
        Where changes have put each digit.
    frozen : uint64[w]
        The cells before the first.
    state : int64[3]
    """

    cells: Words
    digits: Words
    touched: UnsignedWords
    changed: UnsignedWords
    placed: UnsignedWords
    frozen: UnsignedWords
    state: Words


def new_space(rules: ChangeRules, most: int, first: int, end: int) -> ChangeSpace:
    """Return the space for changes of at most some cells, that begin in some of the cells."""
    n_words = rules.peers.shape[1]
    return ChangeSpace(
        np.zeros(most + 1, np.int64),
        np.full(most + 1, NOWHERE, np.int64),
        np.zeros((most + 1, n_words), np.uint64),
        np.zeros((most + 1, n_words), np.uint64),
        np.zeros((rules.clashing.shape[1], n_words), np.uint64),
        np.zeros(n_words, np.uint64),
        np.array([first, end, NOWHERE], np.int64),
    )


@kernel
def find_changes(
    rules: ChangeRules, space: ChangeSpace, most: int, n_steps: int, found: UnsignedWords
) -> int:
    """Write down sets of cells that can change, until there is no room; return how many.

    Parameters
    ----------
    rules : ChangeRules
    space : ChangeSpace
        Changed. All is done once its first cell is where to stop.
    most : int
        The most cells of a set.
    n_steps : int
        Return after so many digits were tried.
    found : uint64[m, w]
        Written to. Sets may come several times, and some hold others.
    """
    state, n_found = space.state, 0
    while state[FIRST] < state[END]:
        if state[DEPTH] == NOWHERE:
            _begin(space, state[FIRST])
        while state[DEPTH] != NOWHERE:
            if n_found == found.shape[0] or n_steps == 0:
                return n_found
            n_steps -= 1
            if _try_next_digit(rules, space, most):
                for word in range(found.shape[1]):
                    found[n_found, word] = space.touched[state[DEPTH] + 1, word]
                n_found += 1
        state[FIRST] += 1
    return n_found


@part
def _begin(space: ChangeSpace, cell: int) -> None:
    """Begin with a cell; those before it are frozen."""
    space.touched[0, :] = ZERO
    space.changed[0, :] = ZERO
    space.placed[:] = ZERO
    space.frozen[:] = ZERO
    _add(space.touched[0], cell)
    for before in range(cell):
        _add(space.frozen, before)
    space.cells[0], space.digits[0] = cell, NOWHERE
    space.state[DEPTH] = 0


@part
def _try_next_digit(rules: ChangeRules, space: ChangeSpace, most: int) -> bool:
    """Try the next digit of the newest cell, or go back; return whether nothing clashes now."""
    depth = space.state[DEPTH]
    cell = space.cells[depth]
    word, bit = cell // WORD, ONE << np.uint64(cell % WORD)
    if space.digits[depth] != NOWHERE:
        space.placed[space.digits[depth], word] &= ~bit
    digit = _next_digit(rules, space, cell, space.digits[depth] + 1)
    space.digits[depth] = digit
    if digit == rules.clashing.shape[1]:
        space.digits[depth] = NOWHERE
        space.state[DEPTH] -= 1
        return False
    space.placed[digit, word] |= bit
    return _spread(rules, space, most)


@part
def _next_digit(rules: ChangeRules, space: ChangeSpace, cell: int, first: int) -> int:
    """Return the next digit that a cell may change to; the number of digits if there is none."""
    for digit in range(first, rules.clashing.shape[1]):
        clashes = ZERO
        for word in range(rules.peers.shape[1]):
            clashes |= space.placed[digit, word] & rules.peers[cell, word]
            clashes |= rules.clashing[cell, digit, word] & space.frozen[word]
        if clashes == ZERO and rules.allowed[cell] >> digit & 1:
            return digit
    return rules.clashing.shape[1]


@part
def _spread(rules: ChangeRules, space: ChangeSpace, most: int) -> bool:
    """Note the cells that clash with the newest change, and go on with one of them.

    Return whether there is none; do nothing if too many cells would have to change.
    """
    depth = space.state[DEPTH]
    cell, digit = space.cells[depth], space.digits[depth]
    n_touched, next_cell = 0, NOWHERE
    for word in range(rules.peers.shape[1]):
        changed = space.changed[depth, word]
        if word == cell // WORD:
            changed |= ONE << np.uint64(cell % WORD)
        touched = space.touched[depth, word] | rules.clashing[cell, digit, word]
        space.changed[depth + 1, word], space.touched[depth + 1, word] = changed, touched
        n_touched += size_of(touched)
        if touched & ~changed != ZERO and next_cell == NOWHERE:
            next_cell = WORD * word + lowest(touched & ~changed)
    if n_touched + _to_come(rules, space.touched[depth + 1]) > most:
        return False
    if next_cell == NOWHERE:
        return True
    space.cells[depth + 1] = next_cell
    space.state[DEPTH] += 1
    return False


@part
def _to_come(rules: ChangeRules, touched: UnsignedWords) -> int:
    """Return how many more cells have to change at least: no house has one alone that does."""
    most = 0
    for layer in range(rules.layers.shape[0]):
        n_alone = 0
        for house in range(rules.layers.shape[1]):
            n_inside = 0
            for word in range(touched.size):
                n_inside += size_of(touched[word] & rules.layers[layer, house, word])
            n_alone += n_inside == 1
        most = max(most, n_alone)
    return most


@part
def _add(cells: UnsignedWords, cell: int) -> None:
    """Add a cell to a set."""
    cells[cell // WORD] |= ONE << np.uint64(cell % WORD)
