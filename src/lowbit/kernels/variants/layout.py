"""How a program lies in memory, and the scratch that propagation works with.

All numbers are int64, so that Numba never mixes signs; sets of cells and of states are words of 32
bits. An operation is a kind and a place in `data`, where it begins with its number of cells and
these; what follows depends on the kind::

    DISTINCT   -
    WITHIN     mask
    CHAIN      where its images lie, forward, then backward, in `images`
    LINEAR     weights, least, most, groups: for each cell the first of the cells of its group;
               whether there is a list of sets, too
    SETS       number of masks, masks
    COUNTED    mask, counts
    ACCEPTED   number of states, where edges of each state begin (one more), accepting states as
               words, edges: a mask and the state after it
    ANY_OF     number of branches, then where each begins and ends among the operations
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.kernels.core.compile import routine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

DISTINCT, WITHIN, CHAIN, LINEAR, SETS, COUNTED, ACCEPTED, ANY_OF = range(8)

WORD: Final = 32
"""Bits of a word of a set of cells or states."""

PART: Final = 9
"""Digits whose masks one table of images covers; boards with more have several."""

MOST_SUM: Final = 61
"""The highest sum of a set of sums that one word holds."""


class VariantProgram(NamedTuple):
    """A puzzle as arrays.

    Attributes
    ----------
    n_digits : int
        How many digits there are.
    n_operations : int
        How many operations there are, but those of branches, which come after them.
    peer_starts, peers : int64[n_cells + 1], int64[:]
        For each cell the cells that differ from it.
    peer_words : int64[n_cells, n_words]
        The same as sets.
    kinds, starts : int64[n_operations]
        The kind of each operation, and where it begins in `data`.
    data, images : int64[:]
        See above.
    use_starts, uses : int64[n_cells + 1], int64[:]
        For each cell the operations that speak of it, but those of branches.
    """

    n_digits: int
    n_operations: int
    peer_starts: Words
    peers: Words
    peer_words: Words
    kinds: Words
    starts: Words
    data: Words
    images: Words
    use_starts: Words
    uses: Words


class Scratch(NamedTuple):
    """What propagation works with.

    Attributes
    ----------
    log : int64[:]
        How many cells an operation has changed, then these.
    queue, slow_queue : int64[n_operations + 1]
        Operations that wait, as rings.
    waits : int64[n_operations]
        Whether an operation waits.
    ends : int64[4]
        The first place of each ring and the one after its last.
    sums : int64[3, :]
        The sums before each cell, and others.
    states : int64[:, :]
        The states before each cell of an automaton, and one row more.
    tried, union : int64[n_cells]
        The candidates in a branch, and those of all branches.
    branch_log : int64[:]
        The log of a branch, which nobody reads.
    """

    log: Words
    queue: Words
    slow_queue: Words
    waits: Words
    ends: Words
    sums: Words
    states: Words
    tried: Words
    union: Words
    branch_log: Words


@routine
def put(cells: Any, log: Any, cell: int, mask: int) -> bool:
    """Give a cell a mask, and note it if that is new; False if the mask is empty."""
    if mask != cells[cell]:
        cells[cell] = mask
        log[0] += 1
        log[log[0]] = cell
    return mask != 0
